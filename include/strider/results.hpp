// Reading and writing the results of searches.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "strider/array.hpp"
#include "strider/bfs.hpp"
#include "strider/graph.hpp"
#include "strider/labels.hpp"
#include "strider/msf.hpp"
#include "strider/sssp.hpp"
#include "strider/types.hpp"

namespace strider {

/// The file format of a result. All formats use the labels of the input.
enum class ResultFormat : std::uint8_t {
  kTsv,   ///< a line for each row below a header, separated by tabs; unreached: -1, distances inf
  kCsv,   ///< the same, separated by commas, with text labels quoted where RFC 4180 asks for it
  kJson,  ///< an array with an object for each row; unreached, infinite and NaN: null
  kNpy,   ///< NumPy: an array of records; unreached: -1, distances inf
  kParquet,  ///< by the Arrow library, if the build has it; unreached: null, distances inf
  kLdbc      ///< LDBC Graphalytics: the first two columns, separated by a blank, without a header;
             ///< unreached: 9223372036854775807, distances "infinity"
};

/// The format for the suffix of a path: .tsv, .txt or no suffix; .csv; .json; .npy; .parquet;
/// .ldbc; all but .npy and .parquet also with .gz, .zst or .xz behind it. "-" is kTsv. Returns
/// nullopt for any other suffix.
[[nodiscard]] std::optional<ResultFormat> result_format_from_path(std::string_view path);

/// Throws UnavailableError if this build cannot write the format: kParquet without the Arrow
/// library. The message has the line that makes the file at `path` of a .csv file.
void require_result_format(ResultFormat format, const std::string& path);

/// Writes a breadth-first tree to `path`: "vertex level parent", without parents where `parents` is
/// empty; in .npy and .parquet as int64, or
/// strings for text labels in .parquet. The file is compressed if the path ends in .gz, .zst or
/// .xz. It appears whole or not at all; "-" is the standard output. Throws InputError if the file
/// cannot be written; UsageError if the format needs numbers and the labels are texts, if a text
/// label for a .tsv file is empty or contains a tab or a line break, or if one for a .json or
/// .parquet file is not UTF-8; UnavailableError as require_result_format. Precondition: as many
/// parents as levels, or none. `threads`: 0 means all cores the process may use.
void write_bfs_result(const Labels& labels, std::span<const Vertex> parents, LevelView levels,
                      const std::string& path, ResultFormat format, int threads = 0);

/// Writes a tree of shortest paths in the same way, "vertex distance parent"; W is the type of the
/// weights. Text has reals in the shortest form that reads back as the same number. In .npy and
/// .parquet the fields are int64; float64, or float32 for float weights; int64. Also throws
/// UsageError if an integer distance of 2^53 or more would go into such a file.
template <class W>
void write_sssp_result(const Labels& labels, std::span<const Vertex> parents,
                       std::span<const SsspDistance<W>> distances, const std::string& path,
                       ResultFormat format, int threads = 0);

/// Writes a spanning forest in the same way, "u v weight"; in .npy and .parquet int64, int64, and
/// the type of the weights. Also throws UsageError for .ldbc.
template <class W>
void write_msf_result(const Labels& labels, Vertex num_vertices, std::span<const MsfEdge<W>> forest,
                      const std::string& path, ResultFormat format, int threads = 0);

/// Writes a value of each vertex in the same way, "vertex `name`"; in .npy and .parquet int64 and
/// the type of the values. T is std::uint32_t or double.
template <class T>
void write_vertex_values(const Labels& labels, std::string_view name, std::span<const T> values,
                         const std::string& path, ResultFormat format, int threads = 0);
/// The same of values that are vertices: they are written as the labels of these, in .npy and
/// .parquet as int64.
void write_vertex_labels(const Labels& labels, std::string_view name,
                         std::span<const Vertex> values, const std::string& path,
                         ResultFormat format, int threads = 0);

/// Writes betweenness of edges in the same way, "u v score". Precondition: edges and scores have
/// the same length.
void write_edge_scores(const Labels& labels, Vertex num_vertices, std::span<const Edge> edges,
                       std::span<const double> scores, const std::string& path, ResultFormat format,
                       int threads = 0);

/// Writes a report, which is any text, to `path` in the same way. Throws InputError.
void write_report(const std::string& path, std::string_view text);

/// The content of a result file, in vertices of the graph. The reader checks only the labels of the
/// rows; validate_bfs checks everything else.
struct SubmittedBfs {
  /// The only row that is its own parent, if there is exactly one.
  std::optional<Vertex> source;
  /// kNoVertex if unreached or without a row; num_vertices for a label that no vertex has.
  Array<Vertex> parents;
  /// As the file claims, or derived from the parents if the file has no levels.
  Array<Level> levels;
  bool has_levels = false;
};

/// Reads kTsv, kCsv and kNpy, compressed or not. Columns of text may have a header that names them,
/// in any order. Without a header, two columns are vertex and parent, and three are vertex, level
/// and parent. The first row tells what separates columns: tabs; else commas, and then cells may be
/// quoted (RFC 4180); else spaces. Lines before it may be comments that begin with #. An .npy file
/// has records with fields of these names, or is an n x 3 array of int64. A parent of -1 means
/// unreached if the level is also -1, or if no vertex has the label -1. Throws InputError with file
/// and line; also for .ldbc, which has no parents.
[[nodiscard]] SubmittedBfs read_bfs_result(const std::string& path, const Labels& labels,
                                           Vertex num_vertices);

/// A tree of shortest paths as a result file claims it, for weights W.
template <class W>
struct SubmittedSssp {
  /// The only row that is its own parent, if there is exactly one.
  std::optional<Vertex> source;
  /// kNoVertex if unreached or without a row; num_vertices for a label that no vertex has.
  Array<Vertex> parents;
  /// kInfiniteDistance<W> if unreached or without a row.
  Array<SsspDistance<W>> distances;
};

/// Reads the same formats as read_bfs_result. The columns are vertex, distance and parent: in any
/// order below a header that names them, or in this order without a header. A parent of -1 means
/// unreached if the distance is also inf, or if no vertex has the label -1. The reader checks only
/// the labels of the rows; validate_sssp checks everything else. Throws InputError with file and
/// line; also for .ldbc, which has no parents.
template <class W>
[[nodiscard]] SubmittedSssp<W> read_sssp_result(const std::string& path, const Labels& labels,
                                                Vertex num_vertices);

/// Reads the edges of a spanning forest from the same formats. The columns are u, v and weight: in
/// any order below a header that names them, or in this order without a header. The two ends of an
/// edge may come in either order. The reader checks only the labels; validate_msf checks everything
/// else. Throws InputError with file and line; also if W cannot represent a weight.
template <class W>
[[nodiscard]] Array<MsfEdge<W>> read_msf_result(const std::string& path, const Labels& labels,
                                                Vertex num_vertices);

/// Reads the labels of components from the same formats. The columns are vertex and component: in
/// any order below a header that names them, or in this order without a header. kNoVertex stands
/// for the component of a vertex without a row, num_vertices for a label that no vertex has. The
/// reader checks only the labels of the rows. Throws InputError with file and line.
[[nodiscard]] Array<Vertex> read_components_result(const std::string& path, const Labels& labels,
                                                   Vertex num_vertices);

}  // namespace strider
