// What building a graph by one dimension takes: time, and the memory of each step on the rank that
// holds most, against the prediction. Edges of a Kronecker graph are made before, and not counted.
//
//   mpirun -n P graph_building SCALE [block|cyclic] [threads] [weights]
//
// Lines of comma-separated values on rank 0, under a line of their names.
#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <utility>
#include <variant>

#include "comm/environment.hpp"
#include "ranks/one_d/graph_1d.hpp"
#include "strider/generate.hpp"

namespace {

using strider::EdgeRange;
using strider::comm::Communicator;
using strider::comm::Reduction;
using strider::detail::DistBuildReport;
using strider::detail::EdgeSource;
using strider::detail::HeldEdges;
using strider::detail::OwnerMap;

HeldEdges hold(const EdgeSource& source, int threads) {
  strider::Array<strider::GlobalEdge> edges(source.num_edges());
  const EdgeRange all{0, edges.size()};
  strider::Weights weights;
  if (source.weight_type() == strider::detail::WeightType::kFloat) {
    strider::Array<float> values(edges.size());
    source.read(all, edges.span(), values.span(), threads);
    weights = std::move(values);
  } else {
    source.read(all, edges.span(), threads);
  }
  return {source.num_vertices(), source.directedness(), std::move(edges), std::move(weights)};
}

void print(const Communicator& world, const DistBuildReport& report, std::uint64_t num_arcs) {
  for (const auto& step : report.steps) {
    const std::uint64_t predicted = world.all_reduce(step.predicted_bytes, Reduction::kMax);
    const std::uint64_t peak = world.all_reduce(step.peak_bytes, Reduction::kMax);
    if (world.rank() != 0) continue;
    const double arcs = static_cast<double>(num_arcs) / world.size();
    fmt::print("{},{},{},{},{:.1f},{:.3f}\n", world.size(), step.name, predicted, peak,
               static_cast<double>(peak) / std::max(1.0, arcs), report.seconds);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const strider::comm::Environment environment;
  const Communicator world = environment.world();
  strider::KroneckerParameters parameters{.scale = argc > 1 ? std::atoi(argv[1]) : 16};
  const bool cyclic = argc > 2 && std::string(argv[2]) == "cyclic";
  const int threads = argc > 3 ? std::atoi(argv[3]) : 1;
  const bool weighted = argc > 4 && std::string(argv[4]) == "weights";
  if (weighted) parameters.weights.kind = strider::WeightKind::kUniformReal;
  const auto generator = strider::detail::make_source(parameters, world.rank(), world.size());
  const HeldEdges source = hold(*generator, threads);
  const std::uint64_t n = source.num_vertices();
  const OwnerMap owners =
      cyclic ? OwnerMap::cyclic(n, world.size(), {n, 1}) : OwnerMap::block(n, world.size());
  if (world.rank() == 0)
    fmt::print("ranks,step,predicted_bytes,peak_bytes,bytes_per_arc,seconds\n");
  DistBuildReport report;
  if (weighted) {
    const auto graph = strider::detail::build_weighted_graph_1d<float>(
        world, source, owners, {.threads = threads}, &report);
    print(world, report, graph.topology.num_arcs);
  } else {
    const auto graph =
        strider::detail::build_graph_1d(world, source, owners, {.threads = threads}, &report);
    print(world, report, graph.num_arcs);
  }
  return 0;
}
