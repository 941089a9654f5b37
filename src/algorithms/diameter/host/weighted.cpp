// Diameters by weights.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <queue>
#include <type_traits>
#include <utility>
#include <vector>

#include "algorithms/diameter/component_runs.hpp"
#include "base/parallel.hpp"
#include "strider/error.hpp"

namespace strider {
namespace detail {
namespace {

template <class W>
class PathSearch {
 public:
  using Distance = SsspDistance<W>;

  PathSearch(const WeightedGraph<W>& graph, int threads) : solver_(graph, {.threads = threads}) {}
  Distance run(Vertex source) {
    solver_.run(source, result_);
    distances_ = result_.distances();
    Distance eccentricity{};
    for (const Distance distance : distances_) {
      if (distance != kInfiniteDistance<W>) eccentricity = std::max(eccentricity, distance);
    }
    return eccentricity;
  }
  [[nodiscard]] Distance distance(Vertex v) const { return distances_[v]; }

 private:
  SsspSolver<W> solver_;
  SsspResult<W> result_;
  std::span<const Distance> distances_;
};

/// A search by one thread (Dijkstra 1959), of as much work as the component has.
template <class W>
class HeapSearch {
 public:
  using Distance = SsspDistance<W>;

  explicit HeapSearch(const WeightedGraph<W>& graph)
      : graph_(graph),
        distances_(take_array<Array<Distance>>(graph.topology().num_vertices(), "the diameter")) {
    std::ranges::fill(distances_, kInfiniteDistance<W>);
  }
  Distance run(Vertex source) {
    for (const Vertex v : reached_) distances_[v] = kInfiniteDistance<W>;
    reached_.clear();
    lower(source, Distance{});
    Distance farthest{};
    while (!heap_.empty()) {
      const auto [distance, u] = heap_.top();
      heap_.pop();
      if (distance > distances_[u]) continue;
      farthest = distance;
      const auto row = graph_.topology().out().neighbors(u);
      const std::span<const W> weights = graph_.weights(u);
      for (std::size_t i = 0; i < row.size(); ++i) lower(row[i], distance + weights[i]);
    }
    return farthest;
  }
  [[nodiscard]] Distance distance(Vertex v) const { return distances_[v]; }

 private:
  using Entry = std::pair<Distance, Vertex>;

  void lower(Vertex v, Distance distance) {
    if (!(distance < distances_[v])) return;
    if (distances_[v] == kInfiniteDistance<W>) reached_.push_back(v);
    distances_[v] = distance;
    heap_.push({distance, v});
  }

  const WeightedGraph<W>& graph_;
  Array<Distance> distances_;
  std::vector<Vertex> reached_;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> heap_;
};

/// The ends of an infinite edge are in one component, but no path leads from one to the other.
template <class W>
void require_finite(const WeightedGraph<W>& graph) {
  if constexpr (std::is_floating_point_v<W>) {
    const Labels& labels = graph.topology().labels();
    sequential_for(0, graph.topology().num_vertices(), [&](std::size_t i) {
      const auto v = static_cast<Vertex>(i);
      const auto weights = graph.weights(v);
      const auto infinite = std::ranges::find_if(weights, [](W w) { return std::isinf(w); });
      if (infinite == weights.end()) return;
      const Vertex u = graph.topology().out().neighbors(v)[infinite - weights.begin()];
      throw WeightError(
          fmt::format("the edge from {} to {} is infinite: diameters need weights "
                      "that are numbers",
                      labels.label(v), labels.label(u)));
    });
  }
}

}  // namespace
}  // namespace detail

template <class W>
EccentricityResult<SsspDistance<W>> diameter(const WeightedGraph<W>& graph,
                                             const DiameterOptions& options) {
  using namespace detail;
  const int threads = resolve_threads(options.threads);
  require_finite(graph);
  const ComponentMembers members(graph.topology(), threads);
  ComponentRuns<SsspDistance<W>> runs(graph.topology().num_vertices(), options, threads);
  PathSearch<W> large(graph, threads);
  std::optional<HeapSearch<W>> small;
  const BoundRules rules =
      graph.topology().is_directed() ? BoundRules::kNone : BoundRules::kUndirected;
  for (const Component& component : members.chosen(options.scope)) {
    const std::span<const Vertex> vertices = members.of(component);
    const Vertex start = busiest(graph.topology(), vertices);
    if (is_small(vertices, graph.topology().num_vertices())) {
      if (!small) small.emplace(graph);
      runs.run(vertices, start, rules, *small, *small);
    } else {
      runs.run(vertices, start, rules, large, large);
    }
  }
  return std::move(runs).result();
}

template EccentricityResult<float> diameter(const WeightedGraph<float>&, const DiameterOptions&);
template EccentricityResult<double> diameter(const WeightedGraph<double>&, const DiameterOptions&);
template EccentricityResult<std::uint64_t> diameter(const WeightedGraph<std::uint32_t>&,
                                                    const DiameterOptions&);

}  // namespace strider
