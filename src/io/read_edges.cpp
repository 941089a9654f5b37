#include <fmt/format.h>

#include "base/parallel.hpp"
#include "base/timer.hpp"
#include "io/column_names.hpp"
#include "io/detect.hpp"
#include "io/direct_load.hpp"
#include "io/input_file.hpp"
#include "io/readers.hpp"
#include "io/text/line_chunks.hpp"
#include "strider/error.hpp"

namespace strider {
namespace {

/// Editors of some systems put a byte order mark before a text.
NamedText without_byte_order_mark(NamedText input) {
  if (input.text.starts_with("\xEF\xBB\xBF")) input.text.remove_prefix(3);
  return input;
}

InputEdges read_text(const InputFile& file, FileFormat format, const ReadOptions& options) {
  const NamedText input = without_byte_order_mark(file.text());
  InputEdges result;
  switch (format) {
    case FileFormat::kMatrixMarket:
      result = parse_matrix_market(input, options);
      break;
    case FileFormat::kDimacs:
      result = parse_dimacs(input, options);
      break;
    case FileFormat::kMetis:
      result = parse_metis(input, options);
      break;
    case FileFormat::kGml:
      result = parse_gml(input, options);
      break;
    case FileFormat::kGraphMl:
      result = parse_graphml(input, options);
      break;
    default:
      result = parse_edge_list(input, options);
      break;
  }
  result.facts.compression = file.compression();
  if (result.facts.lines == 0) {
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
  }
  const int threads = resolve_threads(options.threads);
  result.facts.lines = count_lines(vertices.bytes(), threads) + count_lines(edges.bytes(), threads);
  return result;
}

InputEdges read_format(const std::string& path, FileFormat format, const ReadOptions& options) {
  require_options_of_format(path, format, options);
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
      return read_text(InputFile::open(path), format, options);
  }
}

}  // namespace

InputEdges read_edges(const std::string& path, const ReadOptions& options) {
  const Timer timer;
  std::optional<FileFormat> format = options.format;
  if (!format && is_native_file(path)) format = FileFormat::kNative;
  if (!format) format = format_of_name(path);
  InputEdges result;
  if (format) {
    result = read_format(path, *format, options);
  } else {
    const InputFile file = InputFile::open(path);
    format = format_of_content(path, file.bytes());
    require_options_of_format(path, *format, options);
    result = read_text(file, *format, options);
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
