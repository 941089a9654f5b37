// Small numbers for the tags of fragments, which lie anywhere among those of all vertices.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/random.hpp"
#include "strider/array.hpp"
#include "strider/error.hpp"
#include "strider/types.hpp"

namespace strider::detail {

/// Numbers tags from 0 in the order in which they come: by a table of all tags where these are
/// few, else by hashing with linear probing.
class TagNumbers {
 public:
  /// For up to `most` different tags below `bound`. Throws MemoryError, UsageError where 32 bits do
  /// not number them.
  TagNumbers(std::uint64_t bound, std::size_t most) : direct_(is_direct(bound, most)) {
    if (std::min<std::uint64_t>(bound, most) >= kNoVertex) {
      throw UsageError("2^32 fragments of a rank's edges: start more ranks");
    }
    numbers_ = Array<Vertex>(places(bound, most), kNoVertex);
    mask_ = numbers_.size() - 1;
    tags_.reserve(most);
  }
  /// That the constructor takes: O(most) for any bound.
  [[nodiscard]] static std::uint64_t bytes(std::uint64_t bound, std::size_t most) {
    return places(bound, most) * sizeof(Vertex) + most * sizeof(std::uint64_t);
  }

  [[nodiscard]] Vertex number(std::uint64_t tag) {
    std::size_t place = direct_ ? tag : mix64(tag) & mask_;
    while (numbers_[place] != kNoVertex) {
      if (direct_ || tags_[numbers_[place]] == tag) return numbers_[place];
      place = (place + 1) & mask_;
    }
    numbers_[place] = count();
    tags_.push_back(tag);
    return numbers_[place];
  }
  [[nodiscard]] Vertex count() const { return static_cast<Vertex>(tags_.size()); }
  [[nodiscard]] std::uint64_t tag(Vertex number) const { return tags_[number]; }
  /// By number.
  [[nodiscard]] std::vector<std::uint64_t> tags() && { return std::move(tags_); }

 private:
  /// A table of all is worth so many places for each tag that there may be: hashing takes 2 to 4.
  static constexpr std::uint64_t kWorthTable = 4;
  static constexpr std::uint64_t kSmall = 1U << 14U;

  static bool is_direct(std::uint64_t bound, std::size_t most) {
    return bound <= kWorthTable * std::uint64_t{most} + kSmall;
  }
  static std::size_t places(std::uint64_t bound, std::size_t most) {
    return is_direct(bound, most) ? bound : std::bit_ceil(2 * most + 1);
  }

  bool direct_;
  Array<Vertex> numbers_;  // by place in the table
  std::size_t mask_ = 0;
  std::vector<std::uint64_t> tags_;
};

}  // namespace strider::detail
