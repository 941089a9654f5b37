#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "comm/encoding/encoding.hpp"
#include "comm/encoding/tags.hpp"

namespace strider::comm {
namespace {

using detail::num_words;

constexpr std::size_t kIdBytes = sizeof(std::uint32_t);
constexpr std::size_t kLongestVarint = 5;

// Nanoseconds that a core takes to write and to read a part of a message together, for kFastest,
// within a third of what benchmarks/micro/encodings measures on sets of 0.01 to 30 % of 2^24 ids.
constexpr double kWordCopied = 0.9;    ///< of a bitmap
constexpr double kWordLookedAt = 1.4;  ///< for ids
constexpr double kWordWithIds = 15;    ///< more: how many follow is not foreseen
constexpr double kId = 5;
constexpr double kVarintByte = 10;  ///< behind the first

/// The set as it came: f(id) for each, ascending, until f returns false.
struct FromIds {
  static constexpr bool kLooksForIds = false;
  std::span<const std::uint32_t> ids;

  template <class F>
  void each_while(F&& f) const {
    for (const std::uint32_t id : ids) {
      if (!f(id)) return;
    }
  }
  void write_list(std::byte* to) const { std::memcpy(to, ids.data(), ids.size_bytes()); }
  void write_bitmap(std::byte* to, std::size_t words) const {
    std::memset(to, 0, words * sizeof(std::uint64_t));
    auto* const out = reinterpret_cast<std::uint64_t*>(to);
    for (const std::uint32_t id : ids) out[id / 64] |= std::uint64_t{1} << (id % 64);
  }
};

struct FromBitmap {
  static constexpr bool kLooksForIds = true;
  std::span<const std::uint64_t> words;
  std::uint64_t count;

