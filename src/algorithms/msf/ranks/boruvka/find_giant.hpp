// What ranks find out together by samples: which tree is the giant.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/msf/ranks/boruvka/local_edges.hpp"
#include "base/most_frequent.hpp"
#include "base/random.hpp"
#include "comm/collective_error.hpp"
#include "comm/communicator.hpp"

namespace strider::detail {

/// The tree that most of a sample of vertices with edges are in; tree(own vertex). Precondition:
/// some vertex has edges. The same on all ranks. Collective. Throws MemoryError on all ranks.
template <class W, class Tree>
[[nodiscard]] std::uint64_t find_giant(const comm::Communicator& comm, const LocalEdges<W>& edges,
                                       Tree&& tree) {
  const std::uint32_t rows = edges.num_rows();
  constexpr std::size_t kSample = 64;
  constexpr int kMostDraws = 512;
  constexpr std::uint64_t kNone = ~std::uint64_t{0};
  std::array<std::uint64_t, kSample> mine;
  mine.fill(kNone);
  CounterRng rng(rows, static_cast<std::uint64_t>(comm.rank()));
  std::size_t count = 0;
  for (int draw = 0; draw < kMostDraws && count < kSample && rows > 0; ++draw) {
    const auto v = static_cast<Vertex>(rng.below(rows));
    if (edges.is_connected(v)) mine[count++] = tree(v);
  }
  // Where vertices with edges are few, draws may miss them all.
  for (Vertex v = 0; v < rows && count == 0; ++v) {
    if (edges.is_connected(v)) mine[count++] = tree(v);
  }
  std::vector<std::array<std::uint64_t, kSample>> of_ranks;
  std::vector<std::uint64_t> sample;
  comm::try_on_all_ranks(comm, [&] {
    of_ranks.resize(static_cast<std::size_t>(comm.size()));
    sample.reserve(of_ranks.size() * kSample);
  });
  comm.all_gather(mine, std::span(of_ranks));
  for (const auto& of_rank : of_ranks) {
    for (const std::uint64_t fragment_id : of_rank) {
      if (fragment_id != kNone) sample.push_back(fragment_id);
    }
  }
  return most_frequent(sample, kNone);
}

}  // namespace strider::detail
