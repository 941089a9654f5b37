// The search on a grid of ranks (Bisson, Bernaschi and Mastrostefano 2014, Algorithm 2), and
// bottom-up steps on it (Buluç, Beamer, Madduri, Asanović and Patterson 2017, "Distributed-memory
// breadth-first search on massive graphs", section on 2D bottom-up).
//
//   the frontier = the sources; for each level, while the frontier leads anywhere:
//     expand: each rank sends its part of the frontier along its column of the grid
//     top-down:   the rows of the frontier's columns that this rank has not seen are found
//       fold: each is sent along the row of the grid to its owner, who claims it
//     bottom-up:  rows that are not visited look for a parent among the frontier's columns
//       fold: what is left of a block goes to the next rank of the row, at last to its owner
//     all-reduce: the vertices of the next frontier, and its edges
//   owners learn the parents of what others found
//
// On a grid of one column a frontier goes to all ranks: there its expansion carries what would else
// be reduced.
#include <algorithm>
#include <array>
#include <memory>
#include <span>
#include <utility>

#include "algorithms/bfs/kernels.hpp"
#include "algorithms/bfs/ranks/level_room.hpp"
#include "algorithms/bfs/ranks/local.hpp"
#include "algorithms/bfs/ranks/owned_sources.hpp"
#include "algorithms/bfs/ranks/two_d/engine.hpp"
#include "base/timer.hpp"
#include "comm/collective_error.hpp"
#include "ranks/two_d/grid_exchange.hpp"

namespace strider::detail {
namespace {

using comm::Phase;
using comm::PhaseScope;

class TwoDSearch final : public DistBfsEngine {
 public:
  TwoDSearch(Workspace& workspace, const comm::Communicator& world,
             std::shared_ptr<const Graph2d> graph, const TwoDSettings& settings)
      : shared_(std::move(graph)),
        graph_(*shared_),
        settings_(settings.search),
        world_(world),
        traffic_(world.traffic()),
        grid_(world, graph_.place, settings.encoding),
        attempts_(grid_.attempts()) {
    comm::try_on_all_ranks(world, [&] {
      local_ = settings.make_local != nullptr
                   ? settings.make_local(workspace, grid_, graph_, settings)
                   : make_host_local_2d(workspace, grid_, graph_, settings);
    });
  }

  [[nodiscard]] const OwnerMap& owners() const override { return graph_.owners; }

  void search(const BasicBfsQuery<GlobalVertex>& query, DistBfsTree& tree) override {
    start(query, tree);
    while (frontier_.vertices > 0) {
      traffic_.begin_level(level_);
      const Timer timer;
      if (level_ < tree.depth && has_found(world_, attempts_, owners(), *local_, query.target)) {
        tree.depth = level_;
      }
      if (level_ == tree.depth || leads_nowhere()) {
        if (is_one_column() && level_ == 0) attempts_.throw_on_all_ranks(world_);
        note_level(BfsDirection::kNone, timer, tree);
        ++level_;
        break;
      }
      choose_direction();
      search_level();
      finish_level(timer, tree);
    }
    {
      const PhaseScope phase(traffic_, Phase::kPredecessors);
      local_->finish(level_, 0, tree);
    }
    tree.num_reached = reached_.vertices;
    tree.num_levels = level_;
  }

 private:
  /// Every rank sends its part of a frontier to all others then, whichever way it is expanded.
  [[nodiscard]] bool is_one_column() const { return graph_.place.grid().columns == 1; }
  [[nodiscard]] bool is_tracing() const { return settings_.trace == BfsTrace::kLevels; }

  void search_level() {
    if (!is_one_column()) {
      // The frontier travels along the columns of the grid.
      const PhaseScope phase(traffic_, Phase::kExpand);
      local_->share_frontier(nullptr);
    }
    // What was found, or what still looks for a parent, travels along the rows.
    const PhaseScope phase(traffic_, Phase::kFold);
    const comm::WorkScope work(traffic_, comm::Work::kExpansion);
    if (direction_ == BfsDirection::kTopDown) {
      local_->search_top_down();
    } else {
      local_->search_bottom_up();
    }
  }

  void start(const BasicBfsQuery<GlobalVertex>& query, DistBfsTree& tree) {
    level_ = 0;
    has_one_source_ = query.sources.size() == 1;
    tree.depth = query.depth;
    tree.trace.clear();
    direction_ = BfsDirection::kTopDown;
    previous_vertices_ = 0;
    attempts_.forget();
    const LevelFound found = attempts_.run([&] {
      make_room_for_level(0, settings_.trace, traffic_, tree);
      return local_->start(owned_sources(owners(), query.sources), tree);
    });
    frontier_ = {query.sources.size(), 0};
    if (is_one_column()) {
      // All know the sources and their degrees: nothing travels.
      for (const GlobalVertex source : query.sources) frontier_.edges += edges_of(source);
    } else {
      frontier_.edges = found.edges;
      add_up({&frontier_.edges, 1});
    }
    reached_ = frontier_;
  }

