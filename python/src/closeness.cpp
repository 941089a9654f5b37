#include "strider/closeness.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "call.hpp"
#include "devices/devices.hpp"
#include "graph.hpp"
#include "module.hpp"
#include "place.hpp"
#include "strider/distance_matrix.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace strider::python {
namespace {

/// (scores, the error of sampled ones).
nb::tuple closeness_scores(PyGraph& graph, bool harmonic, bool of_graph,
                           std::optional<std::uint64_t> samples, std::optional<std::uint64_t> top,
                           std::uint64_t seed, const std::string& device, int threads) {
  const ClosenessOptions options{
      .centrality = harmonic ? Centrality::kHarmonic : Centrality::kCloseness,
      .scale = of_graph ? ClosenessScale::kGraph : ClosenessScale::kReachable,
      .samples = samples,
      .seed = seed,
      .top = top,
      .threads = threads};
  Place* const place = place_named(device);
  ClosenessResult found = call_at(place, threads, [&] {
    return place == nullptr ? closeness(graph.topology(), options)
                            : closeness_on_device(graph, *place, options);
  });
  return nb::make_tuple(to_numpy(std::move(found.scores)), found.error);
}

/// Row after row; -1 for kUnreached.
NumpyArray<std::int32_t> distances_from(PyGraph& graph, const std::vector<Vertex>& sources,
                                        const std::string& device, int threads) {
  Place* const place = place_named(device);
  DistanceMatrix found = call_at(place, threads, [&] {
    return place == nullptr ? distances(graph.topology(), sources, threads)
                            : distances_on_device(graph, *place, sources);
  });
  // kUnreached has the bits of -1, and a level is less than the number of vertices.
  auto* const levels = reinterpret_cast<std::int32_t*>(found.levels.data());
  const std::size_t size = found.levels.size();
  return to_numpy(levels, size, std::move(found.levels));
}

}  // namespace

void add_closeness(nb::module_& module) {
  module.def("closeness", closeness_scores, "graph"_a, "harmonic"_a, "of_graph"_a,
             "samples"_a.none(), "top"_a.none(), "seed"_a, "device"_a, "threads"_a);
  module.def("distances", distances_from, "graph"_a, "sources"_a, "device"_a, "threads"_a);
}

}  // namespace strider::python
