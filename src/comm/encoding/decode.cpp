#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <numeric>

#include "base/count_ones.hpp"
#include "comm/encoding/encoding.hpp"
#include "comm/encoding/tags.hpp"

namespace strider::comm {
namespace {

[[noreturn]] void refuse(const std::string& what) {
  throw EncodingError("a message is not a valid set of ids: " + what);
}

Decoded decode_list(std::span<const std::byte> payload, std::uint32_t universe) {
  if (payload.empty() || payload.size() % sizeof(std::uint32_t) != 0) {
    refuse(fmt::format("a list of {} bytes", payload.size()));
  }
  const std::span<const std::uint32_t> ids{reinterpret_cast<const std::uint32_t*>(payload.data()),
                                           payload.size() / sizeof(std::uint32_t)};
  std::uint32_t descents = 0;
  for (std::size_t i = 1; i < ids.size(); ++i) descents |= ids[i - 1] >= ids[i] ? 1U : 0U;
  if (descents != 0) refuse("the list is not in ascending order");
  if (ids.back() >= universe) refuse(fmt::format("id {} of {}", ids.back(), universe));
  return {.ids = ids};
}

Decoded decode_bitmap(std::span<const std::byte> payload, std::uint32_t universe) {
  const std::size_t words = detail::num_words(universe);
  if (payload.empty() || payload.size() != words * sizeof(std::uint64_t)) {
    refuse(fmt::format("a bitmap of {} bytes for {} ids", payload.size(), universe));
  }
  const auto* const data = reinterpret_cast<const std::uint64_t*>(payload.data());
  if ((data[words - 1] & ~detail::last_word_bits(universe)) != 0) {
    refuse(fmt::format("the bitmap has bits beyond its {} ids", universe));
  }
  return {.words = {data, words}, .is_bitmap = true};
}

Decoded decode_varint(std::span<const std::byte> payload, std::uint32_t universe,
                      Array<std::uint32_t>& buffer) {
  if (payload.empty() || (payload.back() & std::byte{128}) != std::byte{0}) {
    refuse("the last varint is incomplete");
  }
  // At most an id a byte.
  if (buffer.size() < payload.size()) buffer = Array<std::uint32_t>(payload.size());
  constexpr std::uint64_t kContinuations = 0x8080808080808080U;
  std::uint32_t* out = buffer.data();
  std::uint64_t next = 0;
  for (std::size_t at = 0; at < payload.size();) {
    if (payload.size() - at >= sizeof(std::uint64_t)) {
      std::uint64_t eight = 0;
      std::memcpy(&eight, payload.data() + at, sizeof(eight));
      if ((eight & kContinuations) == 0) {
        // Gaps of one byte each, as nearly all gaps of large sets are.
        for (std::size_t i = 0; i < sizeof(eight); ++i) {
          next += static_cast<std::uint64_t>(payload[at + i]);
          *out++ = static_cast<std::uint32_t>(next++);
        }
        at += sizeof(eight);
        if (next > universe) refuse(fmt::format("an id is not below {}", universe));
        continue;
      }
    }
    std::uint64_t gap = 0;
    unsigned shift = 0;
    std::uint64_t part = 0;
    do {
      if (shift > 28) refuse("a varint has more than 5 bytes");
      part = static_cast<std::uint64_t>(payload[at++]);
      gap |= (part & 127U) << shift;
      shift += 7;
    } while (part >= 128);
    if (part == 0 && shift > 7) refuse("a varint is longer than its number needs");
    next += gap;
    if (next >= universe) refuse(fmt::format("an id is not below {}", universe));
    *out++ = static_cast<std::uint32_t>(next++);
  }
  return {.ids = {buffer.data(), out}};
}

}  // namespace

std::uint64_t Decoded::count() const {
  return std::accumulate(
      words.begin(), words.end(), std::uint64_t{ids.size()},
      [](std::uint64_t sum, std::uint64_t word) { return sum + count_ones(word); });
}

Decoded decode(std::span<const std::byte> message, std::uint32_t universe,
               Array<std::uint32_t>& buffer) {
  if (message.empty()) return {};
  if (reinterpret_cast<std::uintptr_t>(message.data()) % alignof(std::uint64_t) != 0) {
    throw UsageError("a message to decode that is not aligned to 8 bytes");
  }
  const std::span<const std::byte> payload = message.first(message.size() - 1);
  switch (message.back()) {
    case detail::kListTag:
      return decode_list(payload, universe);
    case detail::kBitmapTag:
      return decode_bitmap(payload, universe);
    case detail::kVarintTag:
      return decode_varint(payload, universe, buffer);
    default:
      refuse(fmt::format("it ends in byte {}", static_cast<unsigned>(message.back())));
  }
}

}  // namespace strider::comm
