// The width of a bucket.
#pragma once

#include "algorithms/sssp/kernels.hpp"
#include "algorithms/sssp/tree.hpp"

namespace strider::detail {

/// The options' delta, or one that suits the weights and degrees: larger than 0. Whatever it is,
/// results are right; it decides how much is done twice, and how often threads synchronize.
template <class W>
[[nodiscard]] double bucket_width(const SsspContext<W>& context);

}  // namespace strider::detail
