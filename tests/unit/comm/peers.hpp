// Peers and words that several tests of messages use.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "comm/round_exchange.hpp"
#include "support/mpi_world.hpp"

namespace strider::comm {

/// Every other rank, with messages of up to `bound` bytes both ways.
inline std::vector<RoundExchange::Peer> all_others(std::size_t bound) {
  std::vector<RoundExchange::Peer> peers;
  for (int r = 0; r < test_world().size(); ++r) {
    if (r != test_world().rank()) peers.push_back({r, bound, bound});
  }
  return peers;
}

/// One or two bits a word, other ones of every rank.
inline std::vector<std::uint64_t> words_of(int rank, std::size_t count, unsigned seed) {
  std::vector<std::uint64_t> words(count);
  for (std::size_t w = 0; w < count; ++w) {
    words[w] = std::uint64_t{1} << ((static_cast<std::size_t>(rank) * 5 + w + seed) % 64);
    if ((w + static_cast<std::size_t>(rank)) % 3 == 0) words[w] |= 1U;
  }
  return words;
}
inline std::vector<std::uint64_t> union_of_all(std::size_t count, unsigned seed) {
  std::vector<std::uint64_t> all(count);
  for (int r = 0; r < test_world().size(); ++r) {
    const std::vector<std::uint64_t> words = words_of(r, count, seed);
    for (std::size_t w = 0; w < count; ++w) all[w] |= words[w];
  }
  return all;
}

}  // namespace strider::comm
