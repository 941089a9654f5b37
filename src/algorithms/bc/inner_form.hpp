// Other forms of a problem, with the same scores and less to do.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "algorithms/bc/problem.hpp"

namespace strider::detail {

/// A problem to be solved in the place of another one.
struct InnerForm {
  std::shared_ptr<const BcProblem> problem;
  /// From the sums of the inner problem to those of the outer.
  std::function<Array<double>(const Array<double>&)> to_outer;
  /// What the searches of the outer problem would have come along, where those of the inner one
  /// come along less.
  std::optional<std::uint64_t> arcs;
};

/// The same with its vertices in another order. Precondition: scores of vertices, by hops.
[[nodiscard]] InnerForm reordered(const BcProblem& problem, Ordering ordering);

/// The same without the trees that hang off its core. Every path into or out of a tree leads
/// through the vertex that it hangs off, so that a tree's vertices count there as targets, and as
/// sources, and their own scores are known from the sizes of subtrees: exact, in whole numbers (the
/// idea is that of Baglioni et al. 2012; here for any set of sources). Nothing where fewer than one
/// in eight vertices would go, or paths have lengths, directions or targets of their own.
[[nodiscard]] std::optional<InnerForm> without_trees(const BcProblem& problem);

}  // namespace strider::detail
