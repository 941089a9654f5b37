#include <utility>

#include "algorithms/bc/reduced_problem.hpp"
#include "base/memory.hpp"

namespace strider::detail {
namespace {

template <class Values>
Values permuted(const Values& values, const SharedArray<Vertex>& to_new) {
  Values result(values.size());
  for (std::size_t v = 0; v < values.size(); ++v) result[to_new[v]] = values[v];
  return result;
}

}  // namespace

ReducedProblem reordered(const BcProblem& problem, Ordering ordering) {
  require_memory(saturating_mul(problem.graph.num_arcs(), 2 * sizeof(Vertex)),
                 "betweenness: the graph in an order for searching");
  const Permutation permutation = make_ordering(problem.graph, ordering);
  auto inner = std::make_shared<BcProblem>();
  inner->graph = relabel(problem.graph, permutation, problem.threads);
  inner->sources.reserve(problem.sources.size());
  for (const Vertex source : problem.sources) {
    inner->sources.push_back(permutation.to_new[source]);
  }
  inner->source_weights = permuted(problem.source_weights, permutation.to_new);
  inner->target_weights = permuted(problem.target_weights, permutation.to_new);
  inner->of = problem.of;
  inner->endpoints = problem.endpoints;
  inner->precision = problem.precision;
  inner->threads = problem.threads;
  ReducedProblem reduced;
  reduced.problem = std::move(inner);
  reduced.to_original = [to_new = permutation.to_new](const Array<double>& sums) {
    require_memory(saturating_mul(sums.size(), sizeof(double)), "the scores");
    Array<double> original(sums.size());
    for (std::size_t v = 0; v < sums.size(); ++v) original[v] = sums[to_new[v]];
    return original;
  };
  return reduced;
}

}  // namespace strider::detail
