// Problems that have the scores of another one, and need less work.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "algorithms/bc/problem.hpp"

namespace strider::detail {

/// A problem to be solved in place of the original one.
struct ReducedProblem {
  /// Null once another one is solved in place of this.
  std::shared_ptr<const BcProblem> problem;
  /// From the sums of the reduced problem to those of the original.
  std::function<Array<double>(const Array<double>&)> to_original;
  /// The arcs that searches of the original problem would have traversed, if those of the reduced
  /// one traverse fewer.
  std::optional<std::uint64_t> arcs;
};

/// The same with its vertices in another order. Precondition: scores of vertices, by hops.
[[nodiscard]] ReducedProblem reordered(const BcProblem& problem, Ordering ordering);

/// The same without the trees that hang off its core. Every path into or out of a tree leads
/// through the vertex that it hangs off, so that a tree's vertices count there as targets, and as
/// sources, and their own scores are known from the sizes of subtrees: exact, in whole numbers (the
/// idea is that of Baglioni et al. 2012; here for any set of sources). Nothing where fewer than one
/// in eight vertices would go, or paths have lengths, directions or targets of their own.
[[nodiscard]] std::optional<ReducedProblem> degree_one_reduction(const BcProblem& problem);

}  // namespace strider::detail
