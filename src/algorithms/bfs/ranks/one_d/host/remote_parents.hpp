// Own vertices that other ranks found first, and which keep their parents.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "base/workspace.hpp"
#include "strider/array.hpp"
#include "strider/types.hpp"

namespace strider::detail {

class RemoteParents1d {
 public:
  /// num_of(rank): the vertices whose parents a rank may have, at most.
  template <class NumOf>
  RemoteParents1d(Workspace& workspace, int ranks, const NumOf& num_of)
      : ranks_(static_cast<std::size_t>(ranks)) {
    for (int r = 0; r < ranks; ++r) {
      workspace.declare("vertices that others found", ranks_[static_cast<std::size_t>(r)].vertices,
                        num_of(r));
    }
  }
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
  /// Sets `bitmap`, of words of 32 vertices, to those of a rank.
  void map(int rank, std::span<std::uint32_t> bitmap) const {
    std::fill(bitmap.begin(), bitmap.end(), 0);
    const OfRank& of = ranks_[static_cast<std::size_t>(rank)];
    for (const Vertex v : of.vertices.span().first(of.size)) bitmap[v >> 5U] |= 1U << (v & 31U);
  }

 private:
  struct OfRank {
    Array<Vertex> vertices;
    std::size_t size = 0;
  };
  std::vector<OfRank> ranks_;
};

}  // namespace strider::detail
