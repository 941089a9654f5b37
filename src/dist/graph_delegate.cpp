#include "dist/graph_delegate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <type_traits>
#include <utility>

#include "base/memory.hpp"
#include "comm/agreement.hpp"
#include "dist/check_edge.hpp"
#include "dist/delegate_rows.hpp"
#include "dist/delegate_table.hpp"
#include "dist/node_memory.hpp"
#include "dist/rows_builder.hpp"
#include "strider/error.hpp"

namespace strider::detail {
namespace {

/// A delegate while its number is agreed on.
struct Candidate {
  GlobalVertex vertex;
  std::uint64_t degree;
};

template <class W>
class Builder {
 public:
  Builder(const comm::Communicator& comm, const EdgeSource& source,
          const GraphDelegateOptions& options)
      : comm_(comm), source_(source), options_(options) {}

  WeightedGraphDelegate<W> build() {
    const comm::PhaseScope phase(comm_.traffic(), comm::Phase::kBuild);
    if (source_.directedness() == Directedness::kDirected) {
      comm::agree_on(comm_, std::make_exception_ptr(
                                UsageError("the partition by delegates is for undirected graphs: "
                                           "every rank must have both arcs of "
                                           "an edge; use the partition 1d for directed ones")));
    }
    graph().owners = OwnerMap::cyclic(source_.num_vertices(), comm_.size(), options_.shuffle);
    graph().rank = comm_.rank();
    graph().num_local = graph().owners.size(comm_.rank());
    collect();
    choose_delegates();
    comm::agree(comm_, [&] { make_subgraphs(); });
    count_arcs();
    return std::move(result_);
  }

 private:
  GraphDelegate& graph() { return result_.graph; }
  [[nodiscard]] int threads() const { return options_.redistribute.threads; }

  void note(std::string_view step, std::uint64_t bytes) {
    graph().build_steps.push_back({step, bytes});
  }

  /// Arcs to the owners of their sources; clean rows there.
  void collect() {
    const OwnerMap& owners = graph().owners;
    const std::uint64_t first = comm_.exclusive_sum(source_.num_edges());
    std::optional<RowCollector<W>> collector;
    comm::agree(comm_, [&] { collector.emplace(graph().num_local); });
    redistribute<Incidence<W>, W, 2>(
        comm_, source_, options_.redistribute,
        [&](const ListedEdge<W>& edge, auto&& emit) {
          check_edge(edge, owners.num_vertices(), first);
          if (edge.source == edge.target) return;
          const Place a = owners.place(edge.source);
          const Place b = owners.place(edge.target);
          emit(a.rank, incidence(a, b, edge.weight));
          emit(b.rank, incidence(b, a, edge.weight));
        },
        [&](Array<Incidence<W>>&& arrived) { collector->take(std::move(arrived)); });
    comm::agree(comm_, [&] {
      note("edges travel", collector->collected_bytes());
      note("rows of owned vertices", collector->peak_bytes());
      NodeMemory(comm_).require(collector->peak_bytes() - collector->collected_bytes(),
                                "the rows of a rank's vertices");
      rows_ = collector->finish(threads());
      collected_arcs_ = collector->num_arcs();
    });
  }

  static Incidence<W> incidence(Place from, Place to, const W& weight) {
    return {index(from.vertex), static_cast<std::uint32_t>(to.rank), index(to.vertex), weight};
  }

  /// The threshold, and the delegates on all ranks in the same order.
  void choose_delegates() {
    DegreeHistogram histogram;
    for (const std::uint32_t degree : rows_.degrees) histogram.add(degree);
    comm_.all_reduce(std::span<std::uint64_t>(histogram.sums), comm::Reduction::kSum);
    GraphDelegate& g = graph();
    g.threshold =
        options_.threshold ? *options_.threshold : choose_threshold(histogram, comm_.size());
    std::uint64_t own = 0;
    for (const std::uint32_t degree : rows_.degrees) own += is_delegate(degree, g.threshold);
    const std::vector<std::uint64_t> counts = comm_.all_gather(own);
    std::uint64_t all = 0;
    for (const std::uint64_t count : counts) all += count;
    Array<Candidate> candidates;
    comm::agree(comm_, [&] {
      if (all + g.num_local >= kNoDelegate) {
        throw UsageError(
            fmt::format("{} delegates, of fewer than 2^32: take a higher threshold", all));
      }
      NodeMemory(comm_).require(candidate_bytes(all), "the delegates");
      candidates = Array<Candidate>(all);
    });
    std::uint64_t begin = 0;
    for (int r = 0; r < comm_.size(); ++r) {
      const std::uint64_t count = counts[static_cast<std::size_t>(r)];
      const std::span<Candidate> part = candidates.span().subspan(begin, count);
      if (r == comm_.rank()) list_own(part);
      comm_.broadcast(part, r);
      begin += count;
    }
    comm::agree(comm_, [&] { number(candidates); });
  }

