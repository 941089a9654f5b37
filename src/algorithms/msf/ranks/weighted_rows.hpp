// What methods ask of a rank's rows and their weights before they look at them in earnest.
#pragma once

#include <cstddef>
#include <vector>

#include "graph/weight_order.hpp"
#include "ranks/one_d/graph_1d.hpp"

namespace strider::detail {

/// Starts of parts of the rows with about as many rows and entries together, and the end: one part
/// for one thread, several for each of more.
[[nodiscard]] std::vector<Vertex> cut_in_parts(const Csr& rows, int threads);

/// How many rows have entries.
[[nodiscard]] std::uint64_t count_connected(const Csr& rows);

/// Keys of that many entries drawn at random, the same ones every time.
template <class W>
[[nodiscard]] std::vector<WeightKey<W>> sample_keys(const WeightedGraph1d<W>& graph,
                                                    WeightOrder<W> order, std::size_t count);

/// Throws WeightError, naming an edge whose weight is NaN. Precondition: there is one.
template <class W>
[[noreturn]] void refuse_nan(const WeightedGraph1d<W>& graph, WeightOrder<W> order);

}  // namespace strider::detail
