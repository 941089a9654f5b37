#include "algorithms/bc/ranks/device_searches.hpp"

#include <algorithm>
#include <utility>

#include "algorithms/bc/gpu/path_plan.hpp"
#include "algorithms/bc/gpu/plans.hpp"
#include "algorithms/bc/ranks_gpu/device_batch.hpp"
#include "base/memory.hpp"
#include "comm/collective_error.hpp"
#include "gpu/graph_bytes.hpp"
#include "ranks/memory/take_on_all_ranks.hpp"
#include "ranks_gpu/room.hpp"

namespace strider::detail {
namespace {

/// Sources of a batch: of a large problem as on one device, else so that there are batches for many
/// ranks. Fixed by the problem, as sums are.
std::size_t batch_for_ranks(const BcProblem& problem) {
  constexpr std::size_t kBatches = 64;
  constexpr std::size_t kSideBySide = 32;  // a warp's
  const std::size_t spread = (problem.sources.size() / kBatches + kSideBySide - 1) / kSideBySide;
  return std::clamp(spread * kSideBySide, kSideBySide, device_batch(problem));
}

/// By hops, on the device of a rank, with one source at once. The largest number where there are
/// more vertices than a device counts.
std::uint64_t bytes_of_whole(const Device& device, const Graph1d& graph,
                             const DistBetweennessOptions& query, DeviceBetweennessMethod method) {
  const std::uint64_t n = graph.owners.num_vertices();
  if (n > kMostDeviceVertices) return ~std::uint64_t{0};
  return least_bytes(device,
                     {.vertices = n,
                      .arcs = graph.num_arcs,
                      .directed = graph.directedness == Directedness::kDirected,
                      .scores_edges = query.of == BetweennessOf::kEdges,
                      .has_targets = query.targets.has_value()},
                     method);
}

/// Searches and samples that this comes after have been given up by all ranks then. Collective.
DeviceRoom room_after_others(const comm::Communicator& comm, const Device& device) {
  comm.barrier();
  return comm::try_on_all_ranks(comm, [&] { return room_on(device); });
}

/// The way of one device, the same on all ranks: another may sum up otherwise. Collective.
DeviceWay way_of_ranks(const comm::Communicator& comm, const DeviceQuestion& question,
                       std::size_t batch) {
  const std::uint64_t room = room_of_rank(comm, room_after_others(comm, question.device));
  DeviceWay way = comm::try_on_all_ranks(comm, [&] { return choose_way(question, room, batch); });
  const auto least = [&](std::uint32_t mine) {
    return comm.all_reduce(mine, comm::Reduction::kMin);
  };
  way.batches = least(way.batches);
  if (way.batches == 0) {
    way.sources_at_once = comm::try_on_all_ranks(
        comm, [&] { return way_by_blocks(question, room, batch).sources_at_once; });
  }
  way.sources_at_once = least(way.sources_at_once);
  return way;
}

BcPlan plan_of_rank(const comm::Communicator& comm, const DeviceQuestion& question) {
  const BcProblem& problem = question.problem;
  // Nothing to search from: no device either.
  if (problem.sources.empty()) {
    return comm::try_on_all_ranks(comm,
                                  [&] { return make_plan(BetweennessMethod::kAuto, problem); });
  }
  const std::size_t batch = batch_for_ranks(problem);
  const DeviceWay way = way_of_ranks(comm, question, batch);
  Workspace workspace;
  auto engines =
      comm::try_on_all_ranks(comm, [&] { return declare_engines(workspace, question, way); });
  take_on_all_ranks(comm, workspace, "betweenness", [&] { return room_on(question.device); });
  return comm::try_on_all_ranks(comm, [&] {
    BcPlan plan = plan_of(question, way, std::move(engines), batch);
    // Which of its ways auto goes is a matter of memory, of which a checkpoint knows nothing: a run
    // continues wherever there is some.
    if (question.options.method == DeviceBetweennessMethod::kAuto) {
      plan.variant = problem.precision == BetweennessPrecision::kSingle ? 1 : 0;
    }
    // The host's variants are few, so that checkpoints of either are none of the other.
    constexpr std::uint64_t kDevices = 64;
    plan.variant =
        plan.variant << 8U | (kDevices + static_cast<std::uint64_t>(question.options.method));
    return plan;
  });
}

}  // namespace

RankDrawers paths_on_devices(const comm::Communicator& comm, const Device& device,
                             const DeviceBetweennessOptions& options, std::uint64_t seed) {
  return comm::try_on_all_ranks(comm, [&]() -> RankDrawers {
    check_device_sampling_options(options);
    return {.declare =
                [device, options, seed](Workspace& workspace, const BcProblem& problem,
                                        std::uint64_t room) {
                  return declare_path_drawer(workspace, {device, nullptr, problem, options}, seed,
                                             room);
                },
            .room = [device] { return room_on(device); }};
  });
}

DeviceSearches searches_on_devices(const comm::Communicator& comm, const Device& device,
                                   const DeviceBetweennessOptions& options) {
  return comm::try_on_all_ranks(comm, [&]() -> DeviceSearches {
    check_device_betweenness_options({}, options);
    const auto plans = [device, options](const comm::Communicator& ranks,
                                         const BcProblem& problem) {
      return plan_of_rank(ranks, {device, nullptr, problem, options});
    };
    const auto hold_the_graph = [device, options](const comm::Communicator& ranks,
                                                  const Graph1d& graph,
                                                  const DistBetweennessOptions& query) {
      const DeviceDemand whole = comm::try_on_all_ranks(ranks, [&] {
        return DeviceDemand{room_on(device), bytes_of_whole(device, graph, query, options.method)};
      });
      const bool fits = whole.bytes <= room_of_rank(ranks, whole.room);
      return ranks.all_reduce(std::uint32_t{fits}, comm::Reduction::kMin) != 0;
    };
    const auto require_the_graph = [device, options](const comm::Communicator& ranks,
                                                     const Graph1d& graph,
                                                     const DistBetweennessOptions& query) {
      ranks.barrier();
      const DeviceDemand whole = comm::try_on_all_ranks(ranks, [&] {
        return DeviceDemand{room_on(device), bytes_of_whole(device, graph, query, options.method)};
      });
      require_device_memory(ranks, whole, "betweenness");
    };
    return {.plans = plans,
            .batch = batches_on_device(device, options.tuning.block_threads),
            .hold_the_graph = hold_the_graph,
            .require_the_graph = require_the_graph};
  });
}

}  // namespace strider::detail
