#include "ranks/delegate/graph_delegate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <type_traits>
#include <utility>

#include "base/parallel_sort.hpp"
#include "base/workspace.hpp"
#include "comm/collective_error.hpp"
#include "ranks/delegate/delegate_subgraphs.hpp"
#include "ranks/delegate/delegate_table.hpp"
#include "ranks/edges/collect_arcs.hpp"
#include "ranks/memory/node_memory.hpp"
#include "strider/error.hpp"

namespace strider::detail {
namespace {

/// A delegate while the ranks choose its number.
struct Candidate {
  GlobalVertex vertex;
  std::uint64_t degree;
};

template <class W>
class DelegateBuilder {
 public:
  /// Throws UsageError and MemoryError on this rank only.
  DelegateBuilder(const comm::Communicator& comm, const EdgeSource& source, const OwnerMap& owners,
                  const GraphDelegateOptions& options)
      : comm_(comm),
        memory_(comm),
        source_(source),
        options_(options),
        space_(owners),
        num_ids_(num_row_ids(space_, source.directedness())) {
    graph().owners = owners;
    graph().directedness = source.directedness();
    graph().rank = comm.rank();
    graph().num_local = owners.size(comm.rank());
    buckets_.emplace(graph().num_local, num_ids_);
    account_.begin_step("edges to their owners", 0);
  }

  WeightedGraphDelegate<W> build() {
    const comm::PhaseScope phase(comm_.traffic(), comm::Phase::kBuild);
    if (num_ids_ <= kMostNarrow) {
      collect<NarrowArc<W>>();
    } else {
      collect<WideArc<W>>();
    }
    comm::try_on_all_ranks(comm_, [&] { make_rows(); });
    choose_delegates();
    comm::try_on_all_ranks(comm_, [&] { make_subgraphs(); });
    count_arcs();
    return std::move(result_);
  }

 private:
  GraphDelegate& graph() { return result_.graph; }
  [[nodiscard]] int threads() const { return options_.redistribute.threads; }

  /// Arcs to the owners of both ends, whose rows distinguish those into a vertex from those out of
  /// it.
  template <class Record>
  void collect() {
    const OwnerMap& owners = graph().owners;
    const std::uint64_t into = graph().is_directed() ? space_.size() : 0;
    num_arcs_ = collect_arcs<Record>(
        comm_, source_, options_.redistribute,
        {"the rows of a rank's vertices", CleanRows<W>::kArcBytes}, *buckets_, account_,
        [&](const ListedEdge<W>& edge, auto&& emit) {
          if (edge.source == edge.target) return;
          const OwnedVertex a = owners.locate(edge.source);
          const OwnedVertex b = owners.locate(edge.target);
          emit(a.rank, Record(a.vertex, space_.id(b, a.rank), edge.weight));
          emit(b.rank, Record(b.vertex, into + space_.id(a, b.rank), edge.weight));
        });
  }

  void make_rows() {
    const std::uint64_t dealt = num_arcs_ * buckets_->arc_bytes();
    const std::uint64_t rows = graph().num_local * CleanRows<W>::kRowBytes;
    const std::uint64_t buffers =
        buckets_->largest() * static_cast<std::uint64_t>(threads()) * ArcBuckets<W>::kSortingBytes;
    // First the buffers, then the rows.
    const std::uint64_t most = rows + std::max(buffers, num_arcs_ * CleanRows<W>::kArcBytes);
    account_.begin_step("rows of owned vertices", dealt + most);
    memory_.require(most, "the rows of a rank's vertices");
    account_.take(rows + buffers);
    rows_ = clean_rows(std::move(*buckets_), options_.duplicates, threads());
    buckets_.reset();
    account_.give_back(buffers);
    account_.take(rows_.targets.size() * CleanRows<W>::kArcBytes);
    account_.give_back(dealt);
  }

