// Few ranks find a forest as the threads of one machine do (single_pivot_filter_kruskal.cpp): edges
// are parted, what is known of vertices is not.
//
//   choose a limit: about as many edges are light as vertices have edges
//   look at the own rows once: the first edge of each vertex, and the light edges
//   tell all ranks the first edges; hook every vertex by its own: fragments, the same on all ranks
//   one rank connects the fragments by the light edges between them (root_kruskal.hpp)
//   nearly all vertices are now in one giant tree: look at the rows of the others once more, at
//     all edges to other trees, by which the same rank connects what is left
//   send the edges of the forest to the owners of their smaller ends
//
// Where edges are few, all between fragments are looked at in place of the light ones, and once.
// Where few of them lead to other ranks besides, ranks settle more by themselves (boruvka.cpp).
//
// The vertices of a graph are much fewer than its edges: to tell all of them of every vertex costs
// less than to ask for some (dense graphs in Dehne and Goetz, Practical parallel algorithms for
// minimum spanning trees, 1998). Each rank sends 8 bytes and a bit for each of its vertices to each
// other one, gets 4 for each fragment from that rank a few times, and sends that one about
// an edge for each fragment. O(m / p + n) work a rank, and O(n log n) of that one.
#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "algorithms/msf/ranks/engine.hpp"
#include "algorithms/msf/ranks/forest_delivery.hpp"
#include "algorithms/msf/ranks/rank_rows.hpp"
#include "algorithms/msf/ranks/replicated/own_rows.hpp"
#include "algorithms/msf/ranks/replicated/replicated_fragments.hpp"
#include "algorithms/msf/ranks/replicated/root_kruskal.hpp"
#include "base/most_frequent.hpp"
#include "comm/collective_error.hpp"
#include "ranks/memory/node_memory.hpp"

namespace strider::detail {
namespace {

using comm::Phase;
using comm::PhaseScope;

template <class W>
class Replicated final : public DistMsfEngine<W> {
 public:
  using Key = WeightKey<W>;
  using Edge = KeyedEdge<Key>;
  using Part = BoruvkaPart;

  Replicated(Workspace& workspace, const comm::Communicator& comm,
             std::shared_ptr<const WeightedGraph1d<W>> graph, const DistMsfOptions& options)
      : comm_(comm),
        graph_(std::move(graph)),
        order_(options.objective),
        threads_(options.threads),
        rows_(workspace, graph_, order_, threads_),
        fragments_(workspace, comm, graph_->topology.owners, threads_),
        taken_(workspace, comm, graph_->topology.owners, rows_.begin(), order_),
        root_kruskal_(comm, threads_),
        connected_(count_connected(graph_->topology.rows)) {}

  void run(DistForest<W>& forest) override {
    const PhaseScope phase(comm_.traffic(), Phase::kControl);
    timer_.start();
    taken_.clear();
    const auto limit = choose_light_limit(comm_, *graph_, order_, connected_);
    comm::try_on_all_ranks(comm_, [&] { rows_.scan(limit); });
    timer_.end(Part::kScan);
    hook();
    const std::uint64_t settled = num_hooked_;
    comm::try_on_all_ranks(comm_, [&] {
      root_kruskal_.restart(fragments_.of(), fragments_.count());
      if (limit) {
        rows_.gather_light(fragments_.of(), candidates_);
      } else {
        rows_.gather_all(fragments_.of(), candidates_);
      }
    });
    timer_.end(Part::kFilter);
    forest.profile = {};
    std::uint64_t left = connect(forest.profile);
    if (limit) {
      comm::try_on_all_ranks(comm_, [&] {
        rows_.gather_outside(fragments_.of(), root_kruskal_.trees(), find_giant(), candidates_);
      });
      timer_.end(Part::kHeavy);
      left += connect(forest.profile);
    }
    {
      const PhaseScope exchange(comm_.traffic(), Phase::kExchange);
      taken_.deliver(forest.edges);
    }
    timer_.end(Part::kDeliver);
    comm::try_on_all_ranks(comm_, [&] { timer_.write(forest.profile.parts); });
    forest.profile.settled_edges = settled;
    forest.profile.edges_left = left;
  }

