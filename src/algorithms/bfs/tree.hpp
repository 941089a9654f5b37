// What a search leaves behind, and what it needs to be read in the graph's own numbering.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "strider/array.hpp"
#include "strider/bfs.hpp"

namespace strider::detail {

/// Levels in a byte each; wide is used instead, and narrow is empty, where one is past 254.
struct LevelArray {
  Array<std::uint8_t> narrow;
  Array<Level> wide;
  [[nodiscard]] LevelView view() const {
    return wide.empty() ? LevelView(narrow.span()) : LevelView(wide.span());
  }
};

/// The parent and the level of one vertex in one word, for engines that write both in one store and
/// read them from one cache line.
struct TreeEntry {
  static constexpr std::uint64_t kUnreachedEntry = ~std::uint64_t{0};

  [[nodiscard]] static constexpr std::uint64_t pack(Vertex parent, Level level) {
    return (std::uint64_t{parent} << 32U) | level;
  }
  [[nodiscard]] static constexpr Vertex parent(std::uint64_t entry) {
    return static_cast<Vertex>(entry >> 32U);
  }
  [[nodiscard]] static constexpr Level level(std::uint64_t entry) {
    return static_cast<Level>(entry);
  }
};

/// Gives `array` that size, and any content, unless it has it. Throws MemoryError.
template <class T>
void fit(Array<T>& array, std::size_t size) {
  if (array.size() != size) array = Array<T>(size);
}

/// Parents and levels of n vertices.
struct TreeArrays {
  Array<Vertex> parents;
  LevelArray levels;
};

struct BfsTree;

/// Turns the arrays of a search that ran in an order of its own into the graph's.
class TreeTranslator {
 public:
  virtual ~TreeTranslator() = default;
  /// Fills tree.arrays from tree.internal or tree.entries: of these, the parents where tree.output
  /// says so.
  virtual void translate(BfsTree& tree) const = 0;
  /// Where a search did not count them.
  [[nodiscard]] virtual EdgeIndex count_edges_reached() const { return 0; }
};

struct BfsTree {
  std::vector<Vertex> sources;  ///< ascending, each once
  Level depth = kUnreached;     ///< at which the search ended
  BfsOutput output = BfsOutput::kTree;
  Vertex num_reached = 0;
  Level num_levels = 0;
  /// Nothing where it is counted when first asked for.
  std::optional<EdgeIndex> num_edges_reached = 0;
  /// In the graph's numbering. Where `translator` is set, valid only once it has run.
  TreeArrays arrays;
  /// In the numbering of the engine; unused by engines that keep the graph's.
  TreeArrays internal;
  /// The same as TreeEntry, for engines that write it so.
  Array<std::uint64_t> entries;
  std::shared_ptr<const TreeTranslator> translator;
  bool translated = true;
  std::vector<BfsLevelTrace> trace;
  /// What the search left out of the trace, counted by the levels when it is first asked for, so
  /// that no search takes longer for being traced.
  std::function<void(const LevelView&, std::vector<BfsLevelTrace>&)> count_trace;
};

/// Adds to the trace the vertices of each level and their entries in the adjacency.
void count_by_level(const Graph& graph, const LevelView& levels, std::vector<BfsLevelTrace>& trace);

}  // namespace strider::detail
