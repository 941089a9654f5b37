// Own vertices that other ranks found first, and which keep their parents.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "strider/array.hpp"
#include "strider/types.hpp"

namespace strider::detail {

class RemoteParents1d {
 public:
  /// Another rank, numbered from 0, with the parents of at most `most` vertices. Throws
  /// MemoryError.
  void add_rank(std::size_t most) { ranks_.push_back({Array<Vertex>(most), 0}); }
  void clear() {
    for (OfRank& rank : ranks_) rank.size = 0;
  }
  void add(int rank, Vertex v) {
    OfRank& of = ranks_[static_cast<std::size_t>(rank)];
    of.vertices[of.size++] = v;
  }
  [[nodiscard]] std::uint64_t size() const {
    std::uint64_t sum = 0;
    for (const OfRank& rank : ranks_) sum += rank.size;
    return sum;
  }
  [[nodiscard]] std::uint64_t size_of(int rank) const {
    return ranks_[static_cast<std::size_t>(rank)].size;
  }
  /// Sets `bitmap`, of words of 32 vertices, to those of a rank.
  void map(int rank, std::span<std::uint32_t> bitmap) const {
    std::fill(bitmap.begin(), bitmap.end(), 0);
    const OfRank& of = ranks_[static_cast<std::size_t>(rank)];
    for (const Vertex v : of.vertices.span().first(of.size)) bitmap[v >> 5U] |= 1U << (v & 31U);
  }

 private:
  struct OfRank {
    Array<Vertex> vertices;
    std::size_t size;
  };
  std::vector<OfRank> ranks_;
};

}  // namespace strider::detail