  [[nodiscard]] static std::uint64_t candidate_bytes(std::uint64_t delegates) {
    return delegates * (sizeof(Candidate) + sizeof(GlobalVertex) + sizeof(std::uint32_t)) +
           DelegateTable::bytes(delegates);
  }

  void list_own(std::span<Candidate> part) {
    std::size_t place = 0;
    for (std::uint32_t v = 0; v < graph().num_local; ++v) {
      if (!is_delegate(rows_.degrees[v], graph().threshold)) continue;
      part[place++] = {graph().global(local_vertex(v)), rows_.degrees[v]};
    }
  }

  void number(Array<Candidate>& candidates) {
    std::sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
      return a.degree != b.degree ? a.degree > b.degree : a.vertex < b.vertex;
    });
    GraphDelegate& g = graph();
    g.num_delegates = static_cast<std::uint32_t>(candidates.size());
    g.delegates = Array<GlobalVertex>(candidates.size());
    degrees_ = Array<std::uint32_t>(candidates.size());
    table_.emplace(candidates.size());
    for (std::uint32_t i = 0; i < candidates.size(); ++i) {
      const Place place = g.owners.place(candidates[i].vertex);
      g.delegates[i] = candidates[i].vertex;
      degrees_[i] = static_cast<std::uint32_t>(candidates[i].degree);
      table_->insert(pack_place(static_cast<std::uint32_t>(place.rank), index(place.vertex)), i);
      if (place.rank == g.rank) {
        g.own_delegates.push_back({static_cast<DelegateId>(i), place.vertex});
      }
    }
    std::sort(g.own_delegates.begin(), g.own_delegates.end(),
              [](const GraphDelegate::Own& a, const GraphDelegate::Own& b) {
                return a.vertex < b.vertex;
              });
  }

  // A target that is a delegate is replaced by its number, and marked so.
  static constexpr std::uint64_t kDelegateMark = std::uint64_t{1} << 63U;

  void make_subgraphs() {
    GraphDelegate& g = graph();
    mark_delegates();
    RowsBuilder<W> nn(g.num_local, "nn");
    RowsBuilder<W> nd(g.num_local, "nd");
    RowsBuilder<W> dn(g.num_delegates, "dn");
    RowsBuilder<W> dd(g.num_delegates, "dd");
    std::vector<std::uint64_t> ghosts;
    const auto own = static_cast<std::uint32_t>(g.rank);
    for_each_kept(
        [&](std::uint32_t row, std::uint64_t target, W) {
          nn.count(row);
          if (rank_of(target) != own) ghosts.push_back(target);
        },
        [&](std::uint32_t row, std::uint32_t delegate, W) {
          nd.count(row);
          dn.count(delegate);
        },
        [&](std::uint32_t u, std::uint32_t v, W) {
          dd.count(u);
          dd.count(v);
        });
    list_ghosts(ghosts);
    const std::uint64_t before =
        collected_arcs_ * RowCollector<W>::row_bytes() + ghosts.size() * sizeof(std::uint64_t);
    for (RowsBuilder<W>* rows : {&nn, &nd, &dn, &dd}) rows->counted();
    for_each_kept([&](std::uint32_t row, std::uint64_t target,
                      W weight) { nn.fill(row, column_of(target, ghosts), weight); },
                  [&](std::uint32_t row, std::uint32_t delegate, W weight) {
                    nd.fill(row, delegate, weight);
                    dn.fill(delegate, row, weight);
                  },
                  [&](std::uint32_t u, std::uint32_t v, W weight) {
                    dd.fill(u, v, weight);
                    dd.fill(v, u, weight);
                  });
    for (RowsBuilder<W>* rows : {&nn, &nd, &dn, &dd}) {
      rows->filled();
      rows->sort_rows(threads());
    }
    nn.give(g.nn, result_.nn);
    nd.give(g.nd, result_.nd);
    dn.give(g.dn, result_.dn);
    dd.give(g.dd, result_.dd);
    std::uint64_t weights = 0;
    if constexpr (!std::is_empty_v<W>) {
      for (const Array<W>* w : {&result_.nn, &result_.nd, &result_.dn, &result_.dd}) {
        weights += w->span().size_bytes();
      }
    }
    note("rows become subgraphs",
         before + candidate_bytes(g.num_delegates) + g.subgraph_bytes().total() + weights);
    rows_ = CleanRows<W>();
    table_.reset();
  }

  void mark_delegates() {
    parallel_for(
        0, rows_.degrees.size(), threads(),
        [&](std::size_t v) {
          for (std::uint64_t& target : rows_.row(v)) {
            const std::uint32_t delegate = table_->find(target);
            if (delegate != DelegateTable::kAbsent) target = kDelegateMark | delegate;
          }
        },
        256);
  }

