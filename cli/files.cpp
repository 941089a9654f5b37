#include "files.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>

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

bool is_standard_input(const std::string& path) {
  return path == "/dev/stdin" || path == "/dev/fd/0" || path == "/proc/self/fd/0";
}

bool are_one_stream(const std::string& a, const std::string& b) {
  if (is_standard_input(a) && is_standard_input(b)) return true;
  std::error_code failed;
  return fs::exists(a, failed) && !fs::is_regular_file(a, failed) && place_of(a) == place_of(b);
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

void require_apart(const NamedFile& written, std::span<const NamedFile> others) {
  if (written.path.empty() || is_standard_output(written.path)) return;
  for (const NamedFile& other : others) {
    if (other.path.empty() || !are_same(written.path, other.path)) continue;
    throw UsageError(fmt::format("{} and {} name the same file, {}, which would be overwritten",
                                 written.option, other.option, other.path));
  }
}

void require_graph_kept(const RunOptions& run, const GraphOptions& graph) {
  const NamedFile read[] = {{"GRAPH", graph.path}};
  require_apart({"--output", run.output}, read);
}

void require_read_once(std::span<const NamedFile> inputs) {
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    for (const NamedFile& other : inputs.subspan(i + 1)) {
      if (!are_one_stream(inputs[i].path, other.path)) continue;
      throw UsageError(fmt::format(
          "{} and {} are both {}, which can be read only once: save one of them to a file first",
          inputs[i].option, other.option,
          is_standard_input(other.path) ? "the standard input" : other.path));
    }
  }
}

}  // namespace strider::cli
