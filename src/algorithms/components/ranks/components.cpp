// Components on ranks that own rows: each has a forest of its own vertices and its ghosts, and all
// agree on which trees are one.
#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "algorithms/components/afforest.hpp"
#include "algorithms/components/ranks/sizes.hpp"
#include "graph/union_find.hpp"
#include "ranks/facade/dist_graph.hpp"
#include "ranks/facade/require_rows.hpp"
#include "ranks/halo.hpp"
#include "ranks/memory/take_on_all_ranks.hpp"
#include "ranks/results/traffic_report.hpp"
#include "ranks_gpu/room.hpp"

namespace strider {
namespace detail {
namespace {

class ForestOnRanks {
 public:
  ForestOnRanks(Workspace& workspace, const comm::Communicator& comm, const Graph1d& graph,
                Forest& forest)
      : comm_(comm), graph_(graph), forest_(forest), ghosts_(workspace, comm, graph) {
    workspace.declare("the labels", labels_, graph.num_rows());
    workspace.declare("the ghosts' trees", ghost_roots_, ghosts_.num_ghosts());
  }

  /// Makes one tree here of all trees here that are of one component, and labels it with the least
  /// vertex of that. Collective.
  ///
  ///   every ghost learns the tree that it is in at its owner: it touches the ghost's tree here
  ///   label every tree with the least of its own vertices
  ///   while a label changes anywhere:
  ///     trees that touch take the less of their labels
  ///     a tree whose label was L and the tree that vertex L is in take the less of their labels
  ///   unite the trees here that have the same label
  ///
  /// The last line of the loop hooks and shortcuts (Zhang, Azad and Buluc, "FastSV", 2020): labels
  /// that only went from tree to tree would take as many rounds as a chain has trees.
  void unite() {
    const comm::PhaseScope phase(comm_.traffic(), comm::Phase::kExchange);
    locally([&] { sets_ = ConcurrentDisjointSets(forest_.parents()); });
    ghosts_.broadcast<Vertex>([&](Vertex v) { return sets_.find(v); },
                              [&](std::size_t i, Vertex root) { ghost_roots_[i] = root; });
    std::vector<OwnedVertex> there;
    std::vector<Vertex> trees;
    locally([&] {
      find_touching(there, trees);
      for (Vertex v = 0; v < graph_.num_rows(); ++v) labels_[v] = name(v);
      // Names ascend with vertices unless they are shuffled: those of roots are the least.
      for (Vertex v = 0; v < graph_.num_rows(); ++v) lower(v, name(v));
    });
    GhostMap touching(comm_, there);
    std::vector<OwnedVertex> labelled;
    locally([&] {
      trees.insert(trees.end(), touching.owned().begin(), touching.owned().end());
      labelled.resize(trees.size());
    });
    do {
      changed_ = 0;
      const auto owner_of_label = [&](Vertex tree) { return graph_.owners.locate(label(tree)); };
      std::ranges::transform(trees, labelled.begin(), owner_of_label);
      level(touching, trees);
      GhostMap labels(comm_, labelled);
      level(labels, trees);
    } while (comm_.all_reduce(changed_, comm::Reduction::kMax) != 0);
    std::ranges::sort(trees, {}, [&](Vertex tree) { return label(tree); });
    for (std::size_t i = 1; i < trees.size(); ++i) {
      if (label(trees[i]) == label(trees[i - 1])) sets_.unite(trees[i], trees[i - 1]);
    }
    locally([&] {
      forest_.put_parents();
      forest_.compress();
    });
  }

  /// A tree here that all ranks have or none; kNoVertex where it is none here. Precondition:
  /// united. Collective.
  [[nodiscard]] Vertex giant() {
    Vertex here = kNoVertex;
    locally([&] { here = sampled_giant(forest_, graph_.num_rows(), graph_.directedness); });
    const GlobalVertex mine = here == kNoVertex ? kNoGlobalVertex : label(here);
    return comm_.all_reduce(mine, comm::Reduction::kMin) == mine ? here : kNoVertex;
  }

  /// Calls `body`, which does not communicate; what it throws on one rank, all throw. Collective.
  template <class Body>
  void locally(const Body& body) {
    comm::try_on_all_ranks(comm_, body);
  }

  /// The last call: takes the labels. Precondition: united. Throws MemoryError on this rank only.
  void write(DistComponentsResult& result) {
    result.vertices.resize(graph_.num_rows());
    for (Vertex v = 0; v < graph_.num_rows(); ++v) {
      result.vertices[v] = name(v);
      labels_[v] = label(v);
    }
    result.values = std::move(labels_);
  }

