// Numbers in as few whole bytes as they need, one after the other.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace strider::comm {

// The low bytes of a number come first in memory.
static_assert(std::endian::native == std::endian::little);

/// Bytes of the numbers up to `largest`; at least 1.
[[nodiscard]] constexpr unsigned bytes_for(std::uint64_t largest) {
  return (static_cast<unsigned>(std::bit_width(largest | 1U)) + 7) / 8;
}

/// What lies behind the last number may be written or read: so many bytes.
inline constexpr std::size_t kPackingSlack = sizeof(std::uint64_t);

class ByteWriter {
 public:
  explicit ByteWriter(std::byte* to) : to_(to) {}
  void put(std::uint64_t number, unsigned bytes) {
    std::memcpy(to_, &number, sizeof(number));
    to_ += bytes;
  }
  [[nodiscard]] std::byte* position() const { return to_; }

 private:
  std::byte* to_;
};

class ByteReader {
 public:
  explicit ByteReader(const std::byte* from) : from_(from) {}
  /// Precondition: bytes is from 1 to 8.
  [[nodiscard]] std::uint64_t get(unsigned bytes) {
    std::uint64_t number = 0;
    std::memcpy(&number, from_, sizeof(number));
    from_ += bytes;
    return number & (~std::uint64_t{0} >> (64 - 8 * bytes));
  }
  [[nodiscard]] const std::byte* position() const { return from_; }

 private:
  const std::byte* from_;
};

}  // namespace strider::comm
