// PageRank by iteration, one listing for all places. With the damping a, the jumps p, and P, which
// sends the score of a vertex to those that its edges lead to, the scores x satisfy
//
//   x = a P x + (a dangling(x) + 1 - a) p
//
// where dangling(x) is the score of the vertices without edges. Power iteration computes the right
// side again and again (Brin and Page 1998); the change falls by a each time, at least:
//
//   r = a P x + (a dangling(x) + 1 - a) p - x;   x = x + r
//
// Without dangling(x), the equations have the same solution up to a factor (Del Corso, Gulli and
// Romani 2005). Then the matrix of an undirected graph is similar to a symmetric one with
// eigenvalues between 1 - a and 1 + a, and Chebyshev's iteration is faster wherever many
// iterations are needed (Golub and Varga 1961):
//
//   r = a P x + (1 - a) p - x;   x, y = y + w (x + r - y), x   with w = 1, 1 / (1 - a^2 / 2),
//                                                          then w = 1 / (1 - a^2 w / 4)
//
// It begins where a power iteration leaves more of the change than one of its own would. The sums
// of x that it needs are there already, so an iteration costs the same: O(n + m).
#pragma once

#include <cstdint>

#include "strider/pagerank.hpp"

namespace strider::detail {

/// x = uniform / n + personal p + by_weight d, where d is the weight of a vertex's edges.
struct PageRankStart {
  double uniform = 0;
  double personal = 0;
  double by_weight = 0;
};
/// r = damping P x + jumps p - x;   x, y = y + weight (x + r - y), x.
struct PageRankStep {
  double damping = 0;
  double jumps = 0;
  double weight = 1;   ///< 1: y is not read
  bool keeps = false;  ///< y becomes x
};
struct PageRankSums {
  double change = 0;    ///< of |r|
  double total = 0;     ///< of the x that comes out
  double dangling = 0;  ///< of those without edges

  PageRankSums& operator+=(const PageRankSums& other) {
    change += other.change;
    total += other.total;
    dangling += other.dangling;
    return *this;
  }
};
/// What is known before the first iteration.
struct PageRankFacts {
  double num_vertices = 0;
  double num_arcs = 0;
  Directedness directedness = Directedness::kUndirected;
  double weight = 0;  ///< of all vertices' edges; those of undirected graphs count at both ends
  double jumps_to_connected = 0;  ///< sum of p over vertices that have edges
};

/// Vertices and their scores in the memory of a place.
class PageRankPlace {
 public:
  virtual ~PageRankPlace() = default;
  [[nodiscard]] virtual PageRankFacts facts() const = 0;
  virtual PageRankSums start(const PageRankStart& start) = 0;
  virtual PageRankSums step(const PageRankStep& step) = 0;
};

struct PageRankOutcome : PageRankRun {
  double factor = 1;  ///< of all scores, so that they add up to 1
};

[[nodiscard]] PageRankOutcome iterate(PageRankPlace& place, const PageRankOptions& options);

/// Whether all scores together may be so wrong that floats will do.
[[nodiscard]] bool may_be_single(double num_vertices, const PageRankOptions& options);
/// Throws UsageError where an option is out of range. `num_jumps` is the number of values that a
/// personalization must have.
void check_options(const PageRankOptions& options, Directedness directedness,
                   std::size_t num_jumps);

}  // namespace strider::detail
