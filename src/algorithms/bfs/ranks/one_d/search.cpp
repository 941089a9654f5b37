// 1D search, level by level:
//
//   top-down   (Yoo et al. 2005; Buluc and Madduri 2011, algorithm 2)
//     follow the arcs of the frontier FS; NS = their targets
//     for each rank j: send N_j = the vertices of NS that j owns, none of them twice in a search;
//     where few N_j are expected not to be empty, only these
//     for each rank j: receive; the owner claims those that no rank had found before
//   bottom-up  (Beamer et al. 2013, with the frontier of other ranks as bits)
//     for each rank j: send the vertices of FS that j has local ids of
//     for each rank j: receive; then every unvisited vertex looks for a neighbour in FS
//   at the end of a level one all-reduce: whether FS is empty everywhere, and what lies ahead
//
// A top-down message says which vertex was found, not by which one: the rank that found it keeps
// the parent, and is asked for it at the end if the owner took the vertex from this rank. The three
// exchanges are those of HaloSets: reduce, broadcast, ask.
#include "algorithms/bfs/ranks/one_d/search.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "algorithms/bfs/ranks/level_room.hpp"
#include "algorithms/bfs/ranks/local.hpp"
#include "algorithms/bfs/ranks/owned_sources.hpp"
#include "base/timer.hpp"
#include "comm/collective_error.hpp"
#include "graph/direction_rule.hpp"
#include "ranks/halo_sets.hpp"
#include "ranks/memory/node_memory.hpp"
#include "ranks/one_d/graph_1d.hpp"

namespace strider::detail {
namespace {

using comm::Phase;
using comm::PhaseScope;
using comm::Work;
using comm::WorkScope;

/// What the ranks tell each other at the end of a level, as sums.
struct Totals {
  enum Field : std::size_t { kVertices, kEdges, kRemoteParents, kMessages, kRanks, kFields };
  /// The low 32 bits of kRanks count the ranks that do not know their edges, the high 32 bits those
  /// that failed.
  static constexpr std::uint64_t kUncounted = 1;
  static constexpr std::uint64_t kFailed = 1ULL << 32U;
  std::array<std::uint64_t, kFields> sums{};
  std::uint64_t operator[](Field field) const { return sums[field]; }
  [[nodiscard]] bool are_counted() const { return sums[kRanks] % kFailed == 0; }
  [[nodiscard]] bool have_failed() const { return sums[kRanks] >= kFailed; }
};

/// Vertices with neighbours.
std::uint64_t num_connected(const Csr& rows) {
  std::uint64_t count = 0;
  for (Vertex v = 0; v < rows.num_vertices(); ++v) count += rows.degree(v) > 0 ? 1 : 0;
  return count;
}

class OneDSearch final : public DistBfsEngine {
 public:
  OneDSearch(Workspace& workspace, const comm::Communicator& comm,
             std::shared_ptr<const Graph1d> graph, const OneDSettings& settings)
      : comm_(comm.duplicate()),
        graph_(std::move(graph)),
        settings_(settings.common),
        may_go_bottom_up_(settings_.direction == DistBfsSettings::Direction::kDirectionOptimizing &&
                          graph_->directedness == Directedness::kUndirected),
        halo_(comm_, *graph_, settings.encoding) {
    const bool is_on_host = settings.make_local == nullptr;
    std::array<std::uint64_t, 3> sums{graph_->rows.num_arcs(), num_connected(graph_->rows),
                                      halo_.num_peers()};
    comm_.all_reduce(std::span<std::uint64_t>(sums), comm::Reduction::kSum);
    num_arcs_ = static_cast<double>(sums[0]);
    num_connected_ = sums[1];
    pairs_ = static_cast<double>(sums[2]);
    expected_ = comm::ExpectedMessages(pairs_);
    may_be_sparse_ = is_on_host && pairs_ > double{1} * settings.most_in_rounds * comm_.size();
    if (may_be_sparse_) halo_.let_reach_few();
    std::optional<Array<std::uint32_t>> degrees;
    if (is_on_host && may_go_bottom_up_) degrees = degrees_for_layout();
    comm::try_on_all_ranks(comm_, [&] {
      local_ = is_on_host
                   ? make_host_local_1d(workspace, halo_, *graph_, settings, std::move(degrees))
                   : settings.make_local(workspace, halo_, *graph_, settings);
    });
  }

