#include "io/write/text_output.hpp"

#include <algorithm>
#include <utility>

#include "base/parallel.hpp"

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

  [[nodiscard]] std::string_view bytes(Compression compression) const {
    if (compression == Compression::kNone) return text.text();
    return {packed.data(), packed.size()};
  }
};

}  // namespace

void for_each_block(const TextBlocks& blocks, std::uint64_t first, Compression compression,
                    int threads,
                    const std::function<void(std::span<const std::string_view> bytes)>& take) {
  std::vector<Block> made(std::min<std::uint64_t>(
      static_cast<std::size_t>(threads) * kBlocksPerThread, blocks.count - first));
  std::vector<std::string_view> texts;
  for (std::uint64_t begin = first; begin < blocks.count; begin += made.size()) {
    const std::size_t count = std::min<std::uint64_t>(made.size(), blocks.count - begin);
    parallel_for(
        0, count, threads,
        [&](std::size_t i) {
          Block& block = made[i];
          block.text.clear();
          blocks.format(begin + i, block.text);
          if (compression != Compression::kNone) {
            compress(compression, block.text.text(), block.packed);
          }
        },
        1);
    texts.clear();
    for (std::size_t i = 0; i < count; ++i) texts.push_back(made[i].bytes(compression));
    take(texts);
  }
}

void write_text_blocks(OutputSink& sink, Compression compression, const TextBlocks& blocks,
                       int threads) {
  for_each_block(blocks, 0, compression, threads,
                 [&](std::span<const std::string_view> texts) { sink.write(texts, threads); });
}

TextBlocks blocks_of_rows(std::string head, const Csr& csr, RowsFormatter format_rows,
                          std::string tail) {
  // The head goes into the first block, the tail into the last one, which may be the same.
  const bool has_ends = !head.empty() || !tail.empty();
  const std::uint64_t num_blocks = std::max<std::uint64_t>(
      (csr.num_arcs() + csr.num_vertices() + kBlockItems - 1) / kBlockItems, has_ends ? 1 : 0);
  return {num_blocks, [=, head = std::move(head), format_rows = std::move(format_rows),
                       tail = std::move(tail), &csr](std::uint64_t number, TextBuffer& text) {
            if (number == 0) text.append(head);
            const bool is_last = number + 1 >= num_blocks;
            const Vertex last = is_last ? csr.num_vertices() : block_begin(csr, number + 1);
            format_rows(block_begin(csr, number), last, text);
            if (is_last) text.append(tail);
          }};
}

}  // namespace strider
