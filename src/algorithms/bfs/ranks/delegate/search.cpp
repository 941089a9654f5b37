// The scheme: what travels when (Pan, Pearce and Owens 2018, figures 3 and 4).
//
//   for each level, until the frontier is empty on all ranks, or at the depth asked for:
//     visit dd: delegates from the frontier's delegates
//     receive the normal vertices that other ranks found on the level before
//     visit nd: delegates from normal vertices
//     all-reduce: the vertices of the frontier, who found a delegate, and whether one failed
//     start reducing the masks of delegates found
//     visit dn and nn: normal vertices from delegates, and from normal vertices
//     start sending those of other ranks; end the reduction
//   find the parents that are left open (parents.hpp)
//
// So there are two streams: while masks are on their way the rank visits normal vertices, and while
// normal vertices are on their way it visits the next level's dd.
#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/bfs/ranks/delegate/delegate.hpp"
#include "algorithms/bfs/ranks/delegate/local.hpp"
#include "algorithms/bfs/ranks/delegate/normal_exchange.hpp"
#include "algorithms/bfs/ranks/delegate/parents.hpp"
#include "algorithms/bfs/ranks/level_room.hpp"
#include "algorithms/bfs/ranks/owned_sources.hpp"
#include "base/timer.hpp"
#include "comm/bit_reduction.hpp"
#include "comm/collective_error.hpp"
#include "comm/sparse_exchange.hpp"
#include "graph/sources.hpp"
#include "strider/error.hpp"

namespace strider::detail {
namespace {

using comm::Phase;
using comm::PhaseScope;
using comm::Reduction;
using comm::Work;
using comm::WorkScope;

class DelegateBfs final : public DistBfsEngine {
 public:
  DelegateBfs(Workspace& workspace, const comm::Communicator& comm,
              std::shared_ptr<const GraphDelegate> graph, const DelegateBfsSettings& settings)
      : comm_(comm.duplicate()),
        graph_(std::move(graph)),
        settings_(settings),
        reduction_(comm_, comm::BitReduction::Settings{settings.ranks_per_node}),
        sparse_(comm_) {
    comm::try_on_all_ranks(comm_, [&] {
      local_ = settings.make_local != nullptr
                   ? settings.make_local(workspace, *graph_, settings)
                   : make_host_delegate_local(workspace, *graph_, settings);
    });
    exchange_ = make_normal_exchange(workspace, comm_, *graph_, settings, local_->messages());
    const std::size_t mask_words = (graph_->num_delegates + 63ULL) / 64;
    const auto masks = local_->mask_memory();
    if (masks != nullptr && !masks->is_host()) {
      workspace.count("masks of other ranks", reduction_.memory_bytes(mask_words),
                      MemoryPlace::kDevice);
    }
    workspace.when_taken([this, masks, mask_words] { reduction_.use(masks, mask_words); });
  }

  void search(const BasicBfsQuery<GlobalVertex>& query, DistBfsTree& tree) override {
    const std::vector<std::uint32_t> source_delegates = begin(query, tree);
    Level level = 0;
    for (;; ++level) {
      const Timer timer;
      // The ranks do not know yet whether there is such a level.
      comm_.traffic().begin_work(level);
      visit([&] { local_->visit_delegates(); });
      if (exchanging_) receive_normals();
      const DelegateFrontier frontier = complete_frontier();
      if (level < tree.depth && has_found(comm_, attempts_, owners(), *local_, query.target)) {
        tree.depth = level;
      }
      const bool is_last = level == tree.depth;
      FoundDelegates found;
      if (!is_last) visit([&] { found = local_->find_delegates(); });
      make_room_for(level + 1, tree);
      const LevelSums sums = add_up(frontier, found.any);
      const std::uint64_t vertices = sums.normals + frontier.delegates;
      if (vertices == 0) break;
      comm_.traffic().begin_level(level);
      if (is_last) {
        note_level(level, vertices, sums, BfsDirection::kNone, timer, tree);
        ++level;
        break;
      }
      const bool reducing = sums.found_delegates > 0;
      if (reducing) start_reduction(found.mask);
      visit([&] {
        local_->visit_normals([&] {
          if (reducing) move_reduction_on();
        });
      });
      if (sums.normals > 0 && graph_->sizes.nn > 0) send_normals();
      if (reducing) end_reduction();
      end_level(reducing);
      note_level(level, vertices, sums,
                 sums.backward > 0 ? BfsDirection::kBottomUp : BfsDirection::kTopDown, timer, tree);
    }
    tree.num_levels = level;
    const DelegateOutcome outcome = attempts_.run([&] { return local_->finish(level, tree); });
    if (!tree.has_parents()) return attempts_.throw_on_all_ranks(comm_);
    complete_parents(comm_, sparse_, attempts_, *graph_, *exchange_, outcome, source_delegates,
                     tree);
  }

  [[nodiscard]] const OwnerMap& owners() const override { return graph_->owners; }

 private:
  /// Of all ranks.
  struct LevelSums {
    std::uint64_t normals;          ///< in the frontier
    std::uint64_t arcs;             ///< of the frontier, where traced
    std::uint64_t found_delegates;  ///< ranks that found some
    std::uint64_t backward;         ///< ranks that search a subgraph backward
  };

