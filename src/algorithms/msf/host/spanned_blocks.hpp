// Blocks of vertices of near numbers, each with the edges of the forest that it is certain of
// (block_kruskal.hpp). What a block finds stays in the cache of one core, and blocks know nothing
// of each other: so this, nearly all of the work where few edges leave their blocks, needs no
// synchronization at all.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <utility>
#include <vector>

#include "algorithms/msf/host/block_kruskal.hpp"
#include "base/parallel.hpp"
#include "base/stop.hpp"
#include "base/workspace.hpp"

namespace strider::detail {

template <class W>
class SpannedBlocks {
 public:
  using Key = WeightKey<W>;

  // Edges of so many vertices of a grid or a road stay in the second-level cache.
  static constexpr unsigned kBlockBits = 14;

  /// Blocks of 2^block_bits vertices, which BlockKruskal::kMostVertices bounds. Open edges take
  /// more memory, in a run.
  SpannedBlocks(Workspace& workspace, const BlockRows<W>& rows, WeightOrder<W> order, int threads,
                unsigned block_bits)
      : rows_(rows),
        order_(order),
        threads_(threads),
        bits_(block_bits),
        blocks_((rows.size + (std::size_t{1} << bits_) - 1) >> bits_) {
    workspace.declare("the marks of arcs", taken_, rows_.num_arcs());
    workspace.declare("the components of vertices", component_, rows_.size);
    workspace.when_taken([this] { make_blocks(); });
  }

  /// Whether few edges lead from one block to another or outside, by a sample.
  [[nodiscard]] bool is_profitable() const;

  /// False where a weight is NaN or neighbours do not ascend strictly; what is found is not to be
  /// used then. Throws MemoryError.
  [[nodiscard]] bool run();

  /// By place of an arc, 1 for those u -> v, u < v, whose edges are in the forest for certain. The
  /// caller may mark more.
  [[nodiscard]] std::span<std::uint8_t> taken() { return taken_.span(); }
  /// The trees of these edges.
  [[nodiscard]] Vertex num_components() const { return components_; }
  [[nodiscard]] Vertex component(Vertex v) const { return starts_[v >> bits_] + component_[v]; }
  /// Where that of a vertex is looked up, to ask for it.
  [[nodiscard]] const void* place(Vertex v) const { return &component_[v]; }
  /// What else of the edges between vertices that have rows may be in the forest, by part of the
  /// blocks: from `a` to `b`, a < b, by the place of the arc.
  [[nodiscard]] std::span<EdgeBuffer<Candidate<Key>>> open() { return open_; }

 private:
  static constexpr std::size_t kPartsPerThread = 16;
  // Of the arcs, as many may leave their blocks.
  static constexpr double kMostLeaving = 0.25;

  void make_blocks();
  [[nodiscard]] bool span_blocks();
  void number_components();

  BlockRows<W> rows_;
  WeightOrder<W> order_;
  int threads_;
  unsigned bits_;
  std::size_t blocks_;
  std::vector<BlockKruskal<W>> spanners_;         // by thread
  std::vector<EdgeBuffer<Candidate<Key>>> open_;  // by part of the blocks
  std::vector<Vertex> starts_;                    // of the components of a block
  Vertex components_ = 0;
  Array<std::uint8_t> taken_;
  Array<std::uint16_t> component_;  // within the block
};

template <class W>
bool SpannedBlocks<W>::is_profitable() const {
  constexpr Vertex kSample = 1U << 10U;
  const Vertex n = rows_.size;
  const Vertex looked_at = std::min(n, kSample);
  std::uint64_t arcs = 0;
  std::uint64_t leaving = 0;
  for (Vertex i = 0; i < looked_at; ++i) {
    const auto u = static_cast<Vertex>(std::uint64_t{i} * n / looked_at);
    const EdgeIndex end = rows_.offsets[u + std::size_t{1}];
    arcs += end - rows_.offsets[u];
    for (EdgeIndex arc = rows_.offsets[u]; arc < end; ++arc) {
      const Vertex v = rows_.targets[arc];
      leaving += v >= rows_.size || u >> bits_ != v >> bits_ ? 1 : 0;
    }
  }
  return static_cast<double>(leaving) <= kMostLeaving * static_cast<double>(arcs);
}

template <class W>
bool SpannedBlocks<W>::run() {
  if (!span_blocks()) return false;
  number_components();
  return true;
}

template <class W>
void SpannedBlocks<W>::make_blocks() {
  const auto threads = static_cast<std::size_t>(threads_);
  open_.resize(std::min(blocks_, threads == 1 ? 1 : kPartsPerThread * threads));
  starts_.resize(blocks_);
  const auto most = static_cast<Vertex>(std::min<std::size_t>(rows_.size, std::size_t{1} << bits_));
  spanners_.clear();
  for (std::size_t thread = 0; thread < threads; ++thread) {
    spanners_.emplace_back(rows_, order_, most);
  }
}

template <class W>
bool SpannedBlocks<W>::span_blocks() {
  const auto parts = static_cast<int>(open_.size());
  std::atomic<int> next{0};
  std::atomic<bool> all_fit{true};
  parallel_region(threads_, [&](int thread, int) {
    BlockKruskal<W>& spanner = spanners_[static_cast<std::size_t>(thread)];
    for (;;) {
      const int part = next.fetch_add(1, std::memory_order_relaxed);
      if (part >= parts) break;
      auto& open = open_[static_cast<std::size_t>(part)];
      open.clear();
      const Range blocks = static_chunk(blocks_, part, parts);
      for (std::size_t block = blocks.begin; block < blocks.end; ++block) {
        throw_if_stopped();
        const auto begin = static_cast<Vertex>(block << bits_);
        const auto end =
            static_cast<Vertex>(std::min<std::size_t>(rows_.size, (block + 1) << bits_));
        starts_[block] = spanner.span(begin, end, {taken_.data(), component_.data()}, open);
      }
    }
    if (!spanner.fits()) all_fit.store(false, std::memory_order_relaxed);
  });
  return all_fit.load(std::memory_order_relaxed);
}

/// Makes starts_ of the counts.
template <class W>
void SpannedBlocks<W>::number_components() {
  components_ = 0;
  for (Vertex& start : starts_) components_ += std::exchange(start, components_);
}

}  // namespace strider::detail
