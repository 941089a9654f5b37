// Validation of components that ranks share: they distribute the listed edges anew, and find the
// components once more by another method.
#include <algorithm>
#include <vector>

#include "base/parallel.hpp"
#include "comm/collective_error.hpp"
#include "ranks/edges/tuples.hpp"
#include "ranks/facade/cluster_state.hpp"
#include "ranks/halo.hpp"
#include "ranks/input/input_state.hpp"
#include "ranks/results/value_block.hpp"
#include "strider/components.hpp"
#include "strider/dist_graph.hpp"
#include "validate/component_findings.hpp"

namespace strider {

using namespace detail;

/// Until nothing changes, every vertex and its parent hook below the least parent next to it, and
/// every vertex below its grandparent (Zhang, Azad and Buluc, "FastSV", 2020).
ComponentsValidation validate_components(const Cluster& cluster, const DistInput& input,
                                         const DistComponentsResult& result, int threads) {
  const comm::Communicator& comm = cluster.state()->comm();
  comm::try_on_all_ranks(comm, [&] { threads = resolve_threads(threads); });
  const Tuples<NoWeight> tuples =
      collect_tuples<NoWeight>(comm, *input.state()->source, {.threads = threads});
  const OwnerMap& owners = tuples.owners();
  const Array<GlobalVertex> labels = to_blocks(comm, owners, result);
  const auto name = [&](Vertex v) { return owners.global(comm.rank(), local_vertex(v)); };
  const auto locate = [&](GlobalVertex v) { return owners.locate(v); };
  std::vector<OwnedVertex> places;
  std::vector<GlobalVertex> parents;
  std::vector<GlobalVertex> least;    // parent next to a vertex
  std::vector<GlobalVertex> at_ends;  // and next to the other ends of tuples
  std::vector<ComponentFindings> by_rank;
  comm::try_on_all_ranks(comm, [&] {
    for (Vertex v = 0; v < labels.size(); ++v) parents.push_back(name(v));
    least = parents;
    by_rank.resize(static_cast<std::size_t>(comm.size()));
    at_ends.resize(tuples.ghosts().size());
    places.resize(at_ends.size());
    std::ranges::transform(tuples.ghosts(), places.begin(), locate);
  });
  GhostMap ends(comm, places);
  comm::try_on_all_ranks(comm, [&] { places.resize(parents.size()); });
  std::uint32_t changed = 1;
  while (comm.all_reduce(std::exchange(changed, 0), comm::Reduction::kMax) != 0) {
    const auto lower = [&](std::size_t v, GlobalVertex to) {
      if (to < parents[v]) changed = 1;
      parents[v] = std::min(parents[v], to);
    };
    ends.broadcast<GlobalVertex>([&](Vertex v) { return parents[v]; },
                                 [&](std::size_t i, GlobalVertex parent) { at_ends[i] = parent; });
    for (Vertex v = 0; v < parents.size(); ++v) {
      least[v] = parents[v];
      for (const std::uint32_t end : tuples.row(v)) least[v] = std::min(least[v], at_ends[end]);
      for (const std::uint32_t end : tuples.row(v)) at_ends[end] = std::min(least[v], at_ends[end]);
    }
    ends.reduce<GlobalVertex>(
        [&](std::size_t i) { return at_ends[i]; },
        [&](Vertex v, GlobalVertex parent) { least[v] = std::min(least[v], parent); });
    std::ranges::transform(parents, places.begin(), locate);
    GhostMap above(comm, places);
    above.reduce<GlobalVertex>([&](std::size_t v) { return least[v]; }, lower);
    for (Vertex v = 0; v < parents.size(); ++v) lower(v, least[v]);
    above.broadcast<GlobalVertex>([&](Vertex v) { return parents[v]; }, lower);
  }
  ComponentFindings here;
  for (Vertex v = 0; v < parents.size(); ++v) here.look(name(v), labels[v], parents[v]);
  comm.all_gather(here, std::span(by_rank));
  ComponentFindings found;
  for (const ComponentFindings& of_rank : by_rank) found.merge(of_rank);
  return comm::try_on_all_ranks(comm, [&] { return found.validation(); });
}

}  // namespace strider
