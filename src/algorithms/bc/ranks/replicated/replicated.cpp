// The sources shared among ranks, each of which sees the whole graph.
//
//   gather the graph, a copy a node; make the problem and its plan, the same on every rank
//   until no batch of sources is left: take some from the shared counter, add what they bring
//   add up the sums of all ranks; scale; keep the scores of own vertices or edges
#include <optional>
#include <utility>

#include "algorithms/bc/checkpoint.hpp"
#include "algorithms/bc/make_problem.hpp"
#include "algorithms/bc/ranks/engine.hpp"
#include "algorithms/bc/ranks/progress_monitor.hpp"
#include "algorithms/bc/ranks/replicated/deal.hpp"
#include "base/memory.hpp"
#include "base/timer.hpp"
#include "comm/collective_error.hpp"
#include "ranks/memory/take_on_all_ranks.hpp"
#include "ranks/one_d/whole_graph.hpp"
#include "strider/error.hpp"

namespace strider::detail {
namespace {

/// Tells checkpoints of ranks, whose sums are pairs, from those of one machine.
constexpr std::uint64_t kOfRanks = std::uint64_t{1} << 32U;

std::uint64_t key_of_sources(const BcProblem& problem, const BcPlan& plan,
                             const BetweennessOptions& options) {
  if (options.run.checkpoint.path.empty()) return 0;
  return checkpoint_key(problem,
                        kOfRanks | plan.variant << 8U | static_cast<std::uint64_t>(options.method));
}

void keep_own_vertices(const OwnerMap& owners, int rank, const Array<double>& scores,
                       DistBcScores& mine) {
  mine.scores = Array<double>(owners.size(rank));
  for (std::size_t v = 0; v < mine.scores.size(); ++v) {
    mine.scores[v] = scores[owners.global(rank, local_vertex(v))];
  }
}

void keep_own_edges(const OwnerMap& owners, int rank, const BetweennessResult& all,
                    DistBcScores& mine) {
  for (std::size_t i = 0; i < all.edges.size(); ++i) {
    const Edge& edge = all.edges[i];
    if (owners.owner(edge.source) == rank) {
      mine.edges.push_back({edge.source, edge.target, all.scores[i]});
    }
  }
}

/// `gather()` gives the whole graph, of whichever kind. Collective.
template <class Gather>
DistBcScores search_replicated_with(const comm::Communicator& comm, const Graph1d& part,
                                    const DistBetweennessOptions& asked,
                                    const PlanMaker& on_devices, Gather&& gather) {
  const OwnerMap& owners = part.owners;
  DistBcScores mine;
  const Timer timer;
  BetweennessOptions options;
  comm::try_on_all_ranks(comm,
                         [&] { options = options_of_one_machine(asked, owners.num_vertices()); });
  const BcProblem problem = [&] {
    const comm::PhaseScope scope(comm.traffic(), comm::Phase::kBuild);
    const auto graph = gather();
    return comm::try_on_all_ranks(comm, [&] {
      if (asked.lengths == PathLengths::kWeights) {
        // Of 64 bits; where they need more, each rank asks for that by itself.
        NodeMemory(comm).require(saturating_mul(part.num_arcs, sizeof(std::uint64_t)),
                                 "betweenness: the lengths of the edges");
      }
      return make_problem(graph, options);
    });
  }();
  const BcPlan plan =
      on_devices ? on_devices(comm, problem)
                 : comm::try_on_all_ranks(comm, [&] { return make_plan(options.method, problem); });
  Workspace workspace;
  std::optional<DealtSums> sums;
  std::optional<BatchWorker> worker;
  comm::try_on_all_ranks(comm, [&] {
    sums.emplace(workspace, comm, plan.searched(problem).num_scores());
    worker.emplace(workspace, problem, plan, comm.ranks_on_node());
  });
  take_on_all_ranks(comm, workspace, "betweenness");
  mine.prepare_seconds = timer.seconds();
  const std::uint64_t key =
      comm::try_on_all_ranks(comm, [&] { return key_of_sources(problem, plan, options); });
  const comm::PhaseScope scope(comm.traffic(), comm::Phase::kReduce);
  const Dealt dealt = deal_batches(comm, *worker,
                                   {.num_sources = plan.searched(problem).sources.size(),
                                    .batch = plan.batch,
                                    .checkpoint_key = key},
                                   options.run, *sums);
  Array<double> totals = std::move(sums->totals);
  comm::try_on_all_ranks(comm, [&] {
    if (options.of == BetweennessOf::kEdges) {
      BetweennessResult all;
      make_edge_scores(problem, options, totals.span(), all);
      keep_own_edges(owners, comm.rank(), all, mine);
    } else {
      totals = plan.to_original(std::move(totals));
      scale_vertex_scores(problem, options, totals.span());
      keep_own_vertices(owners, comm.rank(), totals, mine);
    }
  });
  mine.num_sources = problem.sources.size();
  mine.arcs = plan.original_arcs(dealt.arcs);
  mine.earlier_seconds = dealt.earlier_seconds;
  return mine;
}

}  // namespace

DistBcScores search_replicated(const comm::Communicator& comm, const Graph1d& graph,
                               const DistBetweennessOptions& options, const Labels& labels,
                               const PlanMaker& on_devices) {
  return search_replicated_with(comm, graph, options, on_devices, [&] {
    return gather_whole_graph(comm, graph, options.run.threads, labels);
  });
}

template <EdgeWeight W>
DistBcScores search_replicated(const comm::Communicator& comm, const WeightedGraph1d<W>& graph,
                               const DistBetweennessOptions& options, const Labels& labels,
                               const PlanMaker& on_devices) {
  return search_replicated_with(comm, graph.topology, options, on_devices, [&] {
    return gather_whole_graph(comm, graph, options.run.threads, labels);
  });
}

template DistBcScores search_replicated(const comm::Communicator&, const WeightedGraph1d<float>&,
                                        const DistBetweennessOptions&, const Labels&,
                                        const PlanMaker&);
template DistBcScores search_replicated(const comm::Communicator&, const WeightedGraph1d<double>&,
                                        const DistBetweennessOptions&, const Labels&,
                                        const PlanMaker&);
template DistBcScores search_replicated(const comm::Communicator&,
                                        const WeightedGraph1d<std::uint32_t>&,
                                        const DistBetweennessOptions&, const Labels&,
                                        const PlanMaker&);

std::uint64_t shared_sources_bytes(const comm::Communicator& comm, const Graph1d& graph,
                                   const DistBetweennessOptions& options) {
  const std::uint64_t n = graph.owners.num_vertices();
  if (n > kMaxVertices) return ~std::uint64_t{0};
  const bool by_weights = options.lengths == PathLengths::kWeights;
  const std::uint64_t num_sums = options.of == BetweennessOf::kEdges ? graph.num_arcs : n;
  const WholeGraphMemory whole =
      whole_graph_memory(comm, graph, by_weights ? 2 * sizeof(double) : 0);
  // Of each rank: a form of the graph for searching, or its transpose; one engine; sums, totals and
  // what one batch brings.
  constexpr std::uint64_t kEnginePerVertex = 28;
  constexpr std::uint64_t kEnginePerArc = 4;
  const std::uint64_t engine = saturating_add(saturating_mul(n, kEnginePerVertex),
                                              saturating_mul(graph.num_arcs, kEnginePerArc));
  const std::uint64_t of_rank = saturating_add(saturating_add(whole.bytes_once, engine),
                                               saturating_mul(num_sums, 4 * sizeof(double)));
  const auto ranks = static_cast<std::uint64_t>(comm.ranks_on_node());
  return saturating_add(whole.bytes, saturating_mul(of_rank, ranks));
}

}  // namespace strider::detail
