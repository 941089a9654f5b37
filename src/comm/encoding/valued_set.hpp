// Sets of ids with a value for each: distances, parents.
//
// The message: the values in the order of the ids, padded to a multiple of 8 bytes; the encoded
// set; the number of ids, 4 bytes. The empty set is the empty message.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>

#include "comm/encoding/encoding.hpp"

namespace strider::comm {

template <class V>
concept IdValue = std::is_trivially_copyable_v<V> &&(sizeof(V) == 4 || sizeof(V) == 8);

namespace detail {
/// Bytes of `count` values with what follows them up to the set.
[[nodiscard]] constexpr std::size_t padded_values(std::uint64_t count, std::size_t value_bytes) {
  return (count * value_bytes + 7) / 8 * 8;
}
std::size_t encode_after_values(std::span<const std::uint32_t> ids, std::uint32_t universe,
                                Encoding encoding, std::size_t value_bytes,
                                std::span<std::byte> to);
Decoded decode_after_values(std::span<const std::byte> message, std::uint32_t universe,
                            std::size_t value_bytes, Array<std::uint32_t>& buffer,
                            std::uint32_t& count);
}  // namespace detail

/// Bytes that the message of `count` ids and their values has at most.
template <IdValue V>
[[nodiscard]] std::size_t valued_bound(std::uint32_t universe, std::uint64_t count,
                                       Encoding encoding = Encoding::kAuto) {
  return detail::padded_values(count, sizeof(V)) + bound(universe, count, encoding) +
         sizeof(std::uint32_t);
}

/// Writes the message of ids and values[i] of ids[i]; returns its bytes. Preconditions and errors
/// as encode's; `to` has valued_bound bytes; there are as many values as ids.
template <IdValue V>
std::size_t encode_valued(std::span<const std::uint32_t> ids, std::span<const V> values,
                          std::uint32_t universe, Encoding encoding, std::span<std::byte> to) {
  if (values.size() != ids.size()) throw UsageError("a set of ids with more or fewer values");
  if (ids.empty()) return 0;
  const std::size_t bytes = detail::encode_after_values(ids, universe, encoding, sizeof(V), to);
  std::memcpy(to.data(), values.data(), values.size_bytes());
  return bytes;
}

template <IdValue V>
struct DecodedValues {
  Decoded set;
  std::span<const V> values;  ///< in the order of set.for_each; in the message

  /// body(id, value), ascending.
  template <class F>
  void for_each(F&& body) const {
    const V* value = values.data();
    set.for_each([&](std::uint32_t id) { body(id, *value++); });
  }
};

/// Reads a message, of any bytes; as decode.
template <IdValue V>
[[nodiscard]] DecodedValues<V> decode_valued(std::span<const std::byte> message,
                                             std::uint32_t universe, Array<std::uint32_t>& buffer) {
  std::uint32_t count = 0;
  const Decoded set = detail::decode_after_values(message, universe, sizeof(V), buffer, count);
  return {set, {reinterpret_cast<const V*>(message.data()), count}};
}

}  // namespace strider::comm
