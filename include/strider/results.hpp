// Results of searches in files.
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

/// How a result is written. Vertices carry the labels of the input in each.
enum class ResultFormat : std::uint8_t {
  kTsv,  ///< a line a vertex under the header "vertex level parent", tabs between; -1 if unreached
  kNpy,  ///< NumPy: the same columns as an n x 3 array of int64 in C order
  kLdbc  ///< LDBC Graphalytics: "vertex level", 9223372036854775807 if unreached; no parents
};

/// By the suffix of a path: .tsv, .txt or none; .npy; .ldbc. "-" is kTsv. nullopt for another one.
[[nodiscard]] std::optional<ResultFormat> result_format_from_path(std::string_view path);

/// Writes a breadth-first tree to `path`, which appears whole or not at all; "-" is the standard
/// output. Throws InputError where it cannot be written, UsageError where text labels are to go
/// into numbers, or into a .tsv file though they are empty or have tabs or line breaks.
/// Precondition: parents and levels of the same length.
void write_bfs_result(const Labels& labels, std::span<const Vertex> parents, LevelView levels,
                      const std::string& path, ResultFormat format);

/// Writes a tree of shortest paths in the same way: "vertex distance parent", reals in the shortest
/// form that reads back as the same number, "inf -1" where unreached; as .npy an array of records
/// with these names (int64, float64 or for float weights float32, int64); as .ldbc "vertex
/// distance", "infinity" where unreached. W is the type of the weights. Throws UsageError also
/// where an integer distance of 2^53 or more is to go into an .npy file.
template <class W>
void write_sssp_result(const Labels& labels, std::span<const Vertex> parents,
                       std::span<const SsspDistance<W>> distances, const std::string& path,
                       ResultFormat format);

/// Writes a spanning forest in the same way: "u v weight" as .tsv, reals in the shortest form that
/// reads back as the same number; or as an .npy array of records with these names (int64, int64,
/// and the type of the weights). Throws UsageError for .ldbc besides.
template <class W>
void write_msf_result(const Labels& labels, Vertex num_vertices, std::span<const MsfEdge<W>> forest,
                      const std::string& path, ResultFormat format);

/// Writes betweenness in the same way: "vertex score" as .tsv, or as an .npy array of records with
/// these names (int64, float64). Throws UsageError for .ldbc besides.
void write_vertex_scores(const Labels& labels, std::span<const double> scores,
                         const std::string& path, ResultFormat format);
/// "u v score". Precondition: edges and scores of the same length.
void write_edge_scores(const Labels& labels, Vertex num_vertices, std::span<const Edge> edges,
                       std::span<const double> scores, const std::string& path,
                       ResultFormat format);

/// Writes a report, a text of any kind, to `path` in the same way. Throws InputError.
void write_report(const std::string& path, std::string_view text);

/// What a result file says, in vertices of the graph. Nothing of it is checked but the labels of
/// the rows; validate_bfs checks the rest.
struct SubmittedBfs {
  /// The only row that is its own parent, if there is exactly one.
  std::optional<Vertex> source;
  /// kNoVertex where unreached or without a row; num_vertices for a label that no vertex has.
  Array<Vertex> parents;
  /// As claimed, or derived from the parents where the file has no levels.
  Array<Level> levels;
  bool has_levels = false;
};

/// Reads kTsv (with a header that names its columns, in any order, or without one: two columns are
/// vertex and parent, three are vertex, level and parent; tabs, spaces or commas between; lines
/// before the first row may be comments with #) and kNpy. A parent -1 means unreached where the
/// level is -1 too, or where no vertex has that label. Throws InputError with file and line, and
/// for .ldbc, which has levels only.
[[nodiscard]] SubmittedBfs read_bfs_result(const std::string& path, const Labels& labels,
                                           Vertex num_vertices);

/// A tree of shortest paths as a result file claims it, for weights W.
template <class W>
struct SubmittedSssp {
  /// The only row that is its own parent, if there is exactly one.
  std::optional<Vertex> source;
  /// kNoVertex where unreached or without a row; num_vertices for a label that no vertex has.
  Array<Vertex> parents;
  /// kInfiniteDistance<W> where unreached or without a row.
  Array<SsspDistance<W>> distances;
};

/// Reads kTsv (under a header that names the columns vertex, distance and parent, in any order, or
/// these three without one; tabs, spaces or commas between; lines before the first row may be
/// comments with #) and kNpy. A parent -1 means unreached where the distance is inf, too, or where
/// no vertex has that label. Nothing is checked but the labels of the rows; validate_sssp checks
/// the rest. Throws InputError with file and line, also for .ldbc, which has distances only.
template <class W>
[[nodiscard]] SubmittedSssp<W> read_sssp_result(const std::string& path, const Labels& labels,
                                                Vertex num_vertices);

/// Reads the edges of a spanning forest from kTsv (under a header that names the columns u, v and
/// weight, in any order, or these three without one; tabs, spaces or commas between; lines before
/// the first row may be comments with #) and kNpy. Ends come either way round, and nothing is
/// checked but labels; validate_msf checks the rest. Throws InputError with file and line, also for
/// weights that W does not have.
template <class W>
[[nodiscard]] Array<MsfEdge<W>> read_msf_result(const std::string& path, const Labels& labels,
                                                Vertex num_vertices);

}  // namespace strider
