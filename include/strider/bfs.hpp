// Breadth-first search.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "strider/array.hpp"
#include "strider/graph.hpp"
#include "strider/prepare.hpp"

namespace strider {

/// The methods; docs/notes/bfs.md says what each does and where it comes from.
enum class BfsMethod : std::uint8_t {
  kAuto,                ///< the fastest for the graph given
  kSerial,              ///< the sequential oracle
  kTopDown,             ///< one global frontier, atomic appends
  kTopDownLocal,        ///< one frontier per thread, work split by edges
  kBag,                 ///< bag of pennants with reducers
  kVertexParallel,      ///< every level scans all vertices
  kBottomUp,            ///< unvisited vertices look for a parent
  kDirectionOptimizing  ///< top-down or bottom-up, whichever has less work ahead
};

/// "top-down-local" and so on. The second function returns nullopt if no method has that name.
[[nodiscard]] std::string_view bfs_method_name(BfsMethod method);
[[nodiscard]] std::optional<BfsMethod> bfs_method_from_name(std::string_view name);
[[nodiscard]] std::span<const BfsMethod> all_bfs_methods();

enum class BfsTrace : std::uint8_t { kOff, kLevels };
/// kNone: the last frontier, which has no unvisited neighbours, or is at the depth of the search.
enum class BfsDirection : std::uint8_t { kTopDown, kBottomUp, kNone };
/// "top-down", "bottom-up" and "none".
[[nodiscard]] std::string_view bfs_direction_name(BfsDirection direction);

/// Values that change how long a search takes, never what it finds. The defaults suit most graphs
/// and machines: set a value only where a measurement shows that another one is faster.
struct BfsTuning {
  /// Direction-optimizing: the search goes bottom-up once the edges of the frontier exceed the
  /// edges of the unvisited vertices divided by alpha. It returns to top-down once the frontier has
  /// fewer than n / beta vertices (Beamer et al. 2013, section 4).
  double alpha = 15;
  double beta = 18;
  /// Bag: one task walks a pennant with fewer vertices than this (Leiserson and Schardl 2010,
  /// section 3).
  std::uint32_t bag_grain = 128;
};

struct BfsOptions {
  BfsMethod method = BfsMethod::kAuto;
  /// 0: OMP_NUM_THREADS, or all cores the process may use (threads.hpp).
  int threads = 0;
  BfsTuning tuning = {};
  /// kLevels fills BfsResult::trace().
  BfsTrace trace = BfsTrace::kOff;
  /// When a graph that is passed as it is gets a layout: by kAuto only.
  Preparing preparing = Preparing::kWhenItPays;
  /// How many searches follow; 0: it is not known.
  std::uint64_t num_searches = 0;
};

/// Whether it pays to prepare() a graph for so many searches: a layout takes as long as 9 to 16 of
/// them, and makes them 1.8 to 3.5 times as fast.
[[nodiscard]] bool bfs_layout_pays(std::uint64_t num_searches);

/// What a search is for. Where levels are enough, devices and layouts translate and copy nothing
/// else, and ranks leave out the messages that name the parents which other ranks found.
enum class BfsOutput : std::uint8_t { kTree, kLevels };

/// Where a search begins, and where it ends. V is Vertex, on ranks GlobalVertex.
template <class V>
struct BasicBfsQuery {
  /// A vertex gets its distance from the nearest of them as its level, and a parent nearer to that
  /// one. At least one, in any order; those listed twice count once.
  std::span<const V> sources;
  /// Vertices at a greater distance stay unreached. kUnreached: none do.
  Level depth = kUnreached;
  /// The search may end once it has found this vertex: what is farther may stay unreached. Devices
  /// and ranks do so; shortest_path() is faster on the host (paths.hpp), whose methods do not.
  std::optional<V> target = {};
  BfsOutput output = BfsOutput::kTree;
};
using BfsQuery = BasicBfsQuery<Vertex>;

/// One level of a traced search: the frontier at `level` and what expanding it took.
struct BfsLevelTrace {
  Level level;
  std::uint64_t vertices;  ///< in the frontier
  std::uint64_t edges;     ///< adjacency entries of these vertices
  BfsDirection direction;  ///< how it was expanded
  double seconds;
  /// Arcs that were looked at for it, those from it top-down, and those towards it bottom-up; none
  /// if the method does not count them. Neighbours of which a word of bits tells count as one; in a
  /// locality layout arcs outside of the core are not looked at.
  std::optional<std::uint64_t> arcs_examined = std::nullopt;
};

/// The levels of all vertices. A search with few levels keeps one byte per vertex.
class LevelView {
 public:
  LevelView() = default;
  explicit LevelView(std::span<const std::uint8_t> narrow) : narrow_(narrow) {}
  explicit LevelView(std::span<const Level> wide) : wide_(wide) {}
  /// The level of v; kUnreached if the search did not reach v.
  [[nodiscard]] Level operator[](Vertex v) const {
    if (!wide_.empty()) return wide_[v];
    return narrow_[v] == kNarrowUnreached ? kUnreached : narrow_[v];
  }
  [[nodiscard]] std::size_t size() const { return narrow_.size() + wide_.size(); }
  /// One byte per vertex, 255 if unreached; empty if the levels are wide.
  [[nodiscard]] std::span<const std::uint8_t> narrow() const { return narrow_; }
  /// Empty if the levels are narrow.
  [[nodiscard]] std::span<const Level> wide() const { return wide_; }

