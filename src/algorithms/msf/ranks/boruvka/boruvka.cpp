// Borůvka's method on ranks, light edges first:
//
//   choose a limit: about as many edges are light as vertices have edges
//   scan all rows once for the light edges, and contract what a rank is sure of by itself, which
//     gives fragments (contraction.hpp)
//   hook every fragment by the first edge that leaves it, as it leads to another rank
//   number the fragments of all ends; drop light edges within one, and those that close a cycle on
//     this rank
//   Borůvka's rounds on the light edges left of all ranks (rounds.hpp)
//   most vertices are in one giant tree: owners tell which are not
//   of these, isolated ones hook to it if their first edge leads there: owners tell again
//   scan the rows of the others for heavy edges: the first one into the giant, all to other trees
//   Borůvka's rounds on these
//   send the edges of the forest to the owners of their smaller ends
//
// Invariant: the forest is that of the edges appended and of those not looked at or kept. Light
// edges come before heavy ones in the order, so that their forest is part of the whole one; an edge
// dropped is the last on a cycle.
//
// So most edges are looked at once, in order, and cross no network; what does is about an edge for
// each vertex (filter-Borůvka of Sanders and Schimek 2023, with one pivot as in
// single_pivot_filter_kruskal.cpp). Where edges are few, all are light. O(m / p) work a rank and
// O(n log n / p) beyond that.
#include <algorithm>
#include <utility>

