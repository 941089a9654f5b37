#include <fmt/format.h>

#include "base/parallel.hpp"
#include "base/timer.hpp"
#include "io/detect.hpp"
#include "io/direct_load.hpp"
#include "io/format_options.hpp"
#include "io/format_table.hpp"
#include "io/input_file.hpp"
#include "io/readers.hpp"
#include "io/text/line_chunks.hpp"
#include "io/undirected_edges.hpp"
#include "strider/error.hpp"

namespace strider {
namespace {

/// Editors of some systems put a byte order mark before a text.
NamedText without_byte_order_mark(NamedText input) {
  if (input.text.starts_with("\xEF\xBB\xBF")) input.text.remove_prefix(3);
  return input;
}

InputEdges parse_content(const NamedText& input, FileFormat format, const ReadOptions& options) {
  switch (format) {
    case FileFormat::kMatrixMarket:
      return parse_matrix_market(input, options);
    case FileFormat::kDimacs:
      return parse_dimacs(input, options);
    case FileFormat::kMetis:
      return parse_metis(input, options);
    case FileFormat::kGml:
      return parse_gml(input, options);
    case FileFormat::kGraphMl:
      return parse_graphml(input, options);
    case FileFormat::kGexf:
      return parse_gexf(input, options);
    case FileFormat::kPajek:
      return parse_pajek(input, options);
    case FileFormat::kGraph6:
      return parse_graph6(input, options);
    case FileFormat::kLgl:
      return parse_lgl(input, options);
    case FileFormat::kMatrix:
      return parse_matrix(input, options);
    case FileFormat::kNpy:
      return parse_npy(input, options);
    case FileFormat::kNpz:
      return parse_npz(input, options);
    case FileFormat::kParquet:
      return parse_parquet(input, options);
    case FileFormat::kArrow:
      return parse_arrow(input, options);
    default:
      return parse_edge_list(input, options);
  }
}

InputEdges read_content(const InputFile& file, FileFormat format, const ReadOptions& options) {
  const bool is_text = row_of(format).content == FormatContent::kText;
  const NamedText input = is_text ? without_byte_order_mark(file.text()) : file.text();
  InputEdges result = parse_content(input, format, options);
  result.facts.compression = file.compression();
  if (is_text && result.facts.lines == 0) {
    result.facts.lines = count_lines(input.text, resolve_threads(options.threads));
  }
  return result;
}

InputEdges read_ldbc(const std::string& path, const ReadOptions& options) {
  const LdbcPaths paths = ldbc_paths(path);
  const InputFile vertices = InputFile::open(paths.vertices);
  const InputFile edges = InputFile::open(paths.edges);
  InputEdges result = parse_ldbc(without_byte_order_mark(vertices.text()),
                                 without_byte_order_mark(edges.text()), options);
  result.facts.compression = edges.compression();
  if (const auto said = ldbc_directedness(paths.properties)) {
    result.facts.directedness = *said;
    result.facts.directedness_reason = "the .properties file says so";
    if (wants_both_arcs(said, options)) {
      add_reverse_arcs(result.list.edges, result.list.weights);
    }
  }
  const int threads = resolve_threads(options.threads);
  result.facts.lines = count_lines(vertices.bytes(), threads) + count_lines(edges.bytes(), threads);
  return result;
}

InputEdges read_format(const std::string& path, FileFormat format, const ReadOptions& options) {
  switch (format) {
    case FileFormat::kGapbs:
      return read_gapbs_edges(path, options);
    case FileFormat::kGraph500:
      return read_graph500_edges(path, options);
    case FileFormat::kNative:
      return read_native_edges(path, options);
    case FileFormat::kLdbc:
      return read_ldbc(path, options);
    default:
      return read_content(InputFile::open(path), format, options);
  }
}

}  // namespace

InputEdges read_edges(const std::string& path, const ReadOptions& options) {
  return read_edges_as(path, format_before_reading(path, options), options);
}

InputEdges read_edges_as(const std::string& path, std::optional<FileFormat> format,
                         const ReadOptions& options) {
  const Timer timer;
  InputEdges result;
  if (format) {
    result = read_format(path, *format, options);
  } else {
    const InputFile file = InputFile::open(path);
    format = format_of_content(path, file.bytes());
    require_options_of_format(path, *format, options);
    result = read_content(file, *format, options);
  }
  result.facts.format = *format;
  result.facts.directedness_reason =
      directedness_reason(options, std::move(result.facts.directedness_reason));
  result.facts.directedness = options.directedness.value_or(result.facts.directedness);
  result.list.directedness = result.facts.directedness;
  result.facts.labels = result.list.labels.kind();
  result.facts.labels_remapped = result.facts.labels != LabelKind::kDense;
  result.facts.seconds = timer.seconds();
  return result;
}

}  // namespace strider
