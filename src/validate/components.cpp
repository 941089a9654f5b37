// Validation of components, which are found once more by another method.
#include <fmt/format.h>

#include "strider/validate.hpp"
#include "validate/component_findings.hpp"
#include "validate/component_roots.hpp"
#include "validate/findings.hpp"
#include "validate/listed_edges.hpp"

namespace strider {
namespace {

template <class Edges>
ComponentsValidation validate(const Edges& edges, std::span<const Vertex> labels, int threads) {
  const Vertex n = edges.num_vertices();
  if (labels.size() != n) {
    throw UsageError(
        fmt::format("validation: got {} labels for a graph of {} vertices", labels.size(), n));
  }
  threads = resolve_threads(threads);
  const Array<Vertex> parents =
      detail::component_roots(edges, threads, "the validation of components");
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
