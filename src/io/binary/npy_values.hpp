// The values of numpy arrays as numbers of this machine.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <type_traits>

#include "io/binary/npy_array.hpp"
#include "strider/error.hpp"

namespace strider {

/// A floating-point number of 16 bits, as its bits.
struct Float16 {
  std::uint16_t bits;
};

[[nodiscard]] inline double to_double(Float16 number) {
  const double sign = (number.bits & 0x8000U) != 0 ? -1 : 1;
  const int exponent = number.bits >> 10U & 0x1FU;
  const int fraction = number.bits & 0x3FFU;
  if (exponent == 31) {
    return fraction == 0 ? sign * std::numeric_limits<double>::infinity()
                         : std::numeric_limits<double>::quiet_NaN();
  }
  return sign *
         (exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(fraction + 1024, exponent - 25));
}

/// Element `i` of a column of type T: a T, or a double for a Float16.
template <class T>
[[nodiscard]] auto npy_element(const NpyColumn& column, std::uint64_t i) {
  unsigned char bytes[sizeof(T)];
  std::memcpy(bytes, column.data + i * column.stride, sizeof(T));
  if (column.type.swapped) std::ranges::reverse(bytes);
  const T value = std::bit_cast<T>(bytes);
  if constexpr (std::is_same_v<T, Float16>) {
    return to_double(value);
  } else {
    return value;
  }
}

/// body.operator()<T>() for the type T of the column. Throws InputError for texts.
template <class F>
void with_npy_type(const NpyColumn& column, const std::string& name, F&& body) {
  switch (column.type.kind == 'f' ? column.type.bytes + 16 : column.type.bytes) {
    case 16 + 2:
      return body.template operator()<Float16>();
    case 16 + 4:
      return body.template operator()<float>();
    case 16 + 8:
      return body.template operator()<double>();
    default:
      break;
  }
  const bool is_signed = column.type.kind == 'i';
  if (is_signed || column.type.kind == 'u' || column.type.kind == 'b') {
    switch (column.type.bytes) {
      case 1:
        return is_signed ? body.template operator()<std::int8_t>()
                         : body.template operator()<std::uint8_t>();
      case 2:
        return is_signed ? body.template operator()<std::int16_t>()
                         : body.template operator()<std::uint16_t>();
      case 4:
        return is_signed ? body.template operator()<std::int32_t>()
                         : body.template operator()<std::uint32_t>();
      case 8:
        return is_signed ? body.template operator()<std::int64_t>()
                         : body.template operator()<std::uint64_t>();
      default:
        break;
    }
  }
  throw InputError(name, 0, "expected numbers, found texts: convert them to integers");
}

/// The values of `column` as numbers below `limit`. Parallel. Throws InputError, naming `name` and
/// the first element that is negative, no integer or not below `limit`; MemoryError.
[[nodiscard]] Array<std::uint64_t> npy_numbers(const NpyColumn& column, std::uint64_t limit,
                                               const std::string& name, int threads);

/// The values of `column`. Parallel. Throws InputError if one is not a number, or has a type that
/// is not read; MemoryError.
[[nodiscard]] Array<double> npy_values(const NpyColumn& column, const std::string& name,
                                       int threads);

}  // namespace strider
