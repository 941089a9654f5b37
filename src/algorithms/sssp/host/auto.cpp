// Auto: the method that suits the graph.
#include "algorithms/sssp/engine.hpp"

namespace strider::detail {
namespace {

/// A heap is done with fewer arcs before a team of threads has met.
constexpr EdgeIndex kWorthThreads = 1U << 12U;

}  // namespace

template <class W>
std::unique_ptr<SsspEngine<W>> make_auto_sssp(SsspContextPtr<W> context) {
  if (context->out().num_arcs() < kWorthThreads) return make_dijkstra(std::move(context));
  return make_delta_stepping(std::move(context));
}

template std::unique_ptr<SsspEngine<float>> make_auto_sssp(SsspContextPtr<float>);
template std::unique_ptr<SsspEngine<double>> make_auto_sssp(SsspContextPtr<double>);
template std::unique_ptr<SsspEngine<std::uint32_t>> make_auto_sssp(SsspContextPtr<std::uint32_t>);

}  // namespace strider::detail
