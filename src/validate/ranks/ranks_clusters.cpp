// Validation of single linkage on ranks, as validate/clusters.cpp: the ranks distribute the listed
// edges anew, hold labels against all of them, and find the components of those that may merge.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>
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

/// Labels of own vertices, and of the other ends of tuples.
template <class W>
class ClaimedClusters {
 public:
  ClaimedClusters(const comm::Communicator& comm, const Tuples<W>& tuples,
                  const DistVertexValues<GlobalVertex>& claim)
      : comm_(comm),
        tuples_(tuples),
        labels_(to_blocks(comm, tuples.owners(), claim)),
        at_ends_(tuples.to_local_ids(comm, std::as_const(labels_).span())) {}

  /// Of those of all ranks. Collective.
  [[nodiscard]] std::uint64_t count() const {
    return count_where([&](Vertex v) { return labels_[v] == name(v); });
  }
  /// Whether the edges that may connect clusters do, and those that must. Collective.
  template <class Limit>
  [[nodiscard]] ClustersValidation check(const Limit& limit) const {
    const GlobalVertex apart = least_where([&](Vertex v) {
      bool is_apart = false;
      for_each_end(v, [&](std::uint32_t end, double weight) {
        is_apart |= at_ends_[end] != labels_[v] && limit.must(weight);
      });
      return is_apart;
    });
    const std::vector<GlobalVertex> least =
        least_by([&](double weight) { return limit.may(weight); });
    const GlobalVertex other = least_where([&](Vertex v) { return least[v] != labels_[v]; });
    return comm::try_on_all_ranks(comm_, [&] {
      ClustersValidation found;
      const auto broken = [&](ClustersRule rule, GlobalVertex v, const char* message) {
        found.violations.push_back({rule, v, fmt::format("vertex {} {}", v, message)});
      };
      if (apart != kNoGlobalVertex) {
        broken(ClustersRule::kApart, apart,
               "is in another cluster than one that it is linked with");
      } else if (other != kNoGlobalVertex) {
        broken(ClustersRule::kLinked, other,
               "is not linked with its label, or that is not the least");
      }
      return found;
    });
  }
  /// How many clusters such edges within clusters make. Collective.
  template <class IsSuch>
  [[nodiscard]] std::uint64_t count_by(const IsSuch& is_such) const {
    const std::vector<GlobalVertex> least = least_by(is_such);
    return count_where([&](Vertex v) { return least[v] == name(v); });
  }
  /// The least weight of an edge between clusters; infinity if there is none. Collective.
  [[nodiscard]] double next_distance() const {
    double next = std::numeric_limits<double>::infinity();
    for (Vertex v = 0; v < labels_.size(); ++v) {
      for_each_end(v, [&](std::uint32_t end, double weight) {
        if (at_ends_[end] != labels_[v]) next = std::min(next, weight);
      });
    }
    return comm_.all_reduce(next, comm::Reduction::kMin);
  }

 private:
  [[nodiscard]] GlobalVertex name(Vertex v) const {
    return tuples_.owners().global(comm_.rank(), local_vertex(v));
  }
  [[nodiscard]] double weight(std::uint64_t place) const {
    if constexpr (std::is_empty_v<W>) {
      return 1;
    } else {
      return static_cast<double>(tuples_.weight(place));
    }
  }
  template <class Body>
  void for_each_end(Vertex v, const Body& body) const {
    std::uint64_t place = tuples_.row_begin(v);
    for (const std::uint32_t end : tuples_.row(v)) body(end, weight(place++));
  }
  template <class IsSuch>
  [[nodiscard]] std::uint64_t count_where(const IsSuch& is_such) const {
    std::uint64_t count = 0;
    for (Vertex v = 0; v < labels_.size(); ++v) count += is_such(v) ? 1 : 0;
    return comm_.all_reduce(count, comm::Reduction::kSum);
  }
  template <class IsSuch>
  [[nodiscard]] GlobalVertex least_where(const IsSuch& is_such) const {
    Vertex v = 0;
    while (v < labels_.size() && !is_such(v)) ++v;
    return comm_.all_reduce(v < labels_.size() ? name(v) : kNoGlobalVertex, comm::Reduction::kMin);
  }
  template <class IsSuch>
  [[nodiscard]] std::vector<GlobalVertex> least_by(const IsSuch& is_such) const {
    return least_in_component(comm_, tuples_,
                              [&](Vertex v, std::uint64_t place, std::uint32_t end) {
                                return at_ends_[end] == labels_[v] && is_such(weight(place));
                              });
  }