  /// Algorithm 1 over the rows of this rank: what their owner keeps. An arc to or from a delegate
  /// stands for both ways, which are kept together.
  template <class Nn, class Nd, class Dd>
  void for_each_kept(Nn&& at_nn, Nd&& at_nd, Dd&& at_dd) {
    const GraphDelegate& g = graph();
    const auto own = static_cast<std::uint32_t>(g.rank);
    for (std::uint32_t v = 0; v < g.num_local; ++v) {
      const std::span<const std::uint64_t> row = rows_.row(v);
      const std::uint32_t self = row.empty() ? kNoDelegate : table_->find(pack_place(own, v));
      for (std::size_t i = 0; i < row.size(); ++i) {
        W weight{};
        if constexpr (!std::is_empty_v<W>) weight = rows_.weights[rows_.begin[v] + i];
        const bool to_delegate = (row[i] & kDelegateMark) != 0;
        if (self == kNoDelegate) {
          if (to_delegate) {
            at_nd(v, static_cast<std::uint32_t>(row[i]), weight);
          } else {
            at_nn(v, row[i], weight);
          }
        } else if (to_delegate) {
          const auto other = static_cast<std::uint32_t>(row[i]);
          const ArcEnd from{g.delegates[self], degrees_[self]};
          const ArcEnd to{g.delegates[other], degrees_[other]};
          if (keeper(from, to, g.threshold) == from.vertex) at_dd(self, other, weight);
        }
      }
    }
  }

  void list_ghosts(std::vector<std::uint64_t>& places) {
    GraphDelegate& g = graph();
    std::sort(places.begin(), places.end());
    places.erase(std::unique(places.begin(), places.end()), places.end());
    if (places.size() + g.num_local >= kNoDelegate) {
      throw UsageError(
          fmt::format("{} ghosts and {} vertices on one rank, of fewer than 2^32: "
                      "start more ranks",
                      places.size(), g.num_local));
    }
    const auto ranks = static_cast<std::uint32_t>(comm_.size());
    g.ghost_vertices = Array<std::uint32_t>(places.size());
    for (std::size_t i = 0; i < places.size(); ++i) g.ghost_vertices[i] = vertex_of(places[i]);
    for (std::uint32_t r = 0; r <= ranks; ++r) {
      const auto first = std::lower_bound(places.begin(), places.end(), pack_place(r, 0));
      g.ghost_begin.push_back(static_cast<std::uint32_t>(first - places.begin()));
    }
  }

  [[nodiscard]] std::uint32_t column_of(std::uint64_t target,
                                        const std::vector<std::uint64_t>& ghosts) const {
    const GraphDelegate& g = result_.graph;
    if (rank_of(target) == static_cast<std::uint32_t>(g.rank)) return vertex_of(target);
    const std::uint32_t r = rank_of(target);
    const auto place = std::lower_bound(ghosts.begin() + g.ghost_begin[r],
                                        ghosts.begin() + g.ghost_begin[r + 1], target);
    return g.num_local + static_cast<std::uint32_t>(place - ghosts.begin());
  }

  void count_arcs() {
    GraphDelegate& g = graph();
    std::array<std::uint64_t, 3> arcs{g.nn.columns.size(), g.nd.columns.size(),
                                      g.dd.columns.size()};
    comm_.all_reduce(std::span<std::uint64_t>(arcs), comm::Reduction::kSum);
    g.sizes = {.vertices = g.owners.num_vertices(),
               .delegates = g.num_delegates,
               .arcs = arcs[0] + 2 * arcs[1] + arcs[2],
               .nn = arcs[0],
               .nd = arcs[1],
               .dd = arcs[2]};
  }

  const comm::Communicator& comm_;
  const EdgeSource& source_;
  const GraphDelegateOptions& options_;
  WeightedGraphDelegate<W> result_;
  CleanRows<W> rows_;
  std::uint64_t collected_arcs_ = 0;
  Array<std::uint32_t> degrees_;  // by DelegateId
  std::optional<DelegateTable> table_;
};

}  // namespace

SubgraphBytes GraphDelegate::subgraph_bytes() const {
  return {
      nn.bytes() + ghost_vertices.span().size_bytes() + ghost_begin.size() * sizeof(std::uint32_t),
      nd.bytes(), dn.bytes(), dd.bytes()};
}

std::uint32_t GraphDelegate::delegate_of(LocalVertex vertex) const {
  const auto own = std::lower_bound(own_delegates.begin(), own_delegates.end(), vertex,
                                    [](const Own& a, LocalVertex v) { return a.vertex < v; });
  return own != own_delegates.end() && own->vertex == vertex ? index(own->delegate) : kNoDelegate;
}

GraphDelegate build_graph_delegate(const comm::Communicator& comm, const EdgeSource& source,
                                   const GraphDelegateOptions& options) {
  return Builder<NoWeight>(comm, source, options).build().graph;
}

template <EdgeWeight W>
WeightedGraphDelegate<W> build_weighted_graph_delegate(const comm::Communicator& comm,
                                                       const EdgeSource& source,
                                                       const GraphDelegateOptions& options) {
  return Builder<W>(comm, source, options).build();
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
