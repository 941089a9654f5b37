// How many components ranks have found, and how large they are.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "comm/collective_error.hpp"
#include "partition/owner_map.hpp"
#include "ranks/results/label_counts.hpp"
#include "strider/components.hpp"

namespace strider::detail {

/// The same on all ranks: the owner of a label counts the vertices that have it. Collective.
[[nodiscard]] inline ComponentSizes count_on_ranks(const comm::Communicator& comm,
                                                   const OwnerMap& owners,
                                                   const DistComponentsResult& found) {
  const std::vector<std::uint64_t> counts = count_labels(comm, owners, found.values.span());
  std::vector<ComponentSizes> by_rank;
  comm::try_on_all_ranks(comm, [&] { by_rank.resize(static_cast<std::size_t>(comm.size())); });
  ComponentSizes here;
  for (std::size_t v = 0; v < counts.size(); ++v) here.add(found.vertices[v], counts[v]);
  comm.all_gather(here, std::span(by_rank));
  ComponentSizes sizes;
  for (const ComponentSizes& of_rank : by_rank) sizes.merge(of_rank);
  return sizes;
}

}  // namespace strider::detail
