// The frontier of one rank: its own vertices as lists, as bits by local id, or both; the vertices
// of other ranks as bits only, where those have reported.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>

#include "algorithms/bfs/host/bottom_up_kernels.hpp"
#include "algorithms/bfs/host/frontier_bitmap.hpp"
#include "algorithms/bfs/host/frontier_lists.hpp"
#include "base/atomics.hpp"
#include "base/count_ones.hpp"
#include "base/parallel.hpp"
#include "base/prefetch.hpp"
#include "base/workspace.hpp"

namespace strider::detail {

class RankFrontier {
 public:
  /// `blocks` of 64 local ids, of which the first are the rows' own.
  RankFrontier(Workspace& workspace, const Csr& rows, std::size_t blocks, int threads)
      : rows_(rows),
        own_blocks_((rows.num_vertices() + kBlock - 1) / kBlock),
        threads_(threads),
        queue_(workspace, rows.num_vertices(), threads, rows.num_vertices()) {
    workspace.declare("the frontier as bits", map_, 2 * blocks);
    workspace.when_taken([this] { queue_.split(rows_.num_vertices(), threads_, kBlock); });
  }

  void clear() {
    queue_.clear();
    mapped_ = false;
    listed_ = true;
  }

  /// Valid where it is listed.
  [[nodiscard]] const FrontierLists& queue() const { return queue_; }
  [[nodiscard]] bool is_listed() const { return listed_; }
  /// Valid where it is mapped.
  [[nodiscard]] std::uint32_t* map() { return map_.data(); }

  /// Lists it, long rows apart. Parts, not chunks of threads: each list has room for its part,
  /// however many threads there are.
  void list() {
    if (listed_) return;
    queue_.clear();
    parallel_parts(own_blocks_, threads_, [&](Range blocks, std::size_t part) {
      list_map(map_.data(), blocks, rows_, queue_.list(static_cast<int>(part)));
    });
    listed_ = true;
  }
  /// Maps the own vertices.
  void map_own() {
    if (mapped_) return;
    map_lists(queue_, map_.span().first(2 * own_blocks_));
    mapped_ = true;
  }

  /// It becomes these vertices, listed.
  void assign(std::span<const Vertex> vertices) {
    constexpr std::size_t kAhead = 32;
    clear();
    for (std::size_t i = 0; i < vertices.size(); ++i) {
      // Nothing but their degrees is looked at here, of which most lie in no cache.
      if (i + kAhead < vertices.size()) prefetch_to_read(&rows_.offsets()[vertices[i + kAhead]]);
      queue_.serial().push(vertices[i], rows_.degree(vertices[i]));
    }
  }
  /// It becomes the own vertices of `map`, which gets the old bits. Whether restart_list() holds
  /// these vertices already.
  enum class Lists : std::uint8_t { kNone, kFilled };
  void swap(Array<std::uint32_t>& map, Lists lists) {
    std::swap(map_, map);
    mapped_ = true;
    listed_ = lists == Lists::kFilled;
  }
  /// An empty list for the next frontier. What was listed is gone.
  [[nodiscard]] FrontierLists::List& restart_list() {
    queue_.clear();
    return queue_.serial();
  }

  /// Gives the vertices, which are mapped, a level; returns how many they are.
  std::uint64_t set_levels(const LevelTarget& levels, Level level) const {
    std::uint64_t count = 0;
    parallel_chunks(own_blocks_, threads_, [&](std::size_t begin, std::size_t end, int) {
      std::uint64_t here = 0;
      for (std::size_t block = begin; block < end; ++block) {
        const std::uint64_t found = load_block(map_.data(), block);
        for_each_vertex(found, block, [&](Vertex v) { levels.set(v, level); });
        here += count_ones(found);
      }
      fetch_add_relaxed(count, here);
    });
    return count;
  }
  /// From every few blocks, of a frontier that is mapped; at least 1.
  [[nodiscard]] std::uint64_t estimate_edges() const {
    constexpr std::size_t kEvery = 8;
    std::uint64_t edges = 0;
    for (std::size_t block = 0; block < own_blocks_; block += kEvery) {
      for_each_vertex(load_block(map_.data(), block), block,
                      [&](Vertex v) { edges += rows_.degree(v); });
    }
    return std::max<std::uint64_t>(1, kEvery * edges);
  }

 private:
  static constexpr std::size_t kBlock = BlockMasks::kVertices;

  const Csr& rows_;
  std::size_t own_blocks_;
  int threads_;
  Array<std::uint32_t> map_;
  FrontierLists queue_;
  bool mapped_ = false;
  bool listed_ = true;
};

}  // namespace strider::detail
