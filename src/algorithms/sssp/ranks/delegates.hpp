// The distances of delegates. Each rank has one of its own; where it falls on some, all ranks take
// the least before the next round.
//
// A rank may relax arcs of a delegate with a distance that it found itself before those of all
// ranks are reduced. Parents lead to the source all the same: what ranks find in one round they
// find without one another, so of several that found a delegate's distance in a round any has a
// right parent.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>

#include "algorithms/sssp/ranks/local.hpp"
#include "algorithms/sssp/ranks/path_graph.hpp"
#include "comm/bit_reduction.hpp"
#include "comm/communicator.hpp"
#include "graph/bitmap.hpp"

namespace strider::detail {

template <class W>
class DelegateDistances {
 public:
  using Distance = SsspDistance<W>;

  /// Of a graph with delegates, which outlives it. Collective.
  DelegateDistances(Workspace& workspace, const comm::Communicator& comm, const PathGraph<W>& graph,
                    int ranks_per_node)
      : begin_(graph.delegates), reduction_(comm, comm::BitReduction::Settings{ranks_per_node}) {
    const std::size_t n = graph.num_delegates;
    const std::size_t words = (n + 63) / 64;
    workspace.declare("the delegates found by all ranks", masks_->all, words);
    workspace.declare("the delegates found", masks_->own, words);
    workspace.declare("the delegates whose parents are known", knows_, words);
    workspace.declare("a list of delegates", found_, n);
    workspace.declare("the distances of delegates", here_, n);
    workspace.declare("the distances of delegates on all ranks", reduced_, n);
    workspace.when_taken([this, words] { reduction_.use(nullptr, words); });
  }

  /// Before a search. `source` is the local id of the source.
  void start(Vertex source) {
    std::fill(knows_.begin(), knows_.end(), 0);
    source_ = source;
  }

  // After a round: peek(). Where that found a delegate on any rank, the others, in this order.

  struct Found {
    bool ghosts = false;
    bool delegates = false;
  };
  Found peek(LocalPaths<W>& local) {
    const bool ghosts = local.copy_changed(masks_->own.span());
    std::copy(masks_->own.begin(), masks_->own.end(), masks_->all.begin());
    return {ghosts, std::ranges::any_of(masks_->own, [](std::uint64_t word) { return word != 0; })};
  }
  /// Begins to join the masks of all ranks; other messages may travel meanwhile. Collective.
  void start_masks() { reduction_.start(masks_->all.span(), masks_); }
  /// Collective.
  void wait_for_masks() {
    reduction_.wait();
    num_found_ = 0;
    for_each(masks_->all.span(), [&](Vertex i) { found_[num_found_++] = begin_ + i; });
  }
  void read(LocalPaths<W>& local) {
    local.copy_distances(found(), here_.span().first(num_found_));
    std::copy_n(here_.begin(), num_found_, reduced_.begin());
  }
  /// Which all ranks reduce to the minimum.
  [[nodiscard]] std::span<Distance> distances() { return reduced_.span().first(num_found_); }
  void write(LocalPaths<W>& local) {
    for (std::size_t place = 0; place < num_found_; ++place) {
      const Vertex i = found_[place] - begin_;
      const std::uint64_t bit = std::uint64_t{1} << (i % 64);
      // Who found the least distance first keeps its record until there is a smaller one.
      const bool is_found_here = (masks_->own[i / 64] & bit) != 0;
      if (is_found_here && !(reduced_[place] < here_[place])) {
        knows_[i / 64] |= bit;
      } else {
        knows_[i / 64] &= ~bit;
      }
    }
    local.set_distances(found(), distances());
  }

  /// Whether this rank found the distance of a delegate that was reduced last, and so its parent.
  [[nodiscard]] bool knows_parent(std::uint32_t delegate) const {
    return (knows_[delegate / 64] >> (delegate % 64) & 1U) != 0;
  }
  [[nodiscard]] bool is_source(std::uint32_t delegate) const {
    return begin_ + delegate == source_;
  }

 private:
  /// The one is reduced while the other stays; MPI may write both as long as it has not ended.
  struct Masks {
    Array<std::uint64_t> all;
    Array<std::uint64_t> own;
  };

  template <class F>
  static void for_each(std::span<const std::uint64_t> words, const F& body) {
    for (std::size_t w = 0; w < words.size(); ++w) Bitmap::for_each_bit(words[w], w, body);
  }
  [[nodiscard]] std::span<const Vertex> found() const { return found_.span().first(num_found_); }

  const Vertex begin_;  // the local id of delegate 0
  Vertex source_ = kNoVertex;
  comm::BitReduction reduction_;
  std::shared_ptr<Masks> masks_ = std::make_shared<Masks>();
  Array<std::uint64_t> knows_;
  // Of the delegates in the mask of all ranks.
  Array<Vertex> found_;  // their local ids
  Array<Distance> here_;
  Array<Distance> reduced_;
  std::size_t num_found_ = 0;
};

}  // namespace strider::detail
