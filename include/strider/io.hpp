// Reading and writing graphs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "strider/graph.hpp"
#include "strider/prepare.hpp"

namespace strider {

enum class FileFormat : std::uint8_t {
  kMatrixMarket,
  kEdgeList,  ///< SNAP and plain edge lists
  kDimacs,    ///< 9th challenge .gr, and PACE "p tw"
  kMetis,
  kLdbc,      ///< Graphalytics .v and .e
  kGapbs,     ///< .sg and .wsg
  kGraph500,  ///< binary tuples of the reference program
  kGml,
  kGraphMl,
  kNative  ///< the memory-mapped container of this library
};

/// "mtx", "edgelist" and so on, as on the command line; nullopt for a name that is none.
[[nodiscard]] std::string_view file_format_name(FileFormat format);
[[nodiscard]] std::optional<FileFormat> file_format_from_name(std::string_view name);

enum class ReadWeights : std::uint8_t { kYes, kNo };

struct ReadOptions {
  /// nullopt: found by content, then by name.
  std::optional<FileFormat> format = std::nullopt;
  /// Overrides what the file says.
  std::optional<Directedness> directedness = std::nullopt;
  /// What a plain edge list is that says nothing.
  Directedness plain_edge_list = Directedness::kDirected;
  ReadWeights weights = ReadWeights::kYes;
  int threads = 0;
};

/// What a user could be surprised by.
struct InputFacts {
  FileFormat format = FileFormat::kEdgeList;
  std::string compression;  ///< "", "gz", "zst" or "xz"
  Directedness directedness = Directedness::kUndirected;
  std::string directedness_reason;  ///< "the header says symmetric", "as asked for", ...
  bool weighted = false;            ///< the file has weights
  LabelKind labels = LabelKind::kDense;
  bool labels_remapped = false;    ///< sparse or text labels were numbered anew
  std::vector<std::string> notes;  ///< what else was decided: a column that is not read, ...
  std::uint64_t lines = 0;         ///< of a text file
  double seconds = 0;              ///< reading and parsing
  /// Parallel edges that are no longer in a native container: only one of them was stored.
  std::uint64_t duplicates_left_out = 0;
};

struct InputEdges {
  EdgeList list;
  InputFacts facts;
};

/// Reads the edges of a file as it lists them. A container or .sg file is unfolded: an undirected
/// edge comes once. Throws InputError with file and line, MemoryError.
[[nodiscard]] InputEdges read_edges(const std::string& path, const ReadOptions& options = {});

struct LoadedGraph {
  AnyGraph graph;
  InputFacts facts;
  BuildReport build;
  /// The layout that a native container brought along.
  std::optional<PreparedGraph> prepared;
};

/// Reads a file and builds its graph; a native container is mapped instead, in time independent of
/// its size. Throws InputError, MemoryError.
[[nodiscard]] LoadedGraph read_graph(const std::string& path, const ReadOptions& options = {},
                                     const BuildOptions& build = {});

/// Writes `graph` in a format that can be written: all but LDBC, GML and GraphML. Text is
/// compressed where the path ends in .gz, .zst or .xz. Edge lists and the native container keep the
/// vertices' labels; the other formats number vertices by position, from 1 (Matrix Market, DIMACS,
/// METIS) or 0 (GAPBS, Graph500): keeps_labels tells. The file appears whole or not at all. Throws
/// InputError where it cannot be written, UsageError where the format cannot hold the graph
/// (directed in METIS, say, or real weights in .wsg) or is only read.
void write_graph(const AnyGraph& graph, const std::string& path, FileFormat format,
                 int threads = 0);

/// Whether a file of that format gives the graph's vertices their labels back.
[[nodiscard]] bool keeps_labels(const Graph& graph, FileFormat format);

/// Whether a file of that format says how many vertices there are. Edge lists and Graph500 tuples
/// do not: vertices without an edge may be lost.
[[nodiscard]] bool keeps_isolated_vertices(FileFormat format);

/// Writes the native container with up to `threads` threads, 0 for all cores: the graph, its
/// labels, a directed graph's transpose, the layout of `prepared` and what building the graph
/// found, if given. The file appears whole or not at all. Throws InputError where it cannot be
/// written, UsageError where `prepared` is of another graph.
void write_native(const AnyGraph& graph, const std::string& path,
                  const PreparedGraph* prepared = nullptr, const BuildReport* report = nullptr,
                  int threads = 0);

/// Reads the whole of a native container with up to `threads` threads, 0 for all cores, which
/// read_graph does not: checks every checksum, offset and target, that labels are unique, that an
/// undirected graph is symmetric, and that a stored transpose and a stored layout are those of the
/// graph. A container from a source that is not trusted should pass before it is searched. Throws
/// InputError, MemoryError.
void verify_native(const std::string& path, int threads = 0);

}  // namespace strider
