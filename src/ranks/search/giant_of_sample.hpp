// The giant of the sets that ranks have put their vertices in, by a sample.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/most_frequent.hpp"
#include "base/random.hpp"
#include "comm/collective_error.hpp"
#include "comm/communicator.hpp"
#include "ranks/search/sample_of_rank.hpp"
#include "strider/types.hpp"

namespace strider::detail {

/// The set that most of a sample of vertices are in, the same on all ranks. The sample is of own
/// vertices v below `rows` for which counts(v) is true; set_of(v) is the set of one. A rank may
/// have none of them; where no rank has one, the result is 2^64 - 1. Collective. Throws MemoryError
/// on all ranks.
template <class Counts, class SetOf>
[[nodiscard]] std::uint64_t giant_of_sample(const comm::Communicator& comm, Vertex rows,
                                            const Counts& counts, const SetOf& set_of) {
  constexpr std::size_t kSample = 64;
  constexpr std::size_t kDrawsForEach = 8;
  constexpr std::uint64_t kNone = ~std::uint64_t{0};
  const std::size_t wanted = sample_of_rank(comm.size(), kSample);
  std::vector<std::uint64_t> mine;
  std::vector<std::uint64_t> sample;
  comm::try_on_all_ranks(comm, [&] {
    mine.assign(wanted, kNone);
    sample.resize(static_cast<std::size_t>(comm.size()) * wanted);
  });
  CounterRng rng(rows, static_cast<std::uint64_t>(comm.rank()));
  std::size_t count = 0;
  for (std::size_t draw = 0; draw < kDrawsForEach * wanted && count < wanted && rows > 0; ++draw) {
    const auto v = static_cast<Vertex>(rng.below(rows));
    if (counts(v)) mine[count++] = set_of(v);
  }
  // Where vertices that count are few, draws may miss them all.
  for (Vertex v = 0; v < rows && count == 0; ++v) {
    if (counts(v)) mine[count++] = set_of(v);
  }
  comm.all_gather(std::span<const std::uint64_t>(mine), std::span(sample));
  std::erase(sample, kNone);
  return most_frequent(sample, kNone);
}

}  // namespace strider::detail