 private:
  [[nodiscard]] GlobalVertex name(Vertex v) const { return graph_.global_of(local_vertex(v)); }
  [[nodiscard]] GlobalVertex& label(Vertex v) { return labels_[sets_.find(v)]; }
  void lower(Vertex v, GlobalVertex to) {
    if (to >= label(v)) return;
    label(v) = to;
    changed_ = 1;
  }
  /// The tree of each ghost's owner and trees[ghost] take the less of their labels. Collective.
  void level(GhostMap& ghosts, std::span<const Vertex> trees) {
    ghosts.reduce<GlobalVertex>([&](std::size_t i) { return label(trees[i]); },
                                [&](Vertex v, GlobalVertex to) { lower(v, to); });
    ghosts.broadcast<GlobalVertex>([&](Vertex v) { return label(v); },
                                   [&](std::size_t i, GlobalVertex to) { lower(trees[i], to); });
  }

  /// Pairs of a tree there and a tree here that have a ghost in common.
  void find_touching(std::vector<OwnedVertex>& there, std::vector<Vertex>& here) {
    const auto look = [&](std::size_t ghost, Vertex local_id, Vertex count, int rank) {
      using Pair = std::pair<Vertex, Vertex>;
      // Most ghosts tell of the giants, again and again: not kept where one like it was just now.
      std::vector<Pair> recent(1U << 10U, {kNoVertex, kNoVertex});
      for (const Vertex end = local_id + count; local_id < end; ++local_id, ++ghost) {
        const Pair pair(ghost_roots_[ghost], sets_.find(local_id));
        if (pair.second == local_id) continue;  // no arc to it has been followed
        Pair& last = recent[(pair.first * 31U + pair.second) % recent.size()];
        if (std::exchange(last, pair) == pair) continue;
        there.push_back({rank, local_vertex(pair.first)});
        here.push_back(pair.second);
      }
    };
    GhostMap::for_each_range(graph_, look);
  }

  const comm::Communicator& comm_;
  const Graph1d& graph_;
  Forest& forest_;
  GhostMap ghosts_;
  Array<GlobalVertex> labels_;   ///< by own vertex: of roots until write(), then of all
  Array<Vertex> ghost_roots_;    ///< by ghost: its root at its owner
  ConcurrentDisjointSets sets_;  ///< over the forest's parents as the host has them
  std::uint32_t changed_ = 0;
};

/// On `device`, or on the host where that is null; builds without devices have none to give.
DistComponentsResult connect_on_ranks(const DistGraph::State& graph, const Device* device,
                                      const ComponentsOptions& options) {
  const comm::Communicator& comm = graph.comm();
  const std::shared_ptr<const Graph1d> part = graph.one_d();
  Workspace workspace;
  std::unique_ptr<Forest> forest;
  std::function<DeviceRoom()> room;
  std::optional<ForestOnRanks> ranks;
  comm::try_on_all_ranks(comm, [&] {
    require_rows(graph, "components", "need");
    const int threads = threads_of(graph, options.threads);
    const Vertex num_vertices = std::max(part->local_ids.size(), part->num_rows());
    const ComponentRows rows{part->rows, num_vertices, OtherNeighbor::kLast};
    if (device == nullptr) {
      forest = make_forest(workspace, rows, threads);
    } else if constexpr (STRIDER_BUILT_WITH_DEVICES != 0) {
      forest = make_forest(workspace, *device, rows);
      room = [device] { return room_on(*device); };
    }
    ranks.emplace(workspace, comm, *part, *forest);
  });
  take_on_all_ranks(comm, workspace, "components", room);
  DistComponentsResult result;
  measure_on_ranks(comm, result, [&] {
    connect(
        *forest, [&](const auto& body) { ranks->locally(body); }, [&] { ranks->unite(); },
        [&] { return ranks->giant(); });
    ranks->locally([&] { ranks->write(result); });
  });
  result.sizes = count_on_ranks(comm, part->owners, result);
  return result;
}

}  // namespace
}  // namespace detail

DistComponentsResult components(const DistGraph& graph, const ComponentsOptions& options) {
  return detail::connect_on_ranks(*graph.state(), nullptr, options);
}

DistComponentsResult components(const DistGraph& graph, const Device& device,
                                const ComponentsOptions& options) {
  return detail::connect_on_ranks(*graph.state(), &device, options);
}

}  // namespace strider
