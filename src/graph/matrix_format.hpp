// The forms of graph/local_matrix.hpp.
#pragma once

#include <cstdint>

namespace strider::detail {

/// How the columns are found.
enum class MatrixFormat : std::uint8_t {
  kAuto,   ///< kBitmap where fewer than one column in kHypersparse has entries
  kCsc,    ///< an offset for each column: compressed sparse columns
  kBitmap  ///< offsets of the columns that have entries, which a bitmap says
};

/// Where fewer than one column in so many has entries, offsets of these columns and the bitmap take
/// less than a sixth of the memory of offsets of all columns. This pays for looking up the bit.
inline constexpr std::uint64_t kHypersparse = 4;

}  // namespace strider::detail
