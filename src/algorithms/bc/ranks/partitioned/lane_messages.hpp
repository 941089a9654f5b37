// Path counts and coefficients of vertices, in several lanes, as ranks send them.
//
// Out: a byte that says how numbers are written; then, for each vertex with news, ascending: how
// many slots it lies behind the last one (a varint), its lanes (a bit each; nothing of one lane
// alone), and their counts. Back, for the same vertices in the same order: the lanes in which the
// count was of use, and their coefficients. Counts that are all whole and small are written so.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "algorithms/bc/path_count.hpp"

namespace strider::detail {

/// How the numbers of a message are written.
struct NumberFormat {
  std::uint8_t bytes = 1;  ///< of a number: 1, 2 or 4, whole; 8, a double
  bool has_exponents = false;

  /// Makes room for one more number.
  void take(const PathCount& number) {
    if (number.exponent != 0) has_exponents = true;
    const double value = number.mantissa;
    constexpr double kByte = 1U << 8U;
    constexpr double kTwoBytes = 1U << 16U;
    constexpr double kFourBytes = 0x1p32;
    const bool small = value < kFourBytes;
    const bool whole = small && static_cast<double>(static_cast<std::uint64_t>(value)) == value;
    const std::uint8_t needed = !whole ? 8 : value < kByte ? 1 : value < kTwoBytes ? 2 : 4;
    if (needed > bytes) bytes = needed;
  }
};

/// Of the lanes of a vertex.
[[nodiscard]] constexpr std::size_t lane_mask_bytes(unsigned lanes) {
  return (lanes + 7) / 8;
}

class LaneWriter {
 public:
  /// Precondition: `room` has enough of it.
  explicit LaneWriter(std::byte* room) : begin_(room), next_(room) {}

  void format(const NumberFormat& format) {
    format_ = format;
    put(static_cast<std::uint8_t>(format.bytes | (format.has_exponents ? kExponents : 0U)));
  }
  void varint(std::uint32_t value) {
    constexpr std::uint32_t kMore = 0x80;
    for (; value >= kMore; value >>= 7U) put(static_cast<std::uint8_t>(value | kMore));
    put(static_cast<std::uint8_t>(value));
  }
  void mask(std::uint64_t lanes, std::size_t bytes) {
    static_assert(std::endian::native == std::endian::little);
    std::memcpy(next_, &lanes, bytes);
    next_ += bytes;
  }
  void number(const PathCount& number) {
    switch (format_.bytes) {
      case 1:
        put(static_cast<std::uint8_t>(number.mantissa));
        break;
      case 2:
        put(static_cast<std::uint16_t>(number.mantissa));
        break;
      case 4:
        put(static_cast<std::uint32_t>(number.mantissa));
        break;
      default:
        put(number.mantissa);
    }
    if (format_.has_exponents) put(number.exponent);
  }
  [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(next_ - begin_); }

  static constexpr std::uint8_t kExponents = 0x80;

 private:
  template <class T>
  void put(T value) {
    std::memcpy(next_, &value, sizeof(T));
    next_ += sizeof(T);
  }

  std::byte* begin_;
  std::byte* next_;
  NumberFormat format_;
};

/// Reads what a LaneWriter of another rank wrote.
class LaneReader {
 public:
  explicit LaneReader(std::span<const std::byte> message)
      : next_(message.data()), end_(message.data() + message.size()) {}

  [[nodiscard]] bool is_over() const { return next_ == end_; }
  void format() {
    const auto byte = get<std::uint8_t>();
    format_.bytes = byte & static_cast<std::uint8_t>(~LaneWriter::kExponents);
    format_.has_exponents = (byte & LaneWriter::kExponents) != 0;
  }
  [[nodiscard]] std::uint32_t varint() {
    std::uint32_t value = 0;
    for (unsigned shift = 0;; shift += 7) {
      const auto byte = get<std::uint8_t>();
      value |= static_cast<std::uint32_t>(byte & 0x7FU) << shift;
      if (byte < 0x80) return value;
    }
  }
  [[nodiscard]] std::uint64_t mask(std::size_t bytes) {
    std::uint64_t lanes = 0;
    std::memcpy(&lanes, next_, bytes);
    next_ += bytes;
    return lanes;
  }
  [[nodiscard]] PathCount number() {
    PathCount number;
    switch (format_.bytes) {
      case 1:
        number.mantissa = get<std::uint8_t>();
        break;
      case 2:
        number.mantissa = get<std::uint16_t>();
        break;
      case 4:
        number.mantissa = get<std::uint32_t>();
        break;
      default:
        number.mantissa = get<double>();
    }
    if (format_.has_exponents) number.exponent = get<std::int32_t>();
    return number;
  }

 private:
  template <class T>
  T get() {
    T value;
    std::memcpy(&value, next_, sizeof(T));
    next_ += sizeof(T);
    return value;
  }

  const std::byte* next_;
  const std::byte* end_;
  NumberFormat format_;
};

/// body(lane) for each bit, ascending.
template <class F>
void for_each_lane(std::uint64_t lanes, F&& body) {
  for (; lanes != 0; lanes &= lanes - 1) body(static_cast<unsigned>(std::countr_zero(lanes)));
}

}  // namespace strider::detail
