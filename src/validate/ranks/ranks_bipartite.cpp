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

BipartiteValidation check_sides(const comm::Communicator& comm, const Tuples<NoWeight>& tuples,
                                std::span<const std::uint32_t> sides) {
  const auto name = [&](Vertex v) { return tuples.owners().global(comm.rank(), local_vertex(v)); };
  const auto least_where = [&](const auto& is_wrong) {
    Vertex v = 0;
    while (v < sides.size() && !is_wrong(v)) ++v;
    return v < sides.size() ? name(v) : kNoGlobalVertex;
  };
  const Array<std::uint32_t> at_ends = tuples.to_local_ids(comm, sides);
  const GlobalVertex none = least_where([&](Vertex v) { return sides[v] > 1; });
  BipartiteValidation found =
      least_of_all(comm, BipartiteRule::kSides, none, "is on a side other than 0 and 1");
  if (!found.passed()) return found;
  const GlobalVertex same = least_where([&](Vertex v) {
    return std::ranges::any_of(tuples.row(v),
                               [&](std::uint32_t end) { return at_ends[end] == sides[v]; });
  });
  found = least_of_all(comm, BipartiteRule::kEdges, same,
                       "is on the same side as one that an edge connects it with");
  if (!found.passed()) return found;
  const std::vector<GlobalVertex> least = least_in_component(comm, tuples);
  const GlobalVertex other =
      least_where([&](Vertex v) { return least[v] == name(v) && sides[v] != 0; });
  return least_of_all(comm, BipartiteRule::kLeastVertex, other,
                      "is the least of its component, but on side 1");
}

/// The first vertex of the cycle with which something is wrong. `cycle` is the same on all ranks.
BipartiteValidation check_cycle(const comm::Communicator& comm, const Tuples<NoWeight>& tuples,
                                std::span<const GlobalVertex> cycle) {
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
    return std::ranges::any_of(tuples.row(index(owned.vertex)),
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
                                         const DistBipartition& claim, int threads) {
  const comm::Communicator& comm = cluster.state()->comm();
  comm::try_on_all_ranks(comm, [&] { threads = resolve_threads(threads); });
  const Tuples<NoWeight> tuples =
      collect_tuples<NoWeight>(comm, *input.state()->source, {.threads = threads});
  if (!claim.is_bipartite()) return check_cycle(comm, tuples, claim.odd_cycle);
  const Array<std::uint32_t> sides = to_blocks(comm, tuples.owners(), claim);
  return check_sides(comm, tuples, std::as_const(sides).span());
}

}  // namespace strider
