// PageRank on ranks.
#include "algorithms/pagerank/ranks/place.hpp"
#include "ranks/memory/take_on_all_ranks.hpp"
#include "ranks/results/traffic_report.hpp"
#include "strider/error.hpp"

namespace strider {

DistPageRankResult pagerank(const DistGraph& graph, const PageRankOptions& options) {
  using namespace detail;
  const DistGraph::State& state = *graph.state();
  const comm::Communicator& comm = state.comm();
  const Jumps jumps(options.personalization, static_cast<double>(state.num_vertices));
  Workspace workspace;
  const auto place = comm::try_on_all_ranks(comm, [&] {
    check_options(options, state.directedness, state.num_vertices);
    const int threads = options.threads == 0 ? state.threads : resolve_threads(options.threads);
    if (state.one_d() != nullptr) return page_rank_by_rows(workspace, state, jumps, threads);
    if (state.delegate() != nullptr) {
      return page_rank_by_delegates(workspace, state, jumps, threads);
    }
    throw UsageError("PageRank needs the partition 1d or delegate");
  });
  take_on_all_ranks(comm, workspace, "PageRank");
  DistPageRankResult result;
  measure_on_ranks(comm, static_cast<DistVertexValues<double>&>(result), [&] {
    const comm::PhaseScope phase(comm.traffic(), comm::Phase::kExchange);
    place->weigh();
    const PageRankOutcome outcome = iterate(*place, options);
    static_cast<PageRankRun&>(result) = outcome;
    comm::try_on_all_ranks(comm, [&] { place->write(result, outcome.factor); });
  });
  return result;
}

}  // namespace strider
