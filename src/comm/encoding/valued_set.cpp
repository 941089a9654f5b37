#include "comm/encoding/valued_set.hpp"

#include <fmt/format.h>

namespace strider::comm::detail {

std::size_t encode_after_values(std::span<const std::uint32_t> ids, std::uint32_t universe,
                                Encoding encoding, std::size_t value_bytes,
                                std::span<std::byte> to) {
  const std::size_t begin = padded_values(ids.size(), value_bytes);
  const auto count = static_cast<std::uint32_t>(ids.size());
  if (to.size() < begin + bound(universe, ids.size(), encoding) + sizeof(count)) {
    throw UsageError(
        fmt::format("{} bytes are too few for {} ids and their values", to.size(), ids.size()));
  }
  // What pads the values is sent, too.
  if (begin > 0) std::memset(to.data() + begin - 4, 0, 4);
  const std::span<std::byte> room = to.subspan(begin, to.size() - begin - sizeof(count));
  std::size_t bytes = begin + encode(ids, universe, encoding, room);
  std::memcpy(to.data() + bytes, &count, sizeof(count));
  return bytes + sizeof(count);
}

Decoded decode_after_values(std::span<const std::byte> message, std::uint32_t universe,
                            std::size_t value_bytes, Array<std::uint32_t>& buffer,
                            std::uint32_t& count) {
  if (message.empty()) return {};
  if (message.size() >= sizeof(count)) {
    std::memcpy(&count, message.data() + message.size() - sizeof(count), sizeof(count));
  }
  const std::size_t begin = padded_values(count, value_bytes);
  if (count == 0 || message.size() - sizeof(count) < begin) {
    throw EncodingError(fmt::format("a message of {} bytes cannot hold {} ids with their values",
                                    message.size(), count));
  }
  const Decoded set =
      decode(message.subspan(begin, message.size() - begin - sizeof(count)), universe, buffer);
  if (set.count() != count) {
    throw EncodingError(fmt::format("a message has {} ids, but {} values", set.count(), count));
  }
  return set;
}

}  // namespace strider::comm::detail
