// The forms of graph/local_matrix.hpp.
#pragma once

#include <cstdint>

namespace strider::detail {

/// How the columns are found.
enum class MatrixFormat : std::uint8_t {
  kAuto,   ///< kBitmap where columns have few entries on average, or few columns have any
  kCsc,    ///< an offset for each column: compressed sparse columns
  kBitmap  ///< offsets of the columns that have entries, which a bitmap says
};

/// Where fewer than one column in so many has entries, offsets of these columns and the bitmap take
/// less than a sixth of the memory of offsets of all columns. This pays for looking up the bit.
inline constexpr std::uint64_t kHypersparse = 4;
/// From so many entries a column on average, the kernels of one machine's searches pay. Below it,
/// bottom-up steps over bitmaps take a third of the instructions of those over offsets: they skip
/// what has no entries by 64 columns at a time.
inline constexpr std::uint64_t kLayoutEntries = 4;

/// Whether kAuto is kBitmap, for so many columns, of which some have entries.
[[nodiscard]] constexpr bool is_hypersparse(double columns, double with_entries, double entries) {
  return entries < columns * static_cast<double>(kLayoutEntries) ||
         with_entries * static_cast<double>(kHypersparse) < columns;
}

}  // namespace strider::detail
