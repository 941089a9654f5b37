// The vertices of a component on one machine, for the bounds of bounds.hpp.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/diameter/bounds.hpp"
#include "base/atomics.hpp"
#include "base/parallel.hpp"
#include "base/workspace.hpp"
#include "strider/bfs.hpp"

namespace strider::detail {

/// Searches of one solver, wherever it runs.
class LevelSearch {
 public:
  using Distance = Level;

  explicit LevelSearch(BfsSolver solver) : solver_(std::move(solver)) {}
  Level run(Vertex source) {
    solver_.run(BfsQuery{.sources = {&source, 1}, .output = BfsOutput::kLevels}, result_);
    levels_ = result_.levels();
    return result_.num_levels() - 1;
  }
  [[nodiscard]] Vertex num_reached() const { return result_.num_reached(); }
  /// Of the last search.
  [[nodiscard]] Level distance(Vertex v) const { return levels_[v]; }

 private:
  BfsSolver solver_;
  BfsResult result_;
  LevelView levels_;
};

/// Search: as LevelSearch.
template <class Search>
class HostPlace {
 public:
  using Distance = typename Search::Distance;

  /// `members` ascend. `backward` searches against the direction of edges, where that makes a
  /// difference. `counts` is room that grows as needed.
  HostPlace(std::span<const Vertex> members, Vertex start, BoundRules rules, Search& forward,
            Search& backward, Array<std::uint32_t>& counts, int threads)
      : members_(members),
        start_(start),
        rules_(rules),
        forward_(forward),
        backward_(backward),
        counts_(counts),
        threads_(threads) {}

  [[nodiscard]] BoundRules rules() const { return rules_; }
  [[nodiscard]] static GlobalVertex name(std::size_t i) { return i; }
  [[nodiscard]] GlobalVertex start() const { return start_; }
  Distance search(GlobalVertex source) {
    if (rules_ == BoundRules::kStronglyConnected) backward_.run(static_cast<Vertex>(source));
    return forward_.run(static_cast<Vertex>(source));
  }
  [[nodiscard]] Distance from(std::size_t i) const {
    return forward_.distance(static_cast<Vertex>(i));
  }
  [[nodiscard]] Distance to(std::size_t i) const {
    return backward_.distance(static_cast<Vertex>(i));
  }
  template <class Findings, class F>
  [[nodiscard]] Findings look(const F& body) const {
    Findings all;
    std::mutex mutex;
    parallel_chunks(members_.size(), threads_, [&](std::size_t begin, std::size_t end, int) {
      Findings mine;
      for (const Vertex v : members_.subspan(begin, end - begin)) body(v, mine);
      const std::lock_guard lock(mutex);
      all.merge(mine);
    });
    return all;
  }
  [[nodiscard]] std::span<const std::uint32_t> count_levels(std::size_t size) const {
    if (counts_.size() < size) {
      counts_ = take_array<Array<std::uint32_t>>(2 * size, "the diameter");
    }
    std::fill_n(counts_.begin(), size, 0);
    parallel_chunks(members_.size(), threads_, [&](std::size_t begin, std::size_t end, int) {
      for (const Vertex v : members_.subspan(begin, end - begin)) {
        const std::size_t level = forward_.distance(v);
        // No more than 1 matters: most levels are only read.
        if (level < size && load_relaxed(counts_[level]) < 2) fetch_add_relaxed(counts_[level], 1U);
      }
    });
    return counts_.span().first(size);
  }

 private:
  std::span<const Vertex> members_;
  Vertex start_;
  BoundRules rules_;
  Search& forward_;
  Search& backward_;
  Array<std::uint32_t>& counts_;  ///< by level
  int threads_;
};

}  // namespace strider::detail