  /// Tells all ranks which sources are delegates; returns these, ascending.
  std::vector<std::uint32_t> begin(const BasicBfsQuery<GlobalVertex>& query, DistBfsTree& tree) {
    const PhaseScope phase(comm_.traffic(), Phase::kControl);
    comm_.traffic().begin_level(0);
    std::vector<std::uint32_t> delegates;
    std::vector<LocalVertex> normals;  // of this rank
    comm::try_on_all_ranks(comm_, [&] {
      static_cast<void>(checked_sources(query, graph_->owners.num_vertices()));
      delegates.assign(query.sources.size(), kNoDelegate);
      for (std::size_t i = 0; i < delegates.size(); ++i) {
        const OwnedVertex owned = graph_->owners.locate(query.sources[i]);
        if (owned.rank != comm_.rank()) continue;
        delegates[i] = graph_->delegate_of(owned.vertex);
        if (delegates[i] == kNoDelegate) normals.push_back(owned.vertex);
      }
    });
    comm_.all_reduce(std::span<std::uint32_t>(delegates), Reduction::kMin);
    std::erase(delegates, kNoDelegate);
    std::ranges::sort(delegates);
    tree.num_reached = 0;
    tree.depth = query.depth;
    tree.trace.clear();
    exchanging_ = false;
    arcs_before_ = 0;
    attempts_.forget();
    attempts_.run([&] { local_->start(delegates, normals, tree); });
    return delegates;
  }

  /// Visits of subgraphs.
  template <class Body>
  void visit(const Body& body) {
    const WorkScope work(comm_.traffic(), Work::kExpansion);
    attempts_.run(body);
  }
  DelegateFrontier complete_frontier() {
    const WorkScope work(comm_.traffic(), Work::kUpdate);
    return attempts_.run([&] { return local_->complete_frontier(); });
  }
  void end_level(bool reducing) {
    const WorkScope work(comm_.traffic(), Work::kUpdate);
    attempts_.run([&] { local_->end_level(reducing); });
    const std::optional<std::uint64_t> arcs = local_->arcs_examined();
    if (arcs) comm_.traffic().add_arcs(*arcs - std::exchange(arcs_before_, *arcs));
  }

  void make_room_for(Level level, DistBfsTree& tree) {
    attempts_.run(
        [&] { make_room_for_level(level, settings_.search.trace, comm_.traffic(), tree); });
  }
  void note_level(Level level, std::uint64_t vertices, const LevelSums& sums,
                  BfsDirection direction, const Timer& timer, DistBfsTree& tree) const {
    tree.num_reached += vertices;
    if (settings_.search.trace != BfsTrace::kLevels) return;
    tree.trace.push_back({level, vertices, sums.arcs, direction, timer.seconds()});
  }

  /// Throws what an attempt of any rank threw since the last time.
  LevelSums add_up(const DelegateFrontier& frontier, bool found_delegates) {
    const PhaseScope phase(comm_.traffic(), Phase::kControl);
    std::array<std::uint64_t, 4> sums{
        attempts_.have_failed() ? comm::kMayHaveFailed : frontier.normals,
        found_delegates ? 1U : 0U, frontier.backward ? 1U : 0U, frontier.arcs};
    // The last two are for traces.
    const std::size_t used = settings_.search.trace == BfsTrace::kLevels ? 4 : 2;
    comm_.all_reduce(std::span<std::uint64_t>(sums).first(used), Reduction::kSum);
    if (sums[0] >= comm::kMayHaveFailed) attempts_.throw_on_all_ranks(comm_);
    return {.normals = sums[0], .arcs = sums[3], .found_delegates = sums[1], .backward = sums[2]};
  }

  void start_reduction(std::span<std::uint64_t> mask) {
    const PhaseScope phase(comm_.traffic(), Phase::kReduce);
    if (settings_.reduction == MaskReduction::kBlocking) return reduction_.reduce(mask);
    reduction_.start(mask, local_);
  }
  /// Its second phase may begin once the first is over.
  void move_reduction_on() {
    if (settings_.reduction == MaskReduction::kBlocking) return;
    const PhaseScope phase(comm_.traffic(), Phase::kReduce);
    reduction_.test();
  }
  void end_reduction() {
    if (settings_.reduction == MaskReduction::kBlocking) return;
    const PhaseScope phase(comm_.traffic(), Phase::kReduce);
    reduction_.wait();
  }

  void send_normals() {
    const PhaseScope phase(comm_.traffic(), Phase::kExchange);
    const WorkScope work(comm_.traffic(), Work::kUpdate);
    exchange_->start(*local_, attempts_);
    exchanging_ = true;
  }
  void receive_normals() {
    const PhaseScope phase(comm_.traffic(), Phase::kExchange);
    const WorkScope work(comm_.traffic(), Work::kUpdate);
    exchange_->finish(*local_, attempts_);
    exchanging_ = false;
  }

  comm::Communicator comm_;
  std::shared_ptr<const GraphDelegate> graph_;
  DelegateBfsSettings settings_;
  std::shared_ptr<DelegateLocal> local_;  // shared with a reduction under way
  comm::BitReduction reduction_;
  comm::SparseExchange sparse_;
  std::unique_ptr<NormalExchange> exchange_;
  comm::Attempts attempts_;        // until the next sum, or the end
  bool exchanging_ = false;        // normal vertices are on their way
  std::uint64_t arcs_before_ = 0;  // looked at on the levels before
};

}  // namespace

std::unique_ptr<DistBfsEngine> make_delegate_bfs(Workspace& workspace,
                                                 const comm::Communicator& comm,
                                                 std::shared_ptr<const GraphDelegate> graph,
                                                 const DelegateBfsSettings& settings) {
  return std::make_unique<DelegateBfs>(workspace, comm, std::move(graph), settings);
}

}  // namespace strider::detail
