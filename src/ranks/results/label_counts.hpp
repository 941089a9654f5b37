// How many vertices have a vertex as their label, where ranks share both.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "comm/collective_error.hpp"
#include "partition/owner_map.hpp"
#include "ranks/halo.hpp"
#include "strider/types.hpp"

namespace strider::detail {

/// By own vertex: how many of the labels of all ranks it is. Collective.
[[nodiscard]] inline std::vector<std::uint64_t> count_labels(const comm::Communicator& comm,
                                                             const OwnerMap& owners,
                                                             std::span<const GlobalVertex> labels) {
  std::vector<OwnedVertex> places;
  std::vector<std::uint64_t> counts;
  comm::try_on_all_ranks(comm, [&] {
    counts.resize(owners.size(comm.rank()));
    for (const GlobalVertex label : labels) places.push_back(owners.locate(label));
  });
  GhostMap labelled(comm, places);
  labelled.reduce<std::uint8_t>([](std::size_t) { return std::uint8_t{1}; },
                                [&](Vertex v, std::uint64_t one) { counts[v] += one; });
  return counts;
}

}  // namespace strider::detail
