#include <fmt/format.h>

#include <type_traits>
#include <utility>
#include <variant>

#include "graph/csr_facts.hpp"
#include "strider/error.hpp"
#include "strider/graph.hpp"
#include "strider/threads.hpp"

namespace strider {
namespace {

constexpr const char* kOrigin = "adjacency";

/// The facts of all arcs, with their weights if the ends of an edge must agree on them.
ArcFacts checked_facts(const Csr& out, const SharedWeights& weights, SymmetryCheck symmetry,
                       int threads) {
  return std::visit(
      [&]<class Shared>(const Shared& shared) {
        if constexpr (!std::is_same_v<Shared, std::monostate>) {
          if (shared.size() != out.num_arcs()) {
            throw InputError(
                kOrigin, 0,
                fmt::format("there are {} weights for {} entries", shared.size(), out.num_arcs()));
          }
          if (symmetry == SymmetryCheck::kYes) return arc_facts(out, shared.span(), threads);
        }
        return arc_facts(out, threads);
      },
      weights);
}

[[noreturn]] void throw_asymmetry(const Csr& out, int threads) {
  const bool has_both_ends = arc_facts(out, threads).sums.symmetric();
  throw InputError(
      kOrigin, 0,
      fmt::format("the graph is undirected, but an edge is {}: list it at both ends, or make the "
                  "graph directed",
                  has_both_ends ? "listed with two weights" : "listed at one end only"));
}

}  // namespace

AnyGraph adopt_adjacency(Csr out, Directedness directedness, SharedWeights weights,
                         SymmetryCheck symmetry, int threads) {
  threads = resolve_threads(threads);
  if (directedness == Directedness::kDirected) symmetry = SymmetryCheck::kNo;
  check_offsets(out, kOrigin, threads);
  const ArcFacts facts = checked_facts(out, weights, symmetry, threads);
  if (out.num_arcs() > 0 && facts.largest >= out.num_vertices()) {
    throw_no_vertex(facts.largest, out.num_vertices(), kOrigin);
  }
  if (symmetry == SymmetryCheck::kYes && !facts.sums.symmetric()) throw_asymmetry(out, threads);
  Graph topology(std::move(out), directedness, facts.self_loops);
  return std::visit(
      [&]<class Shared>(Shared&& shared) -> AnyGraph {
        if constexpr (std::is_same_v<std::decay_t<Shared>, std::monostate>) {
          return topology;
        } else {
          return WeightedGraph(std::move(topology), std::forward<Shared>(shared));
        }
      },
      std::move(weights));
}

}  // namespace strider
