// The graph shared among ranks: all search from the same sources, several side by side.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

#include "algorithms/bc/checkpoint_file.hpp"
#include "algorithms/bc/ranks/engine.hpp"
#include "algorithms/bc/ranks/partitioned/batch_sizes.hpp"
#include "algorithms/bc/ranks/partitioned/batched_search.hpp"
#include "algorithms/bc/ranks/partitioned/betweenness_query.hpp"
#include "algorithms/bc/ranks/partitioned/host/host_batch.hpp"
#include "algorithms/bc/ranks/partitioned/local_batch.hpp"
#include "algorithms/bc/ranks/partitioned/ordered_sums.hpp"
#include "algorithms/bc/ranks/progress_monitor.hpp"
#include "base/memory.hpp"
#include "base/random.hpp"
#include "base/timer.hpp"
#include "base/workspace.hpp"
#include "comm/by_rank.hpp"
#include "comm/collective_error.hpp"
#include "ranks/memory/take_on_all_ranks.hpp"
#include "strider/error.hpp"

namespace strider::detail {
namespace {

/// Whether there is a file of sums.
bool has_checkpoint(const BetweennessRun& run) {
  return !run.checkpoint.path.empty() || run.checkpoint.start == CheckpointOptions::Start::kResume;
}

/// What a rank works in.
struct RankSearch {
  RankSearch(Workspace& workspace, const comm::Communicator& comm, const Graph1d& graph,
             const BetweennessQuery& query, const BetweennessRun& run, unsigned batch_size,
             const LocalBatches& locals)
      : search(workspace, comm, graph, query, batch_size,
               locals.make(workspace, graph, query, batch_size)) {
    const bool of_edges = query.of == BetweennessOf::kEdges;
    workspace.declare("the sums", sums, of_edges ? graph.rows.num_arcs() : graph.num_rows());
    workspace.when_taken([this] { std::ranges::fill(sums, 0.0); });
    if (of_edges) {
      // With its ends, there and here.
      workspace.count("the scores on their way",
                      saturating_mul(graph.rows.num_arcs(), 2 * sizeof(GlobalEdgeScore)));
    }
    if (has_checkpoint(run)) ordered.emplace(workspace, comm, graph.owners);
  }

  BatchedSearch search;
  Array<double> sums;
  std::optional<OrderedSums> ordered;  // of runs that write or read a checkpoint
};

/// declare(workspace, batch size) for the size asked for, or as many sources as half of the memory
/// has room for on every rank, and half of the devices'; takes that memory. Throws UsageError,
/// MemoryError on all ranks. Collective.
template <class Declare>
std::unique_ptr<RankSearch> take_search(const comm::Communicator& comm, const Declare& declare,
                                        const LocalBatches& locals, std::uint64_t num_sources,
                                        std::uint32_t& batch_size) {
  std::uint64_t on_device = 0;
  if (locals.room) {
    on_device = room_of_rank(comm, comm::try_on_all_ranks(comm, locals.room)) / 2;
  }
  comm::try_on_all_ranks(comm, [&] {
    if (batch_size > kMaxBatchSize) {
      throw UsageError(
          fmt::format("batch_size must be between 1 and {1}, got {0}", batch_size, kMaxBatchSize));
    }
    if (batch_size > 0) return;
    const std::uint64_t here =
        available_memory_bytes() / 2 / static_cast<std::uint64_t>(comm.ranks_on_node());
    const auto fits = [&](unsigned size) {
      Workspace measured;
      static_cast<void>(declare(measured, size));
      return measured.host_bytes() <= here && measured.device_bytes() <= on_device;
    };
    batch_size = 1;
    while (batch_size < kMaxBatchSize && batch_size < num_sources && fits(2 * batch_size)) {
      batch_size *= 2;
    }
  });
  batch_size = comm.all_reduce(batch_size, comm::Reduction::kMin);
  Workspace workspace;
  std::unique_ptr<RankSearch> search;
  const std::string purpose = comm::try_on_all_ranks(comm, [&] {
    search = declare(workspace, batch_size);
    return fmt::format("betweenness: searches in a shared graph, {} sources at once", batch_size);
  });
  take_on_all_ranks(comm, workspace, purpose, locals.room);
  return search;
}

/// Stands for graph and question, whatever the number of ranks. Collective.
std::uint64_t checkpoint_key(const comm::Communicator& comm, const Graph1d& graph,
                             const BetweennessQuery& query) {
  std::uint64_t sum = 0;
  for (std::uint32_t v = 0; v < graph.num_rows(); ++v) {
    const std::uint64_t from = mix64(graph.global_of(local_vertex(v)) + 1);
    for_each_neighbor(graph, v, [&](std::uint32_t to, EdgeIndex /*arc*/) {
      sum += mix64(from ^ graph.global_of(local_id(to)));
    });
  }
  sum = comm.all_reduce(sum, comm::Reduction::kSum);
  const bool directed = graph.directedness == Directedness::kDirected;
  constexpr std::uint64_t kPartitionedGraph = 0x5348'4152'4544ULL;
  return mix64(mix64(mix64(sum ^ graph.owners.num_vertices()) ^ query.hash) ^
               (kPartitionedGraph + (directed ? 1 : 0)));
}

/// The sums over the sources so far, and what is kept of them.
class PartitionedRun {
 public:
  /// Resumes where the run asks for it. Collective.
  PartitionedRun(const comm::Communicator& comm, const Graph1d& graph,
                 const BetweennessQuery& query, const BetweennessRun& run, RankSearch& search)
      : comm_(comm),
        graph_(graph),
        num_sources_(query.num_sources),
        run_(run),
        search_(search),
        monitor_(run, comm.rank(), query.num_sources) {
    if (!search.ordered) return;
    key_ = checkpoint_key(comm, graph, query);
    if (run.checkpoint.start == CheckpointOptions::Start::kResume) resume();
  }

