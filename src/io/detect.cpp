#include "io/detect.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <fstream>

#include "io/input_file.hpp"
#include "io/text/scan.hpp"
#include "strider/error.hpp"

namespace strider {
namespace {

/// What is looked at: enough to get past a comment of a page or two.
constexpr std::size_t kLookedAt = std::size_t{1} << 14;

constexpr std::string_view kNativeMagic = "STRIDER";

bool starts_with_word(std::string_view text, std::string_view word) {
  if (text.size() < word.size()) return false;
  for (std::size_t i = 0; i < word.size(); ++i) {
    if (std::tolower(static_cast<unsigned char>(text[i])) != word[i]) return false;
  }
  return text.size() == word.size() ||
         std::isalnum(static_cast<unsigned char>(text[word.size()])) == 0;
}

std::string_view trim_front(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  return begin == std::string_view::npos ? std::string_view{} : text.substr(begin);
}

std::string_view next_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

/// A "p" line behind comments "c".
bool is_dimacs(std::string_view text) {
  while (!(text = trim_front(text)).empty()) {
    const std::string_view line = next_line(text);
    if (line.size() < 2 || !is_blank(line[1])) {
      if (line != "c") return false;
    } else if (line[0] == 'p') {
      return true;
    } else if (line[0] != 'c') {
      return false;
    }
  }
  return false;
}

/// The key "graph" with a list as its value, at the start of a line.
bool is_gml(std::string_view text) {
  while (!(text = trim_front(text)).empty()) {
    if (starts_with_word(text, "graph") && trim_front(text.substr(5)).starts_with('[')) return true;
    const std::string_view line = next_line(text);
    const bool preamble = line.starts_with('#') || starts_with_word(line, "creator") ||
                          starts_with_word(line, "version") || starts_with_word(line, "comment");
    if (!preamble) return false;
  }
  return false;
}

bool is_dot(std::string_view text) {
  const std::string_view line = next_line(text);
  return (starts_with_word(line, "graph") || starts_with_word(line, "digraph") ||
          starts_with_word(line, "strict")) &&
         line.find('{') != std::string_view::npos;
}

/// Its third line is a type such as RUA with four counts, its fourth holds Fortran formats.
bool is_rutherford_boeing(std::string_view text) {
  next_line(text);
  next_line(text);
  const std::string_view type = next_line(text);
  const std::string_view formats = next_line(text);
  const auto one_of = [](char c, std::string_view set) {
    return set.find(static_cast<char>(std::tolower(static_cast<unsigned char>(c)))) !=
           std::string_view::npos;
  };
  return type.size() > 14 && one_of(type[0], "rcpiq") && one_of(type[1], "suhzr") &&
         one_of(type[2], "ae") && type[3] == ' ' && formats.starts_with('(');
}

[[noreturn]] void refuse(const std::string& path, std::string_view what) {
  throw InputError(path, 0,
                   fmt::format("unknown format: {}; the formats read are mtx, edgelist, dimacs, "
                               "metis, ldbc, gapbs, graph500, gml, graphml and native",
                               what));
}

bool has_suffix(std::string_view path, std::initializer_list<std::string_view> suffixes) {
  return std::any_of(suffixes.begin(), suffixes.end(),
                     [&](std::string_view suffix) { return path.ends_with(suffix); });
}

bool exists(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::exists(path, ignored);
}

/// `path`, or the compressed file of that name.
std::string find_packed(const std::string& path) {
  for (const char* suffix : {"", ".gz", ".zst", ".xz"}) {
    if (exists(path + suffix)) return path + suffix;
  }
  return path;
}

}  // namespace

LdbcPaths ldbc_paths(const std::string& path) {
  std::string prefix(without_compression_suffix(path));
  if (has_suffix(prefix, {".v", ".e"})) prefix.resize(prefix.size() - 2);
  return {find_packed(prefix + ".v"), find_packed(prefix + ".e"), prefix + ".properties"};
}

std::optional<FileFormat> format_of_name(const std::string& path) {
  const std::string_view name = without_compression_suffix(path);
  if (has_suffix(name, {".sg", ".wsg"})) return FileFormat::kGapbs;
  if (has_suffix(name, {".graph500", ".bin"})) return FileFormat::kGraph500;
  if (has_suffix(name, {".v", ".e"})) return FileFormat::kLdbc;
  if (!exists(path)) {
    const LdbcPaths ldbc = ldbc_paths(path);
    if (exists(ldbc.vertices) && exists(ldbc.edges)) return FileFormat::kLdbc;
  }
  return std::nullopt;
}

bool is_native_file(const std::string& path) {
  // What is read of a pipe is gone for the one who opens it next.
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) return false;
  std::array<char, kNativeMagic.size()> head{};
  std::ifstream file(path, std::ios::binary);
  return file.read(head.data(), head.size()) &&
         std::string_view(head.data(), head.size()) == kNativeMagic;
}

FileFormat format_of_content(const std::string& path, std::string_view content) {
  std::string_view head = content.substr(0, kLookedAt);
  if (head.starts_with("\xEF\xBB\xBF")) head.remove_prefix(3);
  const std::string_view name = without_compression_suffix(path);
  if (head.starts_with(kNativeMagic)) {
    refuse(path, "the native container is mapped, so it must be a file that is not compressed");
  }
  if (head.find('\0') != std::string_view::npos) refuse(path, "it is not text");
  const std::string_view start = trim_front(head);
  if (starts_with_word(start, "%%matrixmarket")) return FileFormat::kMatrixMarket;
  if (start.starts_with("<")) return FileFormat::kGraphMl;
  if (is_dimacs(head)) return FileFormat::kDimacs;
  if (is_gml(head)) return FileFormat::kGml;
  if (starts_with_word(start, "*vertices") || starts_with_word(start, "*network")) {
    refuse(path, "Pajek is not read");
  }
  if (is_rutherford_boeing(head)) refuse(path, "Rutherford-Boeing is not read");
  if (is_dot(start)) refuse(path, "DOT is not read");
  if (start.starts_with("{") || start.starts_with("[")) refuse(path, "JSON is not read");
  if (has_suffix(name, {".graph", ".metis"})) return FileFormat::kMetis;
  if (has_suffix(name, {".mtx", ".mm"})) return FileFormat::kMatrixMarket;
  if (has_suffix(name, {".gr", ".dimacs"})) return FileFormat::kDimacs;
  if (has_suffix(name, {".gml"})) return FileFormat::kGml;
  if (has_suffix(name, {".graphml"})) return FileFormat::kGraphMl;
  return FileFormat::kEdgeList;
}

}  // namespace strider
