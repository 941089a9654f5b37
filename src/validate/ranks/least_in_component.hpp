// Components by edges as the input lists them, for checks on ranks.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "comm/collective_error.hpp"
#include "ranks/edges/tuples.hpp"
#include "ranks/halo.hpp"

namespace strider::detail {

/// The least vertex of the component of each vertex of this rank's block, by the tuples for which
/// links(v, place, end) says yes: `place` is that of the weight. Until nothing changes, every
/// vertex and its parent hook below the least parent next to it, and every vertex below its
/// grandparent (Zhang, Azad and Buluc, "FastSV", 2020). Throws MemoryError on all ranks.
/// Collective.
template <class W, class Links>
[[nodiscard]] std::vector<GlobalVertex> least_in_component(const comm::Communicator& comm,
                                                           const Tuples<W>& tuples,
                                                           const Links& links) {
  const OwnerMap& owners = tuples.owners();
  const std::uint32_t size = owners.size(comm.rank());
  const auto name = [&](Vertex v) { return owners.global(comm.rank(), local_vertex(v)); };
  const auto for_each_link = [&](Vertex v, const auto& body) {
    std::uint64_t place = tuples.row_begin(v);
    for (const std::uint32_t end : tuples.row(v)) {
      if (links(v, place++, end)) body(end);
    }
  };
  const auto locate = [&](GlobalVertex v) { return owners.locate(v); };
  std::vector<OwnedVertex> places;
  std::vector<GlobalVertex> parents;
  std::vector<GlobalVertex> least;    // parent next to a vertex
  std::vector<GlobalVertex> at_ends;  // and next to the other ends of tuples
  comm::try_on_all_ranks(comm, [&] {
    for (Vertex v = 0; v < size; ++v) parents.push_back(name(v));
    least = parents;
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
      for_each_link(v, [&](std::uint32_t end) { least[v] = std::min(least[v], at_ends[end]); });
      for_each_link(v, [&](std::uint32_t end) { at_ends[end] = std::min(least[v], at_ends[end]); });
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
  return parents;
}
/// By all tuples.
[[nodiscard]] inline std::vector<GlobalVertex> least_in_component(const comm::Communicator& comm,
                                                                  const Tuples<NoWeight>& tuples) {
  return least_in_component(comm, tuples, [](auto...) { return true; });
}

}  // namespace strider::detail
