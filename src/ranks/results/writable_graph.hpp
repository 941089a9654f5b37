// Which graphs ranks write to files.
#pragma once

#include <string>

#include "ranks/facade/dist_graph.hpp"
#include "strider/error.hpp"

namespace strider::detail {

/// Throws UsageError where the rows of the ranks are not those of a file, one rank after the other.
inline void require_writable_graph(const DistGraph::State& graph) {
  const auto refuse = [](const char* what) {
    throw UsageError(std::string("ranks write files only of ") + what);
  };
  const bool in_order =
      graph.options.distribution != VertexDistribution::kCyclic && !graph.options.shuffle_seed;
  if (graph.one_d() == nullptr || !in_order) {
    refuse("a graph partitioned by 1d in blocks, without a shuffle");
  }
  if (graph.num_vertices >= kNoVertex) refuse("fewer than 2^32 - 1 vertices");
}

}  // namespace strider::detail
