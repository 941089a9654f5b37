// Numbers in the tables that other programs wrote.
#pragma once

#include <cmath>
#include <limits>
#include <optional>
#include <string_view>
#include <type_traits>

#include "base/text.hpp"

namespace strider {

/// `number` as an unsigned T, if T has it: 3.0 is an integer, 3.5 and -3 are none.
template <class T>
[[nodiscard]] std::optional<T> whole_number(double number) {
  static_assert(std::is_unsigned_v<T>);
  // 2^64 - 1 is no double, but the power above it is.
  const double end = std::ldexp(1.0, std::numeric_limits<T>::digits);
  if (!(number >= 0 && number < end && number == std::floor(number))) return std::nullopt;
  return static_cast<T>(number);
}

/// The number that all of `text` is, if T can hold it; it may begin with a plus sign.
template <class T>
[[nodiscard]] std::optional<T> parse_cell(std::string_view text) {
  if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
  return parse_number<T>(text);
}

}  // namespace strider
