// What betweenness on a device is to code that knows no kind of device.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "algorithms/bc/problem.hpp"
#include "base/workspace.hpp"
#include "gpu/device_object.hpp"
#include "gpu/long_rows.hpp"

namespace strider::detail {

/// How a block searches from a source.
enum class SourceWalk : std::uint8_t { kByVertices, kByEdges, kByQueues, kHybrid, kByLengths };

[[nodiscard]] constexpr bool has_queues(SourceWalk walk) {
  return walk == SourceWalk::kByQueues || walk == SourceWalk::kHybrid ||
         walk == SourceWalk::kByLengths;
}
[[nodiscard]] constexpr bool walks_edges(SourceWalk walk) {
  return walk == SourceWalk::kByEdges || walk == SourceWalk::kHybrid;
}

/// What memory depends on.
struct BcSizes {
  std::uint64_t vertices = 0;
  std::uint64_t arcs = 0;
  bool directed = false;
  bool scores_edges = false;
  bool has_targets = false;

  [[nodiscard]] std::uint64_t scores() const { return scores_edges ? arcs : vertices; }
};
[[nodiscard]] inline BcSizes sizes_of(const BcProblem& problem) {
  return {.vertices = problem.graph.num_vertices(),
          .arcs = problem.graph.num_arcs(),
          .directed = problem.graph.is_directed(),
          .scores_edges = problem.of == BetweennessOf::kEdges,
          .has_targets = !problem.target_weights.empty()};
}

/// How sources are searched from, a block each.
struct SourceSearchSettings {
  SourceWalk walk = SourceWalk::kByQueues;
  std::uint32_t block_threads = 256;
  std::uint32_t sources_at_once = 1;
};

/// How sources are searched from, 32 to a warp.
struct BatchedSearchSettings {
  /// Levels that a search may have, the first one included.
  std::uint32_t levels = 1;
  /// Of 32 sources, at once.
  std::uint32_t batches = 1;
  std::uint32_t block_threads = 256;
  /// Of the rows. kSingle: at most kMostFloatLevels levels.
  BetweennessPrecision precision = BetweennessPrecision::kDouble;
  /// Rows out that are cut into chunks; of a directed graph, rows in, too.
  LongRowCounts long_out = {};
  LongRowCounts long_in = {};
};

/// path_plan.hpp
struct PathDrawerSettings;
class DevicePathDrawer;

/// Adds up dependencies on a device.
class DeviceBcEngine {
 public:
  virtual ~DeviceBcEngine() = default;
  /// `sums`, one an arc or vertex of the problem, become what the sources bring, added up in their
  /// order, however many are searched from at once; returns the arcs that start at vertices
  /// reached.
  virtual std::uint64_t sum_up(std::span<const Vertex> sources, std::span<double> sums) = 0;
  /// As sum_up, but adds to sums that are on the device; returns when they are there.
  virtual std::uint64_t add_to(std::span<const Vertex> sources, double* sums) = 0;
};

/// By searches of a block a source.
class DeviceSourceSearch : public DeviceBcEngine {
 public:
  /// The largest level that a search from each of the sources reaches.
  [[nodiscard]] virtual std::vector<Level> depths(std::span<const Vertex> sources) = 0;
  /// Hybrid: from now on, levels of so many vertices are walked by all edges.
  virtual void walk_edges_from(std::uint32_t vertices) = 0;
  /// Blocks that the device runs at the same time.
  [[nodiscard]] virtual std::uint32_t blocks() const = 0;
};

/// A problem on a device. It outlives the searches that it makes; what all of them declare is taken
/// after what the problem does. They throw UsageError where the device cannot hold blocks of so
/// many threads.
class DeviceBcProblem {
 public:
  virtual ~DeviceBcProblem() = default;
  [[nodiscard]] virtual std::unique_ptr<DeviceSourceSearch> source_search(
      Workspace& workspace, const SourceSearchSettings& settings) const = 0;
  /// For scores of vertices. `for_deep` searches from the sources of batches of more levels.
  [[nodiscard]] virtual std::unique_ptr<DeviceBcEngine> batched_search(
      Workspace& workspace, const BatchedSearchSettings& settings,
      DeviceBcEngine& for_deep) const = 0;
  [[nodiscard]] virtual std::unique_ptr<DevicePathDrawer> path_drawer(
      Workspace& workspace, const PathDrawerSettings& settings) const = 0;
};

namespace on_cuda {
/// The problem on the device of `context`, for searches of that kind. `graph`: GraphArrays of the
/// problem's graph; null: they are put there, too. What is given outlives what is made.
[[nodiscard]] std::unique_ptr<DeviceBcProblem> put_problem(Workspace& workspace,
                                                           DeviceObject& context,
                                                           const DeviceObject* graph,
                                                           const BcProblem& problem,
                                                           SourceWalk walk);
/// Bytes of the device's memory for a problem by hops with its graph, and a search from one source.
[[nodiscard]] std::uint64_t bytes_of_one_source(DeviceObject& context, const BcSizes& sizes,
                                                SourceWalk walk);
/// The adjacency, as it is on the device.
void download_rows(const DeviceObject& arrays, std::span<EdgeIndex> offsets,
                   std::span<Vertex> targets);
/// The weights, as they are on the device of `arrays`.
template <class W>
void download_weights(const DeviceObject& arrays, const DeviceObject& weights, std::span<W> to);
}  // namespace on_cuda
namespace on_simt {
[[nodiscard]] std::unique_ptr<DeviceBcProblem> put_problem(Workspace& workspace,
                                                           DeviceObject& context,
                                                           const DeviceObject* graph,
                                                           const BcProblem& problem,
                                                           SourceWalk walk);
[[nodiscard]] std::uint64_t bytes_of_one_source(DeviceObject& context, const BcSizes& sizes,
                                                SourceWalk walk);
void download_rows(const DeviceObject& arrays, std::span<EdgeIndex> offsets,
                   std::span<Vertex> targets);
template <class W>
void download_weights(const DeviceObject& arrays, const DeviceObject& weights, std::span<W> to);
}  // namespace on_simt

}  // namespace strider::detail
