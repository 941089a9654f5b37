#include "ranks/one_d/graph_1d.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>

#include "base/scan.hpp"
#include "base/timer.hpp"
#include "base/workspace.hpp"
#include "comm/collective_error.hpp"
#include "ranks/edges/arc_buckets.hpp"
#include "ranks/edges/arc_record.hpp"
#include "ranks/edges/collect_arcs.hpp"
#include "ranks/edges/sorted_arcs.hpp"
#include "ranks/edges/unit_weights.hpp"
#include "ranks/memory/node_memory.hpp"
#include "ranks/one_d/local_id_numbering.hpp"
#include "ranks/one_d/peer_ghosts.hpp"
#include "strider/error.hpp"

namespace strider::detail {
namespace {

template <class Record, class W>
class Builder1d {
 public:
  /// Throws UsageError and MemoryError on this rank only.
  Builder1d(const comm::Communicator& comm, const EdgeSource& source, const OwnerMap& owners,
            const DistBuildOptions& options)
      : comm_(comm),
        memory_(comm),
        source_(source),
        owners_(owners),
        options_(options),
        threads_(options.threads),
        undirected_(source.directedness() == Directedness::kUndirected),
        space_(owners),
        num_rows_(owners.size(comm.rank())),
        buckets_(num_rows_, space_.size()),
        counts_(static_cast<std::size_t>(options.threads)) {
    account_.begin_step("edges to their owners", 0);
  }

  Graph1d build(SharedArray<W>& weights, DistBuildReport& report) {
    const Timer timer;
    const comm::PhaseScope phase(comm_.traffic(), comm::Phase::kBuild);
    receive_arcs();
    std::optional<SubscriptionExchange> subscriptions;
    comm::try_on_all_ranks(comm_, [&] {
      sort();
      number();
      subscriptions.emplace(comm_, owners_, numbering_->named());
    });
    subscriptions->exchange();
    std::uint64_t isolated = 0;
    comm::try_on_all_ranks(comm_, [&] {
      take_subscribers(*subscriptions);
      subscriptions.reset();
      isolated = count_isolated();
      translate(weights);
      report.steps = account_.steps();
    });
    sum_counts(isolated, report);
    report.seconds = comm_.all_reduce(timer.seconds(), comm::Reduction::kMax);
    return std::move(graph_);
  }

 private:
  /// Of one thread, on a cache line of its own.
  struct alignas(64) ThreadCounts {
    std::uint64_t self_loops = 0;
  };

  void receive_arcs() {
    collect_arcs<Record>(comm_, source_, {threads_, options_.chunk, options_.ranks_per_node},
                         "the adjacency of a rank", buckets_, account_,
                         [&](const ListedEdge<W>& edge, auto&& emit) { route(edge, emit); });
    num_arcs_ = buckets_.num_arcs();
  }

  template <class Emit>
  void route(const ListedEdge<W>& edge, Emit&& emit) {
    OwnedVertex row = owners_.locate(edge.source);
    if (edge.source == edge.target) {
      ++counts_[static_cast<std::size_t>(edge.thread)].self_loops;
      if (options_.self_loops == SelfLoops::kKeep) send(row, row, edge.weight, emit);
      return;
    }
    OwnedVertex other = owners_.locate(edge.target);
    if (!undirected_ && options_.row_end == Graph1d::RowEnd::kTarget) std::swap(row, other);
    send(row, other, edge.weight, emit);
    if (undirected_) send(other, row, edge.weight, emit);
  }

  template <class Emit>
  void send(OwnedVertex row, OwnedVertex other, W weight, Emit&& emit) const {
    emit(row.rank, Record(row.vertex, space_.id(other, row.rank), weight));
  }

  void sort() {
    const std::uint64_t buffers = SortedArcs<W>::sorting_bytes(buckets_, threads_);
    Workspace workspace;
    workspace.declare("where rows begin", offsets_, std::uint64_t{num_rows_} + 1);
    numbering_.emplace(workspace, owners_, comm_.rank(), num_arcs_);
    workspace.count("sorting", buffers);
    account_.begin_step("rows sorted", account_.held() + workspace.host_bytes());
    account_.take(workspace.host_bytes());
    workspace.take("the rows of a rank", memory_);
    const std::uint64_t mask = buckets_.id_mask();
    arcs_.emplace(std::move(buckets_), options_.duplicates, threads_, offsets_.span(),
                  [&](std::span<const std::uint64_t> keys) { numbering_->name(keys, mask); });
    account_.give_back(buffers);
    offsets_[num_rows_] = 0;
    exclusive_scan(offsets_.span(), threads_);
  }

