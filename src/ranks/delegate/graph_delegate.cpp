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
#include "ranks/edges/arc_record.hpp"
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
        ends_(space_, source.directedness()) {
    graph().owners = owners;
    graph().directedness = source.directedness();
    graph().rank = comm.rank();
    graph().num_local = owners.size(comm.rank());
    buckets_.emplace(graph().num_local, ends_.size());
    account_.begin_step("edges to their owners", 0);
  }

  WeightedGraphDelegate<W> build() {
    const comm::PhaseScope phase(comm_.traffic(), comm::Phase::kBuild);
    // They travel without the bit of delegates.
    if (ends_.size() / 2 <= kMostNarrow) {
      collect<NarrowArc<W>>();
    } else {
      collect<WideArc<W>>();
    }
    comm::try_on_all_ranks(comm_, [&] { sort(); });
    choose_delegates();
    comm::try_on_all_ranks(comm_, [&] {
      leave_out();
      make_subgraphs();
    });
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
    const std::uint64_t into = ends_.bit(ArcWay::kInto);
    collect_arcs<Record>(comm_, source_, options_.redistribute, "the arcs of a rank's vertices",
                         *buckets_, account_, [&](const ListedEdge<W>& edge, auto&& emit) {
                           if (edge.source == edge.target) return;
                           const OwnedVertex a = owners.locate(edge.source);
                           const OwnedVertex b = owners.locate(edge.target);
                           emit(a.rank, Record(a.vertex, space_.id(b, a.rank), edge.weight));
                           emit(b.rank, Record(b.vertex, into | space_.id(a, b.rank), edge.weight));
                         });
  }

  void sort() {
    const std::uint64_t buffers = SortedArcs<W>::sorting_bytes(*buckets_, threads());
    Workspace workspace;
    workspace.declare("degrees", row_degrees_, graph().num_local);
    workspace.count("sorting", buffers);
    account_.begin_step("arcs sorted", account_.held() + workspace.host_bytes());
    account_.take(workspace.host_bytes());
    workspace.take("the arcs of a rank's vertices", memory_);
    arcs_.emplace(std::move(*buckets_), options_.duplicates, threads(), row_degrees_.span());
    buckets_.reset();
    account_.give_back(buffers);
  }

  /// The threshold, and the delegates on all ranks in the same order.
  void choose_delegates() {
    DegreeHistogram histogram;
    for (const EdgeIndex degree : row_degrees_) histogram.add(degree);
    comm_.all_reduce(std::span<std::uint64_t>(histogram.sums), comm::Reduction::kSum);
    GraphDelegate& g = graph();
    g.threshold = options_.threshold ? *options_.threshold
                                     : choose_threshold(histogram, comm_.size(), g.directedness);
    std::uint64_t own = 0;
    for (const EdgeIndex degree : row_degrees_) own += is_delegate(degree, g.threshold);
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
      account_.give_back(row_degrees_.span().size_bytes());
      row_degrees_ = {};
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
      if (!is_delegate(row_degrees_[v], graph().threshold)) continue;
      list[place++] = {graph().global(local_vertex(v)), row_degrees_[v]};
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

  /// Algorithm 1: delegates become marked, and the arcs go that another rank keeps. An arc to or
  /// from a delegate is kept both ways by one rank, as the row of this end and as that of the
  /// other; between normal vertices each owner keeps its own way.
  void leave_out() {
    const std::uint64_t before = arcs_->bytes();
    arcs_->filter([&](std::uint64_t row) { return table_->find(row); },
                  [&](std::uint32_t self, std::uint64_t& end) {
                    end = ends_.marked(end, *table_);
                    if (self == DelegateTable::kAbsent) return true;
                    return ends_.is_delegate(end) &&
                           keeps(self, static_cast<std::uint32_t>(ends_.number(end)));
                  });
    account_.give_back(before - arcs_->bytes() + table_->bytes() + degrees_.span().size_bytes());
    table_.reset();
    degrees_ = {};
  }
  /// Whether the first of two delegates is the keeper.
  [[nodiscard]] bool keeps(std::uint32_t self, std::uint32_t other) const {
    const GraphDelegate& g = result_.graph;
    const ArcEnd here{g.delegates[self], degrees_[self]};
    const ArcEnd there{g.delegates[other], degrees_[other]};
    return keeper(here, there, g.threshold) == here.vertex;
  }

  void make_subgraphs() {
    account_.begin_step("arcs become subgraphs", 0);
    SubgraphBuilder<W>(result_, {*arcs_, ends_, space_, memory_, threads()}, account_).build();
    arcs_.reset();
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
  OtherEnds ends_;
  MemoryAccount account_;
  std::optional<ArcBuckets<W>> buckets_;
  std::optional<SortedArcs<W>> arcs_;
  Array<EdgeIndex> row_degrees_;  // until delegates are chosen
  WeightedGraphDelegate<W> result_;
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
