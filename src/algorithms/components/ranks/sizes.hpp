// How many components ranks have found, and how large they are.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "comm/collective_error.hpp"
#include "partition/owner_map.hpp"
#include "ranks/halo.hpp"
#include "strider/components.hpp"

namespace strider::detail {

/// The same on all ranks: the owner of a label counts the vertices that have it. Collective.
[[nodiscard]] inline ComponentSizes count_on_ranks(const comm::Communicator& comm,
                                                   const OwnerMap& owners,
                                                   const DistComponentsResult& found) {
  std::vector<OwnedVertex> labels;
  std::vector<std::uint64_t> counts;  // by own vertex
  std::vector<ComponentSizes> by_rank;
  comm::try_on_all_ranks(comm, [&] {
    counts.resize(found.vertices.size());
    by_rank.resize(static_cast<std::size_t>(comm.size()));
    for (const GlobalVertex label : found.values) labels.push_back(owners.locate(label));
  });
  GhostMap labelled(comm, labels);
  labelled.reduce<std::uint8_t>([](std::size_t) { return std::uint8_t{1}; },
                                [&](Vertex v, std::uint64_t one) { counts[v] += one; });
  ComponentSizes here;
  for (std::size_t v = 0; v < counts.size(); ++v) here.add(found.vertices[v], counts[v]);
  comm.all_gather(here, std::span(by_rank));
  ComponentSizes sizes;
  for (const ComponentSizes& of_rank : by_rank) sizes.merge(of_rank);
  return sizes;
}

}  // namespace strider::detail
