// One round of Boruvka's method, of which every rank knows the outcome for all vertices.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/msf/host/root_walk.hpp"
#include "base/branchless.hpp"
#include "base/count_ones.hpp"
#include "base/parallel.hpp"
#include "base/workspace.hpp"
#include "comm/communicator.hpp"
#include "graph/bitmap.hpp"
#include "partition/owner_map.hpp"
#include "strider/array.hpp"
#include "strider/types.hpp"

namespace strider::detail {

/// Vertices hook themselves to the other ends of their first edges; what hangs together is a
/// fragment, numbered from 0 alike on all ranks. Vertices without edges are in none.
class ReplicatedFragments {
 public:
  /// Ranks own blocks of consecutive vertices, in the order of the ranks: blocks begin at multiples
  /// of 64, so that each rank has words of a bitmap to itself. Throws MemoryError on this rank
  /// only.
  ReplicatedFragments(Workspace& workspace, const comm::Communicator& comm, const OwnerMap& owners,
                      int threads)
      : comm_(comm), threads_(threads), starts_(1, 0), word_starts_(1, 0) {
    const std::uint64_t n = owners.num_vertices();
    const std::uint64_t words = (n + Bitmap::kWordBits - 1) / Bitmap::kWordBits;
    workspace.declare("the first edges of all vertices", others_, n);
    workspace.declare("the fragments of all vertices", of_, n);
    workspace.declare("the roots", roots_, words);
    workspace.declare("the roots before each word", before_, words);
    for (int r = 0; r < owners.num_ranks(); ++r) {
      starts_.push_back(starts_.back() + owners.size(r));
      word_starts_.push_back((starts_.back() + Bitmap::kWordBits - 1) / Bitmap::kWordBits);
    }
    const auto ranks = static_cast<std::size_t>(owners.num_ranks());
    std::vector<std::uint64_t> sizes(ranks);
    for (std::size_t r = 0; r < ranks; ++r) sizes[r] = starts_[r + 1] - starts_[r];
    comm_.reserve_messages(std::vector<std::uint64_t>(ranks, sizes[rank()]), sizes, sizeof(Vertex));
  }

  /// first_other: by own vertex the other end of its first edge, kNoVertex where it has none. Finds
  /// the fragments. Collective.
  ///
  /// Each rank walks from its own vertices, through those of all, and numbers them; roots travel as
  /// bits, so that to number one is to count bits that stay in the cache.
  void hook(std::span<const Vertex> first_other) {
    const Range own{starts_[rank()], starts_[rank() + 1]};
    std::copy(first_other.begin(), first_other.end(), others_.begin() + own.begin);
    comm_.all_gather_in_place(others_.span(), std::span<const std::uint64_t>(starts_));
    find_own_roots(own);
    mark_own_roots(own);
    comm_.all_gather_in_place(roots_.span(), std::span<const std::uint64_t>(word_starts_));
    number_own(own);
    comm_.all_gather_in_place(of_.span(), std::span<const std::uint64_t>(starts_));
  }
  /// Of all roots, after hook().
  [[nodiscard]] bool is_root(Vertex v) const {
    return (roots_[v / Bitmap::kWordBits] >> v % Bitmap::kWordBits & 1U) != 0;
  }

  /// By vertex; kNoVertex for those without edges.
  [[nodiscard]] std::span<const Vertex> of() const { return of_.span(); }
  [[nodiscard]] Vertex count() const { return count_; }

 private:
  [[nodiscard]] std::size_t rank() const { return static_cast<std::size_t>(comm_.rank()); }

  void find_own_roots(Range own) {
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

  void mark_own_roots(Range own) {
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

  void number_own(Range own) {
    Vertex count = 0;
    for (std::size_t w = 0; w < before_.size(); ++w) {
      before_[w] = count;
      count += count_ones(roots_[w]);
    }
    count_ = count;
    parallel_chunks(own.end - own.begin, threads_, [&](std::size_t begin, std::size_t end, int) {
      for (std::size_t v = own.begin + begin; v < own.begin + end; ++v) {
        const Vertex root = of_[v];
        const std::size_t word = root / Bitmap::kWordBits;
        const Bitmap::Word below = (Bitmap::Word{1} << root % Bitmap::kWordBits) - 1;
        const auto number = before_[word] + count_ones(roots_[word] & below);
        of_[v] = others_[v] == kNoVertex ? kNoVertex : number;
      }
    });
  }

  const comm::Communicator& comm_;
  int threads_;
  std::vector<std::uint64_t> starts_;  // of the ranks' vertices
  std::vector<std::uint64_t> word_starts_;
  Array<Vertex> others_;  // other ends of first edges
  Array<Vertex> of_;      // roots first
  Array<Bitmap::Word> roots_;
  Array<Vertex> before_;  // by word of roots_: how many roots are before it
  Vertex count_ = 0;
};

}  // namespace strider::detail
