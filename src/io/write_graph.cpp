#include <fmt/format.h>

#include "base/parallel.hpp"
#include "io/compression/compress.hpp"
#include "io/write/writers.hpp"
#include "strider/error.hpp"
#include "strider/io.hpp"

namespace strider {
namespace {

bool is_binary(FileFormat format) {
  return format == FileFormat::kGapbs || format == FileFormat::kGraph500 ||
         format == FileFormat::kNative;
}

/// The first number of a format whose vertices are base .. base+n-1; none where it holds labels.
std::optional<std::uint64_t> numbering_base(FileFormat format) {
  switch (format) {
    case FileFormat::kMatrixMarket:
    case FileFormat::kDimacs:
    case FileFormat::kMetis:
      return 1;
    case FileFormat::kGapbs:
    case FileFormat::kGraph500:
      return 0;
    default:
      return std::nullopt;
  }
}

}  // namespace

bool keeps_labels(const Graph& graph, FileFormat format) {
  const auto base = numbering_base(format);
  return !base || (graph.labels().kind() == LabelKind::kDense && graph.labels().base() == *base);
}

bool keeps_isolated_vertices(FileFormat format) {
  return format != FileFormat::kEdgeList && format != FileFormat::kGraph500;
}

void write_graph(const AnyGraph& graph, const std::string& path, FileFormat format, int threads) {
  const int workers = resolve_threads(threads);
  if (is_binary(format) && compression_of_name(path) != Compression::kNone) {
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
    case FileFormat::kLdbc:
    case FileFormat::kGml:
    case FileFormat::kGraphMl:
      break;
  }
  throw UsageError(
      fmt::format("{}: the {} format can be read, but not written: use mtx, edgelist, dimacs, "
                  "metis, gapbs, graph500 or native",
                  path, file_format_name(format)));
}

}  // namespace strider
