// Borůvka's method on ranks, light edges first:
//
//   choose a limit: about as many edges are light as vertices have edges
//   look at all rows once: the light edges, and the first of them that leaves the rank, by vertex
//   settle what a rank is sure of by itself (local_contraction.hpp): fragments
//   hook every fragment to that of another rank's vertex by the first edge that leaves it
//   get the fragments of other ranks' ends; drop light edges within one, and those that close a
//     cycle on this rank
//   join the fragments by the edges left of all ranks, in rounds or by one rank (fragment_join.cpp)
//   most vertices are now in one giant tree: owners tell who is not
//   of the others, those that are alone join it if their first edge leads there: owners tell again
//   the rest look at their heavy edges: the first one into the giant, all to other trees
//   join the trees by these as before
//   send the edges of the forest to the owners of their smaller ends
//
// Invariant: the forest is that of the edges appended and of those not looked at or kept. Light
// edges come before heavy ones in the order, so that their forest is part of the whole one; an edge
// dropped is the last on a cycle.
//
// So most edges are looked at once, in order, and cross no network; what does is about an edge for
// each vertex (filter-Borůvka of Sanders and Schimek 2023, with one pivot as in light_first.cpp).
// Where edges are few, all are light. O(m / p) work a rank and O(n log n / p) beyond that.
#include <algorithm>
#include <cmath>
#include <utility>

#include "algorithms/msf/dist/boruvka/engines.hpp"
#include "algorithms/msf/dist/boruvka/fragment_join.hpp"
#include "algorithms/msf/dist/boruvka/label_exchange.hpp"
#include "algorithms/msf/dist/boruvka/light_limit.hpp"
#include "algorithms/msf/dist/boruvka/local_contraction.hpp"
#include "algorithms/msf/dist/boruvka/local_edges.hpp"
#include "algorithms/msf/dist/boruvka/own_forest.hpp"
#include "algorithms/msf/dist/boruvka/part_timer.hpp"
#include "algorithms/msf/dist/boruvka/sort_edges.hpp"
#include "base/prefetch.hpp"
#include "comm/agreement.hpp"
#include "dist/memory/node_memory.hpp"

namespace strider::detail {
namespace {

using comm::Phase;
using comm::PhaseScope;

template <class W>
class DistBoruvka final : public DistMsfEngine<W> {
 public:
  using Key = WeightKey<W>;
  using Edge = KeyedEdge<Key>;
  using Part = BoruvkaPart;

  DistBoruvka(const comm::Communicator& comm, std::shared_ptr<const WeightedGraph1d<W>> graph,
              const DistMsfOptions& options)
      : comm_(comm),
        graph_(std::move(graph)),
        order_(options.objective),
        threads_(options.threads),
        homes_(graph_->topology.owners),
        edges_(graph_, order_, threads_),
        labels_(comm, graph_->topology, homes_),
        join_(comm, homes_, options.gather_edges),
        parents_(edges_.names().size()),
        trees_(parents_.span()),
        first_cut_(edges_.names().size()),
        alone_(graph_->topology.num_rows()),
        fragment_(graph_->topology.num_rows()),
        outside_(graph_->topology.columns.size()),
        told_(static_cast<std::size_t>(comm.size())) {}

  [[nodiscard]] static std::uint64_t bytes(const Graph1d& graph) {
    const std::uint64_t by_name = sizeof(Vertex) + sizeof(Edge) + 1;
    const std::uint64_t by_row = 1 + sizeof(std::uint32_t) + FragmentJoin<Key>::bytes(1);
    return VertexNames::bytes(graph) + LabelExchange::bytes(graph) +
           graph.columns.size() * by_name + graph.num_rows() * by_row;
  }

