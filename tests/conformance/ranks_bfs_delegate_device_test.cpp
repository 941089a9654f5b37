// The scheme with delegates whose ranks have devices, emulated or real, under several schedules:
// against the oracle, with thresholds from "all" to "none", both directions, both reductions,
// vertices made unique or not.
#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/bfs/ranks/delegate/delegate.hpp"
#include "algorithms/bfs/ranks_gpu/delegate/factory.hpp"
#include "algorithms/bfs/ranks_gpu/delegate/local.hpp"
#include "conformance/device_schedules.hpp"
#include "conformance/ranks_bfs.hpp"
#include "gpu/dispatch.hpp"
#include "ranks/delegate/graph_delegate.hpp"
#include "strider/device.hpp"
#include "strider/error.hpp"
#include "support/graphs.hpp"
#include "support/listed_edges.hpp"
#include "support/mpi_world.hpp"
#include "support/test_device.hpp"

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

struct Schedule {
  SimtOptions device;
  std::uint32_t block_threads;
  DeviceTransport transport;
};
/// Every rank has a schedule of its own.
Schedule plain() {
  return {{.seed = 11 + static_cast<std::uint64_t>(test_world().rank())},
          32,
          DeviceTransport::kHostStaged};
}
Schedule interrupted() {
  return {{.seed = 71 + static_cast<std::uint64_t>(test_world().rank()),
           .preempt_one_in = 7,
           .cooperative_blocks = 2},
          64,
          gpu_direct_where_taken()};
}

std::shared_ptr<const detail::GraphDelegate> build(const comm::Communicator& world,
                                                   const EdgeList& list,
                                                   std::optional<std::uint64_t> threshold) {
  const detail::HeldEdges source(list, world.rank(), world.size());
  return std::make_shared<const detail::GraphDelegate>(
      detail::build_graph_delegate(world, source, {.threshold = threshold}));
}

DeviceBfsOptions device_options(const Schedule& schedule) {
  return {.tuning = {.block_threads = schedule.block_threads, .warp_degree = 4, .block_degree = 40},
          .transport = schedule.transport};
}

/// Nothing but the settings of the case.
DistBfsFactory factory(const DelegateBfsSettings& settings, std::optional<std::uint64_t> threshold,
                       const Schedule& schedule) {
  return [=](const comm::Communicator& world, const EdgeList& list,
             const detail::DistBfsSettings& search) {
    DelegateBfsSettings all = settings;
    all.search = search;
    all.local =
        detail::device_delegate_local(test_device(schedule.device), device_options(schedule));
    return detail::make_delegate_bfs(world, build(world, list, threshold), all);
  };
}

void conforms(const DelegateBfsSettings& settings, std::optional<std::uint64_t> threshold,
              const Schedule& schedule, const detail::DistBfsSettings& search,
              std::uint64_t graphs) {
  ranks_bfs_conforms_on_random_graphs(factory(settings, threshold, schedule), search,
                                      DistShapes::kUndirected, graphs);
}

TEST(DistBfsDelegateOnDevice, ConformsTopDown) {
  for (const Schedule& schedule : {plain(), interrupted()}) {
    for (const std::uint64_t threshold :
         {std::uint64_t{0}, std::uint64_t{4}, detail::kNoDelegates}) {
      conforms({}, threshold, schedule, kTopDown, 4);
      if (HasFailure()) return;
    }
  }
}

