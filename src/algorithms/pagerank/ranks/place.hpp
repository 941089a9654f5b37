// PageRank on ranks: what each scheme of partitioning has in common.
#pragma once

#include <memory>
#include <vector>

#include "algorithms/pagerank/host/score_table.hpp"
#include "algorithms/pagerank/iteration.hpp"
#include "comm/collective_error.hpp"
#include "ranks/facade/dist_graph.hpp"

namespace strider::detail {

/// The scores of the vertices of all ranks. All functions are collective.
class PageRankOnRanks : public PageRankPlace {
 public:
  /// Before the others, once the workspace is taken.
  virtual void weigh() = 0;
  [[nodiscard]] PageRankFacts facts() const override { return facts_; }
  /// The last call: those of this rank's vertices, in their order, times `factor`. Throws
  /// MemoryError on this rank only.
  virtual void write(DistVertexValues<double>& result, double factor) = 0;

 protected:
  explicit PageRankOnRanks(const DistGraph::State& graph)
      : comm_(graph.comm()),
        by_rank_(static_cast<std::size_t>(graph.comm().size())),
        facts_{.num_vertices = static_cast<double>(graph.num_vertices),
               .directedness = graph.directedness} {}

  /// The sums of all ranks, in their order. `body` returns those of this rank, and does not
  /// communicate.
  template <class Body>
  [[nodiscard]] PageRankSums add_up(const Body& body) {
    const PageRankSums here = comm::try_on_all_ranks(comm_, body);
    comm_.all_gather(here, std::span(by_rank_));
    PageRankSums sums;
    for (const PageRankSums& of_rank : by_rank_) sums += of_rank;
    return sums;
  }

  const comm::Communicator& comm_;
  std::vector<PageRankSums> by_rank_;
  PageRankFacts facts_;
};

// The graph outlives these.

/// On rows of vertices that ranks own (scheme 1d).
[[nodiscard]] std::unique_ptr<PageRankOnRanks> page_rank_by_rows(Workspace& workspace,
                                                                 const DistGraph::State& graph,
                                                                 const Jumps& jumps, int threads);
/// On subgraphs of vertices and delegates (scheme delegate).
[[nodiscard]] std::unique_ptr<PageRankOnRanks> page_rank_by_delegates(Workspace& workspace,
                                                                      const DistGraph::State& graph,
                                                                      const Jumps& jumps,
                                                                      int threads);

}  // namespace strider::detail
