// Single-source shortest paths.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "strider/graph.hpp"
#include "strider/prepare.hpp"

namespace strider {

template <class W>
class WeightedDeviceGraph;  // device.hpp
struct DeviceSsspOptions;   // device_sssp.hpp

/// The methods; docs/notes/sssp.md says what each does and where it comes from.
enum class SsspMethod : std::uint8_t {
  kAuto,          ///< the fastest for the graph given
  kDijkstra,      ///< the sequential oracle: a heap
  kBellmanFord,   ///< rounds over the vertices whose distance changed
  kDeltaStepping  ///< buckets of distances, light and heavy edges, bucket fusion
};

/// "bellman-ford" and so on. The second function returns nullopt if no method has that name.
[[nodiscard]] std::string_view sssp_method_name(SsspMethod method);
[[nodiscard]] std::optional<SsspMethod> sssp_method_from_name(std::string_view name);
[[nodiscard]] std::span<const SsspMethod> all_sssp_methods();

namespace detail {
template <class W>
struct SsspDistanceOf {
  using Type = W;
};
template <>
struct SsspDistanceOf<std::uint32_t> {
  using Type = std::uint64_t;
};
template <class W>
struct SsspTree;
template <class W>
class SsspEngine;
}  // namespace detail

/// The type of a sum of weights of type W. Integer sums are exact. Sums of float and double are
/// rounded after each addition, starting at the source.
template <class W>
using SsspDistance = typename detail::SsspDistanceOf<W>::Type;

/// The distance of an unreached vertex. For integer weights it is 2^64 - 1: no path is that long.
template <class W>
inline constexpr SsspDistance<W> kInfiniteDistance =
    std::numeric_limits<SsspDistance<W>>::has_infinity
        ? std::numeric_limits<SsspDistance<W>>::infinity()
        : std::numeric_limits<SsspDistance<W>>::max();

/// What a solver searches.
enum class SsspLayout : std::uint8_t {
  kNone,     ///< the adjacency as it is
  kByWeight  ///< a copy with rows of ascending weight, in a vertex order that suits the graph
};

struct SsspOptions {
  SsspMethod method = SsspMethod::kAuto;
  /// 0: OMP_NUM_THREADS, or all cores the process may use (threads.hpp).
  int threads = 0;
  /// The width of a bucket of distances; 0: chosen from weights and degrees. Used by delta-stepping
  /// and kAuto.
  double delta = 0;
  /// Vertices farther from the source than this stay unreached.
  double cutoff = std::numeric_limits<double>::infinity();
  /// Vertices farther from the source than this vertex stay unreached; the search does not look for
  /// them.
  std::optional<Vertex> target = std::nullopt;
  /// When the graph is laid out by weight: by kAuto only, where neither cutoff nor target is set,
  /// and not where that would make no search faster, as of directed graphs. A layout that the graph
  /// brings is searched at once, but with kNever.
  Preparing preparing = Preparing::kWhenItPays;
  /// How many searches follow; 0: it is not known.
  std::uint64_t num_searches = 0;
};

/// A tree of shortest paths. Move-only. It numbers vertices as the graph given to the solver does.
///
/// Neither distances nor parents depend on the method or the number of threads. Rounded addition is
/// monotone, and adding a weight never makes a distance smaller. Hence the distances that no edge
/// can lower are unique, and relaxing edges in any order ends in them: real distances are equal bit
/// for bit.
///
/// The search postpones work until it is needed. The first call of num_reached(),
/// num_edges_reached(), distances(), parents() or path_to() does that work, in parallel. That first
/// call is not thread-safe.
template <class W>
class SsspResult {
 public:
  using Distance = SsspDistance<W>;

  SsspResult();
  SsspResult(SsspResult&&) noexcept;
  SsspResult& operator=(SsspResult&&) noexcept;
  ~SsspResult();

