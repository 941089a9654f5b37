// Values brought from the owners that a partition names to blocks of vertices, where they are
// written to files and validated.
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
#include "strider/error.hpp"
#include "strider/types.hpp"
#include "strider/vertex_values.hpp"

namespace strider::detail {

/// value_of(i), which this rank has of vertex_of(i), for all i below `size`, travels to the rank
/// that `blocks` gives this vertex; returns those of the own block, in its order. Throws Error, on
/// all ranks, where a vertex arrives twice or never. Memory: 2 * (sizeof(T) + 8) bytes a vertex.
/// Collective.
template <class T, class VertexOf, class ValueOf>
Array<T> to_blocks(const comm::Communicator& comm, const OwnerMap& blocks, std::size_t size,
                   const VertexOf& vertex_of, const ValueOf& value_of) {
  struct Row {
    T value;
    std::uint32_t vertex;
  };
  std::vector<std::uint64_t> counts;
  std::vector<std::uint64_t> received_counts;
  Array<Row> sent;
  comm::try_on_all_ranks(comm, [&] {
    counts.assign(static_cast<std::size_t>(comm.size()), 0);
    received_counts = counts;
    const auto place_of = [&](std::size_t i) { return blocks.locate(vertex_of(i)); };
    for (std::size_t i = 0; i < size; ++i) ++counts[static_cast<std::size_t>(place_of(i).rank)];
    std::vector<std::uint64_t> places = comm::begins_by_rank(counts);
    sent = Array<Row>(size);
    for (std::size_t i = 0; i < size; ++i) {
      const OwnedVertex owned = place_of(i);
      sent[places[static_cast<std::size_t>(owned.rank)]++] = {value_of(i), index(owned.vertex)};
    }
  });
  const Array<Row> received = comm::checked_all_to_all(comm, std::as_const(sent).span(), counts,
                                                       std::span(received_counts));
  return comm::try_on_all_ranks(comm, [&] {
    Array<T> block(blocks.size(comm.rank()));
    std::vector<bool> has_come(block.size(), false);
    for (const Row& row : received) {
      block[row.vertex] = row.value;
      has_come[row.vertex] = true;
    }
    for (std::uint32_t v = 0; v < block.size(); ++v) {
      if (!has_come[v] || received.size() != block.size()) {
        throw Error("the result does not have every vertex exactly once");
      }
    }
    return block;
  });
}
template <class T>
Array<T> to_blocks(const comm::Communicator& comm, const OwnerMap& blocks,
                   const DistVertexValues<T>& result) {
  return to_blocks<T>(
      comm, blocks, result.values.size(), [&](std::size_t i) { return result.vertices[i]; },
      [&](std::size_t i) { return result.values[i]; });
}

}  // namespace strider::detail
