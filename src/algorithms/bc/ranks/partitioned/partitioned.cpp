// The graph shared among ranks: all search from the same sources, several side by side.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>

#include "algorithms/bc/checkpoint_file.hpp"
#include "algorithms/bc/ranks/engine.hpp"
#include "algorithms/bc/ranks/partitioned/batch_sizes.hpp"
#include "algorithms/bc/ranks/partitioned/batched_search.hpp"
#include "algorithms/bc/ranks/partitioned/betweenness_query.hpp"
#include "algorithms/bc/ranks/partitioned/host/host_batch.hpp"
#include "algorithms/bc/ranks/partitioned/local_batch_factory.hpp"
#include "algorithms/bc/ranks/partitioned/ordered_sums.hpp"
#include "algorithms/bc/ranks/progress_monitor.hpp"
#include "base/memory.hpp"
#include "base/random.hpp"
#include "base/timer.hpp"
#include "comm/by_rank.hpp"
#include "comm/collective_error.hpp"
#include "ranks/memory/device_memory.hpp"
#include "ranks/memory/node_memory.hpp"
#include "strider/error.hpp"

namespace strider::detail {
namespace {

constexpr const char* kPurpose = "betweenness: searches in a shared graph";

std::uint64_t sums_bytes(const Graph1d& graph, const BetweennessQuery& query) {
  // An edge's score is on its way with its ends, there and here.
  constexpr std::uint64_t kPerArc = sizeof(double) + 2 * sizeof(GlobalEdgeScore);
  return query.of == BetweennessOf::kEdges ? saturating_mul(graph.rows.num_arcs(), kPerArc)
                                           : saturating_mul(graph.num_rows(), sizeof(double));
}

/// A rank's part of what chunks of a checkpoint take of its machine; without one nothing. More
/// where a single vertex has more sums.
std::uint64_t checkpoint_bytes(const comm::Communicator& comm, const Graph1d& graph,
                               BetweennessOf of, const BetweennessRun& run) {
  if (run.checkpoint.path.empty()) return 0;
  const std::uint64_t sums =
      of == BetweennessOf::kEdges ? graph.num_arcs : graph.owners.num_vertices();
  return std::min(sums, ChunkBounds{}.sums) * OrderedSums::kBytesPerSum /
         static_cast<std::uint64_t>(comm.ranks_on_node());
}

/// What a rank takes of its memory, and of its device's.
struct BatchMemory {
  const Graph1d& graph;
  const BetweennessQuery& query;
  const LocalBatchFactory& locals;
  bool is_on_devices;
  std::uint64_t of_checkpoint;

  [[nodiscard]] std::uint64_t bytes(unsigned batch_size) const {
    return saturating_add(saturating_add(locals.predict_bytes(graph, query, batch_size),
                                         BatchedSearch::message_bytes(graph, batch_size)),
                          saturating_add(sums_bytes(graph, query), of_checkpoint));
  }
  [[nodiscard]] std::uint64_t device_bytes(unsigned batch_size) const {
    return locals.predict_device_bytes(graph, query, batch_size);
  }
};

/// The batch size asked for, or as many sources as half of the memory has room for on every rank,
/// and half of the devices'. Throws UsageError, MemoryError on all ranks. Collective.
unsigned choose_batch_size(const comm::Communicator& comm, const BatchMemory& memory,
                           std::uint32_t asked) {
  DeviceRoom room;
  std::uint64_t on_device = 0;
  if (memory.is_on_devices) {
    room = comm::try_on_all_ranks(comm, [&] { return memory.locals.room(); });
    on_device = room_of_rank(comm, room) / 2;
  }
  std::uint32_t batch_size = 1;
  comm::try_on_all_ranks(comm, [&] {
    if (asked > kMaxBatchSize) {
      throw UsageError(
          fmt::format("batch_size must be between 1 and {1}, got {0}", asked, kMaxBatchSize));
    }
    if (asked > 0) {
      batch_size = asked;
      return;
    }
    const std::uint64_t here =
        available_memory_bytes() / 2 / static_cast<std::uint64_t>(comm.ranks_on_node());
    while (batch_size < kMaxBatchSize && batch_size < memory.query.num_sources &&
           memory.bytes(2 * batch_size) <= here &&
           memory.device_bytes(2 * batch_size) <= on_device) {
      batch_size *= 2;
    }
  });
  batch_size = comm.all_reduce(batch_size, comm::Reduction::kMin);
  const std::string purpose = comm::try_on_all_ranks(comm, [&] {
    std::string text = fmt::format("{}, {} sources at once", kPurpose, batch_size);
    NodeMemory(comm).require(memory.bytes(batch_size), text);
    return text;
  });
  if (memory.is_on_devices) {
    require_device_memory(comm, {room, memory.device_bytes(batch_size)}, purpose);
  }
  return batch_size;
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
  const bool of_edges = query.of == BetweennessOf::kEdges;
  return mix64(mix64(mix64(sum ^ graph.owners.num_vertices()) ^ query.hash) ^
               (kPartitionedGraph + (directed ? 1 : 0) + (of_edges ? 2 : 0)));
}

/// The sums over the sources so far, and what is kept of them.
class PartitionedRun {
 public:
  PartitionedRun(const comm::Communicator& comm, const Graph1d& graph,
                 const BetweennessQuery& query, const BetweennessRun& run, std::span<double> sums)
      : comm_(comm),
        query_(query),
        run_(run),
        sums_(sums),
        monitor_(run, comm.rank(), query.num_sources),
        has_checkpoints_(!run.checkpoint.path.empty()) {
    if (!has_checkpoints_ && run.checkpoint.start == CheckpointOptions::Start::kFresh) return;
    ordered_.emplace(comm, graph, query.of);
    key_ = checkpoint_key(comm, graph, query);
    if (run.checkpoint.start == CheckpointOptions::Start::kResume) resume();
  }

