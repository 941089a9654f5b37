#include "io/detect.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <fstream>

#include "base/text.hpp"
#include "io/foreign_formats.hpp"
#include "io/format_options.hpp"
#include "io/format_table.hpp"
#include "io/input_file.hpp"
#include "io/text/matrix.hpp"
#include "io/text/scan.hpp"
#include "strider/error.hpp"

namespace strider {
namespace {

/// What is looked at: enough to get past a comment of a page or two.
constexpr std::size_t kLookedAt = std::size_t{1} << 14;

constexpr std::string_view kNativeMagic = "STRIDER";

bool starts_with_word(std::string_view text, std::string_view word) {
  if (lower_case(text.substr(0, word.size())) != word) return false;
  return text.size() == word.size() ||
         std::isalnum(static_cast<unsigned char>(text[word.size()])) == 0;
}

/// The problems of DIMACS challenges and of PACE, of which only graphs are read.
constexpr std::string_view kProblems[] = {"sp", "tw", "edge", "col", "max", "min", "asn", "cnf"};

/// A "p" line behind comments "c".
bool is_dimacs(std::string_view text) {
  while (!(text = trim_front(text)).empty()) {
    const std::string_view line = take_line(text);
    if (line.size() < 2 || !is_blank(line[1])) {
      if (line != "c") return false;
    } else if (line[0] == 'p') {
      // An edge list may begin with a vertex p.
      const std::string_view problem = trim_front(line.substr(1));
      return std::any_of(std::begin(kProblems), std::end(kProblems),
                         [&](auto word) { return starts_with_word(problem, word); });
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
    const std::string_view line = take_line(text);
    const bool preamble = line.starts_with('#') || starts_with_word(line, "creator") ||
                          starts_with_word(line, "version") || starts_with_word(line, "comment");
    if (!preamble) return false;
  }
  return false;
}

/// A line that begins with *Vertices or *Network behind comments.
bool is_pajek(std::string_view text) {
  while (!(text = trim_front(text)).empty()) {
    if (starts_with_word(text, "*vertices") || starts_with_word(text, "*network")) return true;
    if (!take_line(text).starts_with('%')) return false;
  }
  return false;
}

[[noreturn]] void refuse(const std::string& path, std::string_view what) {
  std::string names;
  for (const FileFormat format : file_formats()) {
    names += fmt::format("{}{}", names.empty() ? "" : ", ", file_format_name(format));
  }
  throw InputError(path, 0,
                   fmt::format("unknown format: {}; the formats read are {}", what, names));
}

void refuse_foreign_format(const std::string& path, const std::optional<ForeignFormat>& foreign) {
  if (!foreign) return;
  throw InputError(path, 0,
                   fmt::format("is {}, which is not read: {}", foreign->name, foreign->advice));
}

/// Of a binary file, by its first bytes.
std::optional<FileFormat> format_of_magic(std::string_view head) {
  if (head.starts_with("\x93NUMPY")) return FileFormat::kNpy;
  if (head.starts_with("PK\x03\x04") || head.starts_with("PK\x05\x06")) return FileFormat::kNpz;
  if (head.starts_with("PAR1")) return FileFormat::kParquet;
  if (head.starts_with("ARROW1")) return FileFormat::kArrow;
  return std::nullopt;
}

/// Whether `name` begins an element of an XML text, perhaps behind the prefix of a namespace.
bool has_element(std::string_view text, std::string_view name) {
  for (std::size_t at = text.find(name); at != std::string_view::npos;
       at = text.find(name, at + 1)) {
    std::size_t begin = at;
    if (begin > 0 && text[begin - 1] == ':') {
      do --begin;
      while (begin > 0 &&
             (std::isalnum(static_cast<unsigned char>(text[begin - 1])) != 0 ||
              std::string_view("_-.").find(text[begin - 1]) != std::string_view::npos));
    }
    if (begin > 0 && text[begin - 1] == '<') return true;
  }
  return false;
}

FileFormat format_of_xml(const std::string& path, std::string_view text) {
  if (has_element(text, "graphml")) return FileFormat::kGraphMl;
  if (has_element(text, "gexf")) return FileFormat::kGexf;
  throw InputError(path, 0, "is XML, but neither GraphML nor GEXF");
}

bool is_graph6(std::string_view start) {
  return start.starts_with(">>graph6<<") || start.starts_with(">>sparse6<<") ||
         start.starts_with(">>digraph6<<");
}

/// The format that the suffix of `path` names, if suffixes of that format have this role.
std::optional<FileFormat> format_of_suffix(std::string_view path, SuffixRole role) {
  const FormatRow* const row = row_of_own_suffix(path);
  return row != nullptr && row->suffix_role == role ? std::optional(row->format) : std::nullopt;
}

bool exists(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::exists(path, ignored);
}

/// `path`, or the compressed file of that name.
std::string find_packed(const std::string& path) {
  if (exists(path)) return path;
  for (const std::string_view suffix : kCompressionSuffixes) {
    if (std::string packed = path + std::string(suffix); exists(packed)) return packed;
  }
  return path;
}

}  // namespace

LdbcPaths ldbc_paths(const std::string& path) {
  std::string prefix(without_compression_suffix(path));
  if (file_format_from_path(prefix) == FileFormat::kLdbc) prefix.resize(prefix.rfind('.'));
  return {find_packed(prefix + ".v"), find_packed(prefix + ".e"), prefix + ".properties"};
}

std::optional<FileFormat> format_of_name(const std::string& path) {
  if (const auto named = format_of_suffix(path, SuffixRole::kBeforeOpen)) return named;
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

std::optional<FileFormat> format_before_reading(const std::string& path,
                                                const ReadOptions& options) {
  std::optional<FileFormat> format = options.format;
  if (!format && is_native_file(path)) format = FileFormat::kNative;
  if (!format) format = format_of_name(path);
  if (format) require_options_of_format(path, *format, options);
  return format;
}

FileFormat format_of_content(const std::string& path, std::string_view content) {
  std::string_view head = content.substr(0, kLookedAt);
  if (head.starts_with("\xEF\xBB\xBF")) head.remove_prefix(3);
  const std::string_view without_mark =
      content.substr(static_cast<std::size_t>(head.data() - content.data()));
  if (head.starts_with(kNativeMagic)) {
    throw InputError(path, 0,
                     "a native container is mapped, so it must be a file without compression: "
                     "unpack it, or save it to a file first");
  }
  const auto named = file_format_from_path(path);
  if (trim_front(without_mark).empty() &&
      named.value_or(FileFormat::kEdgeList) != FileFormat::kEdgeList) {
    throw InputError(path, 0, fmt::format("is empty, so it is not {}", row_of(*named).called));
  }
  if (const auto format = format_of_magic(head); format && !find_foreign_format(path, head)) {
    return *format;
  }
  refuse_foreign_format(path, find_foreign_format(path, head));
  if (head.find('\0') != std::string_view::npos) refuse(path, "it is not text");
  const std::string_view start = trim_front(head);
  if (starts_with_word(start, "%%matrixmarket")) return FileFormat::kMatrixMarket;
  if (start.starts_with("<")) return format_of_xml(path, without_mark);
  if (is_dimacs(head)) return FileFormat::kDimacs;
  if (is_gml(head)) return FileFormat::kGml;
  if (is_pajek(head)) return FileFormat::kPajek;
  if (is_graph6(start)) return FileFormat::kGraph6;
  if (const auto of_name = format_of_suffix(path, SuffixRole::kOfText)) return *of_name;
  refuse_foreign_format(path, foreign_format_of_name(path));
  return looks_like_matrix(without_mark) ? FileFormat::kMatrix : FileFormat::kEdgeList;
}

}  // namespace strider
