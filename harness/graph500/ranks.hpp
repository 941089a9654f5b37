// The Graph500 benchmark on ranks.
#pragma once

#include <optional>

#include "graph500/graph500.hpp"
#include "strider/device.hpp"
#include "strider/dist.hpp"
#include "strider/gpu.hpp"

namespace strider {

struct DistGraph500Options {
  /// Its bfs, sssp, layout and threads are those of one machine, and not looked at.
  Graph500Options protocol = {};
  /// Vertices of the generator are scrambled already.
  PartitionOptions partition = {};
  DistBfsOptions bfs = {};
  /// Of this rank, where searches run on devices: parents are in the host's memory when the time is
  /// taken, for there they get the numbers of the graph.
  std::optional<Device> device = {};
  DeviceBfsOptions device_bfs = {};
  DistSsspOptions sssp = {};
};

/// What kernels ran on; one graph for both where it is fit for both.
struct DistGraph500Graphs {
  std::optional<DistGraph> bfs;
  std::optional<DistGraph> sssp;
};

/// run_graph500 on all ranks of a cluster: each generates its share of the tuples. Graph, keys and
/// traversed tuples are the same for every number of ranks. Times are those of the slowest rank.
/// `graphs` become those that were searched. Where both kernels run and kernel 2 is on 2d, kernel 3
/// is on a graph of its own, built within kernel 1 as well: 2d where that was asked for, not on
/// devices; else 1d. The same report on all ranks; progress is reported on rank 0 only. Throws as
/// run_graph500 does. Collective.
[[nodiscard]] Graph500Report run_graph500(const Cluster& cluster,
                                          const DistGraph500Options& options,
                                          DistGraph500Graphs* graphs = nullptr);

}  // namespace strider
