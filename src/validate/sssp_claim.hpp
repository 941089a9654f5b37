// A tree of shortest paths as a caller claims it, and the rules that need one edge or one vertex.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>

#include "base/atomics.hpp"
#include "strider/sssp.hpp"
#include "strider/validate.hpp"
#include "validate/claim.hpp"

namespace strider::detail {

/// How distances over weights W are added and compared.
template <class W>
struct PathLengths {
  using D = SsspDistance<W>;

  double cutoff;
  double tolerance;

  /// Whether the distance of a reached vertex is a number that a search may give.
  [[nodiscard]] bool is_distance(D distance) const {
    return distance >= 0 && !is_less(cutoff, distance);
  }
  /// The length of a way of length `distance` and on over an edge; infinite where it is too long
  /// for D.
  [[nodiscard]] static D through(D distance, W weight) {
    if constexpr (std::is_integral_v<D>) {
      return distance > kInfiniteDistance<W> - weight ? kInfiniteDistance<W> : distance + weight;
    } else {
      return distance + weight;
    }
  }
  /// Smaller, and not by rounding only.
  template <class A, class B>
  [[nodiscard]] bool is_less(A a, B b) const {
    if constexpr (std::is_same_v<A, B>) {
      if (tolerance == 0) return a < b;
    }
    return static_cast<double>(a) * (1 + tolerance) < static_cast<double>(b);
  }
  [[nodiscard]] bool is_equal(D a, D b) const { return !is_less(a, b) && !is_less(b, a); }

  /// Whether an edge shows that its end should be nearer, or reached at all.
  [[nodiscard]] bool is_too_far(D from, D to, W weight) const {
    if (from == kInfiniteDistance<W>) return false;
    const D length = through(from, weight);
    return is_less(length, to) && !(static_cast<double>(length) > cutoff);
  }
};

/// Parents and distances of n vertices, holding any values.
template <class W>
struct SsspClaim : PathLengths<W> {
  using typename PathLengths<W>::D;

  Vertex source;
  std::span<const Vertex> parents;
  std::span<const D> distances;

  [[nodiscard]] Vertex num_vertices() const { return static_cast<Vertex>(parents.size()); }
  [[nodiscard]] bool is_source(Vertex v) const { return v == source; }
  [[nodiscard]] bool has_parent(Vertex v) const { return parents[v] != kNoVertex; }
  [[nodiscard]] bool is_reached(Vertex v) const { return distances[v] != kInfiniteDistance<W>; }
  [[nodiscard]] D depth(Vertex v) const { return distances[v]; }
  [[nodiscard]] bool is_distance(Vertex v) const {
    return PathLengths<W>::is_distance(distances[v]);
  }
};

/// What is known of the edge between a vertex and its parent.
enum TreeEdge : std::uint8_t { kUnseen = 0, kSeen = 1, kCloses = 2 };

/// What one thread found in edges.
struct SsspEdgeFindings {
  EdgeIndex traversed = 0;
  Witness distances;
  Witness span;
  void merge(const SsspEdgeFindings& findings) {
    traversed += findings.traversed;
    distances.merge(findings.distances);
    span.merge(findings.span);
  }
};

/// Looks at edges one by one, in any order and from any number of threads at once.
template <class W>
class SsspEdgeRules {
 public:
  /// tree_edges[v], kUnseen at first, gathers what is seen of the edge from v's parent.
  SsspEdgeRules(const SsspClaim<W>& claim, Directedness directedness,
                std::span<std::uint8_t> tree_edges)
      : claim_(claim),
        both_ways_(directedness == Directedness::kUndirected),
        tree_edges_(tree_edges) {}

  void check(Vertex u, Vertex v, W weight, SsspEdgeFindings& findings) const {
    findings.traversed += claim_.is_reached(u) && claim_.is_reached(v) && u != v ? 1 : 0;
    check_direction(u, v, weight, findings);
    if (both_ways_) check_direction(v, u, weight, findings);
  }

 private:
  void check_direction(Vertex from, Vertex to, W weight, SsspEdgeFindings& findings) const {
    if (claim_.is_too_far(claim_.distances[from], claim_.distances[to], weight)) [[unlikely]] {
      (claim_.is_reached(to) ? findings.distances : findings.span).merge({to, from});
    }
    if (claim_.parents[to] != from || to == claim_.source) return;
    const bool closes =
        claim_.is_reached(from) && claim_.is_reached(to) &&
        claim_.is_equal(claim_.through(claim_.distances[from], weight), claim_.distances[to]);
    // Relaxed: marks are read after the threads have joined.
    fetch_or_relaxed(tree_edges_[to], std::uint8_t(closes ? kSeen | kCloses : kSeen));
  }

  SsspClaim<W> claim_;
  bool both_ways_;
  std::span<std::uint8_t> tree_edges_;
};

}  // namespace strider::detail
