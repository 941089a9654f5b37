#include "conformance/ranks_sssp.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <iterator>
#include <limits>
#include <type_traits>
#include <variant>
#include <vector>

#include "base/random.hpp"
#include "partition/ids.hpp"
#include "partition/owner_map.hpp"
#include "strider/error.hpp"
#include "strider/validate.hpp"
#include "support/graphs.hpp"
#include "support/listed_edges.hpp"
#include "support/mpi_world.hpp"
#include "support/real_graphs.hpp"
#include "support/weights.hpp"

namespace strider::test {
namespace {

using detail::DistSsspEngine;
using detail::DistSsspSettings;
using detail::DistSsspTree;

/// A round costs messages between all ranks, so that deep searches take long on few cores.
constexpr Level kTooDeep = 260;

template <class W>
SsspResult<W> oracle(const WeightedGraph<W>& graph, Vertex source) {
  return sssp(graph, source, {.method = SsspMethod::kDijkstra, .threads = 1});
}

bool everywhere(const comm::Communicator& world, bool here) {
  return world.all_reduce(static_cast<std::uint32_t>(here ? 1 : 0), comm::Reduction::kMin) == 1;
}

/// The parts of all ranks, on every rank, in the input's numbers.
template <class W>
struct WholePaths {
  std::vector<Vertex> parents;
  std::vector<SsspDistance<W>> distances;
};

/// Each rank puts in what it owns, and the ranks add up: what two own, or none, shows as a wrong
/// count.
template <class W>
bool gather(const comm::Communicator& world, const DistSsspEngine<W>& engine, std::size_t n,
            const DistSsspTree<W>& tree, const std::string& what, WholePaths<W>& whole) {
  const detail::OwnerMap& owners = engine.owners();
  const std::uint32_t mine = owners.size(world.rank());
  bool well = tree.parents.size() == mine && tree.distances.size() == mine;
  EXPECT_TRUE(well) << what << ": arrays of another length than the rank has vertices";
  std::vector<std::uint32_t> owned(n, 0);
  std::vector<std::uint32_t> parents(n, 0);
  std::vector<std::uint64_t> bits(n, 0);
  for (std::uint32_t i = 0; well && i < mine; ++i) {
    const GlobalVertex v = owners.global(world.rank(), detail::local_vertex(i));
    ++owned[v];
    const GlobalVertex parent = tree.parents[i];
    well = parent == detail::kNoGlobalVertex || parent < n;
    EXPECT_TRUE(well) << what << ", vertex " << v << ": its parent " << parent << " is no vertex";
    parents[v] = static_cast<Vertex>(parent);
    if constexpr (std::is_same_v<W, float>) {
      bits[v] = std::bit_cast<std::uint32_t>(tree.distances[i]);
    } else {
      bits[v] = std::bit_cast<std::uint64_t>(tree.distances[i]);
    }
  }
  if (!everywhere(world, well)) return false;
  world.all_reduce(std::span(owned), comm::Reduction::kSum);
  world.all_reduce(std::span(parents), comm::Reduction::kSum);
  world.all_reduce(std::span(bits), comm::Reduction::kSum);
  const bool each_once =
      std::all_of(owned.begin(), owned.end(), [](std::uint32_t times) { return times == 1; });
  EXPECT_TRUE(each_once) << what << ": a vertex without an owner, or with several";
  whole.parents = std::move(parents);
  for (const std::uint64_t word : bits) {
    if constexpr (std::is_same_v<W, float>) {
      whole.distances.push_back(std::bit_cast<float>(static_cast<std::uint32_t>(word)));
    } else {
      whole.distances.push_back(std::bit_cast<SsspDistance<W>>(word));
    }
  }
  return each_once;
}

template <class W>
bool same_distances(const WeightedGraph<W>& graph, Vertex source, const WholePaths<W>& whole,
                    std::uint64_t num_reached, const std::string& what) {
  const SsspResult<W> expected = oracle(graph, source);
  const auto distances = expected.distances();
  for (std::size_t v = 0; v < distances.size(); ++v) {
    // No distance is -0 or not a number: equal ones have equal bits.
    if (whole.distances[v] == distances[v]) continue;
    ADD_FAILURE() << what << ", vertex " << v << ": distance " << whole.distances[v]
                  << " instead of " << distances[v];
    return false;
  }
  EXPECT_EQ(num_reached, expected.num_reached()) << what;
  return num_reached == expected.num_reached();
}

template <class W>
bool is_valid(const EdgeList& list, Vertex source, const WholePaths<W>& whole,
              const std::string& what) {
  const SsspValidation validation =
      validate_sssp<W>(list, source, whole.parents, whole.distances, {.threads = 1});
  for (const SsspViolation& violation : validation.violations) {
    ADD_FAILURE() << what << ": " << violation.message;
  }
  return validation.passed();
}

template <class W>
bool searches_well(const comm::Communicator& world, const WeightedGraph<W>& graph,
                   const DistSsspFactory<W>& make, const DistSsspSettings& settings,
                   const std::vector<Vertex>& sources, const std::string& name) {
  const EdgeList list = list_weighted_edges(graph);
  const auto engine = make(world, list, settings);
  DistSsspTree<W> tree;
  for (const Vertex source : sources) {
    engine->search(source, tree);
    if (!expect_ranks_paths(world, list, graph, source, *engine, tree,
                            name + " from " + std::to_string(source))) {
      return false;
    }
  }
  return true;
}

}  // namespace

template <class W>
bool expect_ranks_paths(const comm::Communicator& world, const EdgeList& list,
                        const WeightedGraph<W>& graph, GlobalVertex source,
                        const DistSsspEngine<W>& engine, const DistSsspTree<W>& tree,
                        const std::string& what) {
  WholePaths<W> whole;
  if (!gather(world, engine, graph.topology().num_vertices(), tree, what, whole)) return false;
  const auto root = static_cast<Vertex>(source);
  return everywhere(world, same_distances(graph, root, whole, tree.num_reached, what) &&
                               is_valid(list, root, whole, what));
}

template <class W>
void ranks_sssp_conforms_on_all_shapes(const DistSsspFactory<W>& make,
                                       const DistSsspSettings& settings, DistShapes shapes) {
  static const std::vector<NamedGraph> kShapes = search_graphs();
  std::size_t next = 0;
  for (const NamedGraph& shape : kShapes) {
    if (shapes == DistShapes::kUndirected && shape.graph.is_directed()) continue;
    const BfsResult levels = bfs(shape.graph, 0, {.method = BfsMethod::kSerial, .threads = 1});
    if (levels.num_levels() > kTooDeep) continue;
    const std::size_t mix = next++ % std::size(kAllWeightMixes);
    const auto graph = weigh<W>(shape.graph, kAllWeightMixes[mix]);
    std::vector<Vertex> sources{0, shape.graph.num_vertices() - 1};
    sources.erase(std::unique(sources.begin(), sources.end()), sources.end());
    if (!searches_well(test_world(), graph, make, settings, sources,
                       shape.name + ", weights: " + std::string(kWeightMixNames[mix]))) {
      return;
    }
  }
}

template <class W>
void ranks_sssp_conforms_on_random_graphs(const DistSsspFactory<W>& make,
                                          const DistSsspSettings& settings, std::uint64_t graphs,
                                          DistShapes shapes) {
  for (std::uint64_t seed = 0; seed < graphs; ++seed) {
    CounterRng rng(20260103, seed);
    const auto scale = static_cast<unsigned>(1 + rng.below(10));
    const auto n = static_cast<Vertex>((1U << (scale - 1)) + rng.below(1U << (scale - 1)) + 1);
    const std::size_t count = rng.below(1 + n * (1ULL << rng.below(5)));
    const bool skewed = rng.below(2) == 0;
    const auto directedness = rng.below(2) == 0 && shapes == DistShapes::kAll
                                  ? Directedness::kDirected
                                  : Directedness::kUndirected;
    const Graph topology =
        skewed ? make_graph(1U << scale, skewed_edges(scale, count, seed), directedness)
               : make_graph(n, random_edges(n, count, seed), directedness);
    const std::size_t mix = seed % std::size(kAllWeightMixes);
    const auto graph = weigh<W>(topology, kAllWeightMixes[mix], seed);
    const auto source = static_cast<Vertex>(rng.below(topology.num_vertices()));
    if (!searches_well(test_world(), graph, make, settings, {source},
                       "random graph " + std::to_string(seed) +
                           ", weights: " + std::string(kWeightMixNames[mix]))) {
      return;
    }
  }
}

template <class W>
void ranks_sssp_conforms_with_any_delta(const DistSsspFactory<W>& make) {
  const Graph topology = make_graph(1U << 8U, skewed_edges(8, 1U << 11U, 5));
  for (const WeightMix mix : {WeightMix::kUniform, WeightMix::kWithZero}) {
    const auto graph = weigh<W>(topology, mix);
    for (const double delta : {0.05, 20.0, 1e300}) {
      DistSsspSettings settings;
      settings.delta = delta;
      if (!searches_well(test_world(), graph, make, settings, {1, 100},
                         "delta " + std::to_string(delta))) {
        return;
      }
    }
  }
  const EdgeList list = list_weighted_edges(weigh<W>(topology, WeightMix::kEqual));
  for (const double delta : {-1.0, std::numeric_limits<double>::quiet_NaN()}) {
    DistSsspSettings settings;
    settings.delta = delta;
    EXPECT_THROW((void)make(test_world(), list, settings), UsageError);
  }
}

template <class W>
void ranks_sssp_refuses_bad_weights(const DistSsspFactory<W>& make) {
  if constexpr (std::is_floating_point_v<W>) {
    EdgeList list =
        list_weighted_edges(weigh<W>(make_graph(200, line_edges(200)), WeightMix::kUniform));
    std::get<Array<W>>(list.weights)[150] = -1;
    EXPECT_THROW((void)make(test_world(), list, {}), WeightError);
    // Every edge can be walked, but not all of them one after the other.
    for (W& weight : std::get<Array<W>>(list.weights).span()) {
      weight = std::numeric_limits<W>::max() / 128;
    }
    const auto engine = make(test_world(), list, {});
    DistSsspTree<W> tree;
    EXPECT_THROW(engine->search(0, tree), WeightError);
    engine->search(100, tree);  // from the middle all are near enough
    EXPECT_EQ(tree.num_reached, 200U);
  } else {
    (void)make;  // no integer is below 0
  }
}

namespace {

template <class W>
void searches_data(const WeightedGraph<W>& graph, const DistSsspFactory<W>& make,
                   const std::string& name) {
  if (std::ranges::any_of(graph.weights().span(), [](W weight) { return weight < 0; })) {
    EXPECT_THROW((void)make(test_world(), list_weighted_edges(graph), {}), WeightError) << name;
    return;
  }
  const std::vector<Vertex> sources{0, graph.topology().num_vertices() / 3};
  for (const int threads : {1, 2}) {
    const DistSsspSettings settings{.threads = threads, .min_parallel_vertices = 64};
    if (!searches_well(test_world(), graph, make, settings, sources, name)) return;
  }
}

}  // namespace

void ranks_sssp_conforms_on_data(const DistSsspFactories& make, DistShapes shapes,
                                 std::uint64_t most_edges) {
  const auto folder = data_folder();
  if (!folder) GTEST_SKIP() << "STRIDER_DATA_DIR names no folder of graphs";
  int searched = 0;
  (void)for_each_real_graph(*folder, {}, [&](const std::string& name, const LoadedGraph& loaded) {
    const Graph& plain = topology(loaded.graph);
    if (shapes == DistShapes::kUndirected && plain.is_directed()) return;
    if (plain.num_edges() > most_edges) return;
    ++searched;
    std::visit(
        [&](const auto& graph) {
          using Kind = std::decay_t<decltype(graph)>;
          if constexpr (std::is_same_v<Kind, Graph>) {
            searches_data(weigh<float>(graph, WeightMix::kUniform), make.of_floats, name);
          } else if constexpr (std::is_same_v<Kind, WeightedGraph<float>>) {
            searches_data(graph, make.of_floats, name);
          } else if constexpr (std::is_same_v<Kind, WeightedGraph<double>>) {
            searches_data(graph, make.of_doubles, name);
          } else {
            searches_data(graph, make.of_integers, name);
          }
        },
        loaded.graph);
  });
  if (searched > 0) return;
  if (shapes == DistShapes::kUndirected) GTEST_SKIP() << "no undirected graph in " << *folder;
  ADD_FAILURE() << "no graph in " << *folder;
}

template bool expect_ranks_paths(const comm::Communicator&, const EdgeList&,
                                 const WeightedGraph<float>&, GlobalVertex,
                                 const DistSsspEngine<float>&, const DistSsspTree<float>&,
                                 const std::string&);
template void ranks_sssp_conforms_on_all_shapes(const DistSsspFactory<float>&,
                                                const DistSsspSettings&, DistShapes);
template void ranks_sssp_conforms_on_random_graphs(const DistSsspFactory<float>&,
                                                   const DistSsspSettings&, std::uint64_t,
                                                   DistShapes);
template void ranks_sssp_conforms_with_any_delta(const DistSsspFactory<float>&);
template void ranks_sssp_refuses_bad_weights(const DistSsspFactory<float>&);

template bool expect_ranks_paths(const comm::Communicator&, const EdgeList&,
                                 const WeightedGraph<double>&, GlobalVertex,
                                 const DistSsspEngine<double>&, const DistSsspTree<double>&,
                                 const std::string&);
template void ranks_sssp_conforms_on_all_shapes(const DistSsspFactory<double>&,
                                                const DistSsspSettings&, DistShapes);
template void ranks_sssp_conforms_on_random_graphs(const DistSsspFactory<double>&,
                                                   const DistSsspSettings&, std::uint64_t,
                                                   DistShapes);
template void ranks_sssp_conforms_with_any_delta(const DistSsspFactory<double>&);
template void ranks_sssp_refuses_bad_weights(const DistSsspFactory<double>&);

template bool expect_ranks_paths(const comm::Communicator&, const EdgeList&,
                                 const WeightedGraph<std::uint32_t>&, GlobalVertex,
                                 const DistSsspEngine<std::uint32_t>&,
                                 const DistSsspTree<std::uint32_t>&, const std::string&);
template void ranks_sssp_conforms_on_all_shapes(const DistSsspFactory<std::uint32_t>&,
                                                const DistSsspSettings&, DistShapes);
template void ranks_sssp_conforms_on_random_graphs(const DistSsspFactory<std::uint32_t>&,
                                                   const DistSsspSettings&, std::uint64_t,
                                                   DistShapes);
template void ranks_sssp_conforms_with_any_delta(const DistSsspFactory<std::uint32_t>&);
template void ranks_sssp_refuses_bad_weights(const DistSsspFactory<std::uint32_t>&);

}  // namespace strider::test