  /// The threshold, and the delegates on all ranks in the same order.
  void choose_delegates() {
    DegreeHistogram histogram;
    for (const std::uint32_t degree : rows_.degrees) histogram.add(degree);
    comm_.all_reduce(std::span<std::uint64_t>(histogram.sums), comm::Reduction::kSum);
    GraphDelegate& g = graph();
    g.threshold = options_.threshold ? *options_.threshold
                                     : choose_threshold(histogram, comm_.size(), g.directedness);
    std::uint64_t own = 0;
    for (const std::uint32_t degree : rows_.degrees) own += is_delegate(degree, g.threshold);
    const std::uint64_t all = comm_.all_reduce(own, comm::Reduction::kSum);
    Array<Candidate> mine;
    comm::try_on_all_ranks(comm_, [&] {
      if (all + g.num_local >= kNoDelegate) {
        throw UsageError(fmt::format(
            "there are {} delegates, but fewer than 2^32 are supported: use a higher threshold",
            all));
      }
      memory_.require(own * sizeof(Candidate), "the delegates of a rank");
      mine = list_own(own);
      account_.begin_step("delegates", 0);
    });
    account_.take(mine.span().size_bytes());
    Array<Candidate> candidates = comm::checked_all_gather(comm_, std::span<const Candidate>(mine));
    account_.take(candidates.span().size_bytes());
    account_.give_back(mine.span().size_bytes());
    mine = {};
    Array<Candidate> buffer;
    comm::try_on_all_ranks(comm_, [&] {
      Workspace workspace;
      workspace.declare("sorting them", buffer, threads() == 1 ? 0 : all);
      workspace.declare("their names", g.delegates, all);
      workspace.declare("their degrees", degrees_, all);
      table_.emplace(workspace, all);
      account_.predict(account_.held() + workspace.host_bytes());
      account_.take(workspace.host_bytes());
      workspace.count("the own ones", own * sizeof(GraphDelegate::Own));
      workspace.take("the delegates", memory_);
      g.own_delegates.reserve(own);
    });
    comm::try_on_all_ranks(comm_, [&] { number(candidates.span(), buffer.span()); });
    account_.give_back(candidates.span().size_bytes() + buffer.span().size_bytes());
  }

  [[nodiscard]] Array<Candidate> list_own(std::uint64_t own) {
    Array<Candidate> list(own);
    std::size_t place = 0;
    for (std::uint32_t v = 0; v < graph().num_local; ++v) {
      if (!is_delegate(rows_.degrees[v], graph().threshold)) continue;
      list[place++] = {graph().global(local_vertex(v)), rows_.degrees[v]};
    }
    return list;
  }

  void number(std::span<Candidate> candidates, std::span<Candidate> buffer) {
    parallel_sort(candidates, buffer, threads(), [](const Candidate& a, const Candidate& b) {
      return a.degree != b.degree ? a.degree > b.degree : a.vertex < b.vertex;
    });
    GraphDelegate& g = graph();
    g.num_delegates = static_cast<std::uint32_t>(candidates.size());
    parallel_for(0, candidates.size(), threads(), [&](std::size_t i) {
      const OwnedVertex owned = g.owners.locate(candidates[i].vertex);
      g.delegates[i] = candidates[i].vertex;
      degrees_[i] = static_cast<std::uint32_t>(candidates[i].degree);
      table_->insert(space_.id(owned, g.rank), static_cast<std::uint32_t>(i));
    });
    for (std::uint32_t i = 0; i < candidates.size(); ++i) {
      if (g.owners.owner(g.delegates[i]) != g.rank) continue;
      g.own_delegates.push_back(
          {static_cast<DelegateId>(i), g.owners.locate(g.delegates[i]).vertex});
    }
    std::sort(g.own_delegates.begin(), g.own_delegates.end(),
              [](const GraphDelegate::Own& a, const GraphDelegate::Own& b) {
                return a.vertex < b.vertex;
              });
  }

