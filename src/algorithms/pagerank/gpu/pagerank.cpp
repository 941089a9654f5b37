// PageRank on one device.
#include "algorithms/pagerank/gpu/device_scores.hpp"
#include "gpu/device_state.hpp"
#include "gpu/dispatch.hpp"

namespace strider {

PageRankResult pagerank(const DeviceGraph& graph, const PageRankOptions& options) {
  using namespace detail;
  check_options(options, graph.directedness(), graph.num_vertices());
  const DeviceObject& arrays = *graph.state().arrays;
  const auto scores = on_device(
      graph.device(), [&] { return on_cuda::make_scores(arrays, options); },
      [&] { return on_simt::make_scores(arrays, options); });
  const PageRankOutcome outcome = iterate(*scores, options);
  return {outcome, scores->take_scores(outcome.factor)};
}

}  // namespace strider
