// Validation of a flow and a cut, each of which proves the other.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <mutex>
#include <optional>
#include <utility>

#include "base/atomics.hpp"
#include "base/workspace.hpp"
#include "graph/weight_sum.hpp"
#include "strider/error.hpp"
#include "strider/flow.hpp"
#include "validate/findings.hpp"

namespace strider {
namespace {

/// Of what a sum may differ by.
constexpr double kTolerance = 1e-9;

template <class Number>
bool differ(Number a, Number b, Number scale) {
  if constexpr (std::is_integral_v<Number>) {
    return a != b;
  } else {
    return !(std::abs(a - b) <= kTolerance * scale);
  }
}

/// The smallest vertex that breaks each rule.
struct Breaks {
  std::array<std::optional<std::pair<Vertex, std::string>>, 5> first;

  template <class Message>
  void add(FlowRule rule, Vertex v, Message&& message) {
    auto& place = first[static_cast<std::size_t>(rule)];
    if (!place || v < place->first) place.emplace(v, message());
  }
  void merge(const Breaks& others) {
    for (std::size_t rule = 0; rule < first.size(); ++rule) {
      const auto& theirs = others.first[rule];
      if (theirs) add(static_cast<FlowRule>(rule), theirs->first, [&] { return theirs->second; });
    }
  }
};

template <class W>
struct RowFindings {
  Breaks breaks;
  WeightSum<W> cut;
  void merge(const RowFindings& others) {
    breaks.merge(others.breaks);
    cut.add(others.cut);
  }
};

template <class W>
void require_sizes(const WeightedGraph<W>& graph, Vertex source, Vertex target,
                   const MaxFlow<W>& flow) {
  const Vertex n = graph.topology().num_vertices();
  if (source >= n || target >= n || flow.sides.size() != n ||
      flow.flows.size() != graph.topology().num_arcs()) {
    throw UsageError(fmt::format(
        "validation: got a flow from {} to {} of {} entries and {} sides for a graph of {} "
        "vertices and {} entries",
        source, target, flow.flows.size(), flow.sides.size(), n, graph.topology().num_arcs()));
  }
}

/// What flows out of each vertex, and into it.
template <class W>
struct VertexFlows {
  Array<FlowValue<W>> leaving;
  Array<FlowValue<W>> entering;

  VertexFlows(Vertex n, int threads) {
    detail::Workspace workspace;
    workspace.declare("what leaves vertices", leaving, n);
    workspace.declare("what enters vertices", entering, n);
    workspace.take("the validation of a flow", detail::HostMemory());
    parallel_for(0, n, threads, [&](std::size_t v) { leaving[v] = entering[v] = 0; });
  }
};

template <class W>
bool fits(ArcFlow<W> amount, W capacity) {
  const auto most = static_cast<ArcFlow<W>>(capacity);
  return amount >= 0 && (amount <= most || !differ(amount, most, most)) &&
         amount <= std::numeric_limits<ArcFlow<W>>::max();
}

/// Adds up what flows along the entries that keep their capacity, and the capacity of the cut.
template <class W>
RowFindings<W> look_at_rows(const WeightedGraph<W>& graph, const MaxFlow<W>& flow, int threads,
                            VertexFlows<W>& sums) {
  const Csr& out = graph.topology().out();
  const auto look = [&](Vertex u, RowFindings<W>& mine) {
    EdgeIndex arc = out.offsets()[u];
    FlowValue<W> sum = 0;
    for (const Vertex v : out.neighbors(u)) {
      const ArcFlow<W> amount = flow.flows[arc];
      const W capacity = graph.weights()[arc++];
      if (u != v && flow.sides[u] < flow.sides[v]) mine.cut.add(capacity);
      if (!fits(amount, capacity)) {
        mine.breaks.add(FlowRule::kCapacity, u, [&] {
          return fmt::format("the entry to vertex {} carries {}, its capacity is {}", v, amount,
                             capacity);
        });
      } else if (amount != 0 && u != v) {
        sum += amount;
        fetch_add_relaxed(sums.entering[v], static_cast<FlowValue<W>>(amount));
      }
    }
    sums.leaving[u] = sum;
  };
  return detail::find_in_vertices<RowFindings<W>>(out.num_vertices(), threads, look);
}

template <class W>
Breaks look_at_vertices(const MaxFlow<W>& flow, Vertex source, Vertex target, int threads,
                        const VertexFlows<W>& sums) {
  const auto look = [&](Vertex v, Breaks& mine) {
    const std::uint8_t side = flow.sides[v];
    if (side > 1 || (v == source && side != 0) || (v == target && side != 1)) {
      mine.add(FlowRule::kSides, v, [&] {
        return fmt::format("the vertex is on side {}, which it cannot be on", side);
      });
    }
    if (v == source || v == target) return;
    const FlowValue<W> leaving = sums.leaving[v];
    const FlowValue<W> entering = sums.entering[v];
    if (differ(leaving, entering, leaving + entering)) {
      mine.add(FlowRule::kConservation, v, [&] {
        return fmt::format("{} flows into the vertex, {} out of it", entering, leaving);
      });
    }
  };
  return detail::find_in_vertices<Breaks>(flow.sides.size(), threads, look);
}

/// Compares the value with what leaves the source, and with the cut.
template <class W>
void look_at_value(const FlowValidation<W>& validation, FlowValue<W> value, Vertex source,
                   const VertexFlows<W>& sums, Breaks& breaks) {
  const FlowValue<W> leaving = sums.leaving[source];
  const FlowValue<W> entering = sums.entering[source];
  if (differ(validation.out_of_source, value, leaving + entering)) {
    breaks.add(FlowRule::kValue, source, [&] {
      return fmt::format("{} flows out of the source, {} into it, which is not a flow of {}",
                         leaving, entering, value);
    });
  }
  if (differ(validation.cut_capacity, value, value)) {
    breaks.add(FlowRule::kCut, source, [&] {
      return fmt::format("the cut has capacity {}, the flow {}", validation.cut_capacity, value);
    });
  }
}

}  // namespace

template <class W>
FlowValidation<W> validate_max_flow(const WeightedGraph<W>& graph, Vertex source, Vertex target,
                                    const MaxFlow<W>& flow, int threads) {
  require_sizes(graph, source, target, flow);
  threads = resolve_threads(threads);
  VertexFlows<W> sums(graph.topology().num_vertices(), threads);
  RowFindings<W> rows = look_at_rows(graph, flow, threads, sums);
  Breaks& breaks = rows.breaks;
  breaks.merge(look_at_vertices(flow, source, target, threads, sums));
  FlowValidation<W> validation;
  validation.out_of_source = sums.leaving[source] - sums.entering[source];
  validation.cut_capacity = rows.cut.value();
  look_at_value(validation, flow.value, source, sums, breaks);
  for (std::size_t rule = 0; rule < breaks.first.size(); ++rule) {
    if (!breaks.first[rule]) continue;
    auto& [vertex, message] = *breaks.first[rule];
    validation.violations.push_back({static_cast<FlowRule>(rule), vertex, std::move(message)});
  }
  return validation;
}

template FlowValidation<float> validate_max_flow(const WeightedGraph<float>&, Vertex, Vertex,
                                                 const MaxFlow<float>&, int);
template FlowValidation<double> validate_max_flow(const WeightedGraph<double>&, Vertex, Vertex,
                                                  const MaxFlow<double>&, int);
template FlowValidation<std::uint32_t> validate_max_flow(const WeightedGraph<std::uint32_t>&,
                                                         Vertex, Vertex,
                                                         const MaxFlow<std::uint32_t>&, int);

}  // namespace strider
