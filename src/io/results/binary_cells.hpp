// Cells as numbers of the types that NumPy and Parquet have.
#pragma once

#include <cstdint>
#include <limits>
#include <string_view>

#include "io/results/table.hpp"

namespace strider {

/// A label as int64. Throws UsageError if it does not fit; `file` is what the message calls
/// it: "an .npy file".
[[nodiscard]] std::int64_t signed_label(std::uint64_t label, std::string_view file);

/// A cell of type kDistance as float64, which has a word for infinity, and all integers up to 2^53.
/// Throws UsageError if it does not fit; `file` is what the message calls
/// it: "an .npy file".
[[nodiscard]] double exact_distance(const Cell& cell, std::string_view file);

/// A cell of type kFloat or kDouble.
template <class Real>
[[nodiscard]] Real real_or_infinite(const Cell& cell) {
  return cell.is_missing() ? std::numeric_limits<Real>::infinity() : cell.as<Real>();
}

}  // namespace strider
