// A subgraph that is searched both ways.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "algorithms/bfs/direction.hpp"
#include "algorithms/bfs/ranks/delegate/host/visits.hpp"
#include "base/count_ones.hpp"
#include "ranks/delegate/graph_delegate.hpp"
#include "strider/dist.hpp"

namespace strider::detail {

struct Subgraph {
  /// `subgraph` outlives this.
  Subgraph(Workspace& workspace, const SmallRows& subgraph) : rows(subgraph) {
    declare_rows_with_arcs(workspace, sources, rows);
    workspace.when_taken([this] {
      for (const Word word : sources) {
        num_sources += count_ones(word);
      }
    });
  }
  /// Before a search.
  void restart() {
    backward = false;
    num_unvisited = num_sources;
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
      count += count_ones(sources[w] & ~set[w]);
    }
    return count;
  }

  const SmallRows& rows;
  /// Rows with arcs, a bit each (the paper's source masks; it keeps a list for nd, which takes 32).
  Array<Word> sources;
  std::uint64_t num_sources = 0;
  /// Of these the ones not visited, the frontier left out; counted for BackwardWorkload::kVertices.
  std::uint64_t num_unvisited = 0;
  bool backward = false;
};

/// The subgraphs of one way that are searched both ways. `arcs` outlives this.
struct SearchedSubgraphs {
  SearchedSubgraphs(Workspace& workspace, const ArcSubgraphs& arcs)
      : nd(workspace, arcs.nd), dn(workspace, arcs.dn), dd(workspace, arcs.dd) {}

  void restart() {
    for (Subgraph* subgraph : {&nd, &dn, &dd}) subgraph->restart();
  }
  [[nodiscard]] bool any_backward() const { return nd.backward || dn.backward || dd.backward; }

  Subgraph nd;
  Subgraph dn;
  Subgraph dd;
};

/// The delegates of a frontier, of `all`.
struct FrontierDelegates {
  WordSpan members;
  std::uint64_t size;
  std::uint64_t all;

  [[nodiscard]] std::uint64_t arcs(const SmallRows& rows) const {
    return count_arcs(rows, members);
  }
  [[nodiscard]] std::uint64_t count_in(const Array<Word>& set) const {
    std::uint64_t count = 0;
    for (std::size_t w = 0; w < members.size(); ++w) {
      count += count_ones(members[w] & set[w]);
    }
    return count;
  }
};

/// Its normal vertices.
struct FrontierVertices {
  std::span<const Vertex> members;
  std::uint64_t size;
  std::uint64_t all;

  [[nodiscard]] std::uint64_t arcs(const SmallRows& rows) const {
    std::uint64_t arcs = 0;
    for (const Vertex v : members) arcs += rows.degree(v);
    return arcs;
  }
  [[nodiscard]] std::uint64_t count_in(const Array<Word>& set) const {
    return static_cast<std::uint64_t>(
        std::ranges::count_if(members, [&](Vertex v) { return test_bit(set.data(), v); }));
  }
};

/// Of a frontier of more than this share of all, the arcs are estimated, not counted; but for the
/// paper's estimate of the way back.
inline constexpr std::uint64_t kCountingFactor = 16;

/// A subgraph's direction for this level, once a level; backward over the rows of `reversed`, its
/// arcs by the vertices that they lead to, of which `unvisited` are of vertices not visited.
template <class Frontier>
void choose_direction(Subgraph& forward, const Subgraph& reversed, const Frontier& frontier,
                      std::uint64_t unvisited, BackwardWorkload workload,
                      const SwitchFactors& factors) {
  LevelCost work;
  if (workload == BackwardWorkload::kVertices) {
    const std::uint64_t q = frontier.count_in(forward.sources);
    forward.num_unvisited -= q;
    work.forward = static_cast<double>(frontier.arcs(forward.rows));
    work.backward = backward_work_by_vertices(unvisited, q, forward.num_unvisited);
  } else {
    work.forward = frontier.size > frontier.all / kCountingFactor
                       ? static_cast<double>(frontier.size) * forward.mean_row()
                       : static_cast<double>(frontier.arcs(forward.rows));
    work.backward = backward_work({.unvisited = unvisited,
                                   .arcs = static_cast<double>(forward.rows.columns.size()),
                                   .mean_row = reversed.mean_row()},
                                  work.forward);
  }
  forward.backward = goes_backward(forward.backward, work, factors);
}

}  // namespace strider::detail
