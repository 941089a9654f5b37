// A subgraph that is searched both ways.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "algorithms/bfs/direction.hpp"
#include "algorithms/bfs/ranks/delegate/host/visits.hpp"
#include "ranks/delegate/graph_delegate.hpp"

namespace strider::detail {

struct Subgraph {
  /// `subgraph` outlives this.
  Subgraph(Workspace& workspace, const SmallRows& subgraph) : rows(subgraph) {
    declare_rows_with_arcs(workspace, sources, rows);
    workspace.when_taken([this] {
      for (const Word word : sources) {
        num_sources += static_cast<std::uint64_t>(std::popcount(word));
      }
    });
  }
  /// Arcs of a row that has any.
  [[nodiscard]] double mean_row() const {
    return static_cast<double>(rows.columns.size()) /
           static_cast<double>(std::max<std::uint64_t>(1, num_sources));
  }
  /// Rows with arcs that are not in the set.
  [[nodiscard]] std::uint64_t count_outside(const Array<Word>& set) const {
    std::uint64_t count = 0;
    for (std::size_t w = 0; w < sources.size(); ++w) {
      count += static_cast<std::uint64_t>(std::popcount(sources[w] & ~set[w]));
    }
    return count;
  }

  const SmallRows& rows;
  /// Rows with arcs, a bit each (the paper's source masks; it keeps a list for nd, which takes 32).
  Array<Word> sources;
  std::uint64_t num_sources = 0;
  bool backward = false;
};

/// The subgraphs of one way that are searched both ways. `arcs` outlives this.
struct SearchedSubgraphs {
  SearchedSubgraphs(Workspace& workspace, const ArcSubgraphs& arcs)
      : nd(workspace, arcs.nd), dn(workspace, arcs.dn), dd(workspace, arcs.dd) {}

  void go_forward() { nd.backward = dn.backward = dd.backward = false; }
  [[nodiscard]] bool any_backward() const { return nd.backward || dn.backward || dd.backward; }

  Subgraph nd;
  Subgraph dn;
  Subgraph dd;
};

/// Of a frontier of more than this share of all, the arcs are estimated, not counted.
inline constexpr std::uint64_t kCountingFactor = 16;

/// A subgraph's direction for this level, from `q` of `all` vertices, whose rows have `arcs()`;
/// backward over the rows of `reversed`, its arcs by the vertices that they lead to, of which
/// `unvisited` are of vertices not visited.
template <class F>
void choose_direction(Subgraph& forward, const Subgraph& reversed, const SwitchFactors& factors,
                      std::uint64_t q, std::uint64_t all, std::uint64_t unvisited, F&& arcs) {
  LevelCost work;
  work.forward = q > all / kCountingFactor ? static_cast<double>(q) * forward.mean_row()
                                           : static_cast<double>(arcs());
  work.backward = backward_work({.unvisited = unvisited,
                                 .arcs = static_cast<double>(forward.rows.columns.size()),
                                 .mean_row = reversed.mean_row()},
                                work.forward);
  forward.backward = goes_backward(forward.backward, work, factors);
}

}  // namespace strider::detail
