// Which way a level of a breadth-first search goes, on a machine and on ranks, and in which form
// ranks have its frontier: for the engines, and for what src/model predicts of them.
#pragma once

#include <algorithm>
#include <cstdint>

#include "strider/bfs.hpp"

namespace strider::detail {

/// A frontier, or what was reached so far: its vertices and their adjacency entries.
struct LevelWork {
  std::uint64_t vertices = 0;
  EdgeIndex edges = 0;
  EdgeIndex examined = 0;  ///< arcs that were looked at bottom-up to find these
  LevelWork& operator+=(const LevelWork& other) {
    vertices += other.vertices;
    edges += other.edges;
    examined += other.examined;
    return *this;
  }
};

/// When to turn (Beamer, Asanović and Patterson 2013, section 4). Top-down walks all edges of the
/// frontier; bottom-up only some of those of the unvisited, few where the frontier is large.
struct DirectionRule {
  double alpha;
  double beta;
  std::uint64_t num_vertices;

  /// How to expand `frontier`, that before it having had `previous_vertices` and been expanded in
  /// direction `current`; `unvisited_edges` are those of the vertices not reached yet.
  [[nodiscard]] BfsDirection next(BfsDirection current, const LevelWork& frontier,
                                  std::uint64_t previous_vertices,
                                  EdgeIndex unvisited_edges) const {
    const bool grows = frontier.vertices > previous_vertices;
    if (current == BfsDirection::kTopDown) {
      const bool heavy =
          static_cast<double>(frontier.edges) > static_cast<double>(unvisited_edges) / alpha;
      return grows && heavy ? BfsDirection::kBottomUp : BfsDirection::kTopDown;
    }
    const bool small =
        static_cast<double>(frontier.vertices) < static_cast<double>(num_vertices) / beta;
    return !grows && small ? BfsDirection::kTopDown : BfsDirection::kBottomUp;
  }
};

/// Of a search whose vertices are divided among ranks: the direction predicted to cost less. Costs
/// are in probes of a bit: an edge followed top-down, with its share of what is sent and asked for;
/// a vertex looked at bottom-up.
struct PredictedCostRule {
  static constexpr double kCostOfEdge = 16;
  static constexpr double kCostOfVertex = 2;
  /// After a step bottom-up a frontier of fewer vertices than this share of the unvisited may cost
  /// less to expand top-down: then its edges are counted. Others are expanded bottom-up again.
  static constexpr std::uint64_t kListingFactor = 16;

  double num_arcs;
  double num_connected;  ///< vertices with neighbours

  /// Where the frontier has a share p of all adjacency entries, a vertex going bottom-up reaches
  /// one after 1 / p probes, or comes to the end of its row. `unvisited` vertices are connected.
  [[nodiscard]] BfsDirection next(double frontier_edges, double unvisited) const {
    const double edges = std::max(1.0, frontier_edges);
    const double row = num_arcs / std::max(1.0, num_connected);
    const double probes = std::min(row, num_arcs / edges);
    return edges * kCostOfEdge < unvisited * (kCostOfVertex + probes) ? BfsDirection::kTopDown
                                                                      : BfsDirection::kBottomUp;
  }
};

/// Late in a search on a grid of R x C ranks most rows have been found, and a step bottom-up is
/// hardly more than a look at their bits: C of them for each vertex, on all ranks together.
/// Beamer's rule goes back too early then; a frontier of a few edges a vertex is walked top-down
/// where this costs less: R ranks look for each of its columns.
struct GridReturnRule {
  /// What a rank takes top-down for a column of the frontier, most often two misses of the cache,
  /// and for one of its entries, in looks at the bit of a row that was found before. Measured on
  /// Kronecker graphs of scale 18 to 20.
  static constexpr double kCostOfColumn = 250;
  static constexpr double kCostOfEntry = 8;

  double num_vertices;
  int grid_rows;
  int grid_columns;

  [[nodiscard]] bool is_cheap_top_down(double vertices, double edges) const {
    return kCostOfColumn * vertices * grid_rows + kCostOfEntry * edges <
           num_vertices * grid_columns;
  }
};

/// The form of a frontier on a grid of one column.
struct OneColumnForm {
  /// A step along so few entries is one thread's, and lists what it finds: bitmaps are not looked
  /// at as a whole, which counts where levels are many and small.
  static constexpr EdgeIndex kListEntries = 2048;
  /// Another frontier of one vertex in so many is sent as a bitmap, which is read as it is by every
  /// other rank, though half as many bytes might do.
  static constexpr std::uint32_t kDense = 16;
};

}  // namespace strider::detail
