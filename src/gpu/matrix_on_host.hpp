// A matrix in plain arrays, on its way to a device.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include "strider/types.hpp"

namespace strider::detail {

/// By column, on the host: those of column c are entries[offsets[c]] to entries[offsets[c + 1]],
/// that one not included.
struct MatrixOnHost {
  std::span<const EdgeIndex> offsets;
  std::span<const std::uint32_t> entries;

  [[nodiscard]] std::size_t num_columns() const { return offsets.empty() ? 0 : offsets.size() - 1; }
  [[nodiscard]] bool has_small_offsets() const { return fit_small_offsets(entries.size()); }
  /// Whether offsets of so many entries have 32 bits on a device.
  [[nodiscard]] static bool fit_small_offsets(std::uint64_t num_entries) {
    return num_entries <= std::numeric_limits<std::uint32_t>::max();
  }
};

}  // namespace strider::detail
