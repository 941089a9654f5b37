// Sets of 32-bit ids as messages: a list, a bitmap or a sorted delta varint, whichever is shortest.
//
// A set is a subset of 0 .. universe-1: local ids of the receiver, or places in a list that sender
// and receiver share. The empty set is the empty message. Any other is a payload and, behind it so
// that the payload keeps the alignment of its buffer, one byte that says how to read it:
//   list     the ids, ascending, 4 bytes each
//   bitmap   one bit an id, in words of 8 bytes; bits past the universe are 0
//   varint   for each id the number of ids left out since the one before it, 7 bits a byte, the
//            lowest first, bit 7 set in all bytes but the last of a number
// Numbers are in the byte order of the machine: the ranks of a job share it.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "strider/array.hpp"
#include "strider/error.hpp"

namespace strider::comm {

/// A message that is no encoded set.
class EncodingError : public Error {
 public:
  using Error::Error;
};

class Encoding {
 public:
  enum Kind : std::uint8_t {
    kAuto,       ///< the shortest; of equally short ones the one that is read fastest
    kThreshold,  ///< list or bitmap, the shorter: Bisson et al., section 5
    kList,
    kBitmap,
    kVarint,
    kFastest  ///< that which is written, sent and read in the least time, as it is predicted
  };

  constexpr Encoding(Kind kind = kAuto)
      : kind_(kind) {}  // NOLINT: where one is wanted, any will do
  /// kFastest, where a byte takes so long on its way.
  [[nodiscard]] static constexpr Encoding fastest(double nanoseconds_a_byte) {
    Encoding encoding(kFastest);
    encoding.nanoseconds_a_byte_ = nanoseconds_a_byte;
    return encoding;
  }
  constexpr operator Kind() const { return kind_; }  // NOLINT: as above
  [[nodiscard]] constexpr double nanoseconds_a_byte() const { return nanoseconds_a_byte_; }

 private:
  Kind kind_;
  double nanoseconds_a_byte_ = 0;
};

/// Bytes that the message of a set of `count` ids has at most. Precondition: count <= universe.
[[nodiscard]] std::size_t bound(std::uint32_t universe, std::uint64_t count, Encoding encoding);
/// Of any set: for all but kList and kVarint a bitmap and a byte.
[[nodiscard]] inline std::size_t bound(std::uint32_t universe,
                                       Encoding encoding = Encoding::kAuto) {
  return bound(universe, universe, encoding);
}

/// Writes the message of `ids` to `to`, which is aligned to 8 bytes; returns its bytes.
/// Preconditions: ids ascend strictly and are below `universe`. Throws UsageError where `to` has
/// less than bound(universe, ids.size(), encoding) bytes or the last id is not below `universe`.
/// kFastest may fill all of `to`: pass no room that others need. O(ids),
/// for a bitmap O(ids + universe / 64).
std::size_t encode(std::span<const std::uint32_t> ids, std::uint32_t universe, Encoding encoding,
                   std::span<std::byte> to);

/// The same from a bitmap: words[i / 64] has bit i % 64 set where i is in the set. Preconditions:
/// the words are those of the universe, without bits past it; `count` bits are set. Throws
/// UsageError where `to` is too short or there are not as many words or bits. O(count + universe /
/// 64).
std::size_t encode_bitmap(std::span<const std::uint64_t> words, std::uint32_t universe,
                          std::uint64_t count, Encoding encoding, std::span<std::byte> to);

/// What a message says: ids or a bitmap, in the message itself where it could stay.
struct Decoded {
  std::span<const std::uint32_t> ids = {};    ///< ascending; empty where is_bitmap
  std::span<const std::uint64_t> words = {};  ///< those of the universe; empty unless is_bitmap
  bool is_bitmap = false;

  /// body(id), ascending.
  template <class F>
  void for_each(F&& body) const {
    for (const std::uint32_t id : ids) body(id);
    for (std::size_t w = 0; w < words.size(); ++w) {
      for (std::uint64_t bits = words[w]; bits != 0; bits &= bits - 1) {
        body(static_cast<std::uint32_t>(w * 64 + static_cast<std::size_t>(std::countr_zero(bits))));
      }
    }
  }
  /// O(ids + words).
  [[nodiscard]] std::uint64_t count() const;
};

/// Reads a message, of any bytes. The result lives as long as message and `buffer`, which holds
/// the ids of a varint and grows where it is too small. Precondition: message.data() is aligned to
/// 8 bytes. Throws EncodingError where the message is none of a subset of the universe. O(1) for a
/// bitmap, else O(bytes).
[[nodiscard]] Decoded decode(std::span<const std::byte> message, std::uint32_t universe,
                             Array<std::uint32_t>& buffer);

}  // namespace strider::comm
