// The border between a scheme that goes level by level (one_d/search.cpp, two_d/search.cpp) and the
// local work of a rank, on a host's threads or on a device: everything that touches vertices and
// edges, and what the ranks tell each other of them. When levels end, and which way they go, is the
// scheme's.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "algorithms/bfs/ranks/engine.hpp"
#include "partition/owner_map.hpp"

namespace strider::detail {

struct LevelSums;  // ranks/two_d/grid_exchange.hpp

/// What a rank found in a level: the next frontier's part among its own vertices.
struct LevelFound {
  std::uint64_t vertices = 0;
  /// Arcs of these, exactly or nearly, known where edges_known.
  std::uint64_t edges = 0;
  bool edges_known = true;
  /// Own vertices whose parents other ranks keep, of all levels so far; where a scheme counts them.
  std::uint64_t remote_parents = 0;
  /// Arcs that were looked at to find them; none where they are not counted.
  std::optional<std::uint64_t> arcs_examined = std::nullopt;
};

/// How the arcs of a frontier are counted.
enum class EdgeCount : std::uint8_t {
  kExact,
  kEstimate,  ///< by a sample, where there are many vertices; more than there are vertices then
  kFew        ///< of a small frontier only, or where it costs little
};
/// A frontier with fewer than this share of a rank's vertices is small.
inline constexpr std::uint64_t kSmallFrontier = 32;

/// One search at a time: start(); for each level share_frontier(), where the scheme's directions
/// need it, one of the searches, finish_level(); finish(). All but start() and finish_level() are
/// collective, and ask for no memory but where the scheme says how all ranks learn that there was
/// none: what else goes wrong amid them, on one rank only, ends the job.
class BfsLocal {
 public:
  virtual ~BfsLocal() = default;

  /// Forgets the last search and takes the arrays of `tree` that fit. The frontier is the sources,
  /// of all ranks. Throws MemoryError before the search begins.
  virtual LevelFound start(std::span<const OwnedVertex> sources, DistBfsTree& tree) = 0;
  /// The ranks that have arcs to this rank's part of the frontier learn of it. With it go `sums`,
  /// which become those of all ranks, where a scheme says so; else null.
  virtual void share_frontier(LevelSums* sums) = 0;
  /// Follows the arcs of the frontier: vertices not visited before are found, and their owners
  /// learn of it.
  virtual void search_top_down() = 0;
  /// Vertices that are not visited look for a neighbour in the frontier.
  virtual void search_bottom_up() = 0;
  /// Whether an own vertex was found on a level that is finished.
  [[nodiscard]] virtual bool has_found(LocalVertex vertex) = 0;
  /// What was found is the frontier, one level farther.
  virtual LevelFound finish_level(EdgeCount count) = 0;
  /// Hands over the tree, in the input's numbers. `remote_parents` of all ranks, as LevelFound
  /// counts them.
  virtual void finish(Level num_levels, std::uint64_t remote_parents, DistBfsTree& tree) = 0;
};

}  // namespace strider::detail