  void number() {
    const std::uint64_t sorting = numbering_->sorting_bytes();
    const std::uint64_t before = numbering_->bytes();
    const std::uint64_t heard = most_heard();
    Workspace workspace;
    workspace.count("sorting the vertices named", sorting);
    workspace.count("the local ids", numbering_->range_bytes());
    workspace.count("what is named of other ranks", most_named());
    workspace.count("what other ranks name, as it comes", heard);
    workspace.count("what other ranks name", heard);
    workspace.count("the vertices met", num_rows_);
    account_.begin_step("local ids numbered", account_.held() + workspace.host_bytes());
    workspace.require("the local ids of a rank", memory_);
    account_.take(sorting);
    numbering_->number(threads_);
    account_.give_back(before + sorting);
    account_.take(numbering_->bytes());
  }

  // What one rank names of another stands as bits where that is shorter than a list.
  [[nodiscard]] std::uint64_t most_named() const {
    return std::min(most_listed(), space_.size() / 8);
  }
  /// Of an undirected graph no more than this rank names itself: each arc stands at both ends.
  [[nodiscard]] std::uint64_t most_heard() const {
    const std::uint64_t bits = ranks() * (num_rows_ / 8 + sizeof(std::uint64_t));
    return undirected_ ? std::min(most_listed(), bits) : bits;
  }
  [[nodiscard]] std::uint64_t most_listed() const {
    return num_arcs_ * sizeof(std::uint32_t) + ranks() * sizeof(std::uint64_t);
  }
  [[nodiscard]] std::uint64_t ranks() const { return static_cast<std::uint64_t>(comm_.size()); }

  void take_subscribers(const SubscriptionExchange& subscriptions) {
    graph_.subscribers = subscriptions.subscribers();
    std::uint64_t kept = 0;
    for (const Subscriber& subscriber : graph_.subscribers) {
      kept += subscriber.bits.span().size_bytes() + subscriber.list.span().size_bytes();
    }
    account_.take(subscriptions.bytes() + kept);
    account_.give_back(subscriptions.bytes());
  }

  /// A vertex of a directed graph is isolated where no arc of any rank names it either.
  [[nodiscard]] std::uint64_t count_isolated() {
    const std::uint32_t rows = num_rows_;
    Array<std::uint8_t> touched(rows, 0);
    account_.take(rows);
    for (const Subscriber& subscriber : graph_.subscribers) {
      subscriber.for_each_named([&](std::uint32_t v) { touched[v] = 1; });
    }
    std::uint64_t isolated = 0;
    for (std::uint32_t v = 0; v < rows; ++v) {
      const bool connected = offsets_[v] < offsets_[v + 1ULL] || touched[v] != 0 ||
                             numbering_->is_named_here(local_vertex(v));
      isolated += connected ? 0 : 1;
    }
    account_.give_back(rows);
    return isolated;
  }

  /// From ordered ids to rows in local ids.
  void translate(SharedArray<W>& weights) {
    Workspace workspace;
    numbering_->start_translation(workspace);
    const std::uint64_t tables = workspace.host_bytes();
    const std::uint64_t dealt = arcs_->bytes();
    const std::uint64_t growth = arcs_->growth(ArcRows<W>::kArcBytes);
    workspace.count("the rows", growth);
    account_.begin_step("rows in local ids", account_.held() + tables + growth);
    workspace.take("the rows of a rank", memory_);
    account_.take(tables + growth);
    ArcRows<W> rows = arcs_->into_rows(
        [&](std::uint64_t ordered_id) { return numbering_->local_id(ordered_id); });
    account_.give_back(growth + dealt);
    account_.take(arcs_->size() * ArcRows<W>::kArcBytes);
    graph_.rows = Csr(std::move(offsets_), std::move(rows.targets));
    weights = std::move(rows.weights);
    graph_.local_ids = numbering_->local_ids();
  }

  void sum_counts(std::uint64_t isolated, DistBuildReport& report) {
    std::uint64_t self_loops = 0;
    for (const ThreadCounts& counts : counts_) self_loops += counts.self_loops;
    std::uint64_t sums[] = {source_.num_edges(),   self_loops,
                            arcs_->met().repeated, isolated,
                            arcs_->size(),         arcs_->met().self_loops};
    comm_.all_reduce(std::span<std::uint64_t>(sums), comm::Reduction::kSum);
    report.edges_listed = sums[0];
    report.self_loops = sums[1];
    report.duplicates = undirected_ ? sums[2] / 2 : sums[2];
    report.isolated = sums[3];
    graph_.owners = owners_;
    graph_.rank = comm_.rank();
    graph_.directedness = source_.directedness();
    graph_.row_end = options_.row_end;
    graph_.num_arcs = sums[4];
    graph_.num_self_loops = sums[5];
    graph_.num_edges = undirected_ ? (sums[4] + sums[5]) / 2 : sums[4];
  }