  static constexpr std::uint8_t kNarrowUnreached = 255;

 private:
  std::span<const std::uint8_t> narrow_;
  std::span<const Level> wide_;
};

class DeviceGraph;        // device.hpp
struct DeviceBfsOptions;  // gpu.hpp

namespace detail {
struct BfsTree;
class BfsEngine;
struct BfsSolverAccess;
}  // namespace detail

/// A breadth-first tree. Move-only. It numbers vertices as the graph given to the solver does.
class BfsResult {
 public:
  BfsResult();
  BfsResult(BfsResult&&) noexcept;
  BfsResult& operator=(BfsResult&&) noexcept;
  ~BfsResult();

  /// The smallest source.
  [[nodiscard]] Vertex source() const;
  /// The sources, ascending, each once, and the depth at which the search has ended: that asked
  /// for, or a smaller one where it ended at its target. Valid as long as the result, until the
  /// next run into it.
  [[nodiscard]] BfsQuery query() const;
  /// Vertices reached, the sources included.
  [[nodiscard]] Vertex num_reached() const;
  /// The number of levels, that of the sources included.
  [[nodiscard]] Level num_levels() const;
  /// Edges with both ends reached; an undirected edge counts once. In a directed graph: the edges
  /// out of reached vertices. Where a depth or a target ended the search, undirected edges
  /// with one end reached count one half.
  [[nodiscard]] EdgeIndex num_edges_reached() const;
  /// The parent of every vertex; kNoVertex if unreached. A source is its own parent. Empty where
  /// the query asked for levels. If the
  /// search used its own vertex order, the first call of parents() or levels() translates the
  /// result, in parallel. That first call is not thread-safe.
  [[nodiscard]] std::span<const Vertex> parents() const;
  [[nodiscard]] LevelView levels() const;
  /// The way in the tree from a source to `target`, both included; empty if unreached. As
  /// parents(), on its first call. Precondition: target is a vertex, and the query asked for a
  /// tree.
  [[nodiscard]] std::vector<Vertex> path_to(Vertex target) const;
  /// One entry per level if BfsOptions::trace is kLevels, else empty. The first call may count the
  /// vertices of levels: O(n), and as that of levels(), which it may call.
  [[nodiscard]] std::span<const BfsLevelTrace> trace() const;

