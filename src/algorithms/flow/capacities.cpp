#include "algorithms/flow/capacities.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>

#include "base/exact_sum.hpp"
#include "base/parallel.hpp"
#include "base/stop.hpp"
#include "base/workspace.hpp"
#include "graph/bad_weight.hpp"
#include "strider/error.hpp"

namespace strider::detail {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

[[nodiscard]] double round_up(double sum) {
  return std::nextafter(sum, kInfinity);
}

/// The double nearest to the sum of value(tail, head, capacity) over all entries but self-loops.
template <class W, class F>
double sum_entries(const WeightedGraph<W>& graph, int threads, F&& value) {
  const Csr& out = graph.topology().out();
  ExactSum all;
  std::mutex mutex;
  parallel_chunks(out.num_vertices(), threads, [&](std::size_t begin, std::size_t end, int) {
    ExactSum mine;
    for (auto u = static_cast<Vertex>(begin); u < end; ++u) {
      EdgeIndex arc = out.offsets()[u];
      for (const Vertex v : out.neighbors(u)) {
        const auto capacity = static_cast<double>(graph.weights()[arc++]);
        if (const double term = u == v ? 0 : value(u, v, capacity); term != 0) mine.add(term);
      }
    }
    const std::lock_guard lock(mutex);
    all.add(mine);
  });
  return all.value();
}

/// Throws UsageError where a path of edges of infinite capacity leads from source to target.
template <class W>
void require_bounded(const WeightedGraph<W>& graph, Vertex source, Vertex target) {
  const Csr& out = graph.topology().out();
  Array<std::uint8_t> seen;
  Array<Vertex> reached;
  Workspace workspace;
  workspace.declare("the vertices that edges of infinite capacity reach", seen, out.num_vertices());
  workspace.declare("their order", reached, out.num_vertices());
  workspace.take("a maximum flow", HostMemory());
  std::ranges::fill(seen, std::uint8_t{0});
  std::size_t count = 0;
  const auto reach = [&](Vertex v) {
    seen[v] = 1;
    reached[count++] = v;
  };
  reach(source);
  for (std::size_t i = 0; i < count; ++i) {
    if (i % 65536 == 0) throw_if_stopped();
    EdgeIndex arc = out.offsets()[reached[i]];
    for (const Vertex v : out.neighbors(reached[i])) {
      if (graph.weights()[arc++] == static_cast<W>(kInfinity) && seen[v] == 0) reach(v);
    }
  }
  if (seen[target] == 0) return;
  throw UsageError(fmt::format(
      "the flow from {} to {} has no bound: a path of edges of infinite capacity connects them",
      graph.topology().labels().label(source), graph.topology().labels().label(target)));
}

/// No less than what leaves the source if no edge carries more than `bound`.
template <class W>
double leaving(const WeightedGraph<W>& graph, Vertex source, double bound) {
  ExactSum sum;
  EdgeIndex arc = graph.topology().out().offsets()[source];
  for (const Vertex v : graph.topology().out().neighbors(source)) {
    const auto capacity = static_cast<double>(graph.weights()[arc++]);
    if (v != source) sum.add(std::min(bound, capacity));
  }
  return round_up(sum.value());
}

/// A unit in which an edge that carries more than `most` counts more than that, but no more than
/// twice: an ulp more would be lost where many edges leave the source. Throws WeightError where
/// sums of it are infinite.
template <class W>
CapacityUnit unit_for(const WeightedGraph<W>& graph, Vertex source, double most) {
  const double bound = 2 * round_up(most);
  const double total = leaving(graph, source, bound);
  if (total == kInfinity) {
    throw WeightError(
        "the capacities have no finite sum, or nearly none: divide all of them by the same number, "
        "or make those that bound nothing infinite");
  }
  return CapacityUnit::for_total(total, std::min(bound, total));
}

}  // namespace

template <class W>
void require_capacities(const WeightedGraph<W>& graph) {
  const Csr& out = graph.topology().out();
  const auto offsets = out.offsets().span();
  sequential_for(0, graph.weights().size(), [&](EdgeIndex arc) {
    const W capacity = graph.weights()[arc];
    if (!is_bad_weight(capacity)) return;
    const auto row = std::ranges::upper_bound(offsets, arc) - offsets.begin() - 1;
    const Labels& labels = graph.topology().labels();
    throw WeightError(fmt::format(
        "the edge from {} to {} has the capacity {}: a flow needs capacities of at least 0",
        labels.label(static_cast<Vertex>(row)), labels.label(out.targets()[arc]), capacity));
  });
}

template <class W>
CapacityUnit first_unit(const WeightedGraph<W>& graph, Vertex source, Vertex target, int threads) {
  if (leaving(graph, source, kInfinity) < kInfinity) return unit_for(graph, source, kInfinity);
  require_bounded(graph, source, target);
  const double finite =
      sum_entries(graph, threads, [](Vertex, Vertex, double c) { return c == kInfinity ? 0 : c; });
  return unit_for(graph, source, finite);
}

template <class W>
CapacityUnit finer_unit(const WeightedGraph<W>& graph, Vertex source, double most) {
  return unit_for(graph, source, most);
}

template <class W>
double cut_capacity(const WeightedGraph<W>& graph, std::span<const std::uint8_t> sides,
                    int threads) {
  return sum_entries(graph, threads, [&](Vertex u, Vertex v, double capacity) {
    return sides[u] < sides[v] ? capacity : 0;
  });
}

template void require_capacities(const WeightedGraph<float>&);
template void require_capacities(const WeightedGraph<double>&);
template CapacityUnit first_unit(const WeightedGraph<float>&, Vertex, Vertex, int);
template CapacityUnit first_unit(const WeightedGraph<double>&, Vertex, Vertex, int);
template CapacityUnit finer_unit(const WeightedGraph<float>&, Vertex, double);
template CapacityUnit finer_unit(const WeightedGraph<double>&, Vertex, double);
template double cut_capacity(const WeightedGraph<float>&, std::span<const std::uint8_t>, int);
template double cut_capacity(const WeightedGraph<double>&, std::span<const std::uint8_t>, int);

}  // namespace strider::detail
