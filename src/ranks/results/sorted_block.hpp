// Rows of a table brought to the ranks that write them, in blocks of consecutive vertices.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/memory.hpp"
#include "comm/by_rank.hpp"
#include "comm/collective_error.hpp"
#include "partition/owner_map.hpp"
#include "ranks/memory/node_memory.hpp"

namespace strider::detail {

/// The rows of all ranks that belong to this rank's block of `num_vertices` vertices, ascending by
/// `before`; first_of(row) is the vertex that a row belongs to. Throws MemoryError on all ranks.
/// Collective.
template <class Row, class FirstOf, class Before>
Array<Row> to_sorted_block(const comm::Communicator& comm, std::uint64_t num_vertices,
                           std::span<const Row> rows, const FirstOf& first_of,
                           const Before& before) {
  std::vector<std::uint64_t> counts;
  std::vector<std::uint64_t> ignored;
  Array<Row> sent;
  comm::try_on_all_ranks(comm, [&] {
    ignored.assign(static_cast<std::size_t>(comm.size()), 0);
    const auto blocks = OwnerMap::block(num_vertices, comm.size());
    NodeMemory(comm).require(saturating_mul(rows.size(), 2 * sizeof(Row)),
                             "the result on its way to a file");
    sent = Array<Row>(rows.size());
    counts = comm::group_by_rank(
        rows, comm.size(), [&](const Row& row) { return blocks.owner(first_of(row)); },
        sent.span());
  });
  Array<Row> block =
      comm::checked_all_to_all(comm, std::as_const(sent).span(), counts, std::span(ignored));
  std::sort(block.begin(), block.end(), before);
  return block;
}

}  // namespace strider::detail
