// Diameters of graphs on a device: it searches, and the host keeps the bounds.
#include "strider/diameter.hpp"

#include <utility>

#include "algorithms/diameter/component_runs.hpp"
#include "strider/gpu.hpp"

namespace strider {

DiameterResult diameter(const DeviceGraph& graph, const DiameterOptions& options) {
  using namespace detail;
  const int threads = resolve_threads(options.threads);
  const ComponentMembers members(graph, threads);
  ComponentRuns<Level> runs(graph.num_vertices(), options, threads);
  LevelSearch search(BfsSolver(graph, DeviceBfsOptions{}));
  const BoundRules rules =
      graph.directedness() == Directedness::kDirected ? BoundRules::kNone : BoundRules::kUndirected;
  for (const Component& component : members.chosen(options.scope)) {
    const std::span<const Vertex> vertices = members.of(component);
    runs.run(vertices, vertices.front(), rules, search, search);
  }
  return std::move(runs).result();
}

}  // namespace strider
