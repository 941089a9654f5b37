// Degree separation: which vertices every rank keeps a copy of, and who keeps which arc.
//
// Pan, Pearce and Owens 2018, "Scalable breadth-first search on a GPU cluster", sections III-A and
// III-B. Pure arithmetic on degrees: nothing here knows of ranks' memory or messages.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <span>

#include "strider/types.hpp"

namespace strider::detail {

/// The threshold above which no degree is: every vertex is normal.
inline constexpr std::uint64_t kNoDelegates = std::numeric_limits<std::uint64_t>::max();

/// A vertex of a higher degree than the threshold is a delegate, else it is normal. With a
/// threshold of 0 all vertices with an edge are delegates. Its degree is the number of its
/// neighbours, in a directed graph that of the arcs out of it and into it together.
[[nodiscard]] constexpr bool is_delegate(std::uint64_t degree, std::uint64_t threshold) {
  return degree > threshold;
}

/// An end of an arc, for the edge distributor.
struct ArcEnd {
  GlobalVertex vertex;
  std::uint64_t degree;
};

/// Which end decides where the arc u -> v is kept: its owner keeps it (Algorithm 1, with one
/// process where the paper has a GPU). Unless both ends are normal, the answer is the same for v ->
/// u: of an undirected graph, all subgraphs of a rank but the one between normal vertices are
/// symmetric; of a directed one, the keeper has the arc by its source and by its target. Between
/// normal vertices, the owner of v keeps v -> u, or the directed arc by its target.
[[nodiscard]] constexpr GlobalVertex keeper(const ArcEnd& u, const ArcEnd& v,
                                            std::uint64_t threshold) {
  if (!is_delegate(u.degree, threshold)) return u.vertex;
  if (!is_delegate(v.degree, threshold)) return v.vertex;
  if (u.degree != v.degree) return u.degree < v.degree ? u.vertex : v.vertex;
  return u.vertex < v.vertex ? u.vertex : v.vertex;
}

/// How many vertices have which degree, and the sum of their degrees, by powers of two: class 0 has
/// degree 0, class c >= 1 the degrees above 2^(c-2), up to 2^(c-1). So a threshold that is a power
/// of two lies between two classes. The sum is that of the arcs out of the vertices; in a directed
/// graph, also of those into them: each arc counts twice. Ranks add theirs up element by element.
struct DegreeHistogram {
  static constexpr std::size_t kClasses = 66;
  /// The vertices of all classes, then their arcs: one all-reduce sums both.
  std::array<std::uint64_t, 2 * kClasses> sums{};

  [[nodiscard]] static constexpr std::size_t class_of(std::uint64_t degree) {
    return degree == 0 ? 0 : static_cast<std::size_t>(std::bit_width(degree - 1)) + 1;
  }
  void add(std::uint64_t degree) {
    ++sums[class_of(degree)];
    sums[kClasses + class_of(degree)] += degree;
  }
  [[nodiscard]] std::uint64_t vertices(std::size_t c) const { return sums[c]; }
  [[nodiscard]] std::uint64_t arcs(std::size_t c) const { return sums[kClasses + c]; }
};

/// What a threshold would make of a graph.
struct ThresholdEstimate {
  std::uint64_t threshold = 0;
  std::uint64_t delegates = 0;  ///< exact
  /// Arcs between normal vertices, were ends independent. A search follows each in one way.
  double nn_arcs = 0;
  /// Bytes of a search: d p / 4 for each of kReductions levels, and 4 an nn arc (section V).
  double bytes = 0;
};

/// Levels in which delegates are found, of graphs with hubs: their diameters are small. The paper
/// saw about half of all levels.
inline constexpr double kReductions = 4;
/// The paper keeps the delegates below 4 n / p, and the arcs between normal vertices below 10 %.
inline constexpr double kMostDelegates = 4;
inline constexpr double kMostNormalArcs = 0.1;
/// A graph has hubs where vertices of more than kHubDegree times the mean degree (of vertices with
/// an edge) have at least kLeastHubArcs of the arcs.
inline constexpr double kHubDegree = 8;
inline constexpr double kLeastHubArcs = 0.02;

/// Precondition: threshold is 0 or a power of two or kNoDelegates.
[[nodiscard]] ThresholdEstimate estimate_threshold(const DegreeHistogram& histogram,
                                                   std::uint64_t threshold, int ranks,
                                                   Directedness directedness);

/// The threshold for a graph on so many ranks, from its degrees only. O(1).
///
/// The one that makes the paper's bound on the bytes of a search least (section V), of 0 and the
/// powers of two for which there are at most 4 n / p delegates and, if that leaves any, at most
/// 10 % nn arcs (section VI-B). On R-MAT graphs of about 2^26 vertices a rank that is 32 to 64 at
/// scale 30, 128 at scale 32, and grows by sqrt(2) a scale: the paper's figures. A graph without
/// hubs gets kNoDelegates: its masks would cost as much on every one of perhaps very many levels.
[[nodiscard]] std::uint64_t choose_threshold(const DegreeHistogram& histogram, int ranks,
                                             Directedness directedness);

}  // namespace strider::detail
