// The scheme with delegates whose ranks have devices, emulated or real, under several schedules:
// against the oracle, with thresholds from "all" to "none", both directions, both reductions,
// vertices made unique or not.
#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/bfs/ranks/delegate/local.hpp"
#include "conformance/declared_memory.hpp"
#include "conformance/device_schedules.hpp"
#include "conformance/ranks_bfs_engines.hpp"
#include "support/graphs.hpp"
#include "support/listed_edges.hpp"

namespace strider::test {
namespace {

using detail::DelegateBfsSettings;
using detail::LocalAllToAll;
using detail::MaskReduction;
using detail::Uniquify;

constexpr detail::DistBfsSettings kTopDown{.direction =
                                               detail::DistBfsSettings::Direction::kTopDown};
/// Backward as soon as there is a frontier.
constexpr detail::SwitchFactors kBottomUpAtOnce{0, 0};

/// Every rank has a schedule of its own.
DeviceSchedule schedule_of(const SimtSettings& device, std::uint32_t block_threads,
                           DeviceTransport transport) {
  DeviceSchedule schedule{
      device,
      {.tuning = {.block_threads = block_threads, .warp_degree = 4, .block_degree = 40},
       .transport = transport}};
  schedule.device.seed += static_cast<std::uint64_t>(test_world().rank());
  return schedule;
}
DeviceSchedule plain() {
  return schedule_of({.seed = 11}, 32, DeviceTransport::kHostStaged);
}
DeviceSchedule interrupted() {
  return schedule_of({.seed = 71, .preempt_one_in = 7, .cooperative_blocks = 2}, 64,
                     gpu_direct_where_taken());
}

/// Opens a device of its own for each engine, as a program does.
DistBfsFactory on_device(const DelegateBfsSettings& settings,
                         std::optional<std::uint64_t> threshold, const DeviceSchedule& schedule) {
  return [=](const comm::Communicator& world, const EdgeList& list,
             const detail::DistBfsSettings& search) {
    return delegate(settings, threshold, BfsDevice{test_device(schedule.device), schedule.options})(
        world, list, search);
  };
}

void conforms(const DelegateBfsSettings& settings, std::optional<std::uint64_t> threshold,
              const DeviceSchedule& schedule, const detail::DistBfsSettings& search,
              std::uint64_t graphs) {
  ranks_bfs_conforms_on_random_graphs(on_ranks(on_device(settings, threshold, schedule), search),
                                      graphs);
}

TEST(DistBfsDelegateOnDevice, ConformsTopDown) {
  for (const DeviceSchedule& schedule : {plain(), interrupted()}) {
    for (const std::uint64_t threshold :
         {std::uint64_t{0}, std::uint64_t{4}, detail::kNoDelegates}) {
      conforms({}, threshold, schedule, kTopDown, 4);
      if (HasFailure()) return;
    }
  }
}

TEST(DistBfsDelegateOnDevice, ConformsInBothDirections) {
  for (const DeviceSchedule& schedule : {plain(), interrupted()}) {
    conforms({}, std::nullopt, schedule, {}, 4);
    for (const std::uint64_t threshold : {0, 3, 20}) {
      conforms({.dd = kBottomUpAtOnce, .dn = kBottomUpAtOnce, .nd = kBottomUpAtOnce}, threshold,
               schedule, {.threads = 2}, 4);
      if (HasFailure()) return;
    }
  }
}

/// As on the host: both count all that this estimate needs.
TEST(DistBfsDelegateOnDevice, GoesTheWayOfTheHostByTheVerticesOfTheFrontier) {
  for (const detail::SwitchFactors& factors :
       {detail::SwitchFactors{0.02, 0.002}, detail::SwitchFactors{0.5, 0.1}}) {
    const DelegateBfsSettings settings{.dd = factors,
                                       .dn = factors,
                                       .nd = factors,
                                       .backward_workload = BackwardWorkload::kVertices};
    conforms(settings, 3, plain(), {}, 3);
    for (const auto directedness : {Directedness::kUndirected, Directedness::kDirected}) {
      EXPECT_EQ(ranks_bfs_directions(on_device(settings, 12, plain()), 9, {}, directedness),
                ranks_bfs_directions(delegate(settings, 12), 9, {}, directedness));
    }
  }
}

TEST(DistBfsDelegateOnDevice, ConformsWithEveryWayOfSending) {
  for (const auto exchange : {LocalAllToAll::kOff, LocalAllToAll::kOn}) {
    for (const auto uniquify : {Uniquify::kOff, Uniquify::kOn}) {
      const DelegateBfsSettings settings{.reduction = exchange == LocalAllToAll::kOn
                                                          ? MaskReduction::kBlocking
                                                          : MaskReduction::kNonBlocking,
                                         .local_all_to_all = exchange,
                                         .uniquify = uniquify,
                                         .ranks_per_node = 2};
      conforms(settings, 3, plain(), {}, 3);
      conforms(settings, detail::kNoDelegates, interrupted(), {}, 3);
      if (HasFailure()) return;
    }
  }
}

TEST(DistBfsDelegateOnDevice, ConformsOnAllShapes) {
  if (test_world().size() > 2) GTEST_SKIP() << "takes long: on one and two ranks";
  ranks_bfs_conforms_on_all_shapes(on_ranks(on_device({}, 2, plain())));
}

TEST(DistBfsDelegateOnDevice, TracesAndIsReused) {
  ranks_bfs_traces(on_ranks(on_device({}, 8, plain())));
  if (test_world().size() <= 2) ranks_bfs_conforms_when_reused(on_device({}, 1, plain()));
}

/// Levels whose masks were complete before normal vertices were visited, or had not changed since,
/// and levels whose masks changed meanwhile.
struct MaskChanges {
  std::uint64_t early = 0;
  std::uint64_t late = 0;
};

/// The work of a rank, watched: what is known of the delegates found when the normal vertices of a
/// level are to be visited, and when the reduction of their masks is over.
class WatchedLocal final : public detail::DelegateLocal {
 public:
  WatchedLocal(std::unique_ptr<detail::DelegateLocal> local, MaskChanges& changes)
      : local_(std::move(local)), changes_(changes) {}

