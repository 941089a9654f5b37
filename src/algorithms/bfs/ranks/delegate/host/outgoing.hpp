// Vertices of other ranks that a level has reached, for each rank (Pan, Pearce and Owens 2018,
// section V-B: binning, and conversion to the 32-bit ids of the receiver).
#pragma once

#include <algorithm>
#include <span>

#include "algorithms/bfs/ranks/delegate/delegate.hpp"
#include "algorithms/bfs/ranks/delegate/host/visits.hpp"
#include "graph/frontier_queue.hpp"

namespace strider::detail {

class OutgoingVertices {
 public:
  using Buffer = FrontierQueue::Buffer;

  /// Room for every ghost, or for every nn arc to one: of either a search reaches each once.
  OutgoingVertices(Workspace& workspace, const GraphDelegate& graph, Uniquify uniquify, int threads)
      : g_(graph),
        unique_(uniquify == Uniquify::kOn),
        shared_(threads > 1),
        queue_(workspace, most(graph, uniquify)),
        begin_(graph.ghost_begin.size(), 0) {
    const std::size_t words = (graph.num_ghosts() + 63ULL) / 64;
    workspace.declare("the ghosts seen", seen_, words);
    workspace.declare("ghosts to sort", seen_ghosts_, unique_ ? words : 0);
    workspace.declare("sorted ghosts", sorted_, most(graph, uniquify));
    workspace.when_taken([this] {
      std::fill(seen_.begin(), seen_.end(), Word{0});
      std::fill(seen_ghosts_.begin(), seen_ghosts_.end(), Word{0});
    });
  }

  /// For a new search.
  void restart() {
    std::fill(seen_.begin(), seen_.end(), Word{0});
    queue_.clear();
    window_ = 0;
    std::fill(begin_.begin(), begin_.end(), 0U);
  }
  /// For a new level.
  void clear() {
    window_ = queue_.size();
    std::fill(begin_.begin(), begin_.end(), 0U);
  }
  [[nodiscard]] Buffer buffer() { return Buffer(queue_); }
  [[nodiscard]] FrontierQueue& queue() { return queue_; }

  /// An nn arc of the frontier leads to that ghost.
  void visit_ghost(std::uint32_t ghost, Buffer& buffer) {
    if (unique_ &&
        !(shared_ ? claim_bit<true>(seen_.data(), ghost) : claim_bit<false>(seen_.data(), ghost))) {
      return;
    }
    buffer.push(ghost);
  }

  /// Sorts what was reached by rank and vertex, and names it as its owners do.
  void sort() {
    const std::span<const Vertex> seen = queue_.window(window_, queue_.size());
    const std::span<std::uint32_t> ghosts = sorted_.span().first(seen.size());
    if (unique_ && seen.size() > seen_ghosts_.size()) {
      sort_by_bits(seen, ghosts);
    } else {
      std::copy(seen.begin(), seen.end(), ghosts.begin());
      std::sort(ghosts.begin(), ghosts.end());
    }
    for (std::size_t r = 0; r < begin_.size(); ++r) {
      const auto first = std::lower_bound(ghosts.begin(), ghosts.end(), g_.ghost_begin[r]);
      begin_[r] = static_cast<std::uint32_t>(first - ghosts.begin());
    }
    for (std::uint32_t& ghost : ghosts) ghost = g_.ghost_vertices[ghost];
  }

  [[nodiscard]] std::span<const std::uint32_t> of(int rank) const {
    const auto r = static_cast<std::size_t>(rank);
    return sorted_.span().subspan(begin_[r], begin_[r + 1] - begin_[r]);
  }

 private:
  static std::size_t most(const GraphDelegate& graph, Uniquify uniquify) {
    if (uniquify == Uniquify::kOn) return graph.num_ghosts();
    return static_cast<std::size_t>(
        std::count_if(graph.nn.columns.begin(), graph.nn.columns.end(),
                      [&](std::uint32_t column) { return column >= graph.num_local; }));
  }

  /// O(ghosts / 64 + reached): for many of distinct ghosts.
  void sort_by_bits(std::span<const Vertex> seen, std::span<std::uint32_t> ghosts) {
    for (const Vertex ghost : seen) set_bit(seen_ghosts_.data(), ghost);
    std::size_t place = 0;
    for (std::size_t w = 0; w < seen_ghosts_.size(); ++w) {
      for_each_member(seen_ghosts_[w], w, [&](std::uint32_t ghost) { ghosts[place++] = ghost; });
      seen_ghosts_[w] = 0;
    }
  }

  const GraphDelegate& g_;
  bool unique_;
  bool shared_;
  Array<Word> seen_;         // in this search
  Array<Word> seen_ghosts_;  // empty but inside sort()
  FrontierQueue queue_;
  std::size_t window_ = 0;
  Array<std::uint32_t> sorted_;
  std::vector<std::uint32_t> begin_;  // of each rank's in sorted_
};

}  // namespace strider::detail
