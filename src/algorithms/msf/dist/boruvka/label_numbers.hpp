// Small numbers for the labels of fragments, which lie anywhere among those of all vertices.
#pragma once

#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/random.hpp"
#include "strider/array.hpp"
#include "strider/types.hpp"

namespace strider::detail {

/// Numbers labels from 0 in the order in which they come: by a table of all labels where these are
/// few, else by hashing with linear probing.
class LabelNumbers {
 public:
  /// For up to `most` different labels below `bound`. Throws MemoryError.
  LabelNumbers(std::uint64_t bound, std::size_t most)
      : direct_(bound <= kWorthTable * std::uint64_t{most} + kSmall) {
    const std::size_t places = direct_ ? bound : std::bit_ceil(2 * most + 1);
    numbers_ = Array<Vertex>(places, kNoVertex);
    mask_ = places - 1;
    labels_.reserve(most);
  }

  [[nodiscard]] Vertex number(std::uint64_t label) {
    std::size_t place = direct_ ? label : mix64(label) & mask_;
    while (numbers_[place] != kNoVertex) {
      if (direct_ || labels_[numbers_[place]] == label) return numbers_[place];
      place = (place + 1) & mask_;
    }
    numbers_[place] = count();
    labels_.push_back(label);
    return numbers_[place];
  }
  [[nodiscard]] Vertex count() const { return static_cast<Vertex>(labels_.size()); }
  [[nodiscard]] std::uint64_t label(Vertex number) const { return labels_[number]; }
  /// By number.
  [[nodiscard]] std::vector<std::uint64_t> labels() && { return std::move(labels_); }

 private:
  static constexpr std::uint64_t kWorthTable = 16;
  static constexpr std::uint64_t kSmall = 1U << 14U;

  bool direct_;
  Array<Vertex> numbers_;  // by place in the table
  std::size_t mask_ = 0;
  std::vector<std::uint64_t> labels_;
};

}  // namespace strider::detail
