// Results brought from the owners that a partition names to blocks of consecutive vertices, where
// they are written to files and validated.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "comm/by_rank.hpp"
#include "comm/collective_error.hpp"
#include "comm/communicator.hpp"
#include "partition/owner_map.hpp"
#include "strider/array.hpp"
#include "strider/components.hpp"
#include "strider/error.hpp"
#include "strider/types.hpp"

namespace strider::detail {

/// Parents and depths (levels or distances) of the vertices first .. first + size() - 1.
template <class Depth>
struct TreeBlock {
  GlobalVertex first = 0;
  Array<GlobalVertex> parents;
  Array<Depth> depths;
  [[nodiscard]] std::size_t size() const { return parents.size(); }
};

/// The parents[i] and depth_of(i) that this rank has of vertex_of(i) travel to the rank that
/// `blocks` gives this vertex. Throws Error, on all ranks, where a vertex arrives twice or never.
/// Memory: 2 * (sizeof(Depth) + 16) bytes a vertex. Collective.
template <class Depth, class VertexOf, class DepthOf>
TreeBlock<Depth> to_blocks(const comm::Communicator& comm, const OwnerMap& blocks,
                           std::span<const GlobalVertex> parents, VertexOf&& vertex_of,
                           DepthOf&& depth_of) {
  struct Row {
    GlobalVertex parent;
    Depth depth;
    std::uint32_t vertex;
  };
  std::vector<std::uint64_t> counts;
  std::vector<std::uint64_t> received_counts;
  Array<Row> sent;
  comm::try_on_all_ranks(comm, [&] {
    counts.assign(static_cast<std::size_t>(comm.size()), 0);
    received_counts = counts;
    const auto place_of = [&](std::size_t v) { return blocks.locate(vertex_of(v)); };
    for (std::size_t v = 0; v < parents.size(); ++v) {
      ++counts[static_cast<std::size_t>(place_of(v).rank)];
    }
    std::vector<std::uint64_t> places = comm::begins_by_rank(counts);
    sent = Array<Row>(parents.size());
    for (std::size_t v = 0; v < parents.size(); ++v) {
      const OwnedVertex owned = place_of(v);
      sent[places[static_cast<std::size_t>(owned.rank)]++] = {parents[v], depth_of(v),
                                                              index(owned.vertex)};
    }
  });
  const Array<Row> received = comm::checked_all_to_all(comm, std::as_const(sent).span(), counts,
                                                       std::span(received_counts));
  TreeBlock<Depth> block;
  comm::try_on_all_ranks(comm, [&] {
    const std::uint32_t size = blocks.size(comm.rank());
    block.first = size == 0 ? 0 : blocks.global(comm.rank(), local_vertex(0));
    block.parents = Array<GlobalVertex>(size);
    block.depths = Array<Depth>(size);
    std::vector<bool> has_come(size, false);
    for (const Row& row : received) {
      block.parents[row.vertex] = row.parent;
      block.depths[row.vertex] = row.depth;
      has_come[row.vertex] = true;
    }
    for (std::uint32_t v = 0; v < size; ++v) {
      if (!has_come[v] || received.size() != size) {
        throw Error("the result does not have every vertex exactly once");
      }
    }
  });
  return block;
}

/// The labels of components in the same way.
[[nodiscard]] inline Array<GlobalVertex> label_block(const comm::Communicator& comm,
                                                     const OwnerMap& blocks,
                                                     const DistComponentsResult& result) {
  const auto no_depth = [](std::size_t) { return std::uint8_t{0}; };
  return to_blocks<std::uint8_t>(
             comm, blocks, result.labels.span(), [&](std::size_t i) { return result.vertices[i]; },
             no_depth)
      .parents;
}

}  // namespace strider::detail
