// Reading and writing graphs.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "strider/graph.hpp"
#include "strider/prepare.hpp"

namespace strider {

enum class FileFormat : std::uint8_t {
  kMatrixMarket,
  kEdgeList,  ///< SNAP and plain edge lists
  kDimacs,    ///< 9th challenge .gr, maximum flow .max, and PACE "p tw"
  kMetis,
  kLdbc,      ///< Graphalytics .v and .e
  kGapbs,     ///< .sg and .wsg
  kGraph500,  ///< binary tuples of the reference program
  kGml,
  kGraphMl,
  kGexf,
  kPajek,
  kGraph6,   ///< graph6, sparse6 and digraph6
  kLgl,      ///< Large Graph Layout, of igraph
  kMatrix,   ///< a square table of numbers, as of numpy.savetxt
  kNpy,      ///< numpy: edges, or a square matrix
  kNpz,      ///< numpy: a sparse matrix of scipy, or one array as in kNpy
  kParquet,  ///< a table of edges; by the Arrow library, if the build has it
  kArrow,    ///< Arrow and Feather files; likewise
  kNative    ///< the memory-mapped container of this library
};

/// All formats, in the order in which help and messages list them.
[[nodiscard]] std::span<const FileFormat> file_formats();

/// "mtx", "edgelist" and so on, as on the command line. The second function returns nullopt if no
/// format has that name.
[[nodiscard]] std::string_view file_format_name(FileFormat format);
[[nodiscard]] std::optional<FileFormat> file_format_from_name(std::string_view name);
/// The format that the suffix of a path names, without the suffix of a compression; nullopt if it
/// names none.
[[nodiscard]] std::optional<FileFormat> file_format_from_path(std::string_view path);
/// The formats that write_graph writes.
[[nodiscard]] std::span<const FileFormat> written_file_formats();

enum class ReadWeights : std::uint8_t { kYes, kNo };

/// Whether the first row of a table names its columns.
enum class TableHeader : std::uint8_t {
  kAuto,     ///< as its first rows look
  kPresent,  ///< the first row is no edge
  kAbsent    ///< the first row is an edge
};

/// Where a table of edges (edge list, CSV, TSV) has what. What is not set is decided from the first
/// rows. A column is given by its name in the header, or by its number from 1. `header`,
/// `delimiter` and `skip_lines` apply only to edge lists.
struct TableOptions {
  std::string source_column = {};
  std::string target_column = {};
  TableHeader header = TableHeader::kAuto;
  /// The character between columns; ' ' stands for any blanks.
  std::optional<char> delimiter = std::nullopt;
  std::uint64_t skip_lines = 0;  ///< the number of lines before the table
};

/// What happens to vertices that no line of an edge list names: numbers that are left out between
/// those that occur.
enum class UnlistedVertices : std::uint8_t {
  kIsolated,  ///< they are vertices without edges, if most numbers from 0 or from 1 on occur
  kLeftOut
};

/// How far a native container is verified when it is opened. Other formats are checked as they are
/// read.
enum class Verification : std::uint8_t {
  /// What searches rely on, so that damage cannot crash them: offsets ascend, targets are vertices,
  /// each undirected edge is listed at both ends, a stored transpose is the reverse, and a stored
  /// layout stays within its arrays. Damaged labels and weights are not noticed.
  kStructure,
  /// Also the checksums of all that is read, and that an undirected edge has one weight. At the
  /// speed of memory.
  kChecksums,
  /// Also that labels are unique, and that a stored layout is that of the graph. Several times
  /// slower.
  kEverything
};

/// Which layouts of a native container are read, and verified with the graph.
enum class ReadLayouts : std::uint8_t {
  kAll,
  kBreadthFirst,  ///< LoadedGraph::prepared
  kByWeight,      ///< WeightedGraph::layout()
  kNone
};

/// How to read a file. If an option is marked "only" and is set for a file of another format,
/// reading throws UsageError; the other options apply to all formats. Tables are edge lists, npy,
/// Parquet and Arrow.
struct ReadOptions {
  /// nullopt: determined by the content, then by the name of the file.
  std::optional<FileFormat> format = std::nullopt;
  /// Overrides what the file says. Undirected edges in a directed graph become both arcs each.
  std::optional<Directedness> directedness = std::nullopt;
  /// The directedness of a table, or a graph of LDBC, that does not say whether it is directed.
  Directedness plain_edge_list = Directedness::kDirected;
  ReadWeights weights = ReadWeights::kYes;
  /// The column of a table, or the edge attribute of GML and GraphML, that is the weight: a name,
  /// or the number of a column from 1, or "none". Empty: decided from the names. Only tables, GML
  /// and GraphML.
  std::string weight_column = {};
  TableOptions table = {};  ///< only tables
  /// Only tables.
  UnlistedVertices unlisted = UnlistedVertices::kIsolated;
  Verification verification = Verification::kChecksums;
  ReadLayouts layouts = ReadLayouts::kAll;
  int threads = 0;
};

/// Facts about an input that could surprise a user.
struct InputFacts {
  FileFormat format = FileFormat::kEdgeList;
  std::string compression;  ///< "", "gz", "zst" or "xz"
  Directedness directedness = Directedness::kUndirected;
  std::string directedness_reason;  ///< why: "the header says symmetric", "as asked for", ...
  bool weighted = false;            ///< the file has weights
  bool has_unread_numbers = false;  ///< it has none, but numbers of edges that a note names
  LabelKind labels = LabelKind::kDense;
  bool labels_remapped = false;    ///< sparse or text labels were replaced by consecutive numbers
  std::vector<std::string> notes;  ///< other decisions: for example a column that is not read
  std::uint64_t lines = 0;         ///< the number of lines of a text file
  double seconds = 0;              ///< the time to read and parse, verification included
  double verify_seconds = 0;       ///< the time to verify a native container
  /// The number of parallel edges that a native container does not store: it has only one of them.
  std::uint64_t duplicates_left_out = 0;
  /// The ends of the flow that a DIMACS .max file asks for, where it says so.
  std::optional<Vertex> flow_source = std::nullopt;
  std::optional<Vertex> flow_target = std::nullopt;
};

struct InputEdges {
  EdgeList list;
  InputFacts facts;
};

/// Reads the edges of a file in the order of the file. From a native container or an .sg file, an
/// undirected edge is listed once. Throws InputError with file and line; UsageError if an option
/// does not apply to the format, or names a column that the file has not; MemoryError;
/// UnavailableError if this build does not read the format.
[[nodiscard]] InputEdges read_edges(const std::string& path, const ReadOptions& options = {});

struct LoadedGraph {
  AnyGraph graph;
  InputFacts facts;
  BuildReport build;
  /// The layout for breadth-first searches that the native container stores, if any. One by weight
  /// is in `graph`.
  std::optional<PreparedGraph> prepared;

