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
  [[nodiscard]] bool has_small_offsets() const {
    return entries.size() <= std::numeric_limits<std::uint32_t>::max();
  }
  /// Of a device's memory.
  [[nodiscard]] std::uint64_t predict_bytes() const {
    const std::size_t offset = has_small_offsets() ? sizeof(std::uint32_t) : sizeof(std::uint64_t);
    return offsets.size() * offset + entries.size_bytes();
  }
};

}  // namespace strider::detail
