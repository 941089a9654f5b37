#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>

#include "call.hpp"
#include "graph.hpp"
#include "module.hpp"
#include "strider/error.hpp"
#include "strider/generate.hpp"

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

template <class Parameters>
std::shared_ptr<PyGraph> generated(const Parameters& parameters, bool directed, int threads) {
  auto made = std::make_shared<PyGraph>();
  made->build.emplace();
  BuildOptions build{.threads = threads};
  if (directed) build.directedness = Directedness::kDirected;
  made->graph = call(threads, [&] {
    return build_any_graph(generate(parameters, threads), build, &*made->build);
  });
  return made;
}

}  // namespace

void add_generators(nb::module_& module) {
  module.def(
      "generate_kronecker",
      [](int scale, std::uint64_t edge_factor, std::uint64_t seed1, std::uint64_t seed2,
         const std::string& weights, bool directed, int threads) {
        return generated(KroneckerParameters{.scale = scale,
                                             .edge_factor = edge_factor,
                                             .seed1 = seed1,
                                             .seed2 = seed2,
                                             .weights = weights_from(weights, 1, 255)},
                         directed, threads);
      },
      "scale"_a, "edge_factor"_a, "seed1"_a, "seed2"_a, "weights"_a, "directed"_a, "threads"_a);
  module.def(
      "generate_rmat",
      [](int scale, std::uint64_t edge_factor, double a, double b, double c, double noise,
         bool scramble, std::uint64_t seed, const std::string& weights, std::uint32_t low,
         std::uint32_t high, bool directed, int threads) {
        return generated(RmatParameters{.scale = scale,
                                        .edge_factor = edge_factor,
                                        .a = a,
                                        .b = b,
                                        .c = c,
                                        .noise = noise,
                                        .scramble = scramble,
                                        .seed = seed,
                                        .weights = weights_from(weights, low, high)},
                         directed, threads);
      },
      "scale"_a, "edge_factor"_a, "a"_a, "b"_a, "c"_a, "noise"_a, "scramble"_a, "seed"_a,
      "weights"_a, "low"_a, "high"_a, "directed"_a, "threads"_a);
  module.def(
      "generate_ssca2",
      [](int scale, std::uint32_t max_clique_size, double inter_clique_probability, bool scramble,
         std::uint64_t seed, const std::string& weights, std::uint32_t low, std::uint32_t high,
         bool directed, int threads) {
        return generated(Ssca2Parameters{.scale = scale,
                                         .max_clique_size = max_clique_size,
                                         .inter_clique_probability = inter_clique_probability,
                                         .scramble = scramble,
                                         .seed = seed,
                                         .weights = weights_from(weights, low, high)},
                         directed, threads);
      },
      "scale"_a, "max_clique_size"_a, "inter_clique_probability"_a, "scramble"_a, "seed"_a,
      "weights"_a, "low"_a, "high"_a, "directed"_a, "threads"_a);
  module.def(
      "generate_uniform",
      [](std::uint64_t num_vertices, std::uint64_t num_edges, std::uint64_t seed,
         const std::string& weights, std::uint32_t low, std::uint32_t high, bool directed,
         int threads) {
        return generated(UniformParameters{.num_vertices = num_vertices,
                                           .num_edges = num_edges,
                                           .seed = seed,
                                           .weights = weights_from(weights, low, high)},
                         directed, threads);
      },
      "num_vertices"_a, "num_edges"_a, "seed"_a, "weights"_a, "low"_a, "high"_a, "directed"_a,
      "threads"_a);
  module.def(
      "generate_grid",
      [](std::uint64_t rows, std::uint64_t columns, std::uint64_t seed, const std::string& weights,
         std::uint32_t low, std::uint32_t high, bool directed, int threads) {
        return generated(GridParameters{.rows = rows,
                                        .columns = columns,
                                        .seed = seed,
                                        .weights = weights_from(weights, low, high)},
                         directed, threads);
      },
      "rows"_a, "columns"_a, "seed"_a, "weights"_a, "low"_a, "high"_a, "directed"_a, "threads"_a);
}

}  // namespace strider::python
