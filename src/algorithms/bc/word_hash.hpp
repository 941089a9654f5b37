// A number that stands for what was read in some order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "base/random.hpp"

namespace strider::detail {

/// Mixes words one after another; the order counts.
class WordHash {
 public:
  void add(std::uint64_t word) { value_ = mix64(value_ ^ word); }
  void add_bytes(const void* data, std::size_t bytes) {
    const char* next = static_cast<const char*>(data);
    for (; bytes >= sizeof(std::uint64_t); bytes -= sizeof(std::uint64_t)) {
      std::uint64_t word = 0;
      std::memcpy(&word, next, sizeof(word));
      add(word);
      next += sizeof(word);
    }
    std::uint64_t rest = 0;
    if (bytes > 0) std::memcpy(&rest, next, bytes);
    add(rest);
    add(bytes);
  }
  template <class T>
  void add_all(std::span<const T> values) {
    add(values.size());
    add_bytes(values.data(), values.size_bytes());
  }
  [[nodiscard]] std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0;
};

}  // namespace strider::detail
