// Trees in blocks of vertices, as value_block.hpp has them.
#pragma once

#include <cstdint>
#include <span>

#include "ranks/results/value_block.hpp"

namespace strider::detail {

/// Parents and depths (levels or distances) of the vertices first .. first + size() - 1.
template <class Depth>
struct TreeBlock {
  GlobalVertex first = 0;
  Array<GlobalVertex> parents;
  Array<Depth> depths;
  [[nodiscard]] std::size_t size() const { return parents.size(); }
};

/// The parents[i] and depth_of(i) that this rank has of vertex_of(i), as to_blocks. Collective.
template <class Depth, class VertexOf, class DepthOf>
TreeBlock<Depth> to_tree_block(const comm::Communicator& comm, const OwnerMap& blocks,
                               std::span<const GlobalVertex> parents, const VertexOf& vertex_of,
                               const DepthOf& depth_of) {
  struct Place {
    GlobalVertex parent;
    Depth depth;
  };
  const Array<Place> places =
      to_blocks<Place>(comm, blocks, parents.size(), vertex_of, [&](std::size_t i) {
        return Place{parents[i], depth_of(i)};
      });
  return comm::try_on_all_ranks(comm, [&] {
    TreeBlock<Depth> block{.parents = Array<GlobalVertex>(places.size()),
                           .depths = Array<Depth>(places.size())};
    if (!places.empty()) block.first = blocks.global(comm.rank(), local_vertex(0));
    for (std::size_t v = 0; v < places.size(); ++v) {
      block.parents[v] = places[v].parent;
      block.depths[v] = places[v].depth;
    }
    return block;
  });
}

}  // namespace strider::detail
