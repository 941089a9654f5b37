// Small numbers for the fragment ids, which lie anywhere among those of all vertices.
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

/// Numbers fragment ids from 0 in the order in which they come: by a table of all fragment ids
/// where these are few, else by hashing with linear probing.
class FragmentNumbers {
 public:
  /// For up to `most` different fragment ids below `bound`. Throws MemoryError, UsageError where 32
  /// bits do not number them.
  FragmentNumbers(std::uint64_t bound, std::size_t most) : direct_(is_direct(bound, most)) {
    if (std::min<std::uint64_t>(bound, most) >= kNoVertex) {
      throw UsageError("one rank's edges have 2^32 fragments or more: start more ranks");
    }
    numbers_ = Array<Vertex>(places(bound, most), kNoVertex);
    mask_ = numbers_.size() - 1;
    fragment_ids_.reserve(most);
  }
  /// That the constructor takes: O(most) for any bound.
  [[nodiscard]] static std::uint64_t bytes(std::uint64_t bound, std::size_t most) {
    return places(bound, most) * sizeof(Vertex) + most * sizeof(std::uint64_t);
  }

  [[nodiscard]] Vertex number(std::uint64_t fragment_id) {
    std::size_t place = direct_ ? fragment_id : mix64(fragment_id) & mask_;
    while (numbers_[place] != kNoVertex) {
      if (direct_ || fragment_ids_[numbers_[place]] == fragment_id) return numbers_[place];
      place = (place + 1) & mask_;
    }
    numbers_[place] = count();
    fragment_ids_.push_back(fragment_id);
    return numbers_[place];
  }
  [[nodiscard]] Vertex count() const { return static_cast<Vertex>(fragment_ids_.size()); }
  [[nodiscard]] std::uint64_t fragment_id(Vertex number) const { return fragment_ids_[number]; }
  /// By number.
  [[nodiscard]] std::vector<std::uint64_t> fragment_ids() && { return std::move(fragment_ids_); }

 private:
  /// A table of all may have so many places for each fragment id that there may be: hashing takes 2
  /// to 4.
  static constexpr std::uint64_t kTableFactor = 4;
  static constexpr std::uint64_t kSmall = 1U << 14U;

  static bool is_direct(std::uint64_t bound, std::size_t most) {
    return bound <= kTableFactor * std::uint64_t{most} + kSmall;
  }
  static std::size_t places(std::uint64_t bound, std::size_t most) {
    return is_direct(bound, most) ? bound : std::bit_ceil(2 * most + 1);
  }

  bool direct_;
  Array<Vertex> numbers_;  // by place in the table
  std::size_t mask_ = 0;
  std::vector<std::uint64_t> fragment_ids_;
};

}  // namespace strider::detail
