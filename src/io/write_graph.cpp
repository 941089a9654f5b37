#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string_view>
#include <vector>

#include "base/parallel.hpp"
#include "graph/csr_facts.hpp"
#include "io/binary/graph500.hpp"
#include "io/compression/compress.hpp"
#include "io/format_table.hpp"
#include "io/write/writers.hpp"
#include "strider/error.hpp"
#include "strider/io.hpp"

namespace strider {
namespace {

std::vector<std::string_view> names_of_written_formats() {
  std::vector<std::string_view> names;
  for (const FileFormat format : written_file_formats()) names.push_back(file_format_name(format));
  return names;
}

}  // namespace

bool keeps_labels(const Graph& graph, FileFormat format) {
  const auto base = row_of(format).first_vertex;
  return !base || (graph.labels().kind() == LabelKind::kDense && graph.labels().base() == *base);
}

bool keeps_vertices(const Graph& graph, FileFormat format, int threads) {
  if (format == FileFormat::kEdgeList) {
    return graph.labels().kind() == LabelKind::kDense ||
           count_isolated(graph, resolve_threads(threads)) == 0;
  }
  if (format != FileFormat::kGraph500) return true;
  Vertex end = graph.num_vertices();
  while (end > 0 && graph.out().degree(end - 1) == 0) --end;
  return graph.num_vertices() == graph500_num_vertices(end == 0 ? 0 : end - 1, graph.num_edges());
}

void write_graph(const AnyGraph& graph, const std::string& path, FileFormat format, int threads) {
  const int workers = resolve_threads(threads);
  const FormatRow& row = row_of(format);
  const bool is_binary =
      row.access == FormatAccess::kWritten && row.content == FormatContent::kBinary;
  if (is_binary && compression_of_name(path) != Compression::kNone) {
    throw UsageError(
        fmt::format("{}: the {} format is binary and cannot be written compressed: leave out the "
                    "suffix of the compression",
                    path, file_format_name(format)));
  }
  switch (format) {
    case FileFormat::kMatrixMarket:
      return write_matrix_market(graph, path, workers);
    case FileFormat::kEdgeList:
      return write_edge_list(graph, path, workers);
    case FileFormat::kDimacs:
      return write_dimacs(graph, path, workers);
    case FileFormat::kMetis:
      return write_metis(graph, path, workers);
    case FileFormat::kGapbs:
      return write_gapbs(graph, path, workers);
    case FileFormat::kGraph500:
      return write_graph500(graph, path, workers);
    case FileFormat::kNative:
      return write_native(graph, path, nullptr, nullptr, workers);
    default:
      break;
  }
  throw UsageError(fmt::format("{}: the {} format can be read, but not written: use {}", path,
                               file_format_name(format),
                               fmt::join(names_of_written_formats(), ", ")));
}

}  // namespace strider
