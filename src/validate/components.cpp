// Validation of components, which are found once more by another method.
#include <fmt/format.h>

#include <algorithm>

#include "base/atomics.hpp"
#include "base/workspace.hpp"
#include "strider/validate.hpp"
#include "validate/component_findings.hpp"
#include "validate/findings.hpp"
#include "validate/listed_edges.hpp"

namespace strider {
namespace {

struct AnyHook {
  bool found = false;
  void merge(const AnyHook& other) { found |= other.found; }
};

/// Until no edge leads out of a tree, every tree hooks below a smaller one that an edge leads to,
/// and becomes a star: below the least vertex of the component in the end (Shiloach and Vishkin
/// 1982; Liu and Tarjan 2019, algorithm S).
template <class Edges>
ComponentsValidation validate(const Edges& edges, std::span<const Vertex> labels, int threads) {
  const Vertex n = edges.num_vertices();
  if (labels.size() != n) {
    throw UsageError(
        fmt::format("validation: got {} labels for a graph of {} vertices", labels.size(), n));
  }
  threads = resolve_threads(threads);
  auto parents = detail::take_array<Array<Vertex>>(n, "the validation of components");
  const auto parent = [&](Vertex v) { return load_relaxed(parents[v]); };
  const auto hook = [&](std::size_t begin, std::size_t end, AnyHook& mine) {
    edges.for_each(begin, end, [&](Vertex u, Vertex v, detail::Unweighted) {
      const auto [low, high] = std::minmax({parent(u), parent(v)});
      if (low == high) return;
      lower_relaxed(parents[high], low);
      mine.found = true;
    });
  };
  parallel_for(0, n, threads, [&](std::size_t v) { parents[v] = static_cast<Vertex>(v); });
  while (detail::find_in_edges<AnyHook>(edges, threads, hook).found) {
    parallel_for(0, n, threads, [&](std::size_t i) {
      Vertex root = parent(static_cast<Vertex>(i));
      while (parent(root) != root) root = parent(root);
      store_relaxed(parents[i], root);
    });
  }
  using Findings = detail::ComponentFindings;
  const auto look = [&](Vertex v, Findings& mine) { mine.look(v, labels[v], parents[v]); };
  return detail::find_in_vertices<Findings>(n, threads, look).validation();
}

}  // namespace

ComponentsValidation validate_components(const EdgeList& edges, std::span<const Vertex> labels,
                                         int threads) {
  return validate(detail::ListEdges<detail::Unweighted>(edges), labels, threads);
}
ComponentsValidation validate_components(const Graph& graph, std::span<const Vertex> labels,
                                         int threads) {
  return validate(detail::GraphEdges<detail::Unweighted>(graph), labels, threads);
}

}  // namespace strider
