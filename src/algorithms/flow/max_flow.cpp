// The public face of maximum flows: checks what it is asked, searches in units that are fine
// enough, reads the flow out of the residual graph.
#include <fmt/format.h>

#include <type_traits>

#include "algorithms/flow/capacities.hpp"
#include "algorithms/flow/push_relabel.hpp"
#include "algorithms/flow/residual.hpp"
#include "base/parallel.hpp"
#include "base/workspace.hpp"
#include "strider/error.hpp"
#include "strider/flow.hpp"

namespace strider {
namespace detail {
namespace {

/// How much less than the cut a flow of rounded capacities may be: where it is more, another search
/// has a finer unit.
constexpr double kRelativeGap = 0x1p-32;

/// Searches with capacities in such units; returns what flows, in units.
template <class W>
std::uint64_t search(const WeightedGraph<W>& graph, Vertex source, Vertex target,
                     const CapacityUnit& unit, int threads, MaxFlow<W>& result) {
  Residual residual(graph, source, target, unit, threads);
  auto reaches = take_array<Array<std::uint8_t>>(residual.size(), "a maximum flow");
  const std::uint64_t value = push_relabel(residual, reaches, threads);
  parallel_for(0, result.sides.size(), threads, [&](std::size_t v) {
    const Vertex number = residual.number(static_cast<Vertex>(v));
    result.sides[v] = number == kNoVertex ? std::uint8_t{0} : reaches[number];
  });
  residual.read_flows(graph, unit, result.flows.span(), threads);
  return value;
}

template <class W>
void find(const WeightedGraph<W>& graph, Vertex source, Vertex target, int threads,
          MaxFlow<W>& result) {
  if constexpr (std::is_integral_v<W>) {
    result.value = search(graph, source, target, CapacityUnit{}, threads, result);
  } else {
    CapacityUnit unit = first_unit(graph, source, target, threads);
    for (;;) {
      const double flow = unit.value(search(graph, source, target, unit, threads, result));
      result.value = cut_capacity(graph, result.sides.span(), threads);
      if (result.value - flow <= kRelativeGap * result.value) return;
      // Of the true capacities no more can flow than through this cut.
      const CapacityUnit finer = finer_unit(graph, source, result.value);
      if (finer.exponent >= unit.exponent) return;
      unit = finer;
    }
  }
}

}  // namespace
}  // namespace detail

template <class W>
MaxFlow<W> max_flow(const WeightedGraph<W>& graph, Vertex source, Vertex target,
                    const MaxFlowOptions& options) {
  using namespace detail;
  const Graph& topology = graph.topology();
  const Vertex n = topology.num_vertices();
  for (const Vertex end : {source, target}) {
    if (end >= n) {
      throw UsageError(fmt::format("flow: {} is not a vertex of a graph of {} vertices", end, n));
    }
  }
  if (source == target) {
    throw UsageError(fmt::format("the source and the target of a flow must differ, got {} twice",
                                 topology.labels().label(source)));
  }
  if (graph.weights().size() != topology.num_arcs()) {
    throw UsageError(fmt::format("got {} weights for {} adjacency entries", graph.weights().size(),
                                 topology.num_arcs()));
  }
  const int threads = resolve_threads(options.threads);
  if constexpr (std::is_floating_point_v<W>) require_capacities(graph);
  MaxFlow<W> result;
  Workspace workspace;
  workspace.declare("the flow of edges", result.flows, topology.num_arcs());
  workspace.declare("the sides of the cut", result.sides, n);
  workspace.take("a maximum flow", HostMemory());
  find(graph, source, target, threads, result);
  return result;
}

MaxFlow<std::uint32_t> max_flow(const Graph& graph, Vertex source, Vertex target,
                                const MaxFlowOptions& options) {
  return max_flow(with_unit_weights(graph, options.threads), source, target, options);
}

template MaxFlow<float> max_flow(const WeightedGraph<float>&, Vertex, Vertex,
                                 const MaxFlowOptions&);
template MaxFlow<double> max_flow(const WeightedGraph<double>&, Vertex, Vertex,
                                  const MaxFlowOptions&);
template MaxFlow<std::uint32_t> max_flow(const WeightedGraph<std::uint32_t>&, Vertex, Vertex,
                                         const MaxFlowOptions&);

}  // namespace strider
