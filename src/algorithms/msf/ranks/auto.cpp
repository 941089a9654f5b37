// The way that is fastest for a graph and its ranks.
#include <utility>

#include "algorithms/msf/ranks/engine.hpp"

namespace strider::detail {

template <class W>
std::unique_ptr<DistMsfEngine<W>> make_dist_auto(const comm::Communicator& comm,
                                                 std::shared_ptr<const WeightedGraph1d<W>> graph,
                                                 const DistMsfOptions& options) {
  if (comm.size() == 1) return make_single_rank<W>(comm, std::move(graph), options);
  if (comm.size() <= options.tuning.replicating_ranks && pays_to_replicate(comm, graph->topology)) {
    return make_replicated<W>(comm, std::move(graph), options);
  }
  return make_boruvka_on_ranks<W>(comm, comm::TwoLevelExchange(comm), std::move(graph), options);
}

#define STRIDER_INSTANTIATE(W)                               \
  template std::unique_ptr<DistMsfEngine<W>> make_dist_auto( \
      const comm::Communicator&, std::shared_ptr<const WeightedGraph1d<W>>, const DistMsfOptions&)
STRIDER_INSTANTIATE(float);
STRIDER_INSTANTIATE(double);
STRIDER_INSTANTIATE(std::uint32_t);
#undef STRIDER_INSTANTIATE

}  // namespace strider::detail
