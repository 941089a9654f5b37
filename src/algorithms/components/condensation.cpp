// The graph of the strong components, in topological order: components by the length of the longest
// path that leads to them, those of one length by their labels. Kahn, "Topological sorting of large
// networks", 1962, level by level.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/atomics.hpp"
#include "base/parallel.hpp"
#include "base/workspace.hpp"
#include "graph/edge_map.hpp"
#include "graph/frontier_queue.hpp"
#include "strider/error.hpp"
#include "strider/strong_components.hpp"

namespace strider {
namespace detail {
namespace {

constexpr const char* kCondensation = "the condensation";

/// Takes in every component with the last of the arcs that lead to it.
struct CountDown {
  std::span<Vertex> arcs_in;

  [[nodiscard]] static constexpr bool cond(Vertex) { return true; }
  [[nodiscard]] bool update_atomic(Vertex /*u*/, Vertex v) const {
    return fetch_add_relaxed(arcs_in[v], kNoVertex) == 1;  // takes one away
  }
};

/// Components by ascending label.
struct Numbering {
  Array<Vertex> of_vertex;
  Array<Vertex> labels;
};

Numbering number_components(std::span<const Vertex> labels) {
  std::size_t count = 0;
  sequential_for(0, labels.size(), [&](std::size_t v) {
    if (labels[v] > v || labels[labels[v]] != labels[v]) {
      throw UsageError(fmt::format("{}: {}, the label of vertex {}, is not the least vertex of it",
                                   kCondensation, labels[v], v));
    }
    count += labels[v] == v ? 1 : 0;
  });
  Numbering numbers;
  Workspace workspace;
  workspace.declare("the component of each vertex", numbers.of_vertex, labels.size());
  workspace.declare("components", numbers.labels, count);
  workspace.take(kCondensation, HostMemory());
  Vertex next = 0;
  sequential_for(0, labels.size(), [&](std::size_t v) {
    if (labels[v] == v) numbers.labels[next++] = static_cast<Vertex>(v);
    // The least vertex of a component comes first.
    numbers.of_vertex[v] = labels[v] == v ? next - 1 : numbers.of_vertex[labels[v]];
  });
  return numbers;
}

/// Each edge between two components, once.
Graph graph_of_components(const Graph& graph, const Numbering& numbers, int threads) {
  const Vertex n = graph.num_vertices();
  const auto for_each_arc = [&](Range range, const auto& body) {
    sequential_for(range.begin, range.end, [&](std::size_t i) {
      const auto u = static_cast<Vertex>(i);
      for (const Vertex v : graph.out().neighbors(u)) {
        if (numbers.of_vertex[u] != numbers.of_vertex[v]) body(u, v);
      }
    });
  };
  std::vector<std::size_t> begins(static_cast<std::size_t>(threads) + 1, 0);
  parallel_parts(n, threads, [&](Range range, std::size_t part) {
    for_each_arc(range, [&](Vertex, Vertex) { ++begins[part + 1]; });
  });
  for (std::size_t part = 1; part < begins.size(); ++part) begins[part] += begins[part - 1];
  EdgeList list{.num_vertices = static_cast<Vertex>(numbers.labels.size()),
                .directedness = Directedness::kDirected,
                .edges = take_array<Array<Edge>>(begins.back(), kCondensation),
                .weights = {},
                .labels = graph.labels().permuted(numbers.labels.span())};
  parallel_parts(n, threads, [&](Range range, std::size_t part) {
    std::size_t next = begins[part];
    for_each_arc(range, [&](Vertex u, Vertex v) {
      list.edges[next++] = {numbers.of_vertex[u], numbers.of_vertex[v]};
    });
  });
  return build_graph(std::move(list), {.threads = threads});
}

/// Level by level, in each by number.
Permutation sort_topologically(const Graph& graph, int threads) {
  const Vertex n = graph.num_vertices();
  Array<Vertex> arcs_in;
  Array<Vertex> to_new;
  Workspace workspace;
  FrontierQueue queue(workspace, n);
  workspace.declare("degrees", arcs_in, n);
  workspace.declare("the order", to_new, n);
  workspace.take(kCondensation, HostMemory());
  std::ranges::fill(arcs_in, Vertex{0});
  const SharedArray<Vertex>& targets = graph.out().targets();
  sequential_for(0, targets.size(), [&](std::size_t arc) { ++arcs_in[targets[arc]]; });
  for (Vertex v = 0; v < n; ++v) {
    if (arcs_in[v] == 0) queue.append({&v, 1});
  }
  auto to_old = take_array<Array<Vertex>>(n, kCondensation);
  parallel_workers(threads, [&](Worker& worker) {
    std::size_t begin = 0;
    for (std::size_t end = queue.size(); begin < end && !worker.member().must_stop();) {
      worker.wait();  // until all have read the size
      const std::span<const Vertex> level = queue.window(begin, end);
      push(worker, graph.out(), level, CountDown{arcs_in.span()}, queue);
      if (worker.member().is_first()) {
        std::ranges::copy(level, to_old.begin() + begin);
        std::sort(to_old.begin() + begin, to_old.begin() + end);
      }
      worker.wait();
      begin = std::exchange(end, queue.size());
    }
  });
  if (queue.size() != n) throw UsageError("the condensation: labels are not those of the graph");
  for (Vertex i = 0; i < n; ++i) to_new[to_old[i]] = i;
  return {std::move(to_new), std::move(to_old)};
}

}  // namespace
}  // namespace detail

Condensation condense(const Graph& graph, std::span<const Vertex> labels, int threads) {
  using namespace detail;
  const Vertex n = graph.num_vertices();
  if (labels.size() != n) {
    throw UsageError(fmt::format("the condensation: got {} labels for a graph of {} vertices",
                                 labels.size(), n));
  }
  threads = resolve_threads(threads);
  Numbering numbers = number_components(labels);
  const Graph components = graph_of_components(graph, numbers, threads);
  const Permutation order = sort_topologically(components, threads);
  for (Vertex& number : numbers.of_vertex) number = order.to_new[number];
  return {relabel(components, order, threads), std::move(numbers.of_vertex)};
}

}  // namespace strider
