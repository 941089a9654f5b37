// Parents from levels, by a rule that leaves no choice.
#include <fmt/format.h>

#include <algorithm>

#include "base/atomics.hpp"
#include "base/parallel.hpp"
#include "base/workspace.hpp"
#include "strider/bfs.hpp"
#include "strider/error.hpp"

namespace strider {
namespace {

constexpr std::size_t kGrain = 256;

class ParentRule {
 public:
  explicit ParentRule(LevelView levels) : levels_(levels) {}

  [[nodiscard]] bool needs_parent(Vertex v) const {
    return levels_[v] != 0 && levels_[v] != kUnreached;
  }
  [[nodiscard]] Vertex first_parent(Vertex v) const { return levels_[v] == 0 ? v : kNoVertex; }
  /// Of an edge from u to v. Precondition: needs_parent(v), so that its level is not 0.
  [[nodiscard]] bool allows(Vertex u, Vertex v) const { return levels_[u] == levels_[v] - 1; }

 private:
  LevelView levels_;
};

/// Every vertex looks through the edges that lead to it.
void pull(const Csr& in, const ParentRule& rule, Array<Vertex>& parents, int threads) {
  parallel_for(
      0, parents.size(), threads,
      [&](std::size_t i) {
        const auto v = static_cast<Vertex>(i);
        parents[v] = rule.first_parent(v);
        if (!rule.needs_parent(v)) return;
        for (const Vertex u : in.neighbors(v)) {
          if (u < parents[v] && rule.allows(u, v)) parents[v] = u;
        }
      },
      kGrain);
}

/// Where only the edges that leave a vertex are known, it proposes itself as a parent.
void push(const Csr& out, const ParentRule& rule, Array<Vertex>& parents, int threads) {
  parallel_chunks(parents.size(), threads, [&](std::size_t begin, std::size_t end, int) {
    for (std::size_t v = begin; v < end; ++v) {
      parents[v] = rule.first_parent(static_cast<Vertex>(v));
    }
  });
  parallel_for(
      0, parents.size(), threads,
      [&](std::size_t i) {
        const auto u = static_cast<Vertex>(i);
        for (const Vertex v : out.neighbors(u)) {
          if (rule.needs_parent(v) && rule.allows(u, v)) lower_relaxed(parents[v], u);
        }
      },
      kGrain);
}

}  // namespace

Array<Vertex> smallest_parents(const Graph& graph, const BfsResult& result, int threads) {
  threads = resolve_threads(threads);
  const LevelView levels = result.levels();
  const std::size_t n = graph.num_vertices();
  if (levels.size() != n || result.source() >= n) {
    throw UsageError(
        fmt::format("the result has {} levels, but the graph has {} vertices", levels.size(), n));
  }
  auto parents = detail::take_array<Array<Vertex>>(n, "the parents");
  const ParentRule rule(levels);
  if (!graph.is_directed() || graph.has_transpose()) {
    pull(graph.in(threads), rule, parents, threads);
  } else {
    push(graph.out(), rule, parents, threads);
  }
  return parents;
}

}  // namespace strider