  void run(DistForest<W>& forest) override {
    const PhaseScope phase(comm_.traffic(), Phase::kControl);
    timer_.start();
    forest.edges.clear();
    joined_.clear();
    const std::optional<EdgeLimit<Key>> limit = choose_light_limit(comm_, edges_, graph_->topology);
    comm::agree(comm_, [&] {
      find_light(limit.value_or(EdgeLimit<Key>{}));
      contract(forest);
    });
    const std::uint64_t settled = forest.edges.size();
    hook();
    exchange_labels();
    std::uint64_t left = join_own();
    if (limit) {
      find_outside();
      settle_alone();
      comm::agree(comm_, [&] { find_heavy(); });
      left += join_own();
    }
    deliver(forest);
    forest.profile = {};
    timer_.write(forest.profile.parts);
    forest.profile.levels = join_.rounds();
    forest.profile.settled_edges = settled;
    forest.profile.edges_left = left;
  }

 private:
  [[nodiscard]] const VertexNames& names() const { return edges_.names(); }
  [[nodiscard]] const Graph1d& topology() const { return graph_->topology; }
  [[nodiscard]] GlobalVertex global(Vertex column) const {
    return topology().global_of(detail::column(column));
  }
  [[nodiscard]] GlobalVertex global_of_name(Vertex name) const {
    return global(names().column(name));
  }

  void find_light(const EdgeLimit<Key>& limit) {
    edges_.find_light(limit, first_cut_.span(), alone_.span());
    timer_.end(Part::kScan);
  }

  /// Settles edges within the rank; leaves the others to left_, and the fragments.
  void contract(DistForest<W>& forest) {
    inner_.clear();
    for (LightPart<Key>& part : edges_.light()) {
      inner_.insert(inner_.end(), part.inner.span().begin(), part.inner.span().end());
    }
    inner_buffer_.resize(inner_.size());
    sort_edges(std::span(inner_), std::span(inner_buffer_), threads_,
               [](const Edge& edge) { return edge.key; });
    left_.clear();
    trees_.make_singletons();
    contract_locally<Key>(
        inner_, first_cut_.span(), trees_,
        [&](const Edge& edge, Vertex a, Vertex b) {
          alone_[names().column(a)] = 0;
          alone_[names().column(b)] = 0;
          forest.edges.push_back(
              {global_of_name(edge.u), global_of_name(edge.v), order_.weight(edge.key)});
        },
        [&](const Edge& edge) {
          left_.push_back({names().column(edge.u), names().column(edge.v), edge});
        });
    for (Vertex v = 0; v < topology().num_rows(); ++v) {
      fragment_[v] = names().column(trees_.find(names().name(v)));
    }
    timer_.end(Part::kContract);
  }

  /// Hooks every fragment by the first edge that leaves it: that one leads to another rank, as all
  /// that do not and are left come after it. Collective.
  void hook() {
    using Hook = typename FragmentJoin<Key>::Hook;
    std::vector<Hook> hooks;
    comm::agree(comm_, [&] {
      join_.restart();
      for (Vertex v = 0; v < topology().num_rows(); ++v) {
        if (fragment_[v] != v) continue;
        const Edge& edge = first_cut_[names().name(v)];
        if (edge.v == kNoVertex) continue;
        const Vertex c = names().column(edge.u);
        const Vertex other = c < topology().num_rows() ? names().column(edge.v) : c;
        const Place place = topology().columns.place_of(column(other));
        hooks.push_back({v, homes_.begin(place.rank) + index(place.vertex)});
      }
    });
    const std::vector<std::uint32_t> certain = join_.hook(hooks, fragment_.span());
    comm::agree(comm_, [&] {
      for (const std::uint32_t v : certain) {
        const Edge& edge = first_cut_[names().name(v)];
        joined_.push_back({0, 0, global_of_name(edge.u), global_of_name(edge.v), edge.key});
      }
    });
    timer_.end(Part::kHook);
  }

