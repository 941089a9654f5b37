// Arcs on their way to the owners of their rows.
#pragma once

#include <cstdint>

#include "partition/ids.hpp"

namespace strider::detail {

/// Ordered ids below it fit a NarrowArc.
inline constexpr std::uint64_t kMostNarrow = 1ULL << 32U;

/// An arc on its way to the owner of its row: where its other end lies, in the owner's eyes.
template <class W>
struct NarrowArc {
  std::uint32_t row_number;
  std::uint32_t low;
  [[no_unique_address]] W weight;

  NarrowArc() = default;
  NarrowArc(LocalVertex row, std::uint64_t ordered_id, W w)
      : row_number(index(row)), low(static_cast<std::uint32_t>(ordered_id)), weight(w) {}
  [[nodiscard]] std::uint64_t row() const { return row_number; }
  [[nodiscard]] std::uint64_t ordered_id() const { return low; }
};
/// The same where ordered ids need more than 32 bits.
template <class W>
struct WideArc {
  std::uint32_t row_number;
  std::uint32_t low;
  std::uint32_t high;
  [[no_unique_address]] W weight;

  WideArc() = default;
  WideArc(LocalVertex row, std::uint64_t ordered_id, W w)
      : row_number(index(row)),
        low(static_cast<std::uint32_t>(ordered_id)),
        high(static_cast<std::uint32_t>(ordered_id >> 32U)),
        weight(w) {}
  [[nodiscard]] std::uint64_t row() const { return row_number; }
  [[nodiscard]] std::uint64_t ordered_id() const { return std::uint64_t{high} << 32U | low; }
};

}  // namespace strider::detail
