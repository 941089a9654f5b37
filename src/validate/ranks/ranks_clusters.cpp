// Validation of single linkage on ranks, as validate/clusters.cpp: the ranks distribute the listed
// edges anew, hold labels against all of them, and find the components of those that may merge.
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "ranks/facade/cluster_state.hpp"
#include "ranks/input/input_state.hpp"
#include "ranks/results/value_block.hpp"
#include "strider/clusters.hpp"
#include "strider/dist_graph.hpp"
#include "validate/merge_limit.hpp"
#include "validate/ranks/least_in_component.hpp"

namespace strider {

using namespace detail;

namespace {

template <class W>
ClustersValidation check(const comm::Communicator& comm, const Tuples<W>& tuples,
                         std::span<const GlobalVertex> labels, const MergeLimit& limit) {
  const auto name = [&](Vertex v) { return tuples.owners().global(comm.rank(), local_vertex(v)); };
  const Array<GlobalVertex> at_ends = tuples.to_local_ids(comm, labels);
  const auto weight = [&](std::uint64_t place) {
    if constexpr (std::is_empty_v<W>)
      return 1.0;
    else
      return static_cast<double>(tuples.weight(place));
  };
  GlobalVertex apart = kNoGlobalVertex;
  for (Vertex v = 0; v < labels.size() && apart == kNoGlobalVertex; ++v) {
    std::uint64_t place = tuples.row_begin(v);
    for (const std::uint32_t end : tuples.row(v)) {
      if (at_ends[end] != labels[v] && limit.must(weight(place))) apart = name(v);
      ++place;
    }
  }
  const std::vector<GlobalVertex> least =
      least_in_component(comm, tuples, [&](Vertex v, std::uint64_t place, std::uint32_t end) {
        return at_ends[end] == labels[v] && limit.may(weight(place));
      });
  GlobalVertex other = kNoGlobalVertex;
  for (Vertex v = 0; v < labels.size() && other == kNoGlobalVertex; ++v) {
    if (least[v] != labels[v]) other = name(v);
  }
  apart = comm.all_reduce(apart, comm::Reduction::kMin);
  other = comm.all_reduce(other, comm::Reduction::kMin);
  return comm::try_on_all_ranks(comm, [&] {
    ClustersValidation found;
    const auto broken = [&](ClustersRule rule, GlobalVertex v, const char* message) {
      found.violations.push_back({rule, v, fmt::format("vertex {} {}", v, message)});
    };
    if (apart != kNoGlobalVertex) {
      broken(ClustersRule::kApart, apart, "is in another cluster than one that it is linked with");
    } else if (other != kNoGlobalVertex) {
      broken(ClustersRule::kLinked, other,
             "is not linked with its label, or that is not the least");
    }
    return found;
  });
}

/// By the listed edges of the input, with weights W.
template <class W>
ClustersValidation check(const comm::Communicator& comm, const DistInput& input,
                         const DistVertexValues<GlobalVertex>& claim, const MergeLimit& limit,
                         int threads) {
  comm::try_on_all_ranks(comm, [&] { threads = resolve_threads(threads); });
  const Tuples<W> tuples = collect_tuples<W>(comm, *input.state()->source, {.threads = threads});
  const Array<GlobalVertex> labels = to_blocks(comm, tuples.owners(), claim);
  return check<W>(comm, tuples, labels.span(), limit);
}

}  // namespace

ClustersValidation validate_single_linkage(const Cluster& cluster, const DistInput& input,
                                           const DistLinkedClusters& claim,
                                           const ClusterLimits& limits, int threads) {
  const comm::Communicator& comm = cluster.state()->comm();
  const MergeLimit limit(limits, claim.last_distance, claim.sizes.num_components);
  if (input.weight_type() == 0) return check<NoWeight>(comm, input, claim, limit, threads);
  ClustersValidation found;
  visit_weight_type(input,
                    [&]<class W>(W) { found = check<W>(comm, input, claim, limit, threads); });
  return found;
}

ClustersValidation validate_split(const Cluster& cluster, const DistInput& input,
                                  const DistSplitClusters& claim, int threads) {
  // As on one machine, by edges without weights.
  const std::uint64_t count = claim.sizes.num_components;
  return check<NoWeight>(cluster.state()->comm(), input, claim,
                         MergeLimit({.count = count}, 1, count), threads);
}

}  // namespace strider