  void search(const BasicBfsQuery<GlobalVertex>& query, DistBfsTree& tree) override {
    LevelFound found = start(query, tree);
    tree.num_reached = 0;
    std::uint64_t remote_parents = 0;
    for (Level level = 0;; ++level) {
      const Totals totals = sum_up(found);
      if (totals[Totals::kVertices] == 0) break;
      comm_.traffic().begin_level(level);
      tree.num_reached += totals[Totals::kVertices];
      tree.num_levels = level + 1;
      if (level < tree.depth && has_found(comm_, attempts_, owners(), *local_, query.target)) {
        tree.depth = level;
      }
      // Several sources may be without neighbours: those reached are no longer all connected.
      const bool last = level == tree.depth || has_no_edges(totals) ||
                        (query.sources.size() == 1 && is_all_reached(tree.num_reached));
      const BfsDirection direction = last ? BfsDirection::kNone : choose(totals, tree.num_reached);
      const Timer timer;
      if (direction == BfsDirection::kTopDown) go_top_down(totals);
      if (direction == BfsDirection::kBottomUp) go_bottom_up(totals);
      if (!last) found = attempts_.run([&] { return finish_level(level, tree); });
      if (tracing()) {
        tree.trace.push_back(
            {level, totals[Totals::kVertices], totals[Totals::kEdges], direction, timer.seconds()});
      }
      remote_parents = totals[Totals::kRemoteParents];
      if (last) break;
    }
    const PhaseScope phase(comm_.traffic(), Phase::kPredecessors);
    local_->finish(tree.num_levels, tree.has_parents() ? remote_parents : 0, tree);
  }

  [[nodiscard]] const OwnerMap& owners() const override { return graph_->owners; }

 private:
  [[nodiscard]] bool tracing() const { return settings_.trace == BfsTrace::kLevels; }

  /// Which neighbours a layout puts first goes by the degrees of local ids. Collective.
  [[nodiscard]] Array<std::uint32_t> degrees_for_layout() const {
    comm::try_on_all_ranks(comm_, [&] {
      NodeMemory(comm_).require(graph_->local_ids.size() * sizeof(std::uint32_t),
                                "the degrees of a search's vertices");
    });
    return degrees_by_local_id(comm_, *graph_);
  }

  /// Failing to find memory is reported at the first end of a level: no message of its own.
  LevelFound start(const BasicBfsQuery<GlobalVertex>& query, DistBfsTree& tree) {
    attempts_.forget();
    edges_before_ = 0;
    found_bottom_up_ = false;
    expected_.restart();
    tree.trace.clear();
    tree.depth = query.depth;
    return attempts_.run([&] {
      make_room_for_level(0, settings_.trace, comm_.traffic(), tree);
      return local_->start(owned_sources(owners(), query.sources), tree);
    });
  }

  /// With room for what comes after the next sum, which tells all ranks if there is none.
  LevelFound finish_level(Level level, DistBfsTree& tree) {
    const LevelFound found =
        local_->finish_level(tracing() ? EdgeCount::kExact : EdgeCount::kEstimate);
    if (found.arcs_examined) comm_.traffic().add_arcs(*found.arcs_examined);
    make_room_for_level(level + 1, settings_.trace, comm_.traffic(), tree);
    return found;
  }

  Totals sum_up(const LevelFound& found) {
    Totals totals{{found.vertices, found.edges, found.remote_parents, halo_.num_received(),
                   (found.edges_known ? 0 : Totals::kUncounted) +
                       (attempts_.have_failed() ? Totals::kFailed : 0)}};
    comm_.all_reduce(std::span<std::uint64_t>(totals.sums), comm::Reduction::kSum);
    if (totals.have_failed()) attempts_.throw_on_all_ranks(comm_);
    return totals;
  }

