// Own vertices that other ranks found first, and which keep their parents.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "base/parallel.hpp"
#include "base/workspace.hpp"
#include "graph/bitmap.hpp"
#include "strider/array.hpp"
#include "strider/types.hpp"

namespace strider::detail {

/// Which rank found a vertex is kept where its parent will be.
class RemoteParents1d {
 public:
  RemoteParents1d(Workspace& workspace, int ranks, Vertex num_own, int threads)
      : ranks_(static_cast<std::size_t>(ranks)), threads_(threads) {
    workspace.declare("which vertices others found", found_, num_own);
    workspace.declare("vertices that others found", listed_, num_own);
    workspace.declare("where those of a rank begin", begins_, ranks_ + 1);
    workspace.declare("where those of a rank go", places_,
                      ranks_ * static_cast<std::size_t>(threads));
    workspace.when_taken([this] { std::ranges::fill(places_, 0); });
  }
  void clear() {
    found_.clear(threads_);
    size_ = 0;
  }
  /// A vertex that is not there yet; grow() counts it. kShared: other threads add at the same time.
  template <bool kShared>
  void add(Vertex v) {
    if constexpr (kShared) {
      found_.set_atomic(v);
    } else {
      found_.set(v);
    }
  }
  void grow(std::uint64_t added) { size_ += added; }
  [[nodiscard]] std::uint64_t size() const { return size_; }

  /// Lists the vertices v by rank_of[v], which becomes v, ascending.
  void list_by_rank(std::span<Vertex> rank_of) {
    for_each_part([&](Vertex v, std::uint64_t* counts) { ++counts[rank_of[v]]; });
    std::uint64_t sum = 0;
    for (std::size_t r = 0; r < ranks_; ++r) {
      begins_[r] = sum;
      for (std::size_t at = r; at < places_.size(); at += ranks_) {
        sum += std::exchange(places_[at], sum);
      }
    }
    begins_[ranks_] = sum;
    for_each_part([&](Vertex v, std::uint64_t* places) {
      listed_[places[rank_of[v]]++] = v;
      rank_of[v] = v;
    });
    std::ranges::fill(places_, 0);
  }
  /// Those of a rank, after list_by_rank().
  [[nodiscard]] std::span<Vertex> of(int rank) {
    const auto r = static_cast<std::size_t>(rank);
    return listed_.span().subspan(begins_[r], begins_[r + 1] - begins_[r]);
  }

 private:
  template <class Body>
  void for_each_part(const Body& body) {
    parallel_parts(found_.num_words(), threads_, [&](Range words, std::size_t part) {
      std::uint64_t* const of_part = places_.data() + part * ranks_;
      found_.for_each_in_words(words.begin, words.end, [&](Vertex v) { body(v, of_part); });
    });
  }

  Bitmap found_;
  Array<Vertex> listed_;
  std::size_t ranks_;
  int threads_;
  Array<std::uint64_t> begins_;  // by rank
  Array<std::uint64_t> places_;  // by part, then rank; 0 between calls
  std::uint64_t size_ = 0;
};

}  // namespace strider::detail