#include "algorithms/msf/ranks/boruvka/contraction.hpp"
#include "algorithms/msf/ranks/boruvka/fragment_messages.hpp"
#include "algorithms/msf/ranks/boruvka/local_edges.hpp"
#include "algorithms/msf/ranks/boruvka/rounds.hpp"
#include "algorithms/msf/ranks/engine.hpp"
#include "algorithms/msf/ranks/forest_delivery.hpp"
#include "base/prefetch.hpp"
#include "base/workspace.hpp"
#include "comm/collective_error.hpp"
#include "ranks/memory/node_memory.hpp"
#include "ranks/search/giant_of_sample.hpp"

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

  DistBoruvka(Workspace& workspace, const comm::Communicator& comm, comm::TwoLevelExchange exchange,
              std::shared_ptr<const WeightedGraph1d<W>> graph, const DistMsfOptions& options)
      : comm_(comm),
        exchange_(std::move(exchange)),
        graph_(std::move(graph)),
        order_(options.objective),
        threads_(options.threads),
        rows_(graph_->topology.num_rows()),
        global_ids_(graph_->topology.owners),
        edges_(workspace, graph_, order_, threads_),
        numbers_(workspace, exchange_, graph_->topology, global_ids_),
        hooking_(workspace, exchange_, global_ids_),
        rounds_(hooking_, options.tuning.gather_edges),
        fragments_(comm, *graph_, order_, threads_, edges_),
        taken_(workspace, exchange_, *graph_, edges_.names(), order_, threads_) {
    workspace.declare("the vertices outside the giant tree", outside_,
                      graph_->topology.local_ids.size());
  }

  void run(DistForest<W>& forest) override {
    const PhaseScope phase(comm_.traffic(), Phase::kControl);
    timer_.start();
    taken_.clear();
    const std::optional<EdgeLimit<Key>> limit =
        choose_light_limit(comm_, *graph_, order_, edges_.connected());
    comm::try_on_all_ranks(comm_, [&] { fragments_.contract(limit, taken_, left_, timer_); });
    hook_by_first_edges();
    number_fragments();
    std::uint64_t left = run_rounds();
    if (limit) {
      find_outside();
      hook_isolated();
      find_heavy();
      left += run_rounds();
    }
    deliver(forest);
    forest.profile = {};
    comm::try_on_all_ranks(comm_, [&] { timer_.write(forest.profile.parts); });
    forest.profile.levels = rounds_.rounds();
    forest.profile.settled_edges = fragments_.num_settled();
    forest.profile.edges_left = left;
  }

 private:
  [[nodiscard]] const OrderedNames& names() const { return edges_.names(); }
  [[nodiscard]] const Graph1d& topology() const { return graph_->topology; }
  [[nodiscard]] GlobalVertex global(Vertex local_id) const {
    return topology().global_of(detail::local_id(local_id));
  }
  [[nodiscard]] GlobalVertex global_of_name(Vertex name) const {
    return global(names().local_id(name));
  }

  /// Hooks every fragment by the first edge that leaves it: that one leads to another rank, as all
  /// that do not and are left come after it. Collective.
  void hook_by_first_edges() {
    std::vector<FragmentHooking::Hook> hooks;
    const auto cuts = fragments_.cuts();
    comm::try_on_all_ranks(comm_, [&] {
      hooking_.restart(fragments_.fragments_end());
      rounds_.restart();
      hooks.reserve(cuts.size());
      for (const auto& [fragment, edge] : cuts) {
        const Vertex c = names().local_id(edge.u);
        const Vertex other = c < rows_ ? names().local_id(edge.v) : c;
        const OwnedVertex owned = topology().local_ids.locate(local_id(other));
        hooks.push_back({fragment, global_ids_.begin(owned.rank) + index(owned.vertex)});
      }
    });
    const std::vector<std::size_t> certain =
        hooking_.hook_by_first_edges(hooks, [&](Vertex own) { return fragments_.fragment(own); });
    comm::try_on_all_ranks(comm_, [&] {
      for (const std::size_t place : certain) {
        const Edge& edge = cuts[place].edge;
        taken_.add(names().local_id(edge.u), names().local_id(edge.v), edge.key);
      }
    });
    timer_.end(Part::kHook);
  }

  /// Leaves the light edges between fragments in left_, by their numbers. Collective.
  void number_fragments() {
    const PhaseScope phase(comm_.traffic(), Phase::kExchange);
    Array<std::uint64_t> fragment_ids;
    std::vector<std::uint64_t> counts;
    comm::try_on_all_ranks(comm_, [&] {
      counts.assign(static_cast<std::size_t>(comm_.size()), 0);
      std::size_t ends = left_.size();
      std::size_t asked = 0;
      for (LightPart<Key>& part : edges_.light()) {
        ends += part.cut.size();
        for (const Candidate<Key>& edge : part.cut.span()) numbers_.want(edge.b);
        for (const auto& of_rank : part.asked) asked += of_rank.size();
      }
      Workspace workspace;
      numbers_.restart(workspace, 2 * ends);
      workspace.declare("what others ask for", fragment_ids, asked);
      workspace.take("the fragments of a rank's edges", NodeMemory(comm_));
      std::size_t next = 0;
      for (std::size_t r = 0; r < counts.size(); ++r) {
        for (const LightPart<Key>& part : edges_.light()) {
          for (const std::uint32_t v : part.asked[r]) {
            fragment_ids[next++] = hooking_.tree(fragments_.fragment(v));
          }
          counts[r] += part.asked[r].size();
        }
      }
    });
    numbers_.exchange_wanted(fragment_ids.span(), counts);
    comm::try_on_all_ranks(comm_, [&] { drop_inside(); });
    timer_.end(Part::kNumber);
  }

  void drop_inside() {
    const auto numbers = numbers_.numbers();
    // By the numbers of own fragments, in place of own vertices.
    std::fill_n(numbers.begin(), fragments_.fragments_end(), kNoVertex);
    const auto number = [&](Vertex own) {
      const Vertex f = fragments_.fragment(own);
      if (numbers[f] == kNoVertex) numbers[f] = numbers_.number_of(hooking_.tree(f));
      return numbers[f];
    };
    constexpr std::size_t kAhead = 16;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < left_.size(); ++i) {
      const Candidate<Key>& ahead = left_[std::min(i + kAhead, left_.size() - 1)];
      prefetch_to_read(fragments_.place(ahead.a));
      prefetch_to_read(fragments_.place(ahead.b));
      left_[kept] = {number(left_[i].a), number(left_[i].b), left_[i].edge};
      kept += left_[kept].a != left_[kept].b ? 1 : 0;
    }
    left_.resize(kept);
    for (LightPart<Key>& part : edges_.light()) {
      const auto cut = part.cut.span();
      for (std::size_t i = 0; i < cut.size(); ++i) {
        prefetch_to_read(&numbers[cut[std::min(i + kAhead, cut.size() - 1)].b]);
        const Vertex a = number(cut[i].a);
        const Vertex b = numbers[cut[i].b];
        if (a != b) left_.push_back({a, b, cut[i].edge});
      }
    }
  }

  /// Borůvka's rounds on the edges left that close no cycle on this rank. Returns how many all
  /// ranks have of them. Collective.
  std::uint64_t run_rounds() {
    std::vector<FragmentEdge<Key>> mine;
    comm::try_on_all_ranks(comm_, [&] {
      const std::size_t most = std::min<std::size_t>(left_.size(), numbers_.count());
      Workspace workspace;
      filter_.restart(workspace, left_.size(), numbers_.count());
      workspace.count("the forest", most * sizeof(FragmentEdge<Key>));
      workspace.take("the edges between fragments of a rank", NodeMemory(comm_));
      mine.reserve(most);
      filter_.run(left_, numbers_.count(), threads_, [&](const Candidate<Key>& left) {
        const auto& [a, b, edge] = left;
        mine.push_back({numbers_.fragment_id(a), numbers_.fragment_id(b), global_of_name(edge.u),
                        global_of_name(edge.v), edge.key});
      });
    });
    timer_.end(Part::kFilter);
    const std::uint64_t all = rounds_.run(std::move(mine), taken_.others());
    timer_.end(Part::kRounds);
    return all;
  }

  /// Finds the giant tree, and who is not in it. Collective.
  void find_outside() {
    const PhaseScope phase(comm_.traffic(), Phase::kExchange);
    hooking_.find_trees();
    const auto tree = [&](Vertex own) { return hooking_.tree(fragments_.fragment(own)); };
    giant_ = giant_of_sample(
        comm_, rows_, [&](Vertex own) { return edges_.is_connected(own); }, tree);
    outside_.clear();
    for (Vertex v = 0; v < rows_; ++v) {
      if (tree(v) != giant_ && edges_.is_connected(v)) outside_.set(v);
    }
    numbers_.exchange_set(outside_, NumberExchange::Reported::kWhich);
    timer_.end(Part::kReport);
  }

  /// Hooks vertices that no light edge leads from to the giant tree by their first edges, which
  /// most of those outside have there; numbers the trees of the rest. Collective.
  void hook_isolated() {
    const PhaseScope phase(comm_.traffic(), Phase::kExchange);
    comm::try_on_all_ranks(comm_, [&] {
      edges_.find_first(outside_, fragments_.is_isolated());
      for (auto& part : edges_.first()) {
        for (const LocalIdPair<Key>& edge : part.span()) {
          taken_.add(edge.a, edge.b, edge.key);
          outside_.reset(edge.a);
        }
      }
    });
    timer_.end(Part::kHeavy);
    const std::uint64_t all_outside = outside_.count();
    comm::try_on_all_ranks(comm_, [&] {
      // Others' vertices are fewer now, own ones are all there.
      Workspace workspace;
      numbers_.restart(workspace, all_outside + 1);
      workspace.take("the trees of a rank's edges", NodeMemory(comm_));
      giant_number_ = numbers_.number_of(giant_);
      outside_.for_each_in_words(0, own_words(), [&](Vertex v) {
        numbers_.numbers()[v] = numbers_.number_of(hooking_.tree(fragments_.fragment(v)));
      });
    });
    numbers_.exchange_set(outside_, NumberExchange::Reported::kFragmentIds);
    timer_.end(Part::kReport);
  }

  /// Leaves the heavy edges between trees in left_, by their numbers. Collective.
  void find_heavy() {
    comm::try_on_all_ranks(comm_, [&] {
      edges_.find_heavy(outside_, numbers_.numbers(), giant_number_);
      left_.clear();
      std::size_t all = 0;
      for (auto& part : edges_.heavy()) all += part.size();
      if (all > left_.capacity()) {
        NodeMemory(comm_).require(all * sizeof(left_[0]), "the heavy edges of a rank");
      }
      for (auto& part : edges_.heavy()) {
        left_.insert(left_.end(), part.span().begin(), part.span().end());
      }
    });
    timer_.end(Part::kHeavy);
  }

  /// Collective.
  void deliver(DistForest<W>& forest) {
    const PhaseScope phase(comm_.traffic(), Phase::kExchange);
    taken_.deliver(forest.edges);
    timer_.end(Part::kDeliver);
  }

  [[nodiscard]] std::size_t own_words() const {
    return (rows_ + Bitmap::kWordBits - 1) / Bitmap::kWordBits;
  }

  const comm::Communicator& comm_;
  comm::TwoLevelExchange exchange_;
  std::shared_ptr<const WeightedGraph1d<W>> graph_;
  WeightOrder<W> order_;
  int threads_;
  Vertex rows_;
  GlobalIds global_ids_;
  LocalEdges<W> edges_;
  NumberExchange numbers_;
  FragmentHooking hooking_;
  BoruvkaRounds<Key> rounds_;
  RankContraction<W> fragments_;
  Bitmap outside_;  // by local id: not in the giant tree
  std::uint64_t giant_ = 0;
  Vertex giant_number_ = 0;
  std::vector<Candidate<Key>> left_;
  FilterForest<Key> filter_;
  ForestDelivery<W> taken_;
  PartTimer timer_;
};

}  // namespace

template <class W>
std::unique_ptr<DistMsfEngine<W>> make_boruvka_on_ranks(
    const comm::Communicator& comm, comm::TwoLevelExchange exchange,
    std::shared_ptr<const WeightedGraph1d<W>> graph, const DistMsfOptions& options) {
  return comm::try_on_all_ranks(comm, [&]() -> std::unique_ptr<DistMsfEngine<W>> {
    Workspace workspace;
    auto engine = std::make_unique<DistBoruvka<W>>(workspace, comm, std::move(exchange),
                                                   std::move(graph), options);
    workspace.take("a spanning forest", NodeMemory(comm));
    return engine;
  });
}

#define STRIDER_INSTANTIATE(W)                                      \
  template std::unique_ptr<DistMsfEngine<W>> make_boruvka_on_ranks( \
      const comm::Communicator&, comm::TwoLevelExchange,            \
      std::shared_ptr<const WeightedGraph1d<W>>, const DistMsfOptions&)
STRIDER_INSTANTIATE(float);
STRIDER_INSTANTIATE(double);
STRIDER_INSTANTIATE(std::uint32_t);
#undef STRIDER_INSTANTIATE

}  // namespace strider::detail
