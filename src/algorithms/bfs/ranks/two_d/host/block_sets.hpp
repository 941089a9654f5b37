// Blocks of bitmaps as messages, and back.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/bfs/ranks/two_d/host/blocks.hpp"
#include "base/count_ones.hpp"
#include "comm/encoding/encoding.hpp"
#include "strider/array.hpp"

namespace strider::detail {

/// No set has as many vertices.
inline constexpr std::uint64_t kNoBitmapFrom = ~std::uint64_t{0};

/// Reads and writes subsets of a block of vertices; keeps the buffers for it.
class BlockSets {
 public:
  /// Bits of at least `bitmap_from` vertices are sent as such even where Encoding::kAuto finds what
  /// is shorter.
  BlockSets(Workspace& workspace, std::uint32_t block_size, comm::Encoding encoding,
            std::uint64_t bitmap_from, int threads)
      : block_size_(block_size), encoding_(encoding), bitmap_from_(bitmap_from), threads_(threads) {
    workspace.declare("a set of vertices", words_, block_size / BlockBits::kGroup);
  }

  /// Writes the bits of the block that begins at group `first`; returns the bytes.
  std::size_t write(const BlockBits& bits, std::size_t first, std::span<std::byte> to) {
    return write_words(to, [&](std::size_t g) { return bits.group(first + g); });
  }
  /// Writes what the block lacks.
  std::size_t write_complement(const BlockBits& bits, std::size_t first, std::span<std::byte> to) {
    return write_words(to, [&](std::size_t g) { return ~bits.group(first + g); });
  }
  /// Writes ids, ascending.
  std::size_t write(std::span<const std::uint32_t> ids, std::span<std::byte> to) const {
    return comm::encode(ids, block_size_, encoding_, to);
  }

  /// Valid until the next call, and as long as the message.
  comm::Decoded read(std::span<const std::byte> message) {
    return comm::decode(message, block_size_, ids_);
  }
  /// The set as a bitmap, whatever the message; valid as long.
  std::span<const std::uint64_t> read_words(std::span<const std::byte> message) {
    const comm::Decoded set = read(message);
    if (set.is_bitmap) return set.words;
    std::fill(words_.begin(), words_.end(), 0);
    for (const std::uint32_t v : set.ids) {
      words_[v / BlockBits::kGroup] |= 1ULL << (v % BlockBits::kGroup);
    }
    return words_.span();
  }
  void read_ids(std::span<const std::byte> message, std::vector<std::uint32_t>& ids) {
    ids.clear();
    read(message).for_each([&](std::uint32_t v) { ids.push_back(v); });
  }

 private:
  template <class Group>
  std::size_t write_words(std::span<std::byte> to, const Group& group) {
    std::uint64_t count = 0;
    parallel_chunks(words_.size(), words_.size() < kLeastShared ? 1 : threads_,
                    [&](std::size_t begin, std::size_t end, int) {
                      std::uint64_t mine = 0;
                      for (std::size_t g = begin; g < end; ++g) {
                        words_[g] = group(g);
                        mine += count_ones(words_[g]);
                      }
                      fetch_add_relaxed(count, mine);
                    });
    const bool as_it_is = encoding_ == comm::Encoding::kAuto && count >= bitmap_from_;
    return comm::encode_bitmap(words_.span(), block_size_, count,
                               as_it_is ? comm::Encoding(comm::Encoding::kBitmap) : encoding_, to);
  }

  std::uint32_t block_size_;
  comm::Encoding encoding_;
  std::uint64_t bitmap_from_;
  int threads_;
  Array<std::uint64_t> words_;
  Array<std::uint32_t> ids_;
};

}  // namespace strider::detail
