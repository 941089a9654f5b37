// Engines of every scheme under test, the work of ranks done by their cores or on devices.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

#include "algorithms/bfs/ranks/locals.hpp"
#include "conformance/ranks_bfs.hpp"
#include "ranks/delegate/graph_delegate.hpp"
#include "ranks/edges/edge_source.hpp"
#include "ranks/one_d/graph_1d.hpp"
#include "strider/device.hpp"
#include "strider/gpu.hpp"
#include "support/owners.hpp"
#include "support/taken.hpp"

namespace strider::test {

/// Who does the work of a rank.
struct BfsDevice {
  Device device;
  DeviceBfsOptions options;
};
using MaybeBfsDevice = std::optional<BfsDevice>;

/// make(workspace, locals) makes the engine. Collective.
template <class Make>
[[nodiscard]] std::unique_ptr<detail::DistBfsEngine> engine_of(const comm::Communicator& world,
                                                               const MaybeBfsDevice& on,
                                                               const Make& make) {
  detail::DistBfsLocals locals;
  if (on) locals = detail::device_locals(world, on->device, {}, on->options);
  return taken(
      world, [&](detail::Workspace& workspace) { return make(workspace, locals); }, locals.room);
}
[[nodiscard]] inline std::unique_ptr<detail::DistBfsEngine> engine_of(
    const comm::Communicator& world, const std::shared_ptr<const detail::Graph1d>& graph,
    detail::OneDSettings settings, const MaybeBfsDevice& on) {
  return engine_of(world, on, [&](detail::Workspace& workspace, const auto& locals) {
    settings.make_local = locals.one_d;
    return detail::make_one_d(workspace, world, graph, settings);
  });
}
[[nodiscard]] inline std::unique_ptr<detail::DistBfsEngine> engine_of(
    const comm::Communicator& world, const std::shared_ptr<const detail::Graph2d>& graph,
    detail::TwoDSettings settings, const MaybeBfsDevice& on) {
  return engine_of(world, on, [&](detail::Workspace& workspace, const auto& locals) {
    settings.make_local = locals.two_d;
    return detail::make_two_d(workspace, world, graph, settings);
  });
}
[[nodiscard]] inline std::unique_ptr<detail::DistBfsEngine> engine_of(
    const comm::Communicator& world, const std::shared_ptr<const detail::GraphDelegate>& graph,
    detail::DelegateBfsSettings settings, const MaybeBfsDevice& on) {
  return engine_of(world, on, [&](detail::Workspace& workspace, const auto& locals) {
    settings.make_local = locals.delegate;
    return detail::make_delegate_bfs(workspace, world, graph, settings);
  });
}

[[nodiscard]] inline std::shared_ptr<const detail::Graph1d> build_1d(
    const comm::Communicator& world, const EdgeList& list, Owners owners) {
  const detail::HeldEdges edges(list, world.rank(), world.size());
  return std::make_shared<const detail::Graph1d>(
      detail::build_graph_1d(world, edges, make_owners(owners, list.num_vertices, world.size())));
}
[[nodiscard]] inline DistBfsFactory one_d(Owners owners,
                                          comm::Encoding encoding = comm::Encoding::kAuto,
                                          const MaybeBfsDevice& on = std::nullopt) {
  return [=](const comm::Communicator& world, const EdgeList& list,
             const detail::DistBfsSettings& settings) {
    return engine_of(world, build_1d(world, list, owners), {settings, encoding}, on);
  };
}

/// On any number of ranks, levels of few messages are sparse exchanges.
[[nodiscard]] inline DistBfsFactory one_d_sparse(Owners owners) {
  return [=](const comm::Communicator& world, const EdgeList& list,
             const detail::DistBfsSettings& settings) {
    return engine_of(world, build_1d(world, list, owners),
                     {.common = settings, .most_in_rounds = 0}, std::nullopt);
  };
}

/// What a grid's graph is made like.
struct Wire {
  comm::Encoding encoding = comm::Encoding::kAuto;
  detail::MatrixFormat format = detail::MatrixFormat::kAuto;
  std::uint64_t shuffle_seed = 0;
};
[[nodiscard]] inline std::shared_ptr<const detail::Graph2d> build_2d(
    const comm::Communicator& world, const EdgeList& list, detail::Grid grid, const Wire& wire = {},
    int threads = 1) {
  const detail::HeldEdges edges(list, world.rank(), world.size());
  detail::Graph2dSettings build{.grid = grid,
                                .format = wire.format,
                                .threads = threads,
                                .isolated = detail::Graph2dSettings::Isolated::kLeftOut};
  if (wire.shuffle_seed != 0) build.shuffle = detail::Shuffle(list.num_vertices, wire.shuffle_seed);
  return std::make_shared<const detail::Graph2d>(detail::build_graph_2d(world, edges, build));
}
[[nodiscard]] inline DistBfsFactory two_d(detail::Grid grid, const Wire& wire = {},
                                          const MaybeBfsDevice& on = std::nullopt) {
  return [=](const comm::Communicator& world, const EdgeList& list,
             const detail::DistBfsSettings& settings) {
    return engine_of(world, build_2d(world, list, grid, wire, settings.threads),
                     {settings, wire.encoding}, on);
  };
}

[[nodiscard]] inline std::shared_ptr<const detail::GraphDelegate> build_delegate(
    const comm::Communicator& world, const EdgeList& list, std::optional<std::uint64_t> threshold,
    int threads = 1) {
  const detail::HeldEdges edges(list, world.rank(), world.size());
  return std::make_shared<const detail::GraphDelegate>(detail::build_graph_delegate(
      world, edges, {.threshold = threshold, .redistribute = {.threads = threads, .chunk = 1000}}));
}
/// Nothing but the settings of the case.
[[nodiscard]] inline DistBfsFactory delegate(const detail::DelegateBfsSettings& settings,
                                             std::optional<std::uint64_t> threshold,
                                             const MaybeBfsDevice& on = std::nullopt) {
  return [=](const comm::Communicator& world, const EdgeList& list,
             const detail::DistBfsSettings& search) {
    detail::DelegateBfsSettings all = settings;
    all.search = search;
    return engine_of(world, build_delegate(world, list, threshold, search.threads), all, on);
  };
}

}  // namespace strider::test
