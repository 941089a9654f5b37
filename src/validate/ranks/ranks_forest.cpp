// The public face of the validation of spanning forests on ranks.
#include "base/parallel.hpp"
#include "comm/collective_error.hpp"
#include "ranks/facade/cluster_state.hpp"
#include "ranks/input/input_state.hpp"
#include "strider/dist_results.hpp"
#include "validate/ranks/forest_check.hpp"

namespace strider {

template <class W>
DistMsfValidation<W> validate_msf(const Cluster& cluster, const DistInput& input,
                                  std::span<const GlobalMsfEdge<W>> forest, MsfObjective objective,
                                  int threads) {
  const comm::Communicator& comm = cluster.state()->comm();
  comm::try_on_all_ranks(comm, [&] { threads = resolve_threads(threads); });
  return detail::check_forest<W>(comm, *input.state()->source, forest,
                                 {.objective = objective, .threads = threads});
}
template <class W>
DistMsfValidation<W> validate_msf(const Cluster& cluster, const DistInput& input,
                                  const DistMsfResult<W>& forest, MsfObjective objective,
                                  int threads) {
  return validate_msf(cluster, input, forest.edges(), objective, threads);
}

template DistMsfValidation<float> validate_msf(const Cluster&, const DistInput&,
                                               const DistMsfResult<float>&, MsfObjective, int);
template DistMsfValidation<double> validate_msf(const Cluster&, const DistInput&,
                                                const DistMsfResult<double>&, MsfObjective, int);
template DistMsfValidation<std::uint32_t> validate_msf(const Cluster&, const DistInput&,
                                                       const DistMsfResult<std::uint32_t>&,
                                                       MsfObjective, int);

template DistMsfValidation<float> validate_msf(const Cluster&, const DistInput&,
                                               std::span<const GlobalMsfEdge<float>>, MsfObjective,
                                               int);
template DistMsfValidation<double> validate_msf(const Cluster&, const DistInput&,
                                                std::span<const GlobalMsfEdge<double>>,
                                                MsfObjective, int);
template DistMsfValidation<std::uint32_t> validate_msf(
    const Cluster&, const DistInput&, std::span<const GlobalMsfEdge<std::uint32_t>>, MsfObjective,
    int);

}  // namespace strider