 private:
  friend class BfsSolver;
  std::unique_ptr<detail::BfsTree> tree_;
};

/// Searches one graph from any number of sources and keeps its workspace between searches. Not
/// thread-safe: each thread needs a solver of its own.
class BfsSolver {
 public:
  /// Throws UsageError if an option is out of range; MemoryError.
  explicit BfsSolver(Graph graph, const BfsOptions& options = {});
  /// Only BfsMethod::kAuto uses the layout; the other methods search graph.graph().
  explicit BfsSolver(PreparedGraph graph, const BfsOptions& options = {});
  /// Searches on the graph's device; defined in strider::gpu. A result stays on the device until
  /// the first call of parents(), levels() or num_edges_reached(), or until the next search begins.
  /// A solver and its results belong to the thread that opened the device. Throws UsageError if an
  /// option is out of range, or if the device cannot run blocks of that many threads; MemoryError
  /// if the device or the host has too little memory.
  BfsSolver(const DeviceGraph& graph, const DeviceBfsOptions& options);
  BfsSolver(BfsSolver&&) noexcept;
  BfsSolver& operator=(BfsSolver&&) noexcept;
  ~BfsSolver();

  /// Throws UsageError if `source` is not a vertex; MemoryError. O(n + m) work, except for the
  /// methods that scan all vertices in every level.
  [[nodiscard]] BfsResult run(Vertex source);
  /// The same, into the arrays of an earlier result. After a MemoryError, that result can only be
  /// passed to another run.
  void run(Vertex source, BfsResult& result);
  /// From several sources at once, or to a depth, by the same method in the same time. Throws
  /// UsageError if there is no source, or one is not a vertex; MemoryError.
  [[nodiscard]] BfsResult run(const BfsQuery& query);
  void run(const BfsQuery& query, BfsResult& result);
  /// That the last search used, before it that of the first one; of a device kNone.
  [[nodiscard]] Layout layout() const;

 private:
  friend struct detail::BfsSolverAccess;
  BfsSolver(Vertex num_vertices, std::unique_ptr<detail::BfsEngine> engine);

  Vertex num_vertices_ = 0;
  std::unique_ptr<detail::BfsEngine> engine_;
};

/// One search: BfsSolver(graph, options).run(source).
[[nodiscard]] BfsResult bfs(const Graph& graph, Vertex source, const BfsOptions& options = {});
/// BfsSolver(graph, options).run(query).
[[nodiscard]] BfsResult bfs(const Graph& graph, const BfsQuery& query,
                            const BfsOptions& options = {});

/// The parents of a search of `graph`, by a rule that selects one: of the vertices one level nearer
/// to the sources with an edge to v, the smallest. So they depend only on the graph and the query,
/// not on method, threads, layout or device. Vertices are compared by their numbers, not by their
/// labels: numbers of edge lists ascend with them, texts and the labels of GML are numbered in the
/// order of the input. kNoVertex if unreached; a source is its own parent. O(n + m) work, parallel.
/// Throws UsageError if the result is of a graph with another number of vertices;
/// MemoryError.
[[nodiscard]] Array<Vertex> smallest_parents(const Graph& graph, const BfsResult& result,
                                             int threads = 0);

/// What a sequential search finds: a queue of vertices, each of which appends the unvisited
/// neighbours in the order of its row.
struct BfsOrder {
  /// The vertices reached, in the order of the queue, which begins with the sources as listed.
  Array<Vertex> order;
  /// Of the vertices one level nearer to the sources with an edge to v, the one that comes first in
  /// the order. kNoVertex if unreached; a source is its own parent.
  Array<Vertex> parents;
};

/// The order and the parents of a sequential search of `graph`, whatever the number of threads.
/// Unlike the parents of smallest_parents, they depend on the order of the neighbours in each row.
/// O(n + m) work; levels of many arcs in parallel, others by one thread, so a deep graph takes no
/// longer than a queue does. Throws UsageError if `source` is not a vertex; MemoryError.
[[nodiscard]] BfsOrder sequential_order(const Graph& graph, Vertex source, int threads = 0);
/// The same from several sources, or to a depth. Also throws UsageError if there is no source.
[[nodiscard]] BfsOrder sequential_order(const Graph& graph, const BfsQuery& query, int threads = 0);

}  // namespace strider
