// What only one rank can write, handed to it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "comm/collective_error.hpp"
#include "comm/communicator.hpp"
#include "strider/array.hpp"

namespace strider::detail {

/// Calls take(elements) on rank 0 for what make_chunk(0) .. make_chunk(count-1) give on each rank,
/// one rank after the other. Throws, on all ranks, what they throw. Collective.
template <class T, class MakeChunk, class Take>
void hand_to_first_rank(const comm::Communicator& comm, std::size_t count,
                        const MakeChunk& make_chunk, const Take& take) {
  const auto chunks = comm.all_gather(static_cast<std::uint64_t>(count));
  const auto ranks = static_cast<std::size_t>(comm.size());
  std::vector<std::uint64_t> ignored;
  for (std::size_t r = 0; r < ranks; ++r) {
    for (std::size_t number = 0; number < chunks[r]; ++number) {
      std::invoke_result_t<MakeChunk, std::size_t> chunk;
      comm::try_on_all_ranks(comm, [&] {
        if (static_cast<std::size_t>(comm.rank()) == r) chunk = make_chunk(number);
      });
      std::vector<std::uint64_t> counts(ranks, 0);
      counts[0] = chunk.size();
      const Array<T> received = comm.all_to_all<T>(chunk, counts, ignored);
      comm::try_on_all_ranks(comm, [&] {
        if (comm.rank() == 0) take(received.span());
      });
    }
  }
}

}  // namespace strider::detail
