#include "algorithms/bc/ranks/partitioned/betweenness_query.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/random.hpp"
#include "base/sample.hpp"
#include "strider/error.hpp"

namespace strider::detail {
namespace {

std::vector<GlobalVertex> checked_set(const std::vector<GlobalVertex>& vertices, const char* name,
                                      std::uint64_t n) {
  std::vector<GlobalVertex> set = vertices;
  std::sort(set.begin(), set.end());
  set.erase(std::unique(set.begin(), set.end()), set.end());
  if (!set.empty() && set.back() >= n) {
    throw UsageError(
        fmt::format("{}: {} is not a vertex; the graph has {} vertices", name, set.back(), n));
  }
  return set;
}

void refuse_options_of_replicated(const DistBetweennessOptions& options) {
  const auto refuse = [](std::string_view what) {
    throw UsageError(fmt::format("{} on a partitioned graph: set share to replicated", what));
  };
  if (options.lengths == PathLengths::kWeights) refuse("weights are not supported");
  if (options.method != BetweennessMethod::kAuto) refuse("only the method auto is supported");
  if (options.precision != BetweennessPrecision::kDouble)
    refuse("only double precision is supported");
  const bool has_checkpoint = !options.run.checkpoint.path.empty() ||
                              options.run.checkpoint.start == CheckpointOptions::Start::kResume;
  if (has_checkpoint && options.of == BetweennessOf::kEdges)
    refuse("checkpoints of edges' scores are not supported");
}

void check(const DistBetweennessOptions& options, std::uint64_t n) {
  if (options.samples && options.sources) {
    throw UsageError("samples and sources cannot both be given");
  }
  if (options.targets && !options.sources) throw UsageError("targets need sources");
  if (options.samples && (*options.samples == 0 || *options.samples > n)) {
    throw UsageError(fmt::format(
        "samples must be between 1 and {1}, the number of vertices, got {0}", *options.samples, n));
  }
  if (options.samples && n > kMaxVertices) {
    throw UsageError(
        fmt::format("samples: the graph has {} vertices, too many to draw samples from", n));
  }
  if (options.of == BetweennessOf::kEdges && options.endpoints == BetweennessEndpoints::kIncluded) {
    throw UsageError("endpoints applies to scores of vertices, not to scores of edges");
  }
}

void set_targets(const Graph1d& graph, const std::vector<GlobalVertex>& targets,
                 BetweennessQuery& query) {
  query.target_weights = Array<double>(graph.num_rows(), 0.0);
  for (const GlobalVertex v : targets) {
    const OwnedVertex owned = graph.owners.locate(v);
    if (owned.rank == graph.rank) query.target_weights[index(owned.vertex)] = 1;
  }
}

}  // namespace

BetweennessQuery make_betweenness_query(const Graph1d& graph,
                                        const DistBetweennessOptions& options) {
  const std::uint64_t n = graph.owners.num_vertices();
  refuse_options_of_replicated(options);
  check(options, n);
  BetweennessQuery query;
  query.of = options.of;
  query.counts_endpoints = options.endpoints == BetweennessEndpoints::kIncluded;
  query.num_sources = n;
  std::vector<GlobalVertex> targets;
  if (options.samples) {
    query.sources = draw_sample<GlobalVertex>(n, *options.samples, options.seed);
  } else if (options.sources) {
    query.sources = checked_set(*options.sources, "sources", n);
  }
  if (options.samples || options.sources) query.num_sources = query.sources.size();
  if (options.targets) {
    targets = checked_set(*options.targets, "targets", n);
    set_targets(graph, targets, query);
  }
  std::uint64_t hash = mix64(query.num_sources);
  for (const GlobalVertex v : query.sources) hash = mix64(hash ^ v);
  hash = mix64(hash ^ (options.targets ? targets.size() + 1 : 0));
  for (const GlobalVertex v : targets) hash = mix64(hash ^ v);
  query.hash = mix64(hash ^ (query.counts_endpoints ? 1U : 0U));
  return query;
}

}  // namespace strider::detail
