#include "io/text/rows.hpp"

#include "base/workspace.hpp"

namespace strider {

Weights make_weights(Array<double> values, bool fit_uint32, int threads) {
  if (!fit_uint32) return values;
  auto integers =
      detail::take_array<Array<std::uint32_t>>(values.size(), "the weights of a text file");
  parallel_chunks(values.size(), threads, [&](std::size_t begin, std::size_t end, int) {
    for (std::size_t i = begin; i < end; ++i) integers[i] = static_cast<std::uint32_t>(values[i]);
  });
  return integers;
}

EdgeList list_from_one(RawEdges<Edge> raw, std::uint64_t n, ReadWeights weights, int threads) {
  EdgeList list;
  list.num_vertices = static_cast<Vertex>(n);
  list.labels = Labels::dense(1);
  if (weights == ReadWeights::kYes) {
    list.weights = make_weights(std::move(raw.weights), raw.weights_fit_uint32, threads);
  }
  list.edges = std::move(raw.edges);
  return list;
}

}  // namespace strider