  /// Collective.
  void search_all(unsigned batch_size) {
    const bool has_checkpoints = !run_.checkpoint.path.empty();
    if (has_checkpoints && done_ == num_sources_) write();
    while (done_ < num_sources_) {
      const auto count =
          static_cast<unsigned>(std::min<std::uint64_t>(batch_size, num_sources_ - done_));
      arcs_ += search_.search.accumulate(done_, count, search_.sums.span());
      done_ += count;
      const auto proposal =
          comm_.all_reduce(static_cast<std::uint32_t>(monitor_.peek(done_)), comm::Reduction::kMax);
      const bool over = done_ == num_sources_;
      if (has_checkpoints && (over || proposal != ProgressMonitor::kGoOn)) write();
      if (proposal == ProgressMonitor::kStop && !over)
        comm::try_on_all_ranks(comm_, [&] { throw_interrupted(run_); });
    }
    search_.search.settle(search_.sums.span());
  }
  /// Of all ranks. Collective.
  [[nodiscard]] std::uint64_t arcs() const {
    return comm_.all_reduce(arcs_, comm::Reduction::kSum);
  }
  [[nodiscard]] double earlier_seconds() const { return earlier_seconds_; }

 private:
  struct Done {
    std::uint64_t sources;
    double seconds;
  };

  void resume() {
    std::optional<CheckpointReader> reader;
    Done done{};
    comm::try_on_all_ranks(comm_, [&] {
      if (comm_.rank() != 0) return;
      const BcProgress& progress =
          reader.emplace(run_.checkpoint.path, key_, graph_.owners.num_vertices()).progress();
      arcs_ = progress.arcs;
      done = {progress.sources_done, progress.seconds};
    });
    comm_.broadcast(std::span<Done>(&done, 1), 0);
    search_.ordered->from_first([&](std::span<double> sums) { reader->read(sums); },
                                search_.sums.span());
    done_ = done.sources;
    earlier_seconds_ = done.seconds;
    monitor_.started_at(done_);
  }

  void write() {
    search_.search.settle(search_.sums.span());
    const std::uint64_t all_arcs = arcs();
    std::optional<CheckpointWriter> writer;
    comm::try_on_all_ranks(comm_, [&] {
      if (comm_.rank() != 0) return;
      writer.emplace(run_.checkpoint.path, key_,
                     BcProgress{.num_scores = graph_.owners.num_vertices(),
                                .sources_done = done_,
                                .arcs = all_arcs,
                                .seconds = earlier_seconds_ + monitor_.seconds()});
    });
    search_.ordered->to_first(search_.sums.span(),
                              [&](std::span<const double> sums) { writer->add(sums); });
    comm::try_on_all_ranks(comm_, [&] {
      if (writer) writer->commit();
    });
    monitor_.wrote(done_);
  }