  /// Collective.
  void search_all(BatchedSearch& search, unsigned batch_size) {
    if (has_checkpoints_ && done_ == query_.num_sources) write(search);
    while (done_ < query_.num_sources) {
      const auto count =
          static_cast<unsigned>(std::min<std::uint64_t>(batch_size, query_.num_sources - done_));
      arcs_ += search.accumulate(done_, count, sums_);
      done_ += count;
      const auto proposal =
          comm_.all_reduce(static_cast<std::uint32_t>(monitor_.peek(done_)), comm::Reduction::kMax);
      const bool over = done_ == query_.num_sources;
      if (has_checkpoints_ && (over || proposal != ProgressMonitor::kGoOn)) write(search);
      if (proposal == ProgressMonitor::kStop && !over)
        comm::try_on_all_ranks(comm_, [&] { throw_interrupted(run_); });
    }
    search.settle(sums_);
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
          reader.emplace(run_.checkpoint.path, key_, ordered_->size()).progress();
      arcs_ = progress.arcs;
      done = {progress.sources_done, progress.seconds};
    });
    comm_.broadcast(std::span<Done>(&done, 1), 0);
    ordered_->from_first([&](std::span<double> sums) { reader->read(sums); }, sums_);
    done_ = done.sources;
    earlier_seconds_ = done.seconds;
    monitor_.started_at(done_);
  }

  void write(BatchedSearch& search) {
    search.settle(sums_);
    const std::uint64_t all_arcs = arcs();
    std::optional<CheckpointWriter> writer;
    comm::try_on_all_ranks(comm_, [&] {
      if (comm_.rank() != 0) return;
      writer.emplace(run_.checkpoint.path, key_,
                     BcProgress{.num_scores = ordered_->size(),
                                .sources_done = done_,
                                .arcs = all_arcs,
                                .seconds = earlier_seconds_ + monitor_.seconds()});
    });
    ordered_->to_first(sums_, [&](std::span<const double> sums) { writer->add(sums); });
    comm::try_on_all_ranks(comm_, [&] {
      if (writer) writer->commit();
    });
    monitor_.wrote(done_);
  }

  const comm::Communicator& comm_;
  const BetweennessQuery& query_;
  const BetweennessRun& run_;
  std::span<double> sums_;
  ProgressMonitor monitor_;
  bool has_checkpoints_;
  std::optional<OrderedSums> ordered_;  // of runs that write or read them
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
                                const DistBetweennessOptions& options,
                                std::shared_ptr<const LocalBatchFactory> locals) {
  DistBcScores mine;
  const Timer timer;
  const bool is_on_devices = locals != nullptr;
  const BetweennessQuery query = comm::try_on_all_ranks(comm, [&] {
    if (!is_on_devices) locals = make_host_batch_factory();
    return make_betweenness_query(graph, options);
  });
  const unsigned batch_size = choose_batch_size(
      comm,
      {graph, query, *locals, is_on_devices, checkpoint_bytes(comm, graph, query.of, options.run)},
      options.tuning.batch_size);
  std::optional<BatchedSearch> search;
  Array<double> sums;
  const bool of_edges = query.of == BetweennessOf::kEdges;
  comm::try_on_all_ranks(comm, [&] {
    search.emplace(comm, graph, query, batch_size,
                   locals->make(graph, query, batch_size, options.run.threads));
    sums = Array<double>(of_edges ? graph.rows.num_arcs() : graph.num_rows(), 0.0);
  });
  mine.prepare_seconds = timer.seconds();
  PartitionedRun run(comm, graph, query, options.run, sums.span());
  run.search_all(*search, batch_size);
  search.reset();
  const ScoreFacts facts = score_facts(graph, query, options);
  if (of_edges) {
    mine.edges = edge_scores(comm, graph, sums.span(), edge_scale(facts));
  } else {
    comm::try_on_all_ranks(comm, [&] {
      scale_own_vertices(graph, query, facts.is_sampled, vertex_scales(facts), sums.span());
    });
    mine.scores = std::move(sums);
  }
  mine.num_sources = query.num_sources;
  mine.arcs = run.arcs();
  mine.batch_size = batch_size;
  mine.earlier_seconds = run.earlier_seconds();
  return mine;
}

}  // namespace strider::detail
