// Files that options name, distinguished by what they are: names differ by links and folders.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "options.hpp"

namespace strider::cli {

/// The file of an option or an argument; none where the path is empty.
struct NamedFile {
  std::string_view option;
  const std::string& path;
};

/// Where a link points to in the end, whether that is there or not; the absolute path of what is
/// none.
[[nodiscard]] std::filesystem::path place_of(std::filesystem::path path);

/// Whether `path` is a name of the standard output.
[[nodiscard]] bool is_standard_output(const std::string& path);

/// Throws UsageError where `written` would replace one of `others`. What is no file, as a pipe or
/// the standard output, replaces none.
void require_apart(const NamedFile& written, std::span<const NamedFile> others);
/// The same of the output, which shall not replace the graph.
void require_graph_kept(const RunOptions& run, const GraphOptions& graph);
/// Whether `argument` names what is there, but no file and no folder: a pipe or a device. It can be
/// read only once. "-" is the standard input.
[[nodiscard]] bool is_stream(const std::string& argument);
/// Throws UsageError where two of `inputs` are the standard input, or one pipe: it can be read only
/// once.
void require_read_once(std::span<const NamedFile> inputs);

}  // namespace strider::cli