  /// Leaves the light edges between fragments in left_, and labels of their ends. Collective.
  void exchange_labels() {
    const PhaseScope phase(comm_.traffic(), Phase::kExchange);
    comm::agree(comm_, [&] {
      for (auto& vertices : told_) vertices.clear();
      for (LightPart<Key>& part : edges_.light()) {
        for (std::size_t r = 0; r < told_.size(); ++r) {
          told_[r].insert(told_[r].end(), part.told[r].begin(), part.told[r].end());
        }
        for (const ColumnEdge<Key>& edge : part.cut.span()) labels_.want(edge.b);
      }
      update_own_labels();
    });
    labels_.exchange_wanted(told_);
    comm::agree(comm_, [&] {
      const auto labels = labels_.labels();
      std::erase_if(left_, [&](const auto& edge) { return labels[edge.a] == labels[edge.b]; });
      for (LightPart<Key>& part : edges_.light()) {
        const auto cut = part.cut.span();
        for (std::size_t i = 0; i < cut.size(); ++i) {
          constexpr std::size_t kAhead = 16;
          prefetch_to_read(&labels[cut[std::min(i + kAhead, cut.size() - 1)].b]);
          if (labels[cut[i].a] != labels[cut[i].b]) left_.push_back(cut[i]);
        }
      }
    });
    timer_.end(Part::kLabel);
  }

  void update_own_labels() {
    const auto labels = labels_.labels();
    for (Vertex v = 0; v < topology().num_rows(); ++v) labels[v] = join_.tree(fragment_[v]);
  }

  /// Joins fragments by the edges left that close no cycle on this rank. Collective.
  std::uint64_t join_own() {
    std::vector<FragmentEdge<Key>> mine;
    comm::agree(comm_, [&] {
      left_buffer_.resize(left_.size());
      sort_edges(std::span(left_), std::span(left_buffer_), threads_,
                 [](const ColumnEdge<Key>& edge) { return edge.edge.key; });
      OwnForest forest(homes_.count(), left_.size());
      const auto labels = labels_.labels();
      for (const auto& [a, b, edge] : left_) {
        if (!forest.take(labels[a], labels[b])) continue;
        mine.push_back(
            {labels[a], labels[b], global_of_name(edge.u), global_of_name(edge.v), edge.key});
      }
    });
    timer_.end(Part::kFilter);
    const std::uint64_t all = join_.join(std::move(mine), joined_);
    timer_.end(Part::kJoin);
    return all;
  }

  /// Finds the giant tree, and who is not in it. Collective.
  void find_outside() {
    const PhaseScope phase(comm_.traffic(), Phase::kExchange);
    join_.find_trees();
    update_own_labels();
    const auto labels = labels_.labels();
    giant_ = find_giant(comm_, edges_, labels.first(topology().num_rows()));
    outside_.clear();
    for (Vertex v = 0; v < topology().num_rows(); ++v) {
      if (labels[v] != giant_ && edges_.is_connected(v)) outside_.set(v);
    }
    labels_.exchange_set(outside_, LabelExchange::Told::kWhich);
    timer_.end(Part::kTell);
  }

  /// Joins vertices that no light edge leads from to the giant tree by their first edges, which
  /// most of those outside have there. Collective.
  void settle_alone() {
    const PhaseScope phase(comm_.traffic(), Phase::kExchange);
    comm::agree(comm_, [&] {
      edges_.find_first(outside_, alone_.span());
      for (auto& part : edges_.first()) {
        for (const ColumnPair<Key>& edge : part.span()) {
          const auto [u, v] = std::minmax({global(edge.a), global(edge.b)});
          joined_.push_back({0, 0, u, v, edge.key});
          outside_.reset(edge.a);
        }
      }
    });
    timer_.end(Part::kHeavy);
    labels_.exchange_set(outside_, LabelExchange::Told::kLabels);
    timer_.end(Part::kTell);
  }

  void find_heavy() {
    const auto labels = labels_.labels();
    edges_.find_heavy(outside_, labels);
    left_.clear();
    for (auto& part : edges_.heavy()) {
      for (const ColumnEdge<Key>& edge : part.span()) {
        left_.push_back(edge);
        if (!outside_.test(edge.b)) labels[edge.b] = giant_;
      }
    }
    timer_.end(Part::kHeavy);
  }

