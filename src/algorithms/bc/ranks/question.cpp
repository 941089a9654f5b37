// What both ways of sharing make of the options.
#include <fmt/format.h>

#include <algorithm>

#include "algorithms/bc/ranks/engine.hpp"
#include "algorithms/bc/ranks/progress_monitor.hpp"
#include "strider/error.hpp"

namespace strider::detail {
namespace {

std::optional<std::vector<Vertex>> of_one_machine(
    const std::optional<std::vector<GlobalVertex>>& vertices, const char* name, std::uint64_t n) {
  if (!vertices) return std::nullopt;
  std::vector<Vertex> narrow;
  narrow.reserve(vertices->size());
  for (const GlobalVertex v : *vertices) {
    if (v >= n) {
      throw UsageError(
          fmt::format("{}: {} is not a vertex; the graph has {} vertices", name, v, n));
    }
    narrow.push_back(static_cast<Vertex>(v));
  }
  return narrow;
}

}  // namespace

BetweennessOptions options_of_one_machine(const DistBetweennessOptions& options,
                                          std::uint64_t num_vertices) {
  return {.method = options.method,
          .of = options.of,
          .scale = options.scale,
          .endpoints = options.endpoints,
          .precision = options.precision,
          .sources = of_one_machine(options.sources, "sources", num_vertices),
          .targets = of_one_machine(options.targets, "targets", num_vertices),
          .samples = options.samples,
          .seed = options.seed,
          .run = options.run};
}

void throw_interrupted(const BetweennessRun& run) {
  throw InterruptedError(run.checkpoint.path.empty()
                             ? "betweenness: stopped early"
                             : "betweenness: stopped early; it can be resumed from " +
                                   run.checkpoint.path);
}

}  // namespace strider::detail
