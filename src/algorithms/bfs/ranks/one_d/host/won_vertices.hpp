// Own vertices that other ranks found first: the parents of these are with the finders.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "strider/array.hpp"
#include "strider/types.hpp"

namespace strider::detail {

class WonVertices {
 public:
  /// Another finder, numbered from 0, of at most `most` vertices. Throws MemoryError.
  void add_finder(std::size_t most) { finders_.push_back({Array<Vertex>(most), 0}); }
  void clear() {
    for (Finder& finder : finders_) finder.size = 0;
  }
  void add(int finder, Vertex v) {
    Finder& of = finders_[static_cast<std::size_t>(finder)];
    of.vertices[of.size++] = v;
  }
  [[nodiscard]] std::uint64_t size() const {
    std::uint64_t sum = 0;
    for (const Finder& finder : finders_) sum += finder.size;
    return sum;
  }
  [[nodiscard]] std::uint64_t size_of(int finder) const {
    return finders_[static_cast<std::size_t>(finder)].size;
  }
  /// Sets `bitmap`, of words of 32 vertices, to those of a finder.
  void map(int finder, std::span<std::uint32_t> bitmap) const {
    std::fill(bitmap.begin(), bitmap.end(), 0);
    const Finder& of = finders_[static_cast<std::size_t>(finder)];
    for (const Vertex v : of.vertices.span().first(of.size)) bitmap[v >> 5U] |= 1U << (v & 31U);
  }

 private:
  struct Finder {
    Array<Vertex> vertices;
    std::size_t size;
  };
  std::vector<Finder> finders_;
};

}  // namespace strider::detail