  const comm::Communicator& comm_;
  const Graph1d& graph_;
  std::uint64_t num_sources_;
  const BetweennessRun& run_;
  RankSearch& search_;
  ProgressMonitor monitor_;
  std::uint64_t key_ = 0;
  std::uint64_t done_ = 0;  ///< sources
  std::uint64_t arcs_ = 0;
  double earlier_seconds_ = 0;
};

bool comes_before(const GlobalEdgeScore& a, const GlobalEdgeScore& b) {
  return std::tie(a.u, a.v) < std::tie(b.u, b.v);
}

/// body(from, to, arc) for the arcs of own vertices that lead to another, parallel ones once.
template <class F>
void for_each_arc(const Graph1d& graph, F&& body) {
  for (std::uint32_t v = 0; v < graph.num_rows(); ++v) {
    const GlobalVertex from = graph.global_of(local_vertex(v));
    for_each_neighbor(graph, v, [&](std::uint32_t to, EdgeIndex arc) {
      body(from, graph.global_of(local_id(to)), arc);
    });
  }
}

/// Each edge once, by the owner of its smaller end, from sums of arcs, one or two an edge.
/// Collective.
std::vector<GlobalEdgeScore> edge_scores(const comm::Communicator& comm, const Graph1d& graph,
                                         std::span<const double> sums, double scale) {
  const bool undirected = graph.directedness == Directedness::kUndirected;
  std::vector<GlobalEdgeScore> mine;
  std::vector<GlobalEdgeScore> sent;
  std::vector<std::uint64_t> counts;
  std::vector<std::uint64_t> came_counts;
  comm::try_on_all_ranks(comm, [&] {
    const auto is_away = [&](GlobalVertex from, GlobalVertex to) {
      return undirected && to < from;
    };
    std::size_t num_mine = 0;
    std::size_t num_away = 0;
    for_each_arc(graph, [&](GlobalVertex from, GlobalVertex to, EdgeIndex /*arc*/) {
      ++(is_away(from, to) ? num_away : num_mine);
    });
    std::vector<GlobalEdgeScore> away;
    mine.reserve(num_mine);
    away.reserve(num_away);
    for_each_arc(graph, [&](GlobalVertex from, GlobalVertex to, EdgeIndex arc) {
      if (is_away(from, to)) {
        away.push_back({to, from, sums[arc]});
      } else {
        mine.push_back({from, to, sums[arc]});
      }
    });
    sent.resize(away.size());
    came_counts.resize(static_cast<std::size_t>(comm.size()));
    counts = comm::group_by_rank(
        std::span<const GlobalEdgeScore>(away), comm.size(),
        [&](const GlobalEdgeScore& edge) { return graph.owners.owner(edge.u); }, std::span(sent));
  });
  Array<GlobalEdgeScore> came = comm::checked_all_to_all(
      comm, std::span<const GlobalEdgeScore>(sent), counts, std::span(came_counts));
  std::sort(mine.begin(), mine.end(), comes_before);
  std::sort(came.begin(), came.end(), comes_before);
  for (std::size_t i = 0; i < mine.size(); ++i) {
    // The other arcs of the same edges, where there are any.
    if (undirected) mine[i].score += came[i].score;
    mine[i].score *= scale;
  }
  return mine;
}

ScoreFacts score_facts(const Graph1d& graph, const BetweennessQuery& query,
                       const DistBetweennessOptions& options) {
  return {.num_vertices = static_cast<double>(graph.owners.num_vertices()),
          .num_sources = static_cast<double>(query.num_sources),
          .is_directed = graph.directedness == Directedness::kDirected,
          .of = query.of,
          .counts_endpoints = query.counts_endpoints,
          .scale = options.scale,
          .has_sources = options.sources.has_value(),
          .has_targets = options.targets.has_value(),
          .is_sampled = options.samples.has_value()};
}

void scale_own_vertices(const Graph1d& graph, const BetweennessQuery& query, bool is_sampled,
                        const VertexScales& scales, std::span<double> sums) {
  std::vector<bool> is_drawn(sums.size(), false);
  for (const GlobalVertex v : is_sampled ? query.sources : std::vector<GlobalVertex>{}) {
    const OwnedVertex owned = graph.owners.locate(v);
    if (owned.rank == graph.rank) is_drawn[index(owned.vertex)] = true;
  }
  for (std::size_t v = 0; v < sums.size(); ++v) {
    sums[v] *= is_drawn[v] ? scales.drawn : scales.other;
  }
}

}  // namespace

DistBcScores search_partitioned(const comm::Communicator& comm, const Graph1d& graph,
                                const DistBetweennessOptions& options, const LocalBatches& given) {
  DistBcScores mine;
  const Timer timer;
  LocalBatches locals;
  const BetweennessQuery query = comm::try_on_all_ranks(comm, [&] {
    locals = given;
    if (!locals.make) {
      locals.make = [threads = options.run.threads](Workspace& workspace, const Graph1d& part,
                                                    const BetweennessQuery& asked, unsigned size) {
        return make_host_batch(workspace, part, asked, size, threads);
      };
    }
    return make_betweenness_query(graph, options);
  });
  mine.batch_size = options.tuning.batch_size;
  std::unique_ptr<RankSearch> search = take_search(
      comm,
      [&](Workspace& workspace, unsigned size) {
        return std::make_unique<RankSearch>(workspace, comm, graph, query, options.run, size,
                                            locals);
      },
      locals, query.num_sources, mine.batch_size);
  mine.prepare_seconds = timer.seconds();
  PartitionedRun run(comm, graph, query, options.run, *search);
  run.search_all(mine.batch_size);
  mine.num_sources = query.num_sources;
  mine.arcs = run.arcs();
  mine.earlier_seconds = run.earlier_seconds();
  Array<double> sums = std::move(search->sums);
  search.reset();
  const ScoreFacts facts = score_facts(graph, query, options);
  if (query.of == BetweennessOf::kEdges) {
    mine.edges = edge_scores(comm, graph, sums.span(), edge_scale(facts));
  } else {
    comm::try_on_all_ranks(comm, [&] {
      scale_own_vertices(graph, query, facts.is_sampled, vertex_scales(facts), sums.span());
    });
    mine.scores = std::move(sums);
  }
  return mine;
}

}  // namespace strider::detail