  /// So that a loaded graph is passed as it is: sssp(read_graph(path), source).
  operator const AnyGraph&() const& { return graph; }  // NOLINT(google-explicit-constructor)
};

/// Reads a file and builds its graph. A native container is mapped into memory and verified
/// instead. Throws what read_edges throws.
[[nodiscard]] LoadedGraph read_graph(const std::string& path, const ReadOptions& options = {},
                                     const BuildOptions& build = {});

/// Writes `graph` as Matrix Market, edge list, DIMACS, METIS, GAPBS, Graph500 tuples or the native
/// container; the other formats are only read. Text is compressed if the path ends in .gz, .zst or
/// .xz. Edge lists and the native container keep the labels of the vertices. The other formats
/// number the vertices consecutively, from 1 (Matrix Market, DIMACS, METIS) or from 0 (GAPBS,
/// Graph500); see keeps_labels. The file appears whole or not at all. `before_naming` is called
/// when all of it is written, on a disk if it goes to one, and before it appears: to write what
/// belongs beside it; but not for the native container, to which nothing does. If it throws, the
/// file does not appear.
/// Throws InputError if the file cannot be written; UsageError if the format is only read, or
/// cannot represent the graph (for example a directed graph in METIS, or real weights in .wsg).
void write_graph(const AnyGraph& graph, const std::string& path, FileFormat format, int threads = 0,
                 const std::function<void()>& before_naming = {});

/// Whether a file of that format stores the labels of the graph's vertices.
[[nodiscard]] bool keeps_labels(const Graph& graph, FileFormat format);

/// The number of the first vertex in a file of that format, 0 or 1; 0 for formats that keep labels.
[[nodiscard]] std::uint64_t first_vertex_number(FileFormat format);

/// Whether a file of that format gives back the vertices of the graph. Edge lists state dense
/// labels in a comment, but lose isolated vertices with sparse or text labels. Graph500 tuples say
/// nothing: their reader takes 2^scale vertices, or the largest one. O(n), by up to `threads`
/// threads, 0 for all cores.
[[nodiscard]] bool keeps_vertices(const Graph& graph, FileFormat format, int threads = 0);

/// Writes the labels that write_graph drops to a CSV table `path`, a row "vertex,label" for each
/// vertex as a file of that format numbers it. Throws InputError.
void write_label_map(const Graph& graph, const std::string& path, FileFormat format,
                     int threads = 0);
/// Whether the file at `path` is that table. Throws InputError.
[[nodiscard]] bool is_label_map(const Graph& graph, const std::string& path, FileFormat format);

/// How vertices of two graphs correspond.
enum class VertexMatch : std::uint8_t {
  kByLabel,
  kByNumber  ///< of formats that keep no labels
};

/// The first difference between a graph and its copy: of direction, number of vertices, number of
/// edges, labels, edges or weights, in this order; nullopt if there is none. Edges may come in any
/// order. Weights are equal if they are so in the type of `graph`. O(m log d), d being the highest
/// degree.
[[nodiscard]] std::optional<std::string> find_difference(const AnyGraph& graph,
                                                         const AnyGraph& copy, VertexMatch match,
                                                         int threads = 0);

/// Writes the native container with up to `threads` threads (0: all cores). It stores the graph,
/// its labels, the transpose of a directed graph, a layout by weight that it brings and, if passed,
/// the layout of `prepared` and the build report. The file appears whole or not at all. Throws
/// InputError if the file cannot be written; UsageError if `prepared` belongs to another graph.
void write_native(const AnyGraph& graph, const std::string& path,
                  const PreparedGraph* prepared = nullptr, const BuildReport* report = nullptr,
                  int threads = 0);

/// Verifies a native container as Verification::kEverything says, with up to `threads` threads (0:
/// all cores). Throws InputError, MemoryError.
void verify_native(const std::string& path, int threads = 0);

}  // namespace strider
