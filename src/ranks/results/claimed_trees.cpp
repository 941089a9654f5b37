// Trees that files claim, on ranks.
#include <optional>

#include "io/results/claimed_cells.hpp"
#include "ranks/facade/cluster_state.hpp"
#include "ranks/results/claimed_table.hpp"
#include "strider/dist_results.hpp"

namespace strider {
namespace detail {
namespace {

/// The vertex that is its own parent, if all ranks have one together.
std::optional<GlobalVertex> only_source(const comm::Communicator& comm, std::uint64_t here,
                                        GlobalVertex source) {
  const std::uint64_t sources = comm.all_reduce(here, comm::Reduction::kSum);
  source = comm.all_reduce(here == 0 ? kNoGlobalVertex : source, comm::Reduction::kMin);
  return sources == 1 ? std::optional(source) : std::nullopt;
}

template <class Depth, class Parse>
DistClaimedTree<Depth> read_tree(const comm::Communicator& comm, const std::string& path,
                                 const DistInput::State& input, const WantedColumns& names,
                                 Depth unreached, const Parse& parse_depth) {
  const auto parse = [&](std::span<const std::string_view> cells, const RowPlace& place) {
    return cells[1].data() == nullptr ? unreached : parse_depth(cells[1], place);
  };
  const ClaimedColumns<Depth, decltype(parse)> columns{names, 2, OtherVertex::kAnyLabel, parse};
  auto table = claimed_table(comm, path, columns, input);
  const Array<ClaimedRow<Depth>> rows = table.read_block();
  const GlobalVertex no_vertex = input.source->num_vertices();
  DistClaimedTree<Depth> tree;
  std::uint64_t sources = 0;
  GlobalVertex source = 0;
  comm::try_on_all_ranks(comm, [&] {
    const std::uint32_t size = table.blocks().size(comm.rank());
    if (size > 0) tree.first = table.blocks().global(comm.rank(), local_vertex(0));
    Workspace workspace;
    workspace.declare("the parents", tree.parents, size);
    workspace.declare("the depths", tree.depths, size);
    workspace.take("the tree of a result", NodeMemory(comm));
    std::ranges::fill(tree.parents, kNoGlobalParent);
    std::ranges::fill(tree.depths, unreached);
    for (const ClaimedRow<Depth>& row : rows) {
      const GlobalVertex v = row.vertex;
      const bool has_parent = row.other != kNoGlobalVertex;
      tree.depths[v - tree.first] = row.value;
      // A vertex may be called "-1" too; then the depth tells.
      if (row.says_none() && (!has_parent || row.value == unreached)) continue;
      tree.parents[v - tree.first] = has_parent ? row.other : no_vertex;
      if (row.other != v) continue;
      source = v;
      ++sources;
    }
  });
  tree.source = only_source(comm, sources, source);
  return tree;
}

}  // namespace
}  // namespace detail

DistClaimedTree<Level> read_bfs_result(const Cluster& cluster, const DistInput& input,
                                       const std::string& path) {
  return detail::read_tree<Level>(cluster.state()->comm(), path, *input.state(),
                                  {kTreeColumns, "level"}, kUnreached, parse_level);
}

template <class W>
DistClaimedTree<SsspDistance<W>> read_sssp_result(const Cluster& cluster, const DistInput& input,
                                                  const std::string& path) {
  return detail::read_tree<SsspDistance<W>>(cluster.state()->comm(), path, *input.state(),
                                            {kPathColumns, ""}, kInfiniteDistance<W>,
                                            parse_distance<W>);
}

template DistClaimedTree<SsspDistance<float>> read_sssp_result<float>(const Cluster&,
                                                                      const DistInput&,
                                                                      const std::string&);
template DistClaimedTree<SsspDistance<double>> read_sssp_result<double>(const Cluster&,
                                                                        const DistInput&,
                                                                        const std::string&);
template DistClaimedTree<SsspDistance<std::uint32_t>> read_sssp_result<std::uint32_t>(
    const Cluster&, const DistInput&, const std::string&);

}  // namespace strider
