// What every distributed search is to its callers: one factory a scheme, one engine a graph.
#pragma once

#include <cstdint>
#include <vector>

#include "strider/array.hpp"
#include "strider/bfs.hpp"
#include "strider/device_visits.hpp"
#include "strider/types.hpp"

namespace strider::detail {

class OwnerMap;  // partition/owner_map.hpp

/// The settings that every scheme has. Each factory's own settings hold one of these.
struct DistBfsSettings {
  enum class Direction : std::uint8_t { kTopDown, kDirectionOptimizing };
  /// Directed graphs are searched top-down, whatever this says.
  Direction direction = Direction::kDirectionOptimizing;
  /// Threads a rank; at least 1.
  int threads = 1;
  /// As those of BfsTuning, over the edges and vertices of all ranks.
  double alpha = 15;
  double beta = 18;
  /// kLevels fills DistBfsTree::trace.
  BfsTrace trace = BfsTrace::kOff;
};

/// What a search leaves on one rank: the part of the tree that belongs to the vertices it owns, by
/// LocalVertex. The arrays are as long as the rank has vertices, and are reused by the next search
/// where they fit.
struct DistBfsTree {
  /// Set before the search; where it is kLevels, `parents` holds anything.
  BfsOutput output = BfsOutput::kTree;
  /// In the input's numbers, kNoGlobalVertex where unreached; a source is its own parent.
  Array<GlobalVertex> parents;
  /// As in LevelView: bytes, 255 where unreached; empty where the search came past level 254.
  Array<std::uint8_t> narrow_levels;
  /// Used instead there, else empty; kUnreached where unreached.
  Array<Level> wide_levels;
  /// Of all ranks, the same on each.
  std::uint64_t num_reached = 0;
  /// The source's level counts as one; the same on each rank.
  Level num_levels = 0;
  /// At which the search ended; kUnreached where it went on as far as it could. The same on each
  /// rank.
  Level depth = kUnreached;
  /// One entry a level where DistBfsSettings::trace asked for it, else empty. Vertices and edges of
  /// all ranks, seconds of this one.
  std::vector<BfsLevelTrace> trace;
  std::vector<DeviceVisitTime> device_visits;  ///< as in DistBfsResult

  [[nodiscard]] LevelView levels() const {
    return wide_levels.empty() ? LevelView(narrow_levels.span()) : LevelView(wide_levels.span());
  }
  [[nodiscard]] bool has_parents() const { return output == BfsOutput::kTree; }
  [[nodiscard]] std::size_t num_vertices() const { return levels().size(); }
  [[nodiscard]] bool is_reached(Vertex v) const {
    return wide_levels.empty() ? narrow_levels[v] != LevelView::kNarrowUnreached
                               : wide_levels[v] != kUnreached;
  }
};

/// Searches one distributed graph from any number of sources, keeping its workspace in between.
class DistBfsEngine {
 public:
  virtual ~DistBfsEngine() = default;
  /// Fills `tree`, whose output is set and whose arrays may come from an earlier search. The query
  /// is the same on all ranks; its sources are vertices of the input, ascending, each once. Counts
  /// what it sends in the communicator's Traffic, by phase and level: level l is that in which the
  /// frontier of level l is expanded; what comes at the end belongs to the last level. Throws
  /// UsageError on all ranks for another query, and MemoryError: then `tree` has nothing.
  /// Collective.
  virtual void search(const BasicBfsQuery<GlobalVertex>& query, DistBfsTree& tree) = 0;
  void search(GlobalVertex source, DistBfsTree& tree) {
    search(BasicBfsQuery<GlobalVertex>{.sources = {&source, 1}}, tree);
  }
  /// Who owns which vertex of the input.
  [[nodiscard]] virtual const OwnerMap& owners() const = 0;
};

}  // namespace strider::detail
