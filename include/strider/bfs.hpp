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
  kTopDownLocal,        ///< a frontier a thread, work split by edges
  kBag,                 ///< bag of pennants with reducers
  kVertexParallel,      ///< every level scans all vertices
  kBottomUp,            ///< unvisited vertices look for a parent
  kDirectionOptimizing  ///< top-down or bottom-up, by the work ahead
};

/// "top-down-local" and so on; nullopt for a name that is none.
[[nodiscard]] std::string_view bfs_method_name(BfsMethod method);
[[nodiscard]] std::optional<BfsMethod> bfs_method_from_name(std::string_view name);
[[nodiscard]] std::span<const BfsMethod> all_bfs_methods();

enum class BfsTrace : std::uint8_t { kOff, kLevels };
/// kNone: the last frontier, which has no unvisited neighbours.
enum class BfsDirection : std::uint8_t { kTopDown, kBottomUp, kNone };

/// Values that change how long a search takes, never what it finds. The defaults suit most graphs
/// and machines: set a value only where a measurement shows that another one is faster.
struct BfsTuning {
  /// Direction-optimizing: go bottom-up when the edges of the frontier exceed those of the
  /// unvisited divided by alpha; back when the frontier has fewer than n / beta vertices
  /// (Beamer et al. 2013, section 4).
  double alpha = 15;
  double beta = 18;
  /// Bag: vertices in a pennant below which it is walked by one task (Leiserson and Schardl 2010,
  /// section 3).
  std::uint32_t bag_grain = 128;
};

struct BfsOptions {
  BfsMethod method = BfsMethod::kAuto;
  /// 0: all cores the process may use.
  int threads = 0;
  BfsTuning tuning = {};
  /// kLevels fills BfsResult::trace().
  BfsTrace trace = BfsTrace::kOff;
};

/// One level of a traced search: the frontier at `level` and what expanding it took.
struct BfsLevelTrace {
  Level level;
  std::uint64_t vertices;  ///< in the frontier
  std::uint64_t edges;     ///< adjacency entries of these vertices
  BfsDirection direction;  ///< how it was expanded
  double seconds;
};

/// Levels, kept in a byte each where the search was shallow enough.
class LevelView {
 public:
  LevelView() = default;
  explicit LevelView(std::span<const std::uint8_t> narrow) : narrow_(narrow) {}
  explicit LevelView(std::span<const Level> wide) : wide_(wide) {}
  /// The level of v, kUnreached where the search did not come.
  [[nodiscard]] Level operator[](Vertex v) const {
    if (!wide_.empty()) return wide_[v];
    return narrow_[v] == kNarrowUnreached ? kUnreached : narrow_[v];
  }
  [[nodiscard]] std::size_t size() const { return narrow_.size() + wide_.size(); }
  /// The bytes, 255 for unreached; empty where the levels are wide.
  [[nodiscard]] std::span<const std::uint8_t> narrow() const { return narrow_; }
  /// Empty where the levels are narrow.
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

/// A breadth-first tree. Move-only. Vertices are those of the graph given to the solver.
class BfsResult {
 public:
  BfsResult();
  BfsResult(BfsResult&&) noexcept;
  BfsResult& operator=(BfsResult&&) noexcept;
  ~BfsResult();

  [[nodiscard]] Vertex source() const;
  /// Vertices reached, the source included.
  [[nodiscard]] Vertex num_reached() const;
  /// The source's level counts as one.
  [[nodiscard]] Level num_levels() const;
  /// Edges with both ends reached (undirected once; directed: out of reached vertices).
  [[nodiscard]] EdgeIndex num_edges_reached() const;
  /// The parent of every vertex: kNoVertex where unreached; the source is its own parent.
  /// A search that ran in its own vertex order is translated by the first call of parents() or
  /// levels(), in parallel; the first call is not thread-safe.
  [[nodiscard]] std::span<const Vertex> parents() const;
  [[nodiscard]] LevelView levels() const;
  /// One entry a level where BfsOptions::trace asked for it, else empty.
  [[nodiscard]] std::span<const BfsLevelTrace> trace() const;

 private:
  friend class BfsSolver;
  std::unique_ptr<detail::BfsTree> tree_;
};

/// Searches one graph from any number of sources, keeping its workspace in between. Not
/// thread-safe: one solver a caller.
class BfsSolver {
 public:
  /// Throws UsageError on options out of range, MemoryError.
  explicit BfsSolver(Graph graph, const BfsOptions& options = {});
  /// Only BfsMethod::kAuto makes use of a layout; the other methods search graph.graph().
  explicit BfsSolver(PreparedGraph graph, const BfsOptions& options = {});
  /// On the graph's device; defined in strider::gpu. Results stay there until parents(), levels()
  /// or num_edges_reached() first asks for them, or another search begins. A solver and its results
  /// belong to the thread that opened the device. Throws UsageError on options out of range or
  /// where the device holds no blocks of that many threads, MemoryError where the device or the
  /// host has not enough.
  BfsSolver(const DeviceGraph& graph, const DeviceBfsOptions& options);
  BfsSolver(BfsSolver&&) noexcept;
  BfsSolver& operator=(BfsSolver&&) noexcept;
  ~BfsSolver();

  /// Throws UsageError where `source` is not a vertex, MemoryError. O(n + m) work but for the
  /// methods that look at every vertex in every level.
  [[nodiscard]] BfsResult run(Vertex source);
  /// The same into the arrays of an earlier result. Where it throws MemoryError, the result is
  /// fit only for another run.
  void run(Vertex source, BfsResult& result);

 private:
  friend struct detail::BfsSolverAccess;
  BfsSolver(Vertex num_vertices, std::unique_ptr<detail::BfsEngine> engine);

  Vertex num_vertices_ = 0;
  std::unique_ptr<detail::BfsEngine> engine_;
};

/// One search: BfsSolver(graph, options).run(source).
[[nodiscard]] BfsResult bfs(const Graph& graph, Vertex source, const BfsOptions& options = {});

}  // namespace strider