 private:
  /// Collective.
  void hook() {
    const PhaseScope phase(comm_.traffic(), Phase::kExchange);
    fragments_.hook(rows_.first_other());
    comm::try_on_all_ranks(comm_, [&] {
      num_hooked_ = 0;
      const auto others = rows_.first_other();
      for (Vertex v = 0; v < others.size(); ++v) {
        const Vertex number = rows_.begin() + v;
        if (others[v] == kNoVertex || fragments_.is_root(number)) continue;
        taken_.append(keyed_edge(number, others[v], rows_.first_key()[v]));
        ++num_hooked_;
      }
    });
    timer_.end(Part::kHook);
  }

  /// Returns how many candidates all ranks had. Collective.
  std::uint64_t connect(DistMsfProfile& profile) {
    const PhaseScope phase(comm_.traffic(), Phase::kExchange);
    std::uint64_t left = 0;
    for (const auto& part : candidates_) left += part.size();
    left = comm_.all_reduce(left, comm::Reduction::kSum);
    profile.levels += root_kruskal_.run(candidates_, taken_);
    timer_.end(Part::kRounds);
    return left;
  }

  /// The tree that most of a sample of the fragments are in.
  [[nodiscard]] Vertex find_giant() const {
    return most_frequent_of_some(fragments_.count(), kNoVertex,
                                 [&](std::size_t i) { return root_kruskal_.trees()[i]; });
  }

  const comm::Communicator& comm_;
  std::shared_ptr<const WeightedGraph1d<W>> graph_;
  WeightOrder<W> order_;
  int threads_;
  OwnRows<W> rows_;
  ReplicatedFragments fragments_;
  ForestCollection<W> taken_;
  RootKruskal<W> root_kruskal_;
  typename OwnRows<W>::Candidates candidates_;
  std::uint64_t connected_;
  std::uint64_t num_hooked_ = 0;
  PartTimer timer_;
};

}  // namespace

bool pays_to_replicate(const comm::Communicator& comm, const Graph1d& graph) {
  // Places of local ids, which may be as many as vertices and own ones twice, must fit 32 bits.
  constexpr std::uint64_t kMostVertices = std::uint64_t{1} << 31U;
  // Below, ranks settle nearly all edges by themselves.
  constexpr std::uint64_t kRowsToOneAtBorder = 8;
  const OwnerMap& owners = graph.owners;
  if (owners.kind() != OwnerMap::Kind::kBlock || !owners.shuffle().is_identity() ||
      owners.num_vertices() >= kMostVertices) {
    return false;
  }
  std::array<std::uint64_t, 2> counts{};  // rows with entries, and with some to other ranks
  auto& [connected, at_border] = counts;
  for (Vertex u = 0; u < graph.num_rows(); ++u) {
    if (graph.rows.degree(u) == 0) continue;
    ++connected;
    at_border += graph.rows.neighbors(u).back() >= graph.num_rows() ? 1 : 0;
  }
  comm.all_reduce(std::span<std::uint64_t>(counts), comm::Reduction::kSum);
  return has_heavy_edges(static_cast<double>(graph.num_edges), static_cast<double>(connected)) ||
         kRowsToOneAtBorder * at_border > connected;
}

template <class W>
std::unique_ptr<DistMsfEngine<W>> make_replicated(const comm::Communicator& comm,
                                                  std::shared_ptr<const WeightedGraph1d<W>> graph,
                                                  const DistMsfOptions& options) {
  return comm::try_on_all_ranks(comm, [&]() -> std::unique_ptr<DistMsfEngine<W>> {
    Workspace workspace;
    auto engine = std::make_unique<Replicated<W>>(workspace, comm, std::move(graph), options);
    workspace.take("a spanning forest", NodeMemory(comm));
    return engine;
  });
}

template std::unique_ptr<DistMsfEngine<float>> make_replicated(
    const comm::Communicator&, std::shared_ptr<const WeightedGraph1d<float>>,
    const DistMsfOptions&);
template std::unique_ptr<DistMsfEngine<double>> make_replicated(
    const comm::Communicator&, std::shared_ptr<const WeightedGraph1d<double>>,
    const DistMsfOptions&);
template std::unique_ptr<DistMsfEngine<std::uint32_t>> make_replicated(
    const comm::Communicator&, std::shared_ptr<const WeightedGraph1d<std::uint32_t>>,
    const DistMsfOptions&);

}  // namespace strider::detail