  /// Collective.
  void deliver(DistForest<W>& forest) {
    const PhaseScope phase(comm_.traffic(), Phase::kExchange);
    std::vector<FragmentEdge<Key>> sent;
    std::vector<std::uint64_t> counts(static_cast<std::size_t>(comm_.size()), 0);
    const auto add = [&](const FragmentEdge<Key>& edge) {
      forest.edges.push_back({edge.u, edge.v, order_.weight(edge.key)});
    };
    comm::agree(comm_, [&] {
      for (const FragmentEdge<Key>& edge : joined_) {
        const int owner = topology().owners.owner(edge.u);
        if (owner == comm_.rank()) {
          add(edge);
        } else {
          sent.push_back(edge);
          sent.back().a = static_cast<std::uint64_t>(owner);
          ++counts[static_cast<std::size_t>(owner)];
        }
      }
      std::ranges::stable_sort(sent, {}, &FragmentEdge<Key>::a);
    });
    EdgeFormat format = EdgeFormat::of(homes_.count());
    format.fragment_bytes = 0;
    std::vector<std::size_t> starts;
    const auto came = exchange_edges<Key>(comm_, format, sent, counts, starts);
    comm::agree(comm_, [&] {
      for (const FragmentEdge<Key>& edge : came) add(edge);
      sorted_.resize(forest.edges.size());
      sort_edges(
          std::span(forest.edges), std::span(sorted_), threads_,
          [](const GlobalMsfEdge<W>& edge) { return edge.u; },
          [](const GlobalMsfEdge<W>& x, const GlobalMsfEdge<W>& y) {
            return x.u != y.u ? x.u < y.u : x.v < y.v;
          });
    });
    timer_.end(Part::kDeliver);
  }

  const comm::Communicator& comm_;
  std::shared_ptr<const WeightedGraph1d<W>> graph_;
  WeightOrder<W> order_;
  int threads_;
  HomeNumbers homes_;
  LocalEdges<W> edges_;
  LabelExchange labels_;
  FragmentJoin<Key> join_;
  Array<Vertex> parents_;  // by name
  DisjointSets trees_;
  Array<Edge> first_cut_;          // by name
  Array<std::uint8_t> alone_;      // by own vertex: no light edge leads from it
  Array<std::uint32_t> fragment_;  // by own vertex: an own vertex that stands for its fragment
  Bitmap outside_;                 // by column: not in the giant tree
  std::uint64_t giant_ = 0;
  std::vector<std::vector<std::uint32_t>> told_;  // by rank: whose labels it wants
  std::vector<Edge> inner_;
  std::vector<Edge> inner_buffer_;
  std::vector<ColumnEdge<Key>> left_;
  std::vector<ColumnEdge<Key>> left_buffer_;
  std::vector<FragmentEdge<Key>> joined_;  // edges of the forest, anyone's
  std::vector<GlobalMsfEdge<W>> sorted_;
  PartTimer timer_;
};

}  // namespace

template <class W>
std::unique_ptr<DistMsfEngine<W>> make_dist_boruvka(const comm::Communicator& comm,
                                                    std::shared_ptr<const WeightedGraph1d<W>> graph,
                                                    const DistMsfOptions& options) {
  if (comm.size() == 1) return make_single_rank<W>(comm, std::move(graph), options);
  return comm::agree(comm, [&]() -> std::unique_ptr<DistMsfEngine<W>> {
    NodeMemory(comm).require(DistBoruvka<W>::bytes(graph->topology), "a spanning forest");
    return std::make_unique<DistBoruvka<W>>(comm, std::move(graph), options);
  });
}

#define STRIDER_INSTANTIATE(W)                                  \
  template std::unique_ptr<DistMsfEngine<W>> make_dist_boruvka( \
      const comm::Communicator&, std::shared_ptr<const WeightedGraph1d<W>>, const DistMsfOptions&)
STRIDER_INSTANTIATE(float);
STRIDER_INSTANTIATE(double);
STRIDER_INSTANTIATE(std::uint32_t);
#undef STRIDER_INSTANTIATE

}  // namespace strider::detail
