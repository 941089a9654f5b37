#include "io/write/text_output.hpp"

#include <algorithm>

#include "base/atomic_file.hpp"
#include "base/parallel.hpp"
#include "io/compression/compress.hpp"

namespace strider {
namespace {

// A block of rows has about this many vertices and arcs: half a megabyte of text, large enough for
// a compressor to learn from.
constexpr std::uint64_t kBlockItems = 1 << 16;
// Blocks formatted before any is written, a thread: enough to even out blocks of different cost.
constexpr std::size_t kBlocksPerThread = 8;

/// The first vertex of block `block`, where each block has kBlockItems vertices and arcs.
Vertex block_begin(const Csr& csr, std::uint64_t block) {
  const std::uint64_t items = block * kBlockItems;
  Vertex low = 0;
  Vertex high = csr.num_vertices();
  while (low < high) {
    const Vertex middle = low + (high - low) / 2;
    if (csr.offsets()[middle] + middle < items) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

struct Block {
  TextBuffer text;
  std::vector<char> packed;  // where it is compressed
  std::size_t offset = 0;    // in the file

  [[nodiscard]] std::string_view bytes(Compression compression) const {
    if (compression == Compression::kNone) return text.text();
    return {packed.data(), packed.size()};
  }
};

}  // namespace

void write_text_file(const std::string& path, std::string_view head, const Csr& csr, int threads,
                     const RowsFormatter& format_rows, std::string_view tail) {
  const Compression compression = compression_of_name(path);
  AtomicFile file(path);
  const std::uint64_t num_blocks =
      (csr.num_arcs() + csr.num_vertices() + kBlockItems - 1) / kBlockItems;
  std::vector<Block> blocks(static_cast<std::size_t>(threads) * kBlocksPerThread);
  // The head goes into the first block, the tail into the last one, which may be the same.
  for (std::uint64_t begin = 0; begin < std::max<std::uint64_t>(num_blocks, 1);
       begin += blocks.size()) {
    const std::size_t count =
        std::min<std::uint64_t>(blocks.size(), std::max<std::uint64_t>(num_blocks, 1) - begin);
    parallel_for(
        0, count, threads,
        [&](std::size_t i) {
          Block& block = blocks[i];
          block.text.clear();
          if (begin + i == 0) block.text.append(head);
          const bool is_last = begin + i + 1 >= num_blocks;
          const Vertex last = is_last ? csr.num_vertices() : block_begin(csr, begin + i + 1);
          format_rows(block_begin(csr, begin + i), last, block.text);
          if (is_last) block.text.append(tail);
          if (compression != Compression::kNone) {
            compress(compression, block.text.text(), block.packed);
          }
        },
        1);
    for (std::size_t i = 0; i < count; ++i) {
      blocks[i].offset = file.reserve(blocks[i].bytes(compression).size());
    }
    parallel_for(
        0, count, threads,
        [&](std::size_t i) {
          const std::string_view bytes = blocks[i].bytes(compression);
          file.write_at(blocks[i].offset, bytes.data(), bytes.size());
        },
        1);
  }
  file.commit();
}

}  // namespace strider