  const comm::Communicator& comm_;
  const Tuples<W>& tuples_;
  Array<GlobalVertex> labels_;
  Array<GlobalVertex> at_ends_;
};

/// Of no vertex.
ClustersValidation broken(const comm::Communicator& comm, ClustersRule rule,
                          const std::string& message) {
  return comm::try_on_all_ranks(comm, [&] { return ClustersValidation{{{rule, 0, message}}}; });
}
ClustersValidation wrong_count(const comm::Communicator& comm, std::uint64_t found) {
  return broken(comm, ClustersRule::kCount, fmt::format("there are {} clusters", found));
}

template <class W>
ClustersValidation check_linkage(const comm::Communicator& comm, const Tuples<W>& tuples,
                                 const DistLinkedClusters& claim, const ClusterLimits& limits) {
  const ClaimedClusters<W> clusters(comm, tuples, claim);
  const std::uint64_t n = tuples.owners().num_vertices();
  const std::uint64_t count = clusters.count();
  const MergeLimit limit(limits, claim.last_distance, count, n);
  if (count != claim.sizes.num_components || limit.has_too_few_clusters()) {
    return wrong_count(comm, count);
  }
  ClustersValidation found = clusters.check(limit);
  if (!found.passed()) return found;
  const std::uint64_t before_last =
      clusters.count_by([&](double weight) { return limit.is_before_last(weight); });
  const bool is_last = count < n ? before_last > count
                                 : claim.last_distance == -std::numeric_limits<double>::infinity();
  if (clusters.next_distance() == claim.next_distance && is_last) return {};
  return broken(comm, ClustersRule::kDistances, "other distances of the last and the next merge");
}

}  // namespace

ClustersValidation validate_single_linkage(const Cluster& cluster, const DistInput& input,
                                           const DistLinkedClusters& claim,
                                           const ClusterLimits& limits, int threads) {
  const comm::Communicator& comm = cluster.state()->comm();
  comm::try_on_all_ranks(comm, [&] { threads = resolve_threads(threads); });
  ClustersValidation found;
  const auto check = [&]<class W>(W /*of the type*/) {
    const auto tuples = collect_tuples<W>(comm, *input.state()->source, {.threads = threads});
    found = check_linkage(comm, tuples, claim, limits);
  };
  if (input.weight_type() == 0) {
    check(NoWeight());
  } else {
    visit_weight_type(input, check);
  }
  return found;
}

ClustersValidation validate_split(const Cluster& cluster, const DistInput& input,
                                  const DistSplitClusters& claim, std::uint64_t count,
                                  int threads) {
  const comm::Communicator& comm = cluster.state()->comm();
  comm::try_on_all_ranks(comm, [&] { threads = resolve_threads(threads); });
  const auto tuples = collect_tuples<NoWeight>(comm, *input.state()->source, {.threads = threads});
  const ClaimedClusters<NoWeight> clusters(comm, tuples, claim);
  ClustersValidation found = clusters.check(AnyEdge());
  if (!found.passed()) return found;
  const std::vector<GlobalVertex> least = least_in_component(comm, tuples);
  std::uint64_t components = 0;
  for (std::uint32_t v = 0; v < least.size(); ++v) {
    components += least[v] == tuples.owners().global(comm.rank(), local_vertex(v)) ? 1 : 0;
  }
  components = comm.all_reduce(components, comm::Reduction::kSum);
  const std::uint64_t num_clusters = clusters.count();
  if (num_clusters == claim.sizes.num_components && num_clusters == std::max(count, components)) {
    return {};
  }
  return wrong_count(comm, num_clusters);
}

}  // namespace strider