  template <class F>
  void each_while(F&& f) const {
    for (std::size_t w = 0; w < words.size(); ++w) {
      for (std::uint64_t bits = words[w]; bits != 0; bits &= bits - 1) {
        const auto bit = static_cast<std::size_t>(std::countr_zero(bits));
        if (!f(static_cast<std::uint32_t>(w * 64 + bit))) return;
      }
    }
  }
  void write_list(std::byte* to) const {
    auto* out = reinterpret_cast<std::uint32_t*>(to);
    auto* const end = out + count;
    bool fits = true;
    each_while([&](std::uint32_t id) {
      fits = out != end;
      if (fits) *out++ = id;
      return fits;
    });
    if (!fits || out != end)
      throw UsageError("the number of bits of a bitmap differs from its count");
  }
  void write_bitmap(std::byte* to, std::size_t) const {
    std::memcpy(to, words.data(), words.size_bytes());
  }
};

/// Writes the varint payload as far as it stays below `limit` bytes; returns its bytes, or `limit`.
template <class Set>
std::size_t write_varint(const Set& set, std::byte* to, std::size_t limit) {
  std::byte* out = to;
  const std::byte* const end = to + limit;
  std::uint32_t next = 0;
  bool fits = true;
  set.each_while([&](std::uint32_t id) {
    std::uint32_t gap = id - next;
    next = id + 1;
    while (out != end && gap >= 128) {
      *out++ = static_cast<std::byte>(gap | 128U);
      gap >>= 7U;
    }
    fits = out != end;
    if (fits) *out++ = static_cast<std::byte>(gap);
    return fits;
  });
  return fits ? static_cast<std::size_t>(out - to) : limit;
}

std::size_t finish(std::span<std::byte> to, std::size_t payload, std::byte tag) {
  to[payload] = tag;
  return payload + 1;
}

/// What kFastest becomes: the kind of the least time.
template <class Set>
Encoding::Kind fastest_kind(std::uint64_t count, std::uint32_t universe,
                            double nanoseconds_a_byte) {
  const auto ids = static_cast<double>(count);
  const auto words = static_cast<double>(num_words(universe));
  const double with_ids = words * (1 - std::exp(-ids / words));
  const double to_ids = Set::kLooksForIds ? words * kWordLookedAt + with_ids * kWordWithIds : 0;
  // A byte for each 7 bits of a gap, where gaps are random.
  const double density = ids / static_cast<double>(universe);
  const double more_bytes = std::exp(-0x1p7 * density) + std::exp(-0x1p14 * density);
  const double bitmap = words * (kWordCopied + sizeof(std::uint64_t) * nanoseconds_a_byte);
  const double list = to_ids + ids * (kId + kIdBytes * nanoseconds_a_byte);
  const double varint =
      to_ids + ids * (kId + more_bytes * kVarintByte + (1 + more_bytes) * nanoseconds_a_byte);
  if (bitmap <= std::min(list, varint)) return Encoding::kBitmap;
  return list <= varint ? Encoding::kThreshold : Encoding::kAuto;
}

template <class Set>
std::size_t encode_set(const Set& set, std::uint64_t count, std::uint32_t universe,
                       Encoding encoding, std::span<std::byte> to) {
  if (count == 0) return 0;
  if (encoding == Encoding::kFastest) {
    encoding = fastest_kind<Set>(count, universe, encoding.nanoseconds_a_byte());
    // Whoever sends few of many ids has room for the list of them only.
    if (to.size() < bound(universe, count, encoding)) encoding = Encoding::kAuto;
  }
  const std::size_t needed = bound(universe, count, encoding);
  if (to.size() < needed) {
    throw UsageError(fmt::format("an encoded set of {} ids needs up to {} bytes, got {}", count,
                                 needed, to.size()));
  }
  const std::size_t words = num_words(universe);
  const std::size_t bitmap_bytes = words * sizeof(std::uint64_t);
  const std::size_t list_bytes = count * kIdBytes;
  if (encoding == Encoding::kVarint) {
    // No set needs as much.
    const std::size_t payload = write_varint(set, to.data(), needed);
    if (payload == needed) throw UsageError("a bitmap has more bits than its count");
    return finish(to, payload, detail::kVarintTag);
  }
  if (encoding == Encoding::kAuto && count < std::min(list_bytes, bitmap_bytes)) {
    const std::size_t limit = std::min(list_bytes, bitmap_bytes);
    const std::size_t payload = write_varint(set, to.data(), limit);
    if (payload < limit) return finish(to, payload, detail::kVarintTag);
  }
  const bool as_bitmap =
      encoding == Encoding::kBitmap || (encoding != Encoding::kList && bitmap_bytes <= list_bytes);
  if (as_bitmap) {
    set.write_bitmap(to.data(), words);
    return finish(to, bitmap_bytes, detail::kBitmapTag);
  }
  set.write_list(to.data());
  return finish(to, list_bytes, detail::kListTag);
}

}  // namespace

std::size_t bound(std::uint32_t universe, std::uint64_t count, Encoding encoding) {
  const std::size_t bitmap_bytes = num_words(universe) * sizeof(std::uint64_t);
  const std::size_t list_bytes = count * kIdBytes;
  switch (encoding) {
    case Encoding::kAuto:
    case Encoding::kThreshold:
    case Encoding::kFastest:
      return std::min(list_bytes, bitmap_bytes) + 1;
    case Encoding::kList:
      return list_bytes + 1;
    case Encoding::kBitmap:
      return bitmap_bytes + 1;
    case Encoding::kVarint:
      // An id whose gap takes k bytes takes more than k ids of the universe.
      return std::min<std::size_t>(count * kLongestVarint, universe) + 1;
  }
  return 0;
}

std::size_t encode(std::span<const std::uint32_t> ids, std::uint32_t universe, Encoding encoding,
                   std::span<std::byte> to) {
  if (!ids.empty() && (ids.back() >= universe || ids.size() > universe)) {
    throw UsageError(fmt::format("the id {} of a set is not below {}", ids.back(), universe));
  }
  return encode_set(FromIds{ids}, ids.size(), universe, encoding, to);
}

std::size_t encode_bitmap(std::span<const std::uint64_t> words, std::uint32_t universe,
                          std::uint64_t count, Encoding encoding, std::span<std::byte> to) {
  if (words.size() != num_words(universe) || count > universe) {
    throw UsageError(fmt::format("a bitmap of {} words with {} bits cannot be a set of {} ids",
                                 words.size(), count, universe));
  }
  return encode_set(FromBitmap{words, count}, count, universe, encoding, to);
}

}  // namespace strider::comm
