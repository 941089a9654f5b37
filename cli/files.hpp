// Files that options name, distinguished by what they are: names differ by links and folders.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

namespace strider::cli {

enum class FileUse : std::uint8_t { kRead, kWritten };

/// The file of an option or an argument; none where the path is empty.
struct NamedFile {
  std::string option;
  const std::string* path;
  FileUse use = FileUse::kRead;
};

/// Where a link points to in the end, whether that is there or not; the absolute path of what is
/// none.
[[nodiscard]] std::filesystem::path place_of(std::filesystem::path path);

/// Whether `path` is a name of the standard output.
[[nodiscard]] bool is_standard_output(const std::string& path);

/// Whether `argument` names what is there, but no file and no folder: a pipe or a device. It can be
/// read only once. "-" is the standard input.
[[nodiscard]] bool is_stream(const std::string& argument);
/// Throws UsageError where a file that is written would replace another of `files`, or one that is
/// read with a graph, or where two that are
/// read are the standard input or one pipe, which can be read only once. What is no file, as a pipe
/// or the standard output, is not replaced.
void require_apart(std::span<const NamedFile> files);

}  // namespace strider::cli
