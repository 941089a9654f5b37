#include "algorithms/bc/make_problem.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>

#include "algorithms/bc/arc_lengths.hpp"
#include "base/memory.hpp"
#include "base/parallel.hpp"
#include "base/sample.hpp"
#include "strider/error.hpp"

namespace strider::detail {
namespace {

/// Whether all rows ascend without a repetition and without their own vertex.
bool is_simple(const Graph& graph, int threads) {
  std::atomic<bool> simple{graph.num_self_loops() == 0};
  parallel_for(0, graph.num_vertices(), threads, [&](std::size_t v) {
    const auto row = graph.out().neighbors(static_cast<Vertex>(v));
    if (std::adjacent_find(row.begin(), row.end(), std::greater_equal<>()) != row.end()) {
      simple.store(false, std::memory_order_relaxed);
    }
  });
  return simple.load();
}

template <class W>
EdgeList list_edges(const Graph& graph, std::span<const W> weights) {
  require_memory(saturating_mul(graph.num_arcs(), sizeof(Edge) + sizeof(W)),
                 "removing parallel edges");
  EdgeList list;
  list.num_vertices = graph.num_vertices();
  list.directedness = graph.directedness();
  list.edges = Array<Edge>(graph.num_edges());
  Array<W> kept(weights.empty() ? 0 : graph.num_edges());
  std::size_t next = 0;
  for (Vertex u = 0; u < graph.num_vertices(); ++u) {
    const EdgeIndex first = graph.out().offsets()[u];
    const auto row = graph.out().neighbors(u);
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (!graph.is_directed() && row[i] < u) continue;
      if (!weights.empty()) kept[next] = weights[first + i];
      list.edges[next++] = {u, row[i]};
    }
  }
  if (!weights.empty()) list.weights = std::move(kept);
  return list;
}

Graph simple_graph(const Graph& graph, int threads) {
  if (is_simple(graph, threads)) return graph;
  return build_graph(list_edges<float>(graph, {}), {.threads = threads});
}

template <class W>
WeightedGraph<W> simple_graph(const WeightedGraph<W>& graph, int threads) {
  if (is_simple(graph.topology(), threads)) return graph;
  return std::get<WeightedGraph<W>>(build_any_graph(
      list_edges<W>(graph.topology(), graph.weights().span()), {.threads = threads}));
}

/// Sorted, each once.
std::vector<Vertex> checked_set(const std::vector<Vertex>& vertices, const char* name, Vertex n) {
  std::vector<Vertex> set = vertices;
  std::sort(set.begin(), set.end());
  set.erase(std::unique(set.begin(), set.end()), set.end());
  if (!set.empty() && set.back() >= n) {
    throw UsageError(
        fmt::format("{}: {} is not a vertex; the graph has {} vertices", name, set.back(), n));
  }
  return set;
}

void set_sources(BcProblem& problem, const BetweennessOptions& options) {
  const Vertex n = problem.graph.num_vertices();
  if (options.samples) {
    problem.sources = draw_sample(n, *options.samples, options.seed);
  } else if (options.sources) {
    problem.sources = checked_set(*options.sources, "sources", n);
  } else {
    problem.sources.resize(n);
    for (Vertex v = 0; v < n; ++v) problem.sources[v] = v;
  }
}

void set_targets(BcProblem& problem, const std::vector<Vertex>& given) {
  const Vertex n = problem.graph.num_vertices();
  const std::vector<Vertex> targets = checked_set(given, "targets", n);
  problem.target_weights.assign(n, 0);
  for (const Vertex v : targets) problem.target_weights[v] = 1;
}

void check(const BetweennessOptions& options, Vertex n) {
  if (options.samples && options.sources) {
    throw UsageError("samples and sources cannot both be given");
  }
  if (options.targets && !options.sources) throw UsageError("targets need sources");
  if (options.samples && (*options.samples == 0 || *options.samples > n)) {
    throw UsageError(fmt::format(
        "samples must be between 1 and {1}, the number of vertices, got {0}", *options.samples, n));
  }
  if (options.of == BetweennessOf::kEdges && options.endpoints == BetweennessEndpoints::kIncluded) {
    throw UsageError("endpoints applies to scores of vertices, not to scores of edges");
  }
}

BcProblem frame(Graph graph, const BetweennessOptions& options, int threads) {
  BcProblem problem;
  problem.graph = std::move(graph);
  problem.of = options.of;
  problem.endpoints = options.endpoints;
  problem.precision = options.precision;
  problem.threads = threads;
  set_sources(problem, options);
  if (options.targets) set_targets(problem, *options.targets);
  return problem;
}

}  // namespace

BcProblem make_problem(const Graph& graph, const BetweennessOptions& options) {
  check(options, graph.num_vertices());
  const int threads = resolve_threads(options.run.threads);
  return frame(simple_graph(graph, threads), options, threads);
}

template <class W>
BcProblem make_problem(const WeightedGraph<W>& graph, const BetweennessOptions& options) {
  check(options, graph.topology().num_vertices());
  if (options.method != BetweennessMethod::kAuto && options.method != BetweennessMethod::kSerial) {
    throw UsageError(fmt::format("method {} does not support weights: use auto or serial",
                                 betweenness_method_name(options.method)));
  }
  const int threads = resolve_threads(options.run.threads);
  const WeightedGraph<W> simple = simple_graph(graph, threads);
  BcProblem problem = frame(simple.topology(), options, threads);
  problem.lengths = make_arc_lengths(simple, threads);
  return problem;
}

template BcProblem make_problem(const WeightedGraph<float>&, const BetweennessOptions&);
template BcProblem make_problem(const WeightedGraph<double>&, const BetweennessOptions&);
template BcProblem make_problem(const WeightedGraph<std::uint32_t>&, const BetweennessOptions&);

}  // namespace strider::detail
