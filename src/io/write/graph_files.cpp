#include "io/write/graph_files.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string_view>

#include "io/binary/graph500.hpp"
#include "io/compression/compress.hpp"
#include "io/format_table.hpp"
#include "strider/error.hpp"

namespace strider {
namespace {

std::vector<std::string_view> names_of_written_formats() {
  std::vector<std::string_view> names;
  for (const FileFormat format : written_file_formats()) names.push_back(file_format_name(format));
  return names;
}

}  // namespace

void require_packable(FileFormat format, const std::string& path) {
  const FormatRow& row = row_of(format);
  const bool is_binary =
      row.access == FormatAccess::kWritten && row.content == FormatContent::kBinary;
  if (is_binary && compression_of_name(path) != Compression::kNone) {
    throw UsageError(
        fmt::format("{}: the {} format is binary and cannot be written compressed: leave out the "
                    "suffix of the compression",
                    path, file_format_name(format)));
  }
}

std::vector<GraphFile> graph_files(FileFormat format, const GraphHeader& header,
                                   const Labels& labels, const std::string& path, int threads) {
  require_packable(format, path);
  switch (format) {
    case FileFormat::kMatrixMarket:
      return matrix_market_files(header, path);
    case FileFormat::kEdgeList:
      return edge_list_files(header, labels, path, threads);
    case FileFormat::kDimacs:
      return dimacs_files(header, path);
    case FileFormat::kMetis:
      return metis_files(header, path);
    case FileFormat::kGapbs:
      return gapbs_files(header, path);
    case FileFormat::kGraph500:
      return graph500_files(header, path);
    default:
      break;
  }
  throw UsageError(fmt::format("{}: the {} format can be read, but not written: use {}", path,
                               file_format_name(format),
                               fmt::join(names_of_written_formats(), ", ")));
}

bool needs_isolated(FileFormat format, LabelKind labels) {
  return format == FileFormat::kEdgeList && labels != LabelKind::kDense;
}

bool keeps_labels(FileFormat format, LabelKind labels, std::uint64_t first_label) {
  const auto base = row_of(format).first_vertex;
  return !base || (labels == LabelKind::kDense && first_label == *base);
}

bool keeps_vertices(FileFormat format, const GraphHeader& header, std::uint64_t used) {
  if (needs_isolated(format, header.labels)) return header.num_isolated == 0;
  if (format != FileFormat::kGraph500) return true;
  return header.num_vertices == graph500_num_vertices(used == 0 ? 0 : used - 1, header.num_edges);
}

}  // namespace strider
