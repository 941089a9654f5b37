// Validation of components that ranks share: they distribute the listed edges anew, and find the
// components once more by another method.
#include <vector>

#include "base/parallel.hpp"
#include "ranks/facade/cluster_state.hpp"
#include "ranks/input/input_state.hpp"
#include "ranks/results/value_block.hpp"
#include "strider/components.hpp"
#include "strider/dist_graph.hpp"
#include "validate/component_findings.hpp"
#include "validate/ranks/least_in_component.hpp"

namespace strider {

using namespace detail;

ComponentsValidation validate_components(const Cluster& cluster, const DistInput& input,
                                         const DistComponentsResult& result, int threads) {
  const comm::Communicator& comm = cluster.state()->comm();
  comm::try_on_all_ranks(comm, [&] { threads = resolve_threads(threads); });
  const Tuples<NoWeight> tuples =
      collect_tuples<NoWeight>(comm, *input.state()->source, {.threads = threads});
  const Array<GlobalVertex> labels = to_blocks(comm, tuples.owners(), result);
  const std::vector<GlobalVertex> least = least_in_component(comm, tuples);
  std::vector<ComponentFindings> by_rank;
  comm::try_on_all_ranks(comm, [&] { by_rank.resize(static_cast<std::size_t>(comm.size())); });
  ComponentFindings here;
  for (Vertex v = 0; v < least.size(); ++v) {
    here.look(tuples.owners().global(comm.rank(), local_vertex(v)), labels[v], least[v]);
  }
  comm.all_gather(here, std::span(by_rank));
  ComponentFindings found;
  for (const ComponentFindings& of_rank : by_rank) found.merge(of_rank);
  return comm::try_on_all_ranks(comm, [&] { return found.validation(); });
}

}  // namespace strider
