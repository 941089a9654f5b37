#include <nanobind/ndarray.h>

#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <type_traits>

#include "devices/devices.hpp"
#include "devices/open.hpp"
#include "names.hpp"
#include "strider/error.hpp"
#include "strider/gpu.hpp"
#include "strider/strong_components.hpp"

namespace nb = nanobind;

namespace strider::python {

/// A graph on a device, and the solvers of its last searches there.
struct GraphOnDevice {
  template <template <class> class Of>
  using OfAnyWeight = std::variant<std::monostate, Of<float>, Of<double>, Of<std::uint32_t>>;

  std::optional<DeviceGraph> topology;
  OfAnyWeight<WeightedDeviceGraph> weighted;

  std::optional<BfsSolver> bfs;
  SolverKey bfs_key;
  OfAnyWeight<SsspSolver> sssp;
  SolverKey sssp_key;
};

namespace {

const Device& device_of(Place& place) {
  return static_cast<DevicePlace&>(place).device();
}

GraphOnDevice& on_device(PyGraph& graph, Place& place) {
  const std::lock_guard lock(graph.devices_mutex);
  std::shared_ptr<GraphOnDevice>& here = graph.on_devices[&place];
  if (here == nullptr) here = keep_at(&place, GraphOnDevice{});
  return *here;
}

const DeviceGraph& topology_on_device(PyGraph& graph, Place& place) {
  GraphOnDevice& here = on_device(graph, place);
  if (!here.topology && !graph.prepared) {
    // The weights' copy of the adjacency serves searches by hops, too.
    std::visit(
        [&]<class Kept>(const Kept& kept) {
          if constexpr (!std::is_same_v<Kept, std::monostate>) here.topology = kept.topology();
        },
        here.weighted);
  }
  if (!here.topology) {
    here.topology = graph.prepared ? DeviceGraph(device_of(place), *graph.prepared)
                                   : DeviceGraph(device_of(place), graph.topology());
  }
  return *here.topology;
}

/// Calls body(WeightedGraph, WeightedDeviceGraph), with weights of 1 if the graph has none.
template <class F>
auto with_weights_on_device(PyGraph& graph, Place& place, F&& body) {
  GraphOnDevice& here = on_device(graph, place);
  return visit_weighted(graph, 0, [&]<class W>(const WeightedGraph<W>& typed) {
    if (!std::holds_alternative<WeightedDeviceGraph<W>>(here.weighted)) {
      here.weighted = WeightedDeviceGraph<W>(device_of(place), typed);
    }
    return body(typed, std::get<WeightedDeviceGraph<W>>(here.weighted));
  });
}

DeviceBetweennessOptions betweenness_options(const std::string& method) {
  return {.method = by_name("method", method, device_betweenness_method_from_name,
                            all_device_betweenness_methods(), device_betweenness_method_name)};
}

}  // namespace

BfsResult bfs_on_device(PyGraph& graph, Place& place, const BfsQuery& query,
                        const std::string& method, BfsTrace trace) {
  const DeviceBfsOptions options{
      .method = by_name("method", method, device_bfs_method_from_name, all_device_bfs_methods(),
                        device_bfs_method_name),
      .trace = trace};
  const SolverKey key{static_cast<double>(options.method), static_cast<double>(trace)};
  const DeviceGraph& topology = topology_on_device(graph, place);
  GraphOnDevice& here = on_device(graph, place);
  if (!here.bfs || here.bfs_key != key) {
    here.bfs.emplace(topology, options);
    here.bfs_key = key;
  }
  return here.bfs->run(query);
}

AnyPaths paths_on_device(PyGraph& graph, Place& place, Vertex source, const std::string& method,
                         const SsspOptions& of_host) {
  const DeviceSsspOptions options{
      .method = by_name("method", method, device_sssp_method_from_name, all_device_sssp_methods(),
                        device_sssp_method_name),
      .delta = of_host.delta,
      .cutoff = of_host.cutoff,
      .target = of_host.target};
  const SolverKey key{static_cast<double>(options.method), options.delta, options.cutoff,
                      options.target ? static_cast<double>(*options.target) : -1.0};
  GraphOnDevice& here = on_device(graph, place);
  return with_weights_on_device(
      graph, place,
      [&]<class W>(const WeightedGraph<W>&, const WeightedDeviceGraph<W>& weighted) -> AnyPaths {
        auto* solver = std::get_if<SsspSolver<W>>(&here.sssp);
        if (solver == nullptr || here.sssp_key != key) {
          here.sssp = std::monostate{};  // its memory is needed for the next
          solver = &here.sssp.template emplace<SsspSolver<W>>(weighted, options);
          here.sssp_key = key;
        }
        return solver->run(source);
      });
}

AnyForest forest_on_device(PyGraph& graph, Place& place, MsfObjective objective,
                           const std::string& method, int threads) {
  const DeviceMsfOptions options{
      .method = by_name("method", method, device_msf_method_from_name, all_device_msf_methods(),
                        device_msf_method_name),
      .objective = objective,
      .threads = threads};
  return with_weights_on_device(
      graph, place,
      [&]<class W>(const WeightedGraph<W>&, const WeightedDeviceGraph<W>& weighted) -> AnyForest {
        return MsfSolver<W>(weighted, options).run();
      });
}

ComponentsResult components_on_device(PyGraph& graph, Place& place) {
  return components(topology_on_device(graph, place));
}
ComponentsResult strong_components_on_device(PyGraph& graph, Place& place) {
  return strong_components(topology_on_device(graph, place));
}

CoreResult core_numbers_on_device(PyGraph& graph, Place& place) {
  return core_numbers(topology_on_device(graph, place));
}

PageRankResult page_rank_on_device(PyGraph& graph, Place& place, const PageRankOptions& options) {
  return pagerank(topology_on_device(graph, place), options);
}

LabelPropagationResult labels_on_device(PyGraph& graph, Place& place,
                                        const LabelPropagationOptions& options) {
  return label_propagation(topology_on_device(graph, place), options);
}
LocalClusteringResult clustering_on_device(PyGraph& graph, Place& place) {
  return local_clustering(topology_on_device(graph, place));
}

DiameterResult diameter_on_device(PyGraph& graph, Place& place, const DiameterOptions& options) {
  return diameter(topology_on_device(graph, place), options);
}

ClosenessResult closeness_on_device(PyGraph& graph, Place& place, const ClosenessOptions& options) {
  return closeness(topology_on_device(graph, place), options);
}

DistanceMatrix distances_on_device(PyGraph& graph, Place& place, std::span<const Vertex> sources) {
  return distances(topology_on_device(graph, place), sources);
}

BetweennessResult betweenness_on_device(PyGraph& graph, Place& place,
                                        const BetweennessOptions& options,
                                        const std::string& method) {
  return betweenness(graph.topology(), topology_on_device(graph, place), options,
                     betweenness_options(method));
}

BetweennessResult weighted_betweenness_on_device(PyGraph& graph, Place& place,
                                                 const BetweennessOptions& options,
                                                 const std::string& method) {
  if (graph.graph.index() == 0) return betweenness_on_device(graph, place, options, method);
  return with_weights_on_device(
      graph, place,
      [&]<class W>(const WeightedGraph<W>& typed, const WeightedDeviceGraph<W>& weighted) {
        return betweenness(typed, weighted, options, betweenness_options(method));
      });
}

BetweennessEstimate estimate_on_device(PyGraph& graph, Place& place,
                                       const EstimateOptions& options) {
  return estimate_betweenness(graph.topology(), topology_on_device(graph, place), options);
}

template <class T>
nb::object array_on_device(Place* place, const Array<T>& values) {
  if (place == nullptr) {
    throw UsageError("the host searched: its arrays are numpy's, which others take by DLPack, too");
  }
  // Arrays of devices have unsigned integers, of the same bits.
  using Bits = typename std::conditional_t<std::is_integral_v<T>, std::make_unsigned<T>,
                                           std::type_identity<T>>::type;
  const auto& at = static_cast<DevicePlace&>(*place);
  auto kept = std::make_unique<std::shared_ptr<DeviceArray<Bits>>>(call_at(place, 0, [&] {
    const std::span bits(reinterpret_cast<const Bits*>(values.data()), values.size());
    return keep_at(place, DeviceArray<Bits>(at.device(), bits));
  }));
  Bits* const data = (*kept)->data();
  const nb::capsule owner(kept.get(), [](void* memory) noexcept {
    delete static_cast<std::shared_ptr<DeviceArray<Bits>>*>(memory);
  });
  static_cast<void>(kept.release());
  const bool is_cuda = at.device().kind() == DeviceKind::kCuda;
  return nb::cast(nb::ndarray<nb::array_api, T, nb::ndim<1>>(
      data, {values.size()}, owner, {}, nb::dtype<T>(),
      is_cuda ? nb::device::cuda::value : nb::device::cpu::value, at.number()));
}
template nb::object array_on_device(Place*, const Array<std::int32_t>&);
template nb::object array_on_device(Place*, const Array<std::uint64_t>&);
template nb::object array_on_device(Place*, const Array<float>&);
template nb::object array_on_device(Place*, const Array<double>&);

nb::object vertices_on_device(Place* place, const Array<Vertex>& vertices, Vertex num_vertices) {
  const auto signed_copy = [&]<class Signed>(Signed) {
    Array<Signed> copy(vertices.size());
    {
      const nb::gil_scoped_release released;
      for (std::size_t i = 0; i < copy.size(); ++i) {
        copy[i] = vertices[i] == kNoVertex ? Signed{-1} : static_cast<Signed>(vertices[i]);
      }
    }
    return array_on_device(place, copy);
  };
  return num_vertices <= static_cast<Vertex>(std::numeric_limits<std::int32_t>::max())
             ? signed_copy(std::int32_t{})
             : signed_copy(std::int64_t{});
}

}  // namespace strider::python