  [[nodiscard]] Vertex source() const;
  /// Vertices reached, the source included.
  [[nodiscard]] Vertex num_reached() const;
  /// Edges with both ends reached; an undirected edge counts once. In a directed graph: the edges
  /// out of reached vertices.
  [[nodiscard]] EdgeIndex num_edges_reached() const;
  /// The distance of every vertex; kInfiniteDistance<W> if unreached.
  [[nodiscard]] std::span<const Distance> distances() const;
  /// The parent of every vertex; kNoVertex if unreached. The source is its own parent. A possible
  /// parent is a vertex from which an edge closes the distance exactly. If any of these is nearer
  /// to the source than the vertex, the parent is the nearer one whose edge is the lightest, and of
  /// equally light edges the one of smallest number. Otherwise (weights of zero, or weights lost to
  /// rounding) all possible parents are as near as the vertex itself. Then the parent is one of
  /// those that the fewest such edges separate from a vertex with a nearer parent, and of these the
  /// one of smallest number. O(n + m).
  [[nodiscard]] std::span<const Vertex> parents() const;
  /// The vertices from the source to `target`, both included; empty if `target` is unreached.
  /// Throws UsageError if `target` is not a vertex.
  [[nodiscard]] std::vector<Vertex> path_to(Vertex target) const;

 private:
  template <class>
  friend class SsspSolver;
  std::unique_ptr<detail::SsspTree<W>> tree_;
};

/// Searches one graph from any number of sources and keeps its workspace between searches. Directed
/// edges are followed in one direction. Not thread-safe: each thread needs a solver of its own.
template <class W>
class SsspSolver {
 public:
  /// Throws WeightError, naming the edge, if a weight is negative or not a number; UsageError if an
  /// option is out of range; MemoryError. Paths never use edges of infinite weight.
  explicit SsspSolver(WeightedGraph<W> graph, const SsspOptions& options = {});
  /// Searches on the graph's device; defined in strider::gpu. Distances, and parents by the same
  /// rule, stay on the device until the first call that asks for them, or until another search
  /// begins. A solver and its results belong to the thread that opened the device. Throws
  /// WeightError and UsageError as the other constructor, but names vertices by their numbers;
  /// UsageError if the device cannot run blocks of that many threads; MemoryError if the device has
  /// too little memory.
  SsspSolver(const WeightedDeviceGraph<W>& graph, const DeviceSsspOptions& options);
  SsspSolver(SsspSolver&&) noexcept;
  SsspSolver& operator=(SsspSolver&&) noexcept;
  ~SsspSolver();

  /// Throws UsageError if `source` is not a vertex; MemoryError; WeightError if the sum of finite
  /// weights along a path is too large for W (never for integers).
  [[nodiscard]] SsspResult<W> run(Vertex source);
  /// The same, into the arrays of an earlier result. If this throws, that result can only be passed
  /// to another run.
  void run(Vertex source, SsspResult<W>& result);

  /// The width of a bucket that the solver uses: as asked for, or as chosen; 0 if the method has no
  /// buckets.
  [[nodiscard]] double delta() const;
  /// Of the last search, before it of the first one.
  [[nodiscard]] SsspLayout layout() const;

 private:
  Vertex num_vertices_ = 0;
  std::unique_ptr<detail::SsspEngine<W>> engine_;
};

/// The graph with a layout by weight, as kAuto makes it for many searches: solvers of the result,
/// and of its copies, search it from the first search on, and native containers store it. Without
/// one where it would make no search faster, as of directed graphs. O(n + m log(degree)), parallel.
/// Throws WeightError as the solver; MemoryError.
template <class W>
[[nodiscard]] WeightedGraph<W> lay_out_by_weight(const WeightedGraph<W>& graph, int threads = 0);

/// The same of a graph with weights of any type. One without weights stays as it is, and so does
/// one whose weights are no lengths. Throws MemoryError.
[[nodiscard]] AnyGraph lay_out_by_weight(const AnyGraph& graph, int threads = 0);

/// One search: SsspSolver<W>(graph, options).run(source).
template <class W>
[[nodiscard]] SsspResult<W> sssp(const WeightedGraph<W>& graph, Vertex source,
                                 const SsspOptions& options = {}) {
  return SsspSolver<W>(graph, options).run(source);
}

extern template class SsspResult<float>;
extern template class SsspResult<double>;
extern template class SsspResult<std::uint32_t>;
extern template class SsspSolver<float>;
extern template class SsspSolver<double>;
extern template class SsspSolver<std::uint32_t>;

}  // namespace strider
