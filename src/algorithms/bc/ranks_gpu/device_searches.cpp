#include "algorithms/bc/ranks/device_searches.hpp"

#include <algorithm>
#include <utility>

#include "algorithms/bc/gpu/options.hpp"
#include "algorithms/bc/gpu/plans.hpp"
#include "algorithms/bc/ranks_gpu/factory.hpp"
#include "algorithms/bc/zero_flow.hpp"
#include "base/memory.hpp"
#include "comm/collective_error.hpp"
#include "gpu/graph_bytes.hpp"
#include "ranks/memory/device_memory.hpp"
#include "ranks/memory/node_memory.hpp"
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

/// That of `options`, or where that is auto, the one that needs least.
DeviceBetweennessMethod smallest(DeviceBetweennessMethod method) {
  return method == DeviceBetweennessMethod::kAuto ? DeviceBetweennessMethod::kWorkEfficient
                                                  : method;
}

/// By hops, on the device of a rank, with one source at once. The largest number where there are
/// more vertices than a device counts.
std::uint64_t bytes_of_whole(const Graph1d& graph, const DistBetweennessOptions& query,
                             const DeviceBetweennessOptions& options) {
  const std::uint64_t n = graph.owners.num_vertices();
  if (n > kMostDeviceVertices) return ~std::uint64_t{0};
  const DeviceBcSizes sizes{.vertices = n,
                            .arcs = graph.num_arcs,
                            .directed = graph.directedness == Directedness::kDirected,
                            .scores_edges = query.of == BetweennessOf::kEdges,
                            .has_targets = query.targets.has_value(),
                            .precision = query.precision};
  return saturating_add(device_adjacency_bytes(n, graph.num_arcs),
                        predict_bytes_on_device(sizes, smallest(options.method), 1));
}

/// Searches and samples that this comes after have been given up by all ranks then. Collective.
DeviceRoom room_after_others(const comm::Communicator& comm, const Device& device) {
  comm.barrier();
  return comm::try_on_all_ranks(comm, [&] { return room_on(device); });
}

class PlansOnDevices {
 public:
  PlansOnDevices(Device device, const DeviceBetweennessOptions& options)
      : device_(std::move(device)), options_(options) {}

  BcPlan operator()(const comm::Communicator& comm, const BcProblem& problem) const {
    const DeviceRoom room = room_after_others(comm, device_);
    const std::uint64_t own_room = room_of_rank(comm, room);
    DeviceBetweennessOptions options = options_;
    // Method and number are the same on all ranks: another may sum up otherwise.
    const bool fits =
        bytes_for(problem, options, std::max(1U, options.tuning.sources_at_once)) <= own_room;
    if (comm.all_reduce(std::uint32_t{fits}, comm::Reduction::kMin) == 0) {
      options.method = smallest(options.method);
    }
    if (options.tuning.sources_at_once == 0) {
      options.tuning.sources_at_once =
          comm.all_reduce(fitting_sources(problem, options, own_room), comm::Reduction::kMin);
    }
    require_device_memory(comm, {room, bytes_for(problem, options, options.tuning.sources_at_once)},
                          "betweenness");
    return comm::try_on_all_ranks(comm, [&] {
      NodeMemory(comm).require(host_bytes(problem), "betweenness: lengths on their way to devices");
      return plan(problem, options);
    });
  }

 private:
  /// With the graph.
  [[nodiscard]] static std::uint64_t bytes_for(const BcProblem& problem,
                                               const DeviceBetweennessOptions& options,
                                               std::uint32_t sources) {
    if (problem.sources.empty()) return 0;
    return saturating_add(DeviceGraph::predict_bytes(problem.graph),
                          predict_bytes_on_device(sizes_of(problem), options.method, sources));
  }

  /// That making a plan takes and gives back: lengths of the transpose, which is made for them,
  /// too, and trees of edges of length zero.
  [[nodiscard]] static std::uint64_t host_bytes(const BcProblem& problem) {
    if (problem.lengths == nullptr || problem.sources.empty()) return 0;
    const DeviceBcSizes sizes = sizes_of(problem);
    const std::uint64_t turned =
        problem.graph.is_directed()
            ? saturating_add(saturating_mul(sizes.arcs, sizes.length_bytes + sizeof(Vertex)),
                             saturating_mul(sizes.vertices + 1, sizeof(EdgeIndex)))
            : 0;
    const std::uint64_t trees =
        sizes.zero_places == 0
            ? 0
            : saturating_add(saturating_mul(sizes.vertices, sizeof(Vertex)),
                             saturating_mul(sizes.zero_places, sizeof(ZeroPlace)));
    return std::max(turned, trees);
  }

  /// As many as there is use for, and half of the memory is there for; at least one.
  [[nodiscard]] static std::uint32_t fitting_sources(const BcProblem& problem,
                                                     const DeviceBetweennessOptions& options,
                                                     std::uint64_t room) {
    constexpr std::uint32_t kMost = 2048;
    const std::size_t useful = std::min(problem.sources.size(), batch_for_ranks(problem));
    std::uint32_t fitting = 1;
    while (fitting < kMost && fitting < useful &&
           bytes_for(problem, options, 2 * fitting) <= room / 2) {
      fitting *= 2;
    }
    return fitting;
  }