  const comm::Communicator& comm_;
  NodeMemory memory_;
  const EdgeSource& source_;
  const OwnerMap& owners_;
  DistBuildOptions options_;
  int threads_;
  bool undirected_;
  RankOrder space_;
  std::uint64_t num_arcs_ = 0;
  std::uint32_t num_rows_;
  ArcBuckets<W> buckets_;
  std::vector<ThreadCounts> counts_;
  Array<EdgeIndex> offsets_;  // lengths of rows until they are summed up
  std::optional<SortedArcs<W>> arcs_;
  std::optional<LocalIdNumbering> numbering_;
  MemoryAccount account_;
  Graph1d graph_;
};

template <class Record, class W>
Graph1d build_of(const comm::Communicator& comm, const EdgeSource& source, const OwnerMap& owners,
                 const DistBuildOptions& options, SharedArray<W>& weights,
                 DistBuildReport& report) {
  std::optional<Builder1d<Record, W>> builder;
  comm::try_on_all_ranks(comm, [&] {
    if (owners.num_ranks() != comm.size()) {
      throw UsageError(
          fmt::format("the vertices are partitioned among {} ranks, but there are {} ranks",
                      owners.num_ranks(), comm.size()));
    }
    builder.emplace(comm, source, owners, options);
  });
  return builder->build(weights, report);
}

template <class W>
Graph1d build(const comm::Communicator& comm, const EdgeSource& source, const OwnerMap& owners,
              const DistBuildOptions& options, SharedArray<W>& weights, DistBuildReport* report) {
  DistBuildReport unused;
  DistBuildReport& filled = report != nullptr ? *report : unused;
  if (RankOrder(owners).size() <= kMostNarrow) {
    return build_of<NarrowArc<W>, W>(comm, source, owners, options, weights, filled);
  }
  return build_of<WideArc<W>, W>(comm, source, owners, options, weights, filled);
}

}  // namespace

Graph1d build_graph_1d(const comm::Communicator& comm, const EdgeSource& source,
                       const OwnerMap& owners, const DistBuildOptions& options,
                       DistBuildReport* report) {
  SharedArray<NoWeight> none;
  return build<NoWeight>(comm, source, owners, options, none, report);
}

template <EdgeWeight W>
WeightedGraph1d<W> build_weighted_graph_1d(const comm::Communicator& comm, const EdgeSource& source,
                                           const OwnerMap& owners, const DistBuildOptions& options,
                                           DistBuildReport* report) {
  SharedArray<W> weights;
  if (source.weight_type() == WeightType::kNone) {
    Graph1d graph = build(comm, UnitWeights<W>(source), owners, options, weights, report);
    return {std::move(graph), std::move(weights)};
  }
  comm::try_on_all_ranks(comm, [&] {
    if (source.weight_type() != weight_type_of<W>()) {
      throw UsageError("the type of the edges' weights is not the requested type");
    }
  });
  Graph1d graph = build(comm, source, owners, options, weights, report);
  return {std::move(graph), std::move(weights)};
}

template WeightedGraph1d<float> build_weighted_graph_1d(const comm::Communicator&,
                                                        const EdgeSource&, const OwnerMap&,
                                                        const DistBuildOptions&, DistBuildReport*);
template WeightedGraph1d<double> build_weighted_graph_1d(const comm::Communicator&,
                                                         const EdgeSource&, const OwnerMap&,
                                                         const DistBuildOptions&, DistBuildReport*);
template WeightedGraph1d<std::uint32_t> build_weighted_graph_1d(const comm::Communicator&,
                                                                const EdgeSource&, const OwnerMap&,
                                                                const DistBuildOptions&,
                                                                DistBuildReport*);

Array<std::uint32_t> degrees_by_local_id(const comm::Communicator& comm, const Graph1d& graph) {
  return values_by_local_id(comm, graph.local_ids, graph.subscribers, graph.num_rows(),
                            std::uint32_t{0}, [&](std::uint32_t v) {
                              return static_cast<std::uint32_t>(std::min<EdgeIndex>(
                                  graph.rows.degree(v), std::numeric_limits<std::uint32_t>::max()));
                            });
}

PeerGhosts ghosts_with(const Graph1d& graph, int rank) {
  PeerGhosts ghosts;
  ghosts.rank = rank;
  if (rank == graph.rank) return ghosts;
  const IdRange& range = graph.local_ids.range(rank);
  ghosts.range_begin = range.begin;
  ghosts.range_size = range.size;
  const Subscriber& subscriber = graph.subscribers[static_cast<std::size_t>(rank)];
  ghosts.num_subscribed = subscriber.num_local_ids;
  if (subscriber.form == IdRange::Form::kCompact) {
    const bool as_bits = !subscriber.bits.empty();
    ghosts.subscribed = as_bits ? PeerGhosts::Subscribed::kBitmap : PeerGhosts::Subscribed::kList;
    ghosts.bitmap = subscriber.bits.span();
    ghosts.list = subscriber.list.span();
  }
  return ghosts;
}

}  // namespace strider::detail
