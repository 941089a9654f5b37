#include "algorithms/msf/ranks/weighted_rows.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/random.hpp"
#include "strider/error.hpp"

namespace strider::detail {

std::vector<Vertex> cut_in_parts(const Csr& rows, int threads) {
  constexpr std::size_t kPartsPerThread = 16;
  const std::size_t parts = threads == 1 ? 1 : kPartsPerThread * static_cast<std::size_t>(threads);
  const std::span<const EdgeIndex> offsets = rows.offsets().span();
  const Vertex n = rows.num_vertices();
  std::vector<Vertex> starts(1, 0);
  for (std::size_t part = 1; part < parts; ++part) {
    const std::uint64_t wanted = (offsets[n] + n) / parts * part;
    Vertex low = starts.back();
    for (Vertex high = n; low < high;) {
      const Vertex middle = low + (high - low) / 2;
      if (offsets[middle] + middle < wanted) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    starts.push_back(low);
  }
  starts.push_back(n);
  return starts;
}

std::uint64_t count_connected(const Csr& rows) {
  std::uint64_t connected = 0;
  for (Vertex u = 0; u < rows.num_vertices(); ++u) connected += rows.degree(u) > 0 ? 1 : 0;
  return connected;
}

template <class W>
std::vector<WeightKey<W>> sample_keys(const WeightedGraph1d<W>& graph, WeightOrder<W> order,
                                      std::size_t count) {
  const EdgeIndex arcs = graph.topology.rows.num_arcs();
  std::vector<WeightKey<W>> sample(std::min<EdgeIndex>(count, arcs));
  CounterRng rng(arcs, static_cast<std::uint64_t>(graph.topology.rank));
  for (WeightKey<W>& key : sample) key = order.key(graph.weights[rng.below(arcs)]);
  return sample;
}

template <class W>
void refuse_nan(const WeightedGraph1d<W>& graph, WeightOrder<W> order) {
  const Graph1d& topology = graph.topology;
  for (Vertex u = 0; u < topology.num_rows(); ++u) {
    const auto weights = graph.weights_of(local_vertex(u));
    for (std::size_t i = 0; i < weights.size(); ++i) {
      if (order.is_number(order.key(weights[i]))) continue;
      const GlobalVertex a = topology.global_of(local_vertex(u));
      const GlobalVertex b = topology.global_of(local_id(topology.rows.neighbors(u)[i]));
      throw WeightError(
          fmt::format("the weight of the edge {} - {} is not a number (NaN), so the edges cannot "
                      "be ordered by weight",
                      std::min(a, b), std::max(a, b)));
    }
  }
  throw WeightError("a weight is not a number (NaN)");
}

#define STRIDER_INSTANTIATE(W)                                                              \
  template std::vector<WeightKey<W>> sample_keys(const WeightedGraph1d<W>&, WeightOrder<W>, \
                                                 std::size_t);                              \
  template void refuse_nan(const WeightedGraph1d<W>&, WeightOrder<W>)
STRIDER_INSTANTIATE(float);
STRIDER_INSTANTIATE(double);
STRIDER_INSTANTIATE(std::uint32_t);
#undef STRIDER_INSTANTIATE

}  // namespace strider::detail
