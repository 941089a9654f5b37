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

/// "bellman-ford" and so on; nullopt for a name that is none.
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

/// A sum of weights W: exact for integers, rounded after each addition from the source on for float
/// and double.
template <class W>
using SsspDistance = typename detail::SsspDistanceOf<W>::Type;

/// The distance of an unreached vertex. 2^64 - 1 for integer weights: no path is as long.
template <class W>
inline constexpr SsspDistance<W> kInfiniteDistance =
    std::numeric_limits<SsspDistance<W>>::has_infinity
        ? std::numeric_limits<SsspDistance<W>>::infinity()
        : std::numeric_limits<SsspDistance<W>>::max();

/// Whether the adjacency is laid out anew for searching.
enum class SsspLayout : std::uint8_t {
  kNone,  ///< searched as it is: for a few searches
  kAuto   ///< lists by ascending weight, in an order of vertices that suits the graph; kNone where
          ///< that does not pay
};

struct SsspOptions {
  SsspMethod method = SsspMethod::kAuto;
  /// 0: all cores the process may use.
  int threads = 0;
  /// Width of a bucket of distances; 0: chosen from weights and degrees. Delta-stepping and auto.
  double delta = 0;
  /// Vertices farther from the source stay unreached.
  double cutoff = std::numeric_limits<double>::infinity();
  /// Vertices farther than this one stay unreached, and are not searched for.
  std::optional<Vertex> target = std::nullopt;
  /// Used by kAuto only, and only where there is neither cutoff nor target.
  SsspLayout layout = SsspLayout::kNone;
};

/// A tree of shortest paths. Move-only. Vertices are those of the graph given to the solver.
///
/// Neither distances nor parents depend on the method or the number of threads. Rounded addition is
/// monotone, and adding a weight never makes a distance smaller; so of the lengths of paths those
/// that no edge can lower are unique, and relaxing edges in any order ends in them: reals are equal
/// bit by bit.
///
/// The first call of num_reached(), num_edges_reached(), distances(), parents() or path_to() does
/// what the search has left to be done when it is asked for, in parallel; it is not thread-safe.
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
  /// Edges with both ends reached (undirected once; directed: out of reached vertices).
  [[nodiscard]] EdgeIndex num_edges_reached() const;
  /// The distance of every vertex, kInfiniteDistance<W> where unreached.
  [[nodiscard]] std::span<const Distance> distances() const;
  /// The parent of every vertex: kNoVertex where unreached; the source is its own parent. Of the
  /// edges that a shortest path may end with, the one from the parent is the lightest, and of
  /// equally light ones that from the vertex of smallest number, among those from vertices nearer
  /// to the source; where all are as near as the vertex itself (weights of zero, or lost to
  /// rounding), the parent is among those the fewest such edges away from a nearer one. O(n + m).
  [[nodiscard]] std::span<const Vertex> parents() const;
  /// The vertices from the source to `target`, both included; empty where it is unreached. Throws
  /// UsageError where `target` is no vertex.
  [[nodiscard]] std::vector<Vertex> path_to(Vertex target) const;

 private:
  template <class>
  friend class SsspSolver;
  std::unique_ptr<detail::SsspTree<W>> tree_;
};

/// Searches one graph from any number of sources, keeping its workspace in between. Not
/// thread-safe: one solver a caller. Directed edges are walked one way.
template <class W>
class SsspSolver {
 public:
  /// Throws WeightError, naming the edge, where a weight is negative or not a number; UsageError on
  /// options out of range, MemoryError. Edges of infinite weight lead nowhere.
  explicit SsspSolver(WeightedGraph<W> graph, const SsspOptions& options = {});
  /// On the graph's device; defined in strider::gpu. Distances, and parents by the same rule, stay
  /// there until they are first asked for, or another search begins. A solver and its results
  /// belong to the thread that opened the device. Throws WeightError and UsageError as the other,
  /// naming vertices by their numbers, UsageError where the device holds no blocks of that many
  /// threads, MemoryError where the device has not enough.
  SsspSolver(const WeightedDeviceGraph<W>& graph, const DeviceSsspOptions& options);
  SsspSolver(SsspSolver&&) noexcept;
  SsspSolver& operator=(SsspSolver&&) noexcept;
  ~SsspSolver();

  /// Throws UsageError where `source` is not a vertex, MemoryError; WeightError where the sum of
  /// finite weights along a path is too large for W (never of integers).
  [[nodiscard]] SsspResult<W> run(Vertex source);
  /// The same into the arrays of an earlier result. Where it throws, the result is fit only for
  /// another run.
  void run(Vertex source, SsspResult<W>& result);

  /// The width of a bucket that is used: the one asked for, or the one chosen; 0 where the method
  /// has no buckets.
  [[nodiscard]] double delta() const;
  /// kNone unless the adjacency was laid out anew.
  [[nodiscard]] SsspLayout layout() const;

 private:
  Vertex num_vertices_ = 0;
  std::unique_ptr<detail::SsspEngine<W>> engine_;
};

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
