// Validation of a bipartition that ranks share, as validate/bipartite.cpp: they distribute the
// listed edges anew, and hold sides and cycles against them.
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "ranks/facade/cluster_state.hpp"
#include "ranks/input/input_state.hpp"
#include "ranks/results/value_block.hpp"
#include "strider/bipartite.hpp"
#include "strider/dist_graph.hpp"
#include "validate/ranks/least_in_component.hpp"

namespace strider {

using namespace detail;

namespace {

/// The violation of the least vertex of all ranks that breaks the rule, if there is one.
/// Collective.
BipartiteValidation least_of_all(const comm::Communicator& comm, BipartiteRule rule,
                                 GlobalVertex mine, const char* message) {
  const GlobalVertex least = comm.all_reduce(mine, comm::Reduction::kMin);
  return comm::try_on_all_ranks(comm, [&] {
    BipartiteValidation validation;
    if (least != kNoGlobalVertex) {
      validation.violations.push_back({rule, least, fmt::format("vertex {} {}", least, message)});
    }
    return validation;
  });
}

/// The listed edges as the graph has them: without self-loops, where these are removed.
class GraphTuples {
 public:
  GraphTuples(const comm::Communicator& comm, const Tuples<NoWeight>& tuples, SelfLoops self_loops)
      : comm_(comm), tuples_(tuples), self_loops_(self_loops) {}

  [[nodiscard]] GlobalVertex name(Vertex v) const {
    return tuples_.owners().global(comm_.rank(), local_vertex(v));
  }
  /// Whether an edge between own vertex v and another end, by its local id, is such.
  template <class IsSuch>
  [[nodiscard]] bool any_end(Vertex v, const IsSuch& is_such) const {
    return std::ranges::any_of(tuples_.row(v), [&](std::uint32_t end) {
      const bool counts = self_loops_ == SelfLoops::kKeep || tuples_.ghosts()[end] != name(v);
      return counts && is_such(end);
    });
  }

 private:
  const comm::Communicator& comm_;
  const Tuples<NoWeight>& tuples_;
  SelfLoops self_loops_;
};

BipartiteValidation check_sides(const comm::Communicator& comm, const Tuples<NoWeight>& tuples,
                                const GraphTuples& edges, std::span<const std::uint32_t> sides) {
  const auto least_where = [&](const auto& is_wrong) {
    Vertex v = 0;
    while (v < sides.size() && !is_wrong(v)) ++v;
    return v < sides.size() ? edges.name(v) : kNoGlobalVertex;
  };
  const Array<std::uint32_t> at_ends = tuples.to_local_ids(comm, sides);
  const GlobalVertex none = least_where([&](Vertex v) { return sides[v] > 1; });
  BipartiteValidation found =
      least_of_all(comm, BipartiteRule::kSides, none, "is on a side other than 0 and 1");
  if (!found.passed()) return found;
  const GlobalVertex same = least_where([&](Vertex v) {
    return edges.any_end(v, [&](std::uint32_t end) { return at_ends[end] == sides[v]; });
  });
  found = least_of_all(comm, BipartiteRule::kEdges, same,
                       "is on the same side as one that an edge connects it with");
  if (!found.passed()) return found;
  const std::vector<GlobalVertex> least = least_in_component(comm, tuples);
  const GlobalVertex other =
      least_where([&](Vertex v) { return least[v] == edges.name(v) && sides[v] != 0; });
  return least_of_all(comm, BipartiteRule::kLeastVertex, other,
                      "is the least of its component, but on side 1");
}

/// The first vertex of the cycle with which something is wrong. `cycle` is the same on all ranks.
BipartiteValidation check_cycle(const comm::Communicator& comm, const Tuples<NoWeight>& tuples,
                                const GraphTuples& edges, std::span<const GlobalVertex> cycle) {
  const OwnerMap& owners = tuples.owners();
  const auto broken = [&](BipartiteRule rule, GlobalVertex v, const char* message) {
    return least_of_all(comm, rule, v, message);
  };
  std::vector<GlobalVertex> sorted;
  std::vector<std::uint32_t> met;
  comm::try_on_all_ranks(comm, [&] {
    sorted.assign(cycle.begin(), cycle.end());
    std::ranges::sort(sorted);
    met.resize(cycle.size());
  });
  if (cycle.size() % 2 == 0) {
    return broken(BipartiteRule::kOddCycle, cycle.front(), "begins a cycle of even length");
  }
  const auto twice = std::ranges::adjacent_find(sorted);
  if (twice != sorted.end()) return broken(BipartiteRule::kOddCycle, *twice, "comes twice");
  if (sorted.back() >= owners.num_vertices()) {
    return broken(BipartiteRule::kOddCycle, sorted.back(), "is none of the graph");
  }
  const auto leads_to = [&](GlobalVertex from, GlobalVertex to) {
    const OwnedVertex owned = owners.locate(to);
    if (owned.rank != comm.rank()) return false;
    return edges.any_end(index(owned.vertex),
                         [&](std::uint32_t end) { return tuples.ghosts()[end] == from; });
  };
  for (std::size_t i = 0; i < cycle.size(); ++i) {
    const GlobalVertex next = cycle[(i + 1) % cycle.size()];
    met[i] = leads_to(cycle[i], next) || leads_to(next, cycle[i]) ? 1 : 0;
  }
  comm.all_reduce(std::span<std::uint32_t>(met), comm::Reduction::kMax);
  const auto missing = std::ranges::find(met, 0U) - met.begin();
  if (missing == std::ssize(met)) return {};
  return broken(BipartiteRule::kCycleEdges, cycle[static_cast<std::size_t>(missing)],
                "has no edge to the next one of the cycle");
}

}  // namespace

BipartiteValidation validate_bipartition(const Cluster& cluster, const DistInput& input,
                                         const DistBipartition& claim,
                                         const DistBipartiteValidationOptions& options) {
  const comm::Communicator& comm = cluster.state()->comm();
  const int threads =
      comm::try_on_all_ranks(comm, [&] { return resolve_threads(options.threads); });
  const Tuples<NoWeight> tuples =
      collect_tuples<NoWeight>(comm, *input.state()->source, {.threads = threads});
  const GraphTuples edges(comm, tuples, options.self_loops);
  if (!claim.is_bipartite()) return check_cycle(comm, tuples, edges, claim.odd_cycle);
  const Array<std::uint32_t> sides = to_blocks(comm, tuples.owners(), claim);
  return check_sides(comm, tuples, edges, std::as_const(sides).span());
}

}  // namespace strider
