// Validation of trees that files claim, on ranks.
#include <utility>
#include <variant>

#include "base/parallel.hpp"
#include "comm/collective_error.hpp"
#include "ranks/facade/cluster_state.hpp"
#include "ranks/input/input_state.hpp"
#include "ranks/results/tree_block.hpp"
#include "strider/dist_results.hpp"
#include "strider/error.hpp"
#include "validate/ranks/any_tuples.hpp"
#include "validate/ranks/validator.hpp"

namespace strider {
namespace {

using namespace detail;

/// The same block, as validators take it.
template <class Depth>
TreeBlock<Depth> block_of(const comm::Communicator& comm, const DistClaimedTree<Depth>& claim) {
  return comm::try_on_all_ranks(comm, [&] {
    return TreeBlock<Depth>{.first = claim.first,
                            .parents = Array<GlobalVertex>::copy_of(claim.parents.span()),
                            .depths = Array<Depth>::copy_of(claim.depths.span())};
  });
}

}  // namespace

DistValidation<BfsRule> validate_bfs(const Cluster& cluster, const DistInput& input,
                                     GlobalVertex source, const DistClaimedTree<Level>& claim,
                                     int threads) {
  const comm::Communicator& comm = cluster.state()->comm();
  comm::try_on_all_ranks(comm, [&] { threads = resolve_threads(threads); });
  const Tuples<NoWeight> tuples =
      collect_tuples<NoWeight>(comm, *input.state()->source, {.threads = threads});
  const DistBfsQuery query{.sources = {&source, 1}};
  return validate_levels(comm, tuples, query, block_of(comm, claim), threads);
}

template <class W>
DistValidation<SsspRule> validate_sssp(const Cluster& cluster, const DistInput& input,
                                       GlobalVertex source,
                                       const DistClaimedTree<SsspDistance<W>>& claim,
                                       const SsspValidationOptions& options) {
  const comm::Communicator& comm = cluster.state()->comm();
  const int threads =
      comm::try_on_all_ranks(comm, [&] { return resolve_threads(options.threads); });
  const AnyTuples any = collect(comm, *input.state()->source, threads);
  const auto check = [&]<class T>(const Tuples<T>& tuples) {
    require_weights(comm, tuples, input.state()->names, options.self_loops);
    return validate_distances<W>(comm, tuples, source, block_of(comm, claim), options);
  };
  if (const auto* tuples = std::get_if<Tuples<W>>(&any)) return check(*tuples);
  if constexpr (std::is_same_v<W, std::uint32_t>) {
    // Every edge weighs 1 where the input has no weights.
    if (const auto* tuples = std::get_if<Tuples<NoWeight>>(&any)) return check(*tuples);
  }
  comm::try_on_all_ranks(comm, [] {
    throw UsageError("validation: the input's weights have another type than the distances");
  });
  return {};
}

template DistValidation<SsspRule> validate_sssp<float>(const Cluster&, const DistInput&,
                                                       GlobalVertex,
                                                       const DistClaimedTree<SsspDistance<float>>&,
                                                       const SsspValidationOptions&);
template DistValidation<SsspRule> validate_sssp<double>(
    const Cluster&, const DistInput&, GlobalVertex, const DistClaimedTree<SsspDistance<double>>&,
    const SsspValidationOptions&);
template DistValidation<SsspRule> validate_sssp<std::uint32_t>(
    const Cluster&, const DistInput&, GlobalVertex,
    const DistClaimedTree<SsspDistance<std::uint32_t>>&, const SsspValidationOptions&);

}  // namespace strider
