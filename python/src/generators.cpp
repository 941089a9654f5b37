#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>

#include "call.hpp"
#include "graph.hpp"
#include "inputs.hpp"
#include "module.hpp"
#include "strider/error.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace strider::python {
namespace {

WeightOptions weights_from(const std::string& kind, std::uint32_t low, std::uint32_t high) {
  if (kind == "none") return {};
  if (kind == "real") return {.kind = WeightKind::kUniformReal};
  if (kind == "integer") return {.kind = WeightKind::kUniformInteger, .low = low, .high = high};
  throw UsageError("weights is one of none, real, integer, got '" + kind + "'");
}

std::shared_ptr<PyGraph> generated(const PyGenerator& generator, bool directed, int threads) {
  auto made = std::make_shared<PyGraph>();
  made->build.emplace();
  BuildOptions build{.threads = threads};
  if (directed) build.directedness = Directedness::kDirected;
  made->graph = call(threads, [&] {
    EdgeList list =
        std::visit([&](const auto& parameters) { return generate(parameters, threads); },
                   generator.parameters);
    return build_any_graph(std::move(list), build, &*made->build);
  });
  return made;
}

}  // namespace

void add_generators(nb::module_& module) {
  nb::class_<PyGenerator>(module, "Generator");
  module.def(
      "kronecker",
      [](int scale, std::uint64_t edge_factor, std::uint64_t seed1, std::uint64_t seed2,
         const std::string& weights) {
        return PyGenerator{KroneckerParameters{.scale = scale,
                                               .edge_factor = edge_factor,
                                               .seed1 = seed1,
                                               .seed2 = seed2,
                                               .weights = weights_from(weights, 1, 255)}};
      },
      "scale"_a, "edge_factor"_a, "seed1"_a, "seed2"_a, "weights"_a);
  module.def(
      "rmat",
      [](int scale, std::uint64_t edge_factor, double a, double b, double c, double noise,
         bool scramble, std::uint64_t seed, const std::string& weights, std::uint32_t low,
         std::uint32_t high) {
        return PyGenerator{RmatParameters{.scale = scale,
                                          .edge_factor = edge_factor,
                                          .a = a,
                                          .b = b,
                                          .c = c,
                                          .noise = noise,
                                          .scramble = scramble,
                                          .seed = seed,
                                          .weights = weights_from(weights, low, high)}};
      },
      "scale"_a, "edge_factor"_a, "a"_a, "b"_a, "c"_a, "noise"_a, "scramble"_a, "seed"_a,
      "weights"_a, "low"_a, "high"_a);
  module.def(
      "ssca2",
      [](int scale, std::uint32_t max_clique_size, double inter_clique_probability, bool scramble,
         std::uint64_t seed, const std::string& weights, std::uint32_t low, std::uint32_t high) {
        return PyGenerator{Ssca2Parameters{.scale = scale,
                                           .max_clique_size = max_clique_size,
                                           .inter_clique_probability = inter_clique_probability,
                                           .scramble = scramble,
                                           .seed = seed,
                                           .weights = weights_from(weights, low, high)}};
      },
      "scale"_a, "max_clique_size"_a, "inter_clique_probability"_a, "scramble"_a, "seed"_a,
      "weights"_a, "low"_a, "high"_a);
  module.def(
      "uniform",
      [](std::uint64_t num_vertices, std::uint64_t num_edges, std::uint64_t seed,
         const std::string& weights, std::uint32_t low, std::uint32_t high) {
        return PyGenerator{UniformParameters{.num_vertices = num_vertices,
                                             .num_edges = num_edges,
                                             .seed = seed,
                                             .weights = weights_from(weights, low, high)}};
      },
      "num_vertices"_a, "num_edges"_a, "seed"_a, "weights"_a, "low"_a, "high"_a);
  module.def(
      "social",
      [](int scale, std::uint64_t edge_factor, double hub_factor, bool scramble, std::uint64_t seed,
         const std::string& weights, std::uint32_t low, std::uint32_t high) {
        return PyGenerator{SocialParameters{.scale = scale,
                                            .edge_factor = edge_factor,
                                            .hub_factor = hub_factor,
                                            .scramble = scramble,
                                            .seed = seed,
                                            .weights = weights_from(weights, low, high)}};
      },
      "scale"_a, "edge_factor"_a, "hub_factor"_a, "scramble"_a, "seed"_a, "weights"_a, "low"_a,
      "high"_a);
  module.def(
      "web",
      [](int scale, std::uint64_t edge_factor, std::uint64_t tails, std::uint64_t tail_length,
         bool scramble, std::uint64_t seed, const std::string& weights, std::uint32_t low,
         std::uint32_t high) {
        return PyGenerator{WebParameters{.scale = scale,
                                         .edge_factor = edge_factor,
                                         .tails = tails,
                                         .tail_length = tail_length,
                                         .scramble = scramble,
                                         .seed = seed,
                                         .weights = weights_from(weights, low, high)}};
      },
      "scale"_a, "edge_factor"_a, "tails"_a, "tail_length"_a, "scramble"_a, "seed"_a, "weights"_a,
      "low"_a, "high"_a);
  module.def(
      "grid",
      [](std::uint64_t rows, std::uint64_t columns, std::uint64_t seed, const std::string& weights,
         std::uint32_t low, std::uint32_t high) {
        return PyGenerator{GridParameters{.rows = rows,
                                          .columns = columns,
                                          .seed = seed,
                                          .weights = weights_from(weights, low, high)}};
      },
      "rows"_a, "columns"_a, "seed"_a, "weights"_a, "low"_a, "high"_a);
  module.def("generate", generated, "generator"_a, "directed"_a, "threads"_a);
}

}  // namespace strider::python