  /// Becomes the sums of all ranks. Throws what an attempt of any rank threw.
  void add_up(std::span<std::uint64_t> sums) {
    if (attempts_.have_failed()) sums[0] = comm::kMayHaveFailed;
    world_.all_reduce(sums, comm::Reduction::kSum);
    if (sums[0] >= comm::kMayHaveFailed) attempts_.throw_on_all_ranks(world_);
  }

  /// On a grid of one column.
  [[nodiscard]] EdgeIndex edges_of(GlobalVertex vertex) const {
    const OwnedVertex owned = owners().locate(vertex);
    const auto column = graph_.names.find(graph_.place.row_of(owned.rank), owned.vertex);
    return column ? graph_.column_degrees[*column] : 0;
  }

  /// Whether the frontier has no edges but those that it was found by, or all is found.
  [[nodiscard]] bool leads_nowhere() const {
    if (graph_.directedness == Directedness::kDirected) return frontier_.edges == 0;
    return frontier_.edges == (level_ > 0 ? frontier_.vertices : 0) ||
           (has_one_source_ && reached_.vertices >= graph_.num_sources);
  }

  void choose_direction() {
    if (settings_.direction == DistBfsSettings::Direction::kTopDown ||
        graph_.directedness == Directedness::kDirected) {
      return;
    }
    const DirectionRule rule{settings_.alpha, settings_.beta, graph_.owners.num_vertices()};
    const EdgeIndex unvisited = graph_.num_arcs - std::min(graph_.num_arcs, reached_.edges);
    const BfsDirection next = rule.next(direction_, frontier_, previous_vertices_, unvisited);
    const bool back = direction_ == BfsDirection::kBottomUp && next == BfsDirection::kTopDown;
    direction_ = back && !is_cheap_top_down() ? BfsDirection::kBottomUp : next;
  }

  [[nodiscard]] bool is_cheap_top_down() const {
    const Grid& grid = graph_.place.grid();
    const auto vertices = static_cast<double>(graph_.owners.num_vertices());
    return GridReturnRule{vertices, grid.rows, grid.columns}.is_cheap_top_down(
        static_cast<double>(frontier_.vertices), static_cast<double>(frontier_.edges));
  }

  /// All learn how large the next frontier is.
  void finish_level(const Timer& timer, DistBfsTree& tree) {
    // Bottom-up, the edges of a large frontier decide nothing, and counting them takes long: two a
    // vertex will do, which are more than lead nowhere.
    const EdgeCount count = is_tracing()                           ? EdgeCount::kExact
                            : direction_ == BfsDirection::kTopDown ? EdgeCount::kEstimate
                                                                   : EdgeCount::kFew;
    const LevelFound found = attempts_.run([&] {
      make_room_for_level(level_ + 1, settings_.trace, traffic_, tree);
      return local_->finish_level(count);
    });
    LevelWork next = {found.vertices, found.edges_known ? found.edges : 2 * found.vertices};
    if (found.arcs_examined) traffic_.add_arcs(*found.arcs_examined);
    if (is_one_column()) {
      share_frontier(next);
    } else {
      std::array<std::uint64_t, 2> sums = {next.vertices, next.edges};
      add_up(sums);
      next = {sums[0], sums[1]};
    }
    note_level(direction_, timer, tree);
    previous_vertices_ = frontier_.vertices;
    frontier_ = next;
    reached_ += frontier_;
    ++level_;
  }

  /// On a grid of one column the next frontier goes to all, with what would else be summed up by a
  /// reduction of its own: one message from each rank to each other ends a level and begins the
  /// next. `work` is this rank's, and becomes that of all.
  void share_frontier(LevelWork& work) {
    const PhaseScope phase(traffic_, Phase::kExpand);
    LevelSums sums{attempts_.have_failed() ? LevelSums::kFailed : work.vertices, work.edges};
    local_->share_frontier(&sums);
    if (sums.failed()) attempts_.throw_on_all_ranks(world_);
    work = {sums.vertices, sums.edges};
  }

  void note_level(BfsDirection direction, const Timer& timer, DistBfsTree& tree) const {
    if (!is_tracing()) return;
    tree.trace.push_back({level_, frontier_.vertices, frontier_.edges, direction, timer.seconds()});
  }

  const std::shared_ptr<const Graph2d> shared_;
  const Graph2d& graph_;
  const DistBfsSettings settings_;
  const comm::Communicator& world_;
  comm::Traffic& traffic_;
  GridExchange grid_;
  comm::Attempts& attempts_;  // until the next sum
  std::unique_ptr<BfsLocal> local_;

  // Of the search under way; the same on all ranks.
  Level level_ = 0;             // of the frontier
  bool has_one_source_ = true;  // several may be without edges: not all reached are connected
  LevelWork frontier_;
  LevelWork reached_;  // edges of those found bottom-up are not all counted
  std::uint64_t previous_vertices_ = 0;
  BfsDirection direction_ = BfsDirection::kTopDown;
};

}  // namespace

std::unique_ptr<DistBfsEngine> make_two_d(Workspace& workspace, const comm::Communicator& world,
                                          std::shared_ptr<const Graph2d> graph,
                                          const TwoDSettings& settings) {
  return std::make_unique<TwoDSearch>(workspace, world, std::move(graph), settings);
}

}  // namespace strider::detail
