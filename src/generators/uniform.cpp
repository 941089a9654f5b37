// Uniform random edges: both ends independent, so that self-loops and duplicates occur.
#include <fmt/format.h>

#include "base/random.hpp"
#include "generators/generators.hpp"
#include "strider/error.hpp"

namespace strider::detail {

UniformGenerator::UniformGenerator(const UniformParameters& parameters)
    : seed_(parameters.seed), size_{parameters.num_vertices, parameters.num_edges} {
  if (size_.num_vertices == 0 && size_.num_edges > 0) {
    throw UsageError(fmt::format("uniform: {} edges need at least one vertex", size_.num_edges));
  }
}

void UniformGenerator::fill(EdgeRange range, std::span<GlobalEdge> edges) const {
  for (std::size_t i = 0; i < edges.size(); ++i) {
    CounterRng rng(seed_, range.first + i);
    const GlobalVertex source = rng.below(size_.num_vertices);
    edges[i] = {source, rng.below(size_.num_vertices)};
  }
}

}  // namespace strider::detail
