// Path counts and coefficients of vertices, in several searches, as ranks send them.
//
// Out: a byte that says how numbers are written; then, for each vertex with news, ascending: how
// many ghosts it lies behind the last one (a varint), its searches (a bit each; nothing where the
// batch has one source), and their counts. Back, for the same vertices in the same order: the
// searches in which the count was of use, and their coefficients. Counts that are all whole and
// small are written so.
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

/// Of the searches that have a vertex.
[[nodiscard]] constexpr std::size_t source_mask_bytes(unsigned batch_size) {
  return (batch_size + 7) / 8;
}

class BatchWriter {
 public:
  /// Precondition: `room` has enough of it.
  explicit BatchWriter(std::byte* room) : begin_(room), next_(room) {}

  void format(const NumberFormat& format) {
    format_ = format;
    put(static_cast<std::uint8_t>(format.bytes | (format.has_exponents ? kExponents : 0U)));
  }
  void varint(std::uint32_t value) {
    constexpr std::uint32_t kMore = 0x80;
    for (; value >= kMore; value >>= 7U) put(static_cast<std::uint8_t>(value | kMore));
    put(static_cast<std::uint8_t>(value));
  }
  void mask(std::uint64_t mask, std::size_t bytes) {
    static_assert(std::endian::native == std::endian::little);
    std::memcpy(next_, &mask, bytes);
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

/// Reads what a BatchWriter of another rank wrote.
class BatchReader {
 public:
  explicit BatchReader(std::span<const std::byte> message)
      : next_(message.data()), end_(message.data() + message.size()) {}

  [[nodiscard]] bool is_over() const { return next_ == end_; }
  void format() {
    const auto byte = get<std::uint8_t>();
    format_.bytes = byte & static_cast<std::uint8_t>(~BatchWriter::kExponents);
    format_.has_exponents = (byte & BatchWriter::kExponents) != 0;
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
    std::uint64_t mask = 0;
    std::memcpy(&mask, next_, bytes);
    next_ += bytes;
    return mask;
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

/// body(source index) for each bit, ascending.
template <class F>
void for_each_source(std::uint64_t mask, F&& body) {
  for (; mask != 0; mask &= mask - 1) body(static_cast<unsigned>(std::countr_zero(mask)));
}

}  // namespace strider::detail
