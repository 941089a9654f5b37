// Bottom-up on one rank: rows that look for a parent among the frontier's columns.
#pragma once

#include <cstdint>
#include <memory>

#include "algorithms/bfs/ranks/two_d/host/blocks.hpp"
#include "base/workspace.hpp"
#include "graph/layout/degree_layout.hpp"
#include "ranks/two_d/graph_2d.hpp"

namespace strider::detail {

class RowSearch {
 public:
  /// Where rows have kLayoutEntries entries each on average, they are laid out for the kernels of
  /// algorithms/bfs/host, which takes up to 44 bytes a row more. Of a hypersparse block, the entry
  /// of the highest degree is kept apart for each row that has entries: 4 bytes. `graph` outlives
  /// this.
  RowSearch(Workspace& workspace, const Graph2d& graph, int threads);

  /// What a step reads and writes; arrays and bitmaps by row, but for the frontier.
  struct Step {
    const BlockBits* frontier;  ///< by column, 64 bits longer than there are columns: these are 0
    BlockBits* visited;         ///< rows found are added
    BlockBits* found;           ///< set to them in the groups searched
    std::uint32_t* parents;
    LevelTarget levels;
    Level level;
  };
  /// Before the steps of a level: looks at the frontier.
  void begin(const BlockBits& frontier);
  /// The rows of the groups [first, first + count). Returns how many entries were looked at.
  std::uint64_t search(const Step& step, std::size_t first, std::size_t count) const;

 private:
  [[nodiscard]] static bool is_laid_out(const Graph2d& graph);
  void list_likely_parents(Workspace& workspace, const Graph2d& graph);

  const LocalMatrix& rows_;  // as a matrix: its columns are the rows
  int threads_;
  std::shared_ptr<const DegreeLayout> layout_;
  Array<std::uint32_t> likely_parents_;  // by place in a BitmapCsc
  std::uint32_t hubs_in_frontier_ = 0;
};

}  // namespace strider::detail
