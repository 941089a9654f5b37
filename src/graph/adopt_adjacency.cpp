#include <fmt/format.h>

#include "graph/csr_facts.hpp"
#include "strider/error.hpp"
#include "strider/graph.hpp"
#include "strider/threads.hpp"

namespace strider {
namespace {

constexpr const char* kOrigin = "adjacency";

void require_symmetry(const ArcFacts& facts, const char* what) {
  if (facts.sums.symmetric()) return;
  throw InputError(
      kOrigin, 0,
      fmt::format("the graph is undirected, but an edge is {}: list it at both ends, or "
                  "make the graph directed",
                  what));
}

AnyGraph with_weights(Graph topology, std::monostate, SymmetryCheck, int) {
  return topology;
}

template <class W>
AnyGraph with_weights(Graph topology, SharedArray<W>&& weights, SymmetryCheck symmetry,
                      int threads) {
  if (weights.size() != topology.num_arcs()) {
    throw InputError(
        kOrigin, 0,
        fmt::format("there are {} weights for {} entries", weights.size(), topology.num_arcs()));
  }
  WeightedGraph<W> graph(std::move(topology), std::move(weights));
  if (symmetry == SymmetryCheck::kYes && !graph.topology().is_directed()) {
    require_symmetry(arc_facts(graph, threads), "listed with two weights");
  }
  return graph;
}

}  // namespace

AnyGraph adopt_adjacency(Csr out, Directedness directedness, SharedWeights weights,
                         SymmetryCheck symmetry, int threads) {
  threads = resolve_threads(threads);
  check_csr(out, kOrigin, threads);
  const ArcFacts facts = arc_facts(out, threads);
  if (symmetry == SymmetryCheck::kYes && directedness == Directedness::kUndirected) {
    require_symmetry(facts, "listed at one end only");
  }
  Graph topology(std::move(out), directedness, facts.self_loops);
  return std::visit(
      [&](auto&& shared) {
        return with_weights(std::move(topology), std::forward<decltype(shared)>(shared), symmetry,
                            threads);
      },
      std::move(weights));
}

}  // namespace strider
