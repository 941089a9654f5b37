#include "io/format_table.hpp"

#include <algorithm>
#include <array>

#include "io/input_file.hpp"

namespace strider {
namespace {

/// In the order of the enumeration.
constexpr auto kTable = [] {
  using enum FileFormat;
  using enum FormatContent;
  using enum FormatAccess;
  using enum RankReading;
  using enum SuffixRole;
  constexpr auto kLabels = std::nullopt;  // in place of the first number
  return std::to_array<FormatRow>({
      {kMatrixMarket, "mtx", "Matrix Market", kText, kWritten, kTextSlices, 1, kOfText, ".mtx .mm"},
      {kEdgeList, "edgelist", "an edge list", kText, kWritten, kTextSlices, kLabels, kOfText,
       ".el .wel .edges .edgelist .ncol", ".txt .tsv .csv"},
      {kDimacs, "dimacs", "DIMACS", kText, kWritten, kTextSlices, 1, kOfText, ".gr .dimacs"},
      {kMetis, "metis", "METIS", kText, kWritten, kTextSlices, 1, kOfText, ".graph .metis"},
      {kLdbc, "ldbc", "LDBC Graphalytics", kText, kRead, kByPath, kLabels, kBeforeOpen, ".v .e"},
      {kGapbs, "gapbs", "GAPBS", kBinary, kWritten, kByPath, 0, kBeforeOpen, ".sg .wsg"},
      {kGraph500, "graph500", "Graph500", kBinary, kWritten, kByPath, 0, kBeforeOpen,
       ".graph500 .bin"},
      {kGml, "gml", "GML", kText, kRead, kWhole, kLabels, kOfText, ".gml"},
      {kGraphMl, "graphml", "GraphML", kText, kRead, kWhole, kLabels, kOfText, ".graphml"},
      {kGexf, "gexf", "GEXF", kText, kRead, kWhole, kLabels, kOfText, ".gexf"},
      {kPajek, "pajek", "Pajek", kText, kRead, kWhole, kLabels, kNone, ".net"},
      {kGraph6, "graph6", "graph6", kText, kRead, kWhole, kLabels, kOfText, ".g6 .s6 .d6"},
      {kLgl, "lgl", ".lgl", kText, kRead, kWhole, kLabels, kOfText, ".lgl"},
      {kMatrix, "matrix", "a matrix of numbers", kText, kRead, kWhole, kLabels, kNone, ""},
      {kNpy, "npy", "an array of numpy", kBinary, kRead, kWhole, kLabels, kNone, ".npy"},
      {kNpz, "npz", "an archive of numpy", kBinary, kRead, kWhole, kLabels, kNone, ".npz"},
      {kParquet, "parquet", "Parquet", kBinary, kRead, kWhole, kLabels, kNone, ".parquet"},
      {kArrow, "arrow", "Arrow", kBinary, kRead, kWhole, kLabels, kNone, ".arrow .feather"},
      {kNative, "native", "the native container", kBinary, kWritten, kByPath, kLabels, kNone,
       ".strider"},
  });
}();

constexpr bool is_in_order() {
  for (std::size_t i = 0; i < kTable.size(); ++i) {
    if (kTable[i].format != static_cast<FileFormat>(i)) return false;
  }
  return kTable.back().format == FileFormat::kNative;
}
static_assert(is_in_order());

constexpr auto kFormats = [] {
  std::array<FileFormat, kTable.size()> formats{};
  std::ranges::transform(kTable, formats.begin(), &FormatRow::format);
  return formats;
}();

constexpr bool is_written(const FormatRow& row) {
  return row.access == FormatAccess::kWritten;
}
constexpr auto kWrittenFormats = [] {
  std::array<FileFormat, std::ranges::count_if(kTable, is_written)> formats{};
  std::size_t count = 0;
  for (const FormatRow& row : kTable) {
    if (is_written(row)) formats[count++] = row.format;
  }
  return formats;
}();

bool ends_with_one_of(std::string_view name, std::string_view suffixes) {
  while (!suffixes.empty()) {
    const std::size_t end = std::min(suffixes.find(' '), suffixes.size());
    if (name.ends_with(suffixes.substr(0, end))) return true;
    suffixes.remove_prefix(std::min(end + 1, suffixes.size()));
  }
  return false;
}

std::optional<FileFormat> format_of(const FormatRow* row) {
  return row == kTable.end() ? std::nullopt : std::optional(row->format);
}

/// The row whose `suffixes` have that of `path`, or kTable.end().
const FormatRow* find_suffix(std::string_view path, std::string_view FormatRow::*suffixes) {
  const std::string_view name = without_compression_suffix(path);
  return std::ranges::find_if(
      kTable, [&](const FormatRow& row) { return ends_with_one_of(name, row.*suffixes); });
}

}  // namespace

const FormatRow& row_of(FileFormat format) {
  return kTable[static_cast<std::size_t>(format)];
}

std::span<const FileFormat> file_formats() {
  return kFormats;
}
std::span<const FileFormat> written_file_formats() {
  return kWrittenFormats;
}
std::string_view file_format_name(FileFormat format) {
  return row_of(format).name;
}
std::optional<FileFormat> file_format_from_name(std::string_view name) {
  return format_of(std::ranges::find(kTable, name, &FormatRow::name));
}
const FormatRow* row_of_own_suffix(std::string_view path) {
  const FormatRow* const row = find_suffix(path, &FormatRow::suffixes);
  return row == kTable.end() ? nullptr : row;
}
std::optional<FileFormat> file_format_from_path(std::string_view path) {
  if (const FormatRow* const own = row_of_own_suffix(path)) return own->format;
  return format_of(find_suffix(path, &FormatRow::shared_suffixes));
}
std::uint64_t first_vertex_number(FileFormat format) {
  return row_of(format).first_vertex.value_or(0);
}

}  // namespace strider