  void go_top_down(const Totals& totals) {
    const PhaseScope phase(comm_.traffic(), Phase::kFold);
    const auto edges = static_cast<double>(totals[Totals::kEdges]);
    if (edges_before_ > 0) {
      expected_.note(static_cast<double>(totals[Totals::kMessages]), edges_before_);
    }
    edges_before_ = edges;
    found_bottom_up_ = false;
    exchange(totals.are_counted() ? expected_.of(edges) : pairs_, [&] {
      const WorkScope work(comm_.traffic(), Work::kExpansion);
      local_->search_top_down();
    });
  }
  void go_bottom_up(const Totals& totals) {
    const PhaseScope phase(comm_.traffic(), Phase::kExpand);
    edges_before_ = 0;
    expected_.restart();
    exchange(expect_shared(totals), [&] { local_->share_frontier(nullptr); });
    found_bottom_up_ = true;
    const WorkScope work(comm_.traffic(), Work::kExpansion);
    if (!attempts_.have_failed()) local_->search_bottom_up();
  }
  /// Of a level bottom-up. Edges of a frontier that was found bottom-up may not be counted, or only
  /// for a trace: then vertices have as many as on average.
  [[nodiscard]] double expect_shared(const Totals& totals) const {
    const auto vertices = static_cast<double>(totals[Totals::kVertices]);
    const double edges = totals.are_counted() && !found_bottom_up_
                             ? static_cast<double>(totals[Totals::kEdges])
                             : vertices * num_arcs_ /
                                   static_cast<double>(std::max<std::uint64_t>(num_connected_, 1));
    return std::min(edges, vertices * pairs_ / comm_.size());
  }
  /// An exchange of the halo, of which so many messages are expected not to be empty. One that
  /// reaches few may fail on this rank only, once it is over: that is reported as start() does.
  template <class Exchange>
  void exchange(double messages, const Exchange& body) {
    if (!may_be_sparse_ || !comm::are_few_messages(messages, pairs_)) {
      halo_.set_reach(HaloSets::Reach::kAll);
      return body();
    }
    halo_.set_reach(HaloSets::Reach::kFew);
    attempts_.take_part(body);
  }

  // Then the frontier leads nowhere:
  [[nodiscard]] static bool has_no_edges(const Totals& totals) {
    return totals.are_counted() && totals[Totals::kEdges] == 0;
  }
  [[nodiscard]] bool is_all_reached(std::uint64_t reached) const {
    return graph_->directedness == Directedness::kUndirected && reached >= num_connected_;
  }

  [[nodiscard]] BfsDirection choose(const Totals& totals, std::uint64_t reached) const {
    if (!may_go_bottom_up_) return BfsDirection::kTopDown;
    if (!totals.are_counted()) return BfsDirection::kBottomUp;
    const std::uint64_t unvisited = num_connected_ - std::min(num_connected_, reached);
    return PredictedCostRule{num_arcs_, static_cast<double>(num_connected_)}.next(
        static_cast<double>(totals[Totals::kEdges]), static_cast<double>(unvisited));
  }

  comm::Communicator comm_;
  std::shared_ptr<const Graph1d> graph_;
  DistBfsSettings settings_;
  bool may_go_bottom_up_;
  bool may_be_sparse_ = false;
  HaloSets halo_;
  std::unique_ptr<BfsLocal> local_;
  double num_arcs_ = 0;
  double pairs_ = 0;                 // of ranks that share ghosts, either way
  std::uint64_t num_connected_ = 0;  // vertices with neighbours, of all ranks
  comm::Attempts attempts_;          // until the next sum
  double edges_before_ = 0;          // of the last level, if that went top-down
  bool found_bottom_up_ = false;     // the frontier
  comm::ExpectedMessages expected_;
};

}  // namespace

std::unique_ptr<DistBfsEngine> make_one_d(Workspace& workspace, const comm::Communicator& comm,
                                          std::shared_ptr<const Graph1d> graph,
                                          const OneDSettings& settings) {
  if (settings.common.threads < 1) throw UsageError("a search needs at least one thread per rank");
  return std::make_unique<OneDSearch>(workspace, comm, std::move(graph), settings);
}

}  // namespace strider::detail