  [[nodiscard]] BcPlan plan(const BcProblem& problem,
                            const DeviceBetweennessOptions& options) const {
    // Nothing to search from: no device either.
    if (problem.sources.empty()) return make_plan(BetweennessMethod::kAuto, problem);
    const DeviceGraph graph(device_, problem.graph);
    BcPlan made = plan_on_device(graph, problem, /*needs_graph=*/false, options);
    made.batch = batch_for_ranks(problem);
    // Which of its ways auto goes is a matter of memory, of which a checkpoint knows nothing: a run
    // continues wherever there is some.
    if (options_.method == DeviceBetweennessMethod::kAuto) {
      made.variant = problem.precision == BetweennessPrecision::kSingle ? 1 : 0;
    }
    // The host's variants are few, so that checkpoints of either are none of the other.
    constexpr std::uint64_t kDevices = 64;
    made.variant = made.variant << 8U | (kDevices + static_cast<std::uint64_t>(options_.method));
    // Engines leave the graph to who made it.
    made.make_engine = [graph, make = std::move(made.make_engine)](int threads) {
      return make(threads);
    };
    return made;
  }

  Device device_;
  DeviceBetweennessOptions options_;
};

/// On a device that holds the graph for it.
class PathsOnDevice final : public PathDrawer {
 public:
  PathsOnDevice(const Device& device, const BcProblem& problem, std::uint64_t seed,
                const DeviceBetweennessOptions& options, std::uint64_t room)
      : graph_(device, problem.graph),
        drawer_(
            path_drawer_on_device(graph_, problem, /*needs_graph=*/false, seed, options, room)) {}

  void draw(std::uint64_t begin, std::uint64_t end, std::span<double> hits) override {
    drawer_->draw(begin, end, hits);
  }
  void settle(std::span<double> hits) override { drawer_->settle(hits); }

 private:
  DeviceGraph graph_;
  std::unique_ptr<PathDrawer> drawer_;
};

/// What a rank's drawer takes besides the graph: for the paths at once that are asked for, else in
/// half of what the rank may take, but for one path at least. What is drawn does not depend on it.
std::uint64_t drawer_room(const BcProblem& problem, const DeviceBetweennessOptions& options,
                          std::uint64_t rank_room, std::uint64_t graph_bytes) {
  const std::uint64_t paths = std::max(1U, options.tuning.sources_at_once);
  const std::uint64_t asked = saturating_add(path_drawer_bytes(problem),
                                             saturating_mul(paths, path_workspace_bytes(problem)));
  if (options.tuning.sources_at_once > 0) return asked;
  return std::max(asked, (rank_room - std::min(rank_room, graph_bytes)) / 2);
}

}  // namespace

DrawerChooser paths_on_devices(const comm::Communicator& comm, const Device& device,
                               const DeviceBetweennessOptions& options, std::uint64_t seed) {
  const auto choose = [device, options, seed](const comm::Communicator& ranks,
                                              const BcProblem& asked) {
    const DeviceRoom room = room_after_others(ranks, device);
    const std::uint64_t graph_bytes =
        saturating_add(DeviceGraph::predict_bytes(asked.graph),
                       problem_bytes(sizes_of(asked), false, false, false));
    const std::uint64_t own = drawer_room(asked, options, room_of_rank(ranks, room), graph_bytes);
    require_device_memory(ranks, {room, saturating_add(graph_bytes, own)}, "sampling paths");
    return comm::try_on_all_ranks(ranks, [&]() -> PathDrawerMaker {
      return [device, options, seed, own](const BcProblem& problem) {
        return std::make_unique<PathsOnDevice>(device, problem, seed, options, own);
      };
    });
  };
  return comm::try_on_all_ranks(comm, [&]() -> DrawerChooser {
    check_device_sampling_options(options);
    return choose;
  });
}

DeviceSearches searches_on_devices(const comm::Communicator& comm, const Device& device,
                                   const DeviceBetweennessOptions& options, PathLengths lengths) {
  return comm::try_on_all_ranks(comm, [&]() -> DeviceSearches {
    check_device_betweenness_options({}, options);
    if (lengths == PathLengths::kWeights) check_device_options_by_lengths(options);
    const auto hold_the_graph = [device, options](const comm::Communicator& ranks,
                                                  const Graph1d& graph,
                                                  const DistBetweennessOptions& query) {
      const DeviceRoom room = comm::try_on_all_ranks(ranks, [&] { return room_on(device); });
      const bool fits = bytes_of_whole(graph, query, options) <= room_of_rank(ranks, room);
      return ranks.all_reduce(std::uint32_t{fits}, comm::Reduction::kMin) != 0;
    };
    const auto require_the_graph = [device, options](const comm::Communicator& ranks,
                                                     const Graph1d& graph,
                                                     const DistBetweennessOptions& query) {
      const DeviceRoom room = room_after_others(ranks, device);
      require_device_memory(ranks, {room, bytes_of_whole(graph, query, options)}, "betweenness");
    };
    return {.plans = PlansOnDevices(device, options),
            .batch = make_device_batch_factory(device, options.tuning.block_threads),
            .hold_the_graph = hold_the_graph,
            .require_the_graph = require_the_graph};
  });
}

}  // namespace strider::detail
