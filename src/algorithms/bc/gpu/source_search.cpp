// The kernels that search from the sources by hops, a block each.
//
//   for each round of as many sources as there is room for (source_search.hpp):
//     each block, for one source after the other:
//       out by levels, then back (level_walks.hpp); its dependencies stay in its workspace
//     each vertex, or arc: its score += what the sources of the round bring, in their order
//
// The walks differ in how the threads of a block share a level: all vertices, all arcs, or a queue.
#include "algorithms/bc/gpu/source_search.hpp"

#include "algorithms/bc/gpu/level_walks.hpp"

namespace strider::detail::STRIDER_DEVICE {
namespace {

template <class Offset>
STRIDER_KERNEL search_by_vertices(BcRound<Offset> round) {
  search_sources(
      round, [&](const BlockTeam& team, u32 /*number*/, const SourceWorkspace& workspace,
                 Reached& reached) { return walk_by_vertices(team, round, workspace, reached); });
}
template <class Offset>
STRIDER_KERNEL search_by_edges(BcRound<Offset> round) {
  search_sources(round,
                 [&](const BlockTeam& team, u32 /*number*/, const SourceWorkspace& workspace,
                     Reached& reached) { return walk_by_edges(team, round, workspace, reached); });
}
template <class Offset>
STRIDER_KERNEL search_by_queues(BcRound<Offset> round) {
  STRIDER_SHARED(u32, length, 1);
  search_sources(round, [&](const BlockTeam& team, u32 /*number*/, const SourceWorkspace& workspace,
                            Reached& reached) {
    if (team.rank() == 0) simt::store(&length[0], 1);
    team.sync();
    return walk_by_queues(team, round, workspace, &length[0], reached);
  });
}

template <class Offset>
STRIDER_KERNEL add_to_arcs(BcRound<Offset> round, double* sums) {
  const auto share = [](u32 /*number*/, const SourceWorkspace& workspace, u64 /*arc*/, u32 v,
                        u32 w) {
    const Node& from = workspace.nodes[v];
    const Node& to = workspace.nodes[w];
    if (from.level == kNoLevel || to.level != from.level + 1) return 0.0;
    return workspace.kept[v] * share_of_successor(from.exponent, to.value, to.exponent);
  };
  add_shares(round, share, sums);
}
class HopKernels {
 public:
  HopKernels(Workspace& /*workspace*/, const BcOnDevice& /*problem*/,
             const SourceSearchSettings& settings)
      : walk_(settings.walk) {}

  template <class Offset, class Use>
  void with_search(const Use& use) const {
    switch (walk_) {
      case SourceWalk::kByVertices:
        return use(&search_by_vertices<Offset>);
      case SourceWalk::kByEdges:
        return use(&search_by_edges<Offset>);
      default:
        return use(&search_by_queues<Offset>);
    }
  }
  template <class Offset, class Use>
  void with_add_to_arcs(const Use& use) const {
    use(&add_to_arcs<Offset>);
  }

 private:
  SourceWalk walk_;
};

}  // namespace

std::unique_ptr<DeviceSourceSearch> BcOnDevice::source_search(
    Workspace& workspace, const SourceSearchSettings& settings) const {
  if (settings.walk == SourceWalk::kByLengths) {
    return make_length_search(workspace, *this, settings);
  }
  return std::make_unique<SourceSearch<HopKernels>>(workspace, *this, settings);
}

std::uint64_t bytes_of_one_source(DeviceObject& context, const BcSizes& sizes, SourceWalk walk) {
  auto& device = static_cast<Context&>(context);
  Workspace workspace;
  const ProblemArrays problem(workspace, device, sizes, walk, /*puts_graph=*/true);
  const SourceArrays search(workspace, device, sizes, walk, 1);
  return workspace.device_bytes();
}

}  // namespace strider::detail::STRIDER_DEVICE