  [[nodiscard]] detail::FoundDelegates find_delegates() override {
    const detail::FoundDelegates found = local_->find_delegates();
    mask_ = found.mask;
    return found;
  }
  void visit_normals(const std::function<void()>& meanwhile) override {
    before_ = copy_of_mask();
    local_->visit_normals(meanwhile);
  }
  void end_level(bool any_delegates) override {
    if (any_delegates) ++(copy_of_mask() == before_ ? changes_.early : changes_.late);
    local_->end_level(any_delegates);
  }

  [[nodiscard]] std::shared_ptr<comm::MessageMemory> messages() const override {
    return local_->messages();
  }
  [[nodiscard]] std::shared_ptr<comm::MessageMemory> mask_memory() const override {
    return local_->mask_memory();
  }
  void start(std::span<const std::uint32_t> delegates, std::span<const detail::LocalVertex> normals,
             detail::DistBfsTree& tree) override {
    local_->start(delegates, normals, tree);
  }
  [[nodiscard]] bool has_found(detail::LocalVertex vertex) override {
    return local_->has_found(vertex);
  }
  void visit_delegates() override { local_->visit_delegates(); }
  void take_normals(int from, std::span<const std::byte> message) override {
    local_->take_normals(from, message);
  }
  [[nodiscard]] detail::DelegateFrontier complete_frontier() override {
    return local_->complete_frontier();
  }
  std::size_t write_normals(int rank, std::span<const std::span<const std::byte>> others,
                            std::span<std::byte> to) override {
    return local_->write_normals(rank, others, to);
  }
  void write_all_normals(comm::PackedMessages to) override { local_->write_all_normals(to); }
  detail::DelegateOutcome finish(Level num_levels, detail::DistBfsTree& tree) override {
    return local_->finish(num_levels, tree);
  }

 private:
  [[nodiscard]] std::vector<std::uint64_t> copy_of_mask() const {
    std::vector<std::uint64_t> words(mask_.size());
    const auto* const from = reinterpret_cast<const std::byte*>(mask_.data());
    local_->mask_memory()->load(std::as_writable_bytes(std::span(words)), from);
    return words;
  }

  std::unique_ptr<detail::DelegateLocal> local_;
  MaskChanges& changes_;
  std::span<std::uint64_t> mask_;
  std::vector<std::uint64_t> before_;
};

/// A blocking reduction gives a rank the masks of all ranks before it visits normal vertices.
/// Without blocking, a rank that has received vertices visits them first.
TEST(DistBfsDelegateOnDevice, ReducesMasksAsSet) {
  const comm::Communicator& world = test_world();
  const EdgeList list = list_edges(make_graph(1U << 9U, skewed_edges(9, 1U << 12U, 3)));
  const auto graph = build_delegate(world, list, 8);
  for (const auto transport : {DeviceTransport::kHostStaged, gpu_direct_where_taken()}) {
    for (const auto reduction : {MaskReduction::kBlocking, MaskReduction::kNonBlocking}) {
      DeviceSchedule schedule = plain();
      schedule.options.transport = transport;
      MaskChanges changes;
      const auto engine = engine_of(
          world, BfsDevice{test_device(schedule.device), schedule.options},
          [&](detail::Workspace& workspace, const detail::DistBfsLocals& locals) {
            const auto watched = [&, make = locals.delegate](detail::Workspace& of_local,
                                                             const detail::GraphDelegate& part,
                                                             const DelegateBfsSettings& settings) {
              return std::make_unique<WatchedLocal>(make(of_local, part, settings), changes);
            };
            return detail::make_delegate_bfs(workspace, world, graph,
                                             {.reduction = reduction, .make_local = watched});
          });
      detail::DistBfsTree tree;
      engine->search(1, tree);
      EXPECT_GT(changes.early + changes.late, 0U);
      if (reduction == MaskReduction::kBlocking) {
        EXPECT_EQ(changes.late, 0U);
      } else if (transport == DeviceTransport::kGpuDirect && world.rank() == 0 &&
                 world.size() > 1) {
        // The root of the tree unites what came when it looks, which it does afterwards.
        EXPECT_GT(changes.late, 0U);
      }
    }
  }
}

/// What a search declares is what it takes, and it is refused where one byte is missing: with its
/// messages, where they lie on the device.
TEST(DistBfsDelegateOnDevice, TakesWhatItDeclares) {
  const comm::Communicator& world = test_world();
  const EdgeList list = list_edges(make_graph(1U << 9U, skewed_edges(9, 1U << 12U, 3)));
  const auto graph = build_delegate(world, list, 8);
  for (const auto uniquify : {Uniquify::kOff, Uniquify::kOn}) {
    for (const auto gather : {LocalAllToAll::kOff, LocalAllToAll::kOn}) {
      for (const auto transport : {DeviceTransport::kHostStaged, gpu_direct_where_taken()}) {
        const DelegateBfsSettings settings{.local_all_to_all = gather, .uniquify = uniquify};
        expect_takes_what_it_declares([&](const Device& device) {
          return engine_of(world, graph, settings, BfsDevice{device, {.transport = transport}});
        });
      }
    }
  }
}

}  // namespace
}  // namespace strider::test