  void make_subgraphs() {
    account_.begin_step("rows become subgraphs", 0);
    SubgraphBuilder<W>(result_, {rows_, space_, *table_, degrees_.span(), memory_, threads()},
                       account_)
        .build();
    rows_ = CleanRows<W>();
    table_.reset();
    degrees_ = {};
    graph().build_steps = account_.steps();
  }

  void count_arcs() {
    GraphDelegate& g = graph();
    std::array<std::uint64_t, 4> arcs{g.nn.columns.size(), g.nd.columns.size(), g.dn.columns.size(),
                                      g.dd.columns.size()};
    comm_.all_reduce(std::span<std::uint64_t>(arcs), comm::Reduction::kSum);
    g.sizes = {.vertices = g.owners.num_vertices(),
               .delegates = g.num_delegates,
               .arcs = arcs[0] + arcs[1] + arcs[2] + arcs[3],
               .nn = arcs[0],
               .nd = arcs[1],
               .dn = arcs[2],
               .dd = arcs[3],
               .ways = g.is_directed() ? 2U : 1U};
  }

  const comm::Communicator& comm_;
  NodeMemory memory_;
  const EdgeSource& source_;
  const GraphDelegateOptions& options_;
  RankOrder space_;
  std::uint64_t num_ids_;
  MemoryAccount account_;
  std::optional<ArcBuckets<W>> buckets_;
  std::uint64_t num_arcs_ = 0;
  WeightedGraphDelegate<W> result_;
  CleanRows<W> rows_;
  Array<std::uint32_t> degrees_;  // by DelegateId
  std::optional<DelegateTable> table_;
};

template <class W>
WeightedGraphDelegate<W> build(const comm::Communicator& comm, const EdgeSource& source,
                               const GraphDelegateOptions& options) {
  std::optional<DelegateBuilder<W>> builder;
  comm::try_on_all_ranks(comm, [&] {
    const OwnerMap owners = OwnerMap::cyclic(source.num_vertices(), comm.size(), options.shuffle);
    builder.emplace(comm, source, owners, options);
  });
  return builder->build();
}

}  // namespace

SubgraphBytes GraphDelegate::subgraph_bytes() const {
  SubgraphBytes bytes;
  const auto add = [&](const ArcSubgraphs& arcs) {
    bytes.nn += arcs.nn.bytes() + arcs.ghost_vertices.span().size_bytes() +
                arcs.ghost_begin.size() * sizeof(std::uint32_t);
    bytes.nd += arcs.nd.bytes();
    bytes.dn += arcs.dn.bytes();
    bytes.dd += arcs.dd.bytes();
  };
  add(*this);
  if (is_directed()) add(into);
  return bytes;
}

std::uint32_t GraphDelegate::delegate_of(LocalVertex vertex) const {
  const auto own = std::lower_bound(own_delegates.begin(), own_delegates.end(), vertex,
                                    [](const Own& a, LocalVertex v) { return a.vertex < v; });
  return own != own_delegates.end() && own->vertex == vertex ? index(own->delegate) : kNoDelegate;
}

GraphDelegate build_graph_delegate(const comm::Communicator& comm, const EdgeSource& source,
                                   const GraphDelegateOptions& options) {
  return build<NoWeight>(comm, source, options).graph;
}

template <EdgeWeight W>
WeightedGraphDelegate<W> build_weighted_graph_delegate(const comm::Communicator& comm,
                                                       const EdgeSource& source,
                                                       const GraphDelegateOptions& options) {
  return build<W>(comm, source, options);
}
template WeightedGraphDelegate<float> build_weighted_graph_delegate(const comm::Communicator&,
                                                                    const EdgeSource&,
                                                                    const GraphDelegateOptions&);
template WeightedGraphDelegate<double> build_weighted_graph_delegate(const comm::Communicator&,
                                                                     const EdgeSource&,
                                                                     const GraphDelegateOptions&);
template WeightedGraphDelegate<std::uint32_t> build_weighted_graph_delegate(
    const comm::Communicator&, const EdgeSource&, const GraphDelegateOptions&);

}  // namespace strider::detail
