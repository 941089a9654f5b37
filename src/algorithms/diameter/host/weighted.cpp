// Diameters by weights.
#include <algorithm>
#include <utility>

#include "algorithms/diameter/component_runs.hpp"

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

}  // namespace
}  // namespace detail

template <class W>
EccentricityResult<SsspDistance<W>> diameter(const WeightedGraph<W>& graph,
                                             const DiameterOptions& options) {
  using namespace detail;
  const int threads = resolve_threads(options.threads);
  const ComponentMembers members(graph.topology(), threads);
  ComponentRuns<SsspDistance<W>> runs(graph.topology().num_vertices(), options, threads);
  PathSearch<W> search(graph, threads);
  const BoundRules rules =
      graph.topology().is_directed() ? BoundRules::kNone : BoundRules::kUndirected;
  for (const Component& component : members.chosen(options.scope)) {
    const std::span<const Vertex> vertices = members.of(component);
    runs.run(vertices, busiest(graph.topology(), vertices), rules, search, search);
  }
  return std::move(runs).result();
}

template EccentricityResult<float> diameter(const WeightedGraph<float>&, const DiameterOptions&);
template EccentricityResult<double> diameter(const WeightedGraph<double>&, const DiameterOptions&);
template EccentricityResult<std::uint64_t> diameter(const WeightedGraph<std::uint32_t>&,
                                                    const DiameterOptions&);

}  // namespace strider
