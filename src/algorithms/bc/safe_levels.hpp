// How many levels a search may have whose counts of paths are plain numbers.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace strider::detail {

/// Rows of floats are kept for at most so many levels: each costs some precision
/// (docs/notes/bc.md).
inline constexpr std::size_t kMostFloatLevels = 12;
/// Counts in floats stay below 2 to this: their reciprocals, too, are in range.
inline constexpr double kMostFloatBits = 120;

/// Levels, up to `most`, within which counts stay below 2^bits. Every path takes one edge between
/// each level and the next, and is known by every second one of them; so with D levels there are at
/// most (m / (D / 2))^(D / 2) paths.
[[nodiscard]] inline std::size_t safe_levels(std::uint64_t num_arcs, std::size_t most,
                                             double bits) {
  const double arcs = std::max(4.0, static_cast<double>(num_arcs));
  std::size_t levels = most;
  while (levels > 2) {
    const double half = std::ceil(static_cast<double>(levels) / 2);
    if (half * std::log2(arcs / half) <= bits) break;
    --levels;
  }
  return levels;
}

}  // namespace strider::detail