TEST(DistBfsDelegateOnDevice, ConformsInBothDirections) {
  for (const Schedule& schedule : {plain(), interrupted()}) {
    conforms({}, std::nullopt, schedule, {}, 4);
    for (const std::uint64_t threshold : {0, 3, 20}) {
      conforms({.dd = kBottomUpAtOnce, .dn = kBottomUpAtOnce, .nd = kBottomUpAtOnce}, threshold,
               schedule, {.threads = 2}, 4);
      if (HasFailure()) return;
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
  if (test_world().size() > 2) return;
  ranks_bfs_conforms_on_all_shapes(factory({}, 2, plain()), {}, DistShapes::kUndirected);
}

TEST(DistBfsDelegateOnDevice, TracesAndIsReused) {
  ranks_bfs_traces(factory({}, 8, plain()), {});
  if (test_world().size() <= 2) ranks_bfs_conforms_when_reused(factory({}, 1, plain()), {});
}

/// The work of a rank, watched: what is known of the delegates found when the normal vertices of a
/// level are to be visited, and when the reduction of their masks is over.
class WatchedLocal final : public detail::DelegateLocal {
 public:
  WatchedLocal(std::unique_ptr<detail::DelegateLocal> local, std::uint64_t& early,
               std::uint64_t& late)
      : local_(std::move(local)), early_(early), late_(late) {}

  void visit_dn() override {
    before_ = copy_of_mask();
    local_->visit_dn();
  }
  void take_delegates(bool any) override {
    if (any) ++(copy_of_mask() == before_ ? early_ : late_);
    local_->take_delegates(any);
  }

  [[nodiscard]] std::shared_ptr<comm::MessageMemory> messages() const override {
    return local_->messages();
  }
  [[nodiscard]] std::shared_ptr<comm::MessageMemory> mask_memory() const override {
    return local_->mask_memory();
  }
  void start(std::uint32_t delegate, const detail::LocalVertex* vertex,
             detail::DistBfsTree& tree) override {
    local_->start(delegate, vertex, tree);
  }
  [[nodiscard]] std::uint64_t num_frontier_delegates() const override {
    return local_->num_frontier_delegates();
  }
  void visit_dd() override { local_->visit_dd(); }
  void visit_nd() override { local_->visit_nd(); }
  [[nodiscard]] bool found_delegates() override { return local_->found_delegates(); }
  std::span<std::uint64_t> mask() override { return local_->mask(); }
  void visit_nn() override { local_->visit_nn(); }
  std::size_t write_outgoing(int rank, std::span<std::byte> to) override {
    return local_->write_outgoing(rank, to);
  }
  void take_normals(int from, std::span<const std::byte> message) override {
    local_->take_normals(from, message);
  }
  void begin_union(int rank, std::span<std::byte> to) override { local_->begin_union(rank, to); }
  void add_to_union(std::span<const std::byte> message) override { local_->add_to_union(message); }
  std::size_t end_union() override { return local_->end_union(); }
  [[nodiscard]] detail::NormalFrontier end_normals() override { return local_->end_normals(); }
  void next_level() override { local_->next_level(); }
  detail::DelegateOutcome finish(Level num_levels, detail::DistBfsTree& tree) override {
    return local_->finish(num_levels, tree);
  }

 private:
  [[nodiscard]] std::vector<std::uint64_t> copy_of_mask() {
    std::vector<std::uint64_t> words(local_->mask().size());
    const auto* const from = reinterpret_cast<const std::byte*>(local_->mask().data());
    local_->mask_memory()->load(std::as_writable_bytes(std::span(words)), from);
    return words;
  }

  std::unique_ptr<detail::DelegateLocal> local_;
  std::uint64_t& early_;
  std::uint64_t& late_;
  std::vector<std::uint64_t> before_;
};

/// Levels whose masks were complete before normal vertices were visited, or had not changed since,
/// and levels whose masks changed meanwhile.
class Watch final : public detail::DelegateLocalFactory {
 public:
  explicit Watch(std::shared_ptr<const detail::DelegateLocalFactory> factory)
      : factory_(std::move(factory)) {}
  [[nodiscard]] std::uint64_t predict_bytes(const detail::GraphDelegate& graph,
                                            const DelegateBfsSettings& settings) const override {
    return factory_->predict_bytes(graph, settings);
  }
  [[nodiscard]] std::uint64_t predict_device_bytes(
      const detail::GraphDelegate& graph, const DelegateBfsSettings& settings) const override {
    return factory_->predict_device_bytes(graph, settings);
  }
  [[nodiscard]] std::unique_ptr<detail::DelegateLocal> make(
      const detail::GraphDelegate& graph, const DelegateBfsSettings& settings) const override {
    return std::make_unique<WatchedLocal>(factory_->make(graph, settings), early, late);
  }

  mutable std::uint64_t early = 0;
  mutable std::uint64_t late = 0;

 private:
  std::shared_ptr<const detail::DelegateLocalFactory> factory_;
};

/// A blocking reduction gives a rank the masks of all ranks before it visits normal vertices.
/// Without blocking, a rank that has received vertices visits them first.
TEST(DistBfsDelegateOnDevice, ReducesMasksAsSet) {
  const comm::Communicator& world = test_world();
  const EdgeList list = list_edges(make_graph(1U << 9U, skewed_edges(9, 1U << 12U, 3)));
  const auto graph = build(world, list, 8);
  for (const auto transport : {DeviceTransport::kHostStaged, gpu_direct_where_taken()}) {
    for (const auto reduction : {MaskReduction::kBlocking, MaskReduction::kNonBlocking}) {
      Schedule schedule = plain();
      schedule.transport = transport;
      const auto watch = std::make_shared<const Watch>(
          detail::device_delegate_local(test_device(schedule.device), device_options(schedule)));
      DelegateBfsSettings settings{.reduction = reduction, .local = watch};
      const auto engine = detail::make_delegate_bfs(world, graph, settings);
      detail::DistBfsTree tree;
      engine->search(1, tree);
      EXPECT_GT(watch->early + watch->late, 0U);
      if (reduction == MaskReduction::kBlocking) {
        EXPECT_EQ(watch->late, 0U);
      } else if (transport == DeviceTransport::kGpuDirect && world.rank() == 0 &&
                 world.size() > 1) {
        // The root of the tree unites what came when it looks, which it does afterwards.
        EXPECT_GT(watch->late, 0U);
      }
    }
  }
}

std::uint64_t predicted_bytes(const detail::GraphDelegate& graph,
                              const DelegateBfsSettings& settings, DeviceTransport transport) {
  return detail::on_device(
      test_device(),
      [&] { return detail::on_cuda::predict_device_delegate_bytes(graph, settings, transport); },
      [&] { return detail::on_simt::predict_device_delegate_bytes(graph, settings, transport); });
}

/// Without the messages, which are asked for once all ranks know them.
TEST(DistBfsDelegateOnDevice, TakesWhatItPredicts) {
  const comm::Communicator& world = test_world();
  const EdgeList list = list_edges(make_graph(1U << 9U, skewed_edges(9, 1U << 12U, 3)));
  const auto graph = build(world, list, 8);
  for (const auto uniquify : {Uniquify::kOff, Uniquify::kOn}) {
    for (const auto gather : {LocalAllToAll::kOff, LocalAllToAll::kOn}) {
      for (const auto transport : {DeviceTransport::kHostStaged, DeviceTransport::kGpuDirect}) {
        const DelegateBfsSettings settings{.local_all_to_all = gather, .uniquify = uniquify};
        const DeviceBfsOptions options{.transport = transport};
        const std::uint64_t bytes = predicted_bytes(*graph, settings, transport);
        {
          const Device device = test_device({.memory_bytes = bytes});
          const auto local = detail::device_delegate_local(device, options)->make(*graph, settings);
          EXPECT_EQ(device.free_bytes(), 0U);
        }
        const Device small = test_device({.memory_bytes = bytes - 1});
        EXPECT_THROW((void)detail::device_delegate_local(small, options)->make(*graph, settings),
                     MemoryError);
        EXPECT_EQ(small.free_bytes(), small.total_bytes());
      }
    }
  }
}

/// What fits without the messages, but not with them, is refused on all ranks.
TEST(DistBfsDelegateOnDevice, AsksForMessagesOnTheDevice) {
  const comm::Communicator& world = test_world();
  if (world.size() == 1) return;
  const EdgeList list = list_edges(make_graph(1U << 9U, skewed_edges(9, 1U << 12U, 3)));
  const auto graph = build(world, list, 8);
  DelegateBfsSettings settings;
  const auto make_on = [&](DeviceTransport transport) {
    const std::uint64_t bytes = predicted_bytes(*graph, settings, transport);
    settings.local = detail::device_delegate_local(test_device({.memory_bytes = bytes}),
                                                   {.transport = transport});
    return detail::make_delegate_bfs(world, graph, settings) != nullptr;
  };
  EXPECT_TRUE(make_on(DeviceTransport::kHostStaged));
  EXPECT_THROW((void)make_on(DeviceTransport::kGpuDirect), MemoryError);
}

}  // namespace
}  // namespace strider::test
