// The scheme: what travels when (Pan, Pearce and Owens 2018, figures 3 and 4).
//
// Two streams. The delegate stream finds delegates (dd, nd) and brings the masks of all ranks
// together; the normal stream finds normal vertices (dn, nn) and sends those of other ranks to
// them. While masks are on their way the rank visits normal vertices, and while normal vertices are
// on their way it visits the next level's dd.
#include <array>
#include <optional>
#include <utility>

#include "algorithms/bfs/ranks/delegate/delegate.hpp"
#include "algorithms/bfs/ranks/delegate/local.hpp"
#include "algorithms/bfs/ranks/delegate/normal_exchange.hpp"
#include "algorithms/bfs/ranks/delegate/parents.hpp"
#include "base/timer.hpp"
#include "comm/bit_reduction.hpp"
#include "comm/collective_error.hpp"
#include "comm/sparse_exchange.hpp"
#include "ranks/memory/node_memory.hpp"
#include "strider/error.hpp"

namespace strider::detail {
namespace {

using comm::Phase;
using comm::PhaseScope;
using comm::Reduction;

std::size_t mask_words(const GraphDelegate& graph) {
  return (graph.num_delegates + 63ULL) / 64;
}

class DelegateBfs final : public DistBfsEngine {
 public:
  DelegateBfs(const comm::Communicator& comm, std::shared_ptr<const GraphDelegate> graph,
              const DelegateBfsSettings& settings)
      : comm_(comm.duplicate()),
        graph_(std::move(graph)),
        settings_(settings),
        reduction_(comm_, comm::BitReduction::Settings{settings.ranks_per_node}),
        sparse_(comm_) {
    comm::try_on_all_ranks(comm_, [&] {
      const DelegateLocalFactory* const factory = settings.local.get();
      NodeMemory(comm_).require(factory != nullptr ? factory->predict_bytes(*graph_, settings)
                                                   : predict_host_delegate_bytes(*graph_, settings),
                                "a search with delegates");
      local_ = factory != nullptr ? factory->make(*graph_, settings)
                                  : make_host_delegate_local(*graph_, settings);
      reduction_.use(local_->mask_memory(), mask_words(*graph_));
    });
    exchange_ = make_normal_exchange(comm_, *graph_, settings, local_->messages());
  }

  void search(GlobalVertex source, DistBfsTree& tree) override {
    const std::uint32_t source_delegate = begin(source, tree);
    Level level = 0;
    for (;; ++level) {
      const Timer timer;
      local_->visit_dd();
      if (exchanging_) receive_normals();
      const NormalFrontier normals = local_->end_normals();
      local_->visit_nd();
      const LevelSums sums = add_up(normals);
      const std::uint64_t vertices = sums.vertices + local_->num_frontier_delegates();
      if (vertices == 0) break;
      comm_.traffic().begin_level(level);
      if (sums.found_delegates > 0) start_reduction();
      local_->visit_dn();
      if (sums.found_delegates > 0) move_reduction_on();
      local_->visit_nn();
      if (sums.vertices > 0 && graph_->sizes.nn > 0) send_normals();
      if (sums.found_delegates > 0) end_reduction();
      local_->take_delegates(sums.found_delegates > 0);
      local_->next_level();
      tree.num_reached += vertices;
      if (settings_.search.trace == BfsTrace::kLevels) {
        tree.trace.push_back({level, vertices, sums.arcs,
                              sums.backward > 0 ? BfsDirection::kBottomUp : BfsDirection::kTopDown,
                              timer.seconds()});
      }
    }
    tree.num_levels = level;
    const DelegateOutcome outcome = local_->finish(level, tree);
    complete_parents(comm_, sparse_, *graph_, *exchange_, outcome, source_delegate, tree);
  }

  [[nodiscard]] const OwnerMap& owners() const override { return graph_->owners; }

 private:
  /// Of all ranks.
  struct LevelSums {
    std::uint64_t vertices;         ///< normal, in the frontier
    std::uint64_t arcs;             ///< of the frontier, where traced
    std::uint64_t found_delegates;  ///< ranks that found some
    std::uint64_t backward;         ///< ranks that search a subgraph backward
  };

  /// Tells all ranks whether the source is a delegate.
  std::uint32_t begin(GlobalVertex source, DistBfsTree& tree) {
    const PhaseScope phase(comm_.traffic(), Phase::kControl);
    comm_.traffic().begin_level(0);
    if (source >= graph_->owners.num_vertices()) {
      comm::throw_on_all_ranks(
          comm_, std::make_exception_ptr(UsageError(
                     "source " + std::to_string(source) + " is not a vertex; the graph has " +
                     std::to_string(graph_->owners.num_vertices()) + " vertices")));
    }
    const OwnedVertex owned = graph_->owners.locate(source);
    const bool is_mine = owned.rank == comm_.rank();
    std::uint32_t delegate = is_mine ? graph_->delegate_of(owned.vertex) : kNoDelegate;
    delegate = comm_.all_reduce(delegate, Reduction::kMin);
    tree.num_reached = 0;
    tree.trace.clear();
    exchanging_ = false;
    comm::try_on_all_ranks(
        comm_, [&] { local_->start(delegate, is_mine ? &owned.vertex : nullptr, tree); });
    return delegate;
  }

  LevelSums add_up(const NormalFrontier& normals) {
    const PhaseScope phase(comm_.traffic(), Phase::kControl);
    std::array<std::uint64_t, 4> sums{normals.vertices, local_->found_delegates() ? 1U : 0U,
                                      normals.backward ? 1U : 0U, normals.arcs};
    // The last two are for traces.
    const std::size_t used = settings_.search.trace == BfsTrace::kLevels ? 4 : 2;
    comm_.all_reduce(std::span<std::uint64_t>(sums).first(used), Reduction::kSum);
    return {.vertices = sums[0], .arcs = sums[3], .found_delegates = sums[1], .backward = sums[2]};
  }

  void start_reduction() {
    const PhaseScope phase(comm_.traffic(), Phase::kReduce);
    reduction_.start(local_->mask(), local_);
    if (settings_.reduction == MaskReduction::kBlocking) reduction_.wait();
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
    exchange_->start(*local_);
    exchanging_ = true;
  }
  void receive_normals() {
    const PhaseScope phase(comm_.traffic(), Phase::kExchange);
    exchange_->finish(*local_);
    exchanging_ = false;
  }

  comm::Communicator comm_;
  std::shared_ptr<const GraphDelegate> graph_;
  DelegateBfsSettings settings_;
  std::shared_ptr<DelegateLocal> local_;  // shared with a reduction under way
  comm::BitReduction reduction_;
  comm::SparseExchange sparse_;
  std::unique_ptr<NormalExchange> exchange_;
  bool exchanging_ = false;  // normal vertices are on their way
};

}  // namespace

std::unique_ptr<DistBfsEngine> make_delegate_bfs(const comm::Communicator& comm,
                                                 std::shared_ptr<const GraphDelegate> graph,
                                                 const DelegateBfsSettings& settings) {
  return std::make_unique<DelegateBfs>(comm, std::move(graph), settings);
}

std::uint64_t predict_delegate_message_bytes(const comm::Communicator& comm,
                                             const GraphDelegate& graph,
                                             const DelegateBfsSettings& settings) {
  const comm::BitReduction reduction(comm, {settings.ranks_per_node});
  return predict_normal_message_bytes(comm, graph, settings) +
         reduction.memory_bytes(mask_words(graph));
}

}  // namespace strider::detail
