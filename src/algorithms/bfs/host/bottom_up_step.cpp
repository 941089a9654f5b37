#include "algorithms/bfs/host/bottom_up_step.hpp"

#include <algorithm>
#include <span>

#include "base/stop.hpp"

namespace strider::detail {
namespace {

// Words dealt at once: 2048 vertices, four lines of each bitmap and 8 KiB of parents.
constexpr std::size_t kChunk = 32;

/// Where in the row the first vertex is that is in the frontier; its end if there is none.
const Vertex* find_parent(std::span<const Vertex> row, const Bitmap& frontier) {
  const Vertex* u = row.data();
  const Vertex* const end = u + row.size();
  while (u != end && !frontier.test(*u)) ++u;
  return u;
}

}  // namespace

LevelWork expand_bottom_up(const Graph& graph, const Bitmap& frontier, Bitmap& next,
                           Bitmap& visited, TreeWriter& tree, ChunkDealer& words, Level level) {
  const Csr& out = graph.out();
  const Csr& in = graph.in();
  const EdgeIndex* const offsets = in.offsets().data();
  const Vertex* const targets = in.targets().data();
  LevelWork found;
  EdgeIndex examined = 0;
  while (const auto chunk = words.deal(level, visited.num_words(), kChunk)) {
    throw_if_stopped();
    for (std::size_t w = chunk->begin; w < chunk->end; ++w) {
      const Bitmap::Word unvisited = ~visited.word(w) & visited.valid_bits(w);
      // The rows of the next word's vertices are asked for while this word's are walked.
      if (w + 1 < chunk->end) {
        const Bitmap::Word ahead = ~visited.word(w + 1) & visited.valid_bits(w + 1);
        Bitmap::for_each_bit(ahead, w + 1,
                             [&](Vertex v) { __builtin_prefetch(targets + offsets[v]); });
      }
      Bitmap::Word reached = 0;
      Bitmap::for_each_bit(unvisited, w, [&](Vertex v) {
        const std::span<const Vertex> row(targets + offsets[v], targets + offsets[v + 1]);
        const Vertex* const parent = find_parent(row, frontier);
        examined += static_cast<EdgeIndex>(parent - row.data());
        if (parent == row.data() + row.size()) return;
        tree.set(v, *parent, level + 1);
        reached |= Bitmap::Word{1} << (v % Bitmap::kWordBits);
        found += {1, out.degree(v)};
      });
      next.set_word(w, reached);
      if (reached != 0) visited.set_word(w, visited.word(w) | reached);
    }
  }
  // Those before a parent, and the parents.
  found.examined = examined + found.vertices;
  return found;
}

Bitmap unreachable_vertices(const Graph& graph, int threads) {
  const std::span<const EdgeIndex> offsets = graph.in(threads).offsets().span();
  Bitmap result(graph.num_vertices());
  parallel_chunks(result.num_words(), threads, [&](std::size_t begin, std::size_t end, int) {
    for (std::size_t w = begin; w < end; ++w) {
      const std::size_t first = w * Bitmap::kWordBits;
      const std::size_t count = std::min(Bitmap::kWordBits, result.size() - first);
      // Without a branch: the outcome cannot be predicted.
      Bitmap::Word bits = 0;
      for (std::size_t i = 0; i < count; ++i) {
        bits |= Bitmap::Word{offsets[first + i] == offsets[first + i + 1]} << i;
      }
      result.set_word(w, bits);
    }
  });
  return result;
}

}  // namespace strider::detail
