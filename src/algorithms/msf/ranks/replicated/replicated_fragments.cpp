#include "algorithms/msf/ranks/replicated/replicated_fragments.hpp"

#include <algorithm>
#include <atomic>
#include <bit>

#include "algorithms/msf/host/root_walk.hpp"
#include "base/branchless.hpp"
#include "base/prefetch.hpp"

namespace strider::detail {

// Blocks of owners begin at multiples of 64, so that each rank has words of a bitmap to itself.
ReplicatedFragments::ReplicatedFragments(const comm::Communicator& comm, const OwnerMap& owners,
                                         int threads)
    : comm_(comm),
      threads_(threads),
      starts_(1, 0),
      word_starts_(1, 0),
      others_(owners.num_vertices()),
      of_(owners.num_vertices()),
      roots_((owners.num_vertices() + Bitmap::kWordBits - 1) / Bitmap::kWordBits),
      before_(roots_.size()) {
  for (int r = 0; r < owners.num_ranks(); ++r) {
    starts_.push_back(starts_.back() + owners.size(r));
    word_starts_.push_back((starts_.back() + Bitmap::kWordBits - 1) / Bitmap::kWordBits);
  }
  const auto ranks = static_cast<std::size_t>(owners.num_ranks());
  std::vector<std::uint64_t> sizes(ranks);
  for (std::size_t r = 0; r < ranks; ++r) sizes[r] = starts_[r + 1] - starts_[r];
  comm_.reserve_messages(std::vector<std::uint64_t>(ranks, sizes[rank()]), sizes, sizeof(Vertex));
}

// Each rank walks from its own vertices, through those of all, and numbers them; roots travel as
// bits, so that to number one is to count bits that stay in the cache.
void ReplicatedFragments::hook(std::span<const Vertex> first_other) {
  const Range own{starts_[rank()], starts_[rank() + 1]};
  std::copy(first_other.begin(), first_other.end(), others_.begin() + own.begin);
  comm_.all_gather_in_place(others_.span(), std::span<const std::uint64_t>(starts_));
  find_own_roots(own);
  mark_own_roots(own);
  comm_.all_gather_in_place(roots_.span(), std::span<const std::uint64_t>(word_starts_));
  number_own(own);
  comm_.all_gather_in_place(of_.span(), std::span<const std::uint64_t>(starts_));
}

void ReplicatedFragments::find_own_roots(Range own) {
  std::atomic<bool> are_short{true};
  parallel_chunks(own.end - own.begin, threads_, [&](std::size_t begin, std::size_t end, int) {
    if (!find_roots(others_.span(), {own.begin + begin, own.begin + end}, of_.data())) {
      are_short.store(false, std::memory_order_relaxed);  // the end of the region orders it
    }
  });
  if (!are_short.load(std::memory_order_relaxed)) {
    find_roots_of_long_ways(others_.span(), of_.data());
  }
}

void ReplicatedFragments::mark_own_roots(Range own) {
  parallel_chunks(
      own.end - own.begin, threads_,
      [&](std::size_t begin, std::size_t end, int) {
        for (std::size_t first = own.begin + begin; first < own.begin + end;
             first += Bitmap::kWordBits) {
          Bitmap::Word bits = 0;
          const std::size_t last = std::min(first + Bitmap::kWordBits, own.begin + end);
          for (auto v = static_cast<Vertex>(first); v < last; ++v) {
            const bool is_root = both(of_[v] == v, others_[v] != kNoVertex);
            bits |= Bitmap::Word{is_root} << (v - first);
          }
          roots_[first / Bitmap::kWordBits] = bits;
        }
      },
      Bitmap::kWordBits);
}

void ReplicatedFragments::number_own(Range own) {
  Vertex count = 0;
  for (std::size_t w = 0; w < before_.size(); ++w) {
    before_[w] = count;
    count += static_cast<Vertex>(std::popcount(roots_[w]));
  }
  count_ = count;
  parallel_chunks(own.end - own.begin, threads_, [&](std::size_t begin, std::size_t end, int) {
    for (std::size_t v = own.begin + begin; v < own.begin + end; ++v) {
      const Vertex root = of_[v];
      const std::size_t word = root / Bitmap::kWordBits;
      const Bitmap::Word below = (Bitmap::Word{1} << root % Bitmap::kWordBits) - 1;
      const auto number = before_[word] + static_cast<Vertex>(std::popcount(roots_[word] & below));
      of_[v] = others_[v] == kNoVertex ? kNoVertex : number;
    }
  });
}

}  // namespace strider::detail
