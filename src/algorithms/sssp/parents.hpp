// The tree that distances leave room for.
#pragma once

#include <span>

#include "strider/sssp.hpp"

namespace strider::detail {

/// Fills `parents` by the rule of SsspResult::parents(), from distances that no edge can lower: of
/// type D, SsspDistance<W> or a narrower one, in an Array: its padding is read. The result does not
/// depend on the number of threads. O(n + m) work. Throws MemoryError.
template <class W, class D>
void derive_parents(const WeightedGraph<W>& graph, Vertex source, std::span<const D> distances,
                    std::span<Vertex> parents, int threads);

}  // namespace strider::detail
