#include "files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <initializer_list>
#include <string_view>
#include <system_error>
#include <vector>

#include "strider/error.hpp"

namespace strider::cli {
namespace fs = std::filesystem;

fs::path place_of(fs::path path) {
  constexpr int kMostLinks = 40;  // as many as the kernel follows
  std::error_code failed;
  for (int links = 0; links < kMostLinks; ++links) {
    const fs::path target = fs::read_symlink(path, failed);
    if (failed) break;
    path = path.parent_path() / target;
  }
  const fs::path place = fs::weakly_canonical(fs::absolute(path, failed), failed);
  return failed ? path : place;
}

namespace {

bool are_same(const std::string& a, const std::string& b) {
  std::error_code failed;
  const bool is_there = fs::exists(a, failed);
  if (is_there != fs::exists(b, failed)) return false;
  if (!is_there) return place_of(a) == place_of(b);
  return fs::is_regular_file(a, failed) && fs::equivalent(a, b, failed);
}

bool is_one_of(std::string_view extension, std::initializer_list<std::string_view> extensions) {
  return std::ranges::find(extensions, extension) != extensions.end();
}

bool is_standard_input(const std::string& path) {
  return path == "/dev/stdin" || path == "/dev/fd/0" || path == "/proc/self/fd/0";
}

bool are_one_stream(const std::string& a, const std::string& b) {
  if (is_standard_input(a) && is_standard_input(b)) return true;
  std::error_code failed;
  return fs::exists(a, failed) && !fs::is_regular_file(a, failed) && place_of(a) == place_of(b);
}

/// What readers read with a graph, if it is there: weights of Graph500 files, the other files of
/// LDBC Graphalytics and WebGraph.
std::vector<std::string> read_with(const std::string& path) {
  std::vector<std::string> all{path + ".weights"};
  fs::path stem = path;
  if (is_one_of(stem.extension().string(), {".gz", ".xz", ".zst"})) stem.replace_extension();
  if (!is_one_of(stem.extension().string(), {".v", ".e", ".graph"})) return all;
  for (const char* suffix : {".v", ".e", ".properties"}) {
    for (const char* packed : {"", ".gz", ".xz", ".zst"}) {
      all.push_back(fs::path(stem).replace_extension(suffix).string() + packed);
    }
  }
  return all;
}

void require_apart(const NamedFile& one, const NamedFile& other) {
  if (one.path->empty() || other.path->empty()) return;
  if (one.use == FileUse::kRead && other.use == FileUse::kRead) {
    if (!are_one_stream(*one.path, *other.path)) return;
    throw UsageError(fmt::format(
        "{} and {} are both {}, which can be read only once: save one of them to a file first",
        one.option, other.option,
        is_standard_input(*other.path) ? "the standard input" : *other.path));
  }
  const NamedFile& written = one.use == FileUse::kWritten ? one : other;
  const NamedFile& kept = &written == &one ? other : one;
  if (is_standard_output(*written.path)) return;
  if (are_same(*written.path, *kept.path)) {
    throw UsageError(fmt::format("{} and {} name the same file, {}, which would be overwritten",
                                 written.option, kept.option, *kept.path));
  }
  if (kept.use == FileUse::kWritten) return;
  for (const std::string& more : read_with(*kept.path)) {
    std::error_code none;
    if (!fs::exists(more, none) || !are_same(*written.path, more)) continue;
    throw UsageError(fmt::format("{} names {}, which is read with {} and would be overwritten",
                                 written.option, more, kept.option));
  }
}

}  // namespace

bool is_standard_output(const std::string& path) {
  return path == "-" || path == "/dev/stdout" || path == "/dev/fd/1" || path == "/proc/self/fd/1";
}

bool is_stream(const std::string& argument) {
  std::error_code failed;
  const fs::file_status status = fs::status(argument, failed);
  return argument == "-" ||
         (fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status));
}

void require_apart(std::span<const NamedFile> files) {
  for (std::size_t i = 0; i < files.size(); ++i) {
    for (const NamedFile& other : files.subspan(i + 1)) require_apart(files[i], other);
  }
}

}  // namespace strider::cli
