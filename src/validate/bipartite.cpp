// Validation of a bipartition: sides and cycles are held against the edges one by one.
#include "strider/bipartite.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "base/parallel.hpp"
#include "strider/error.hpp"
#include "validate/claim.hpp"
#include "validate/component_roots.hpp"
#include "validate/findings.hpp"
#include "validate/listed_edges.hpp"

namespace strider {
namespace {

using detail::Unweighted;
using detail::Witness;

BipartiteValidation violation(BipartiteRule rule, Vertex vertex, std::string message) {
  return {{{rule, vertex, std::move(message)}}};
}

template <class Edges>
BipartiteValidation check_sides(const Edges& edges, std::span<const std::uint32_t> sides,
                                int threads) {
  const auto least_where = [&](auto&& is_wrong) {
    return detail::find_in_vertices<Witness>(sides.size(), threads, [&](Vertex v, Witness& mine) {
      if (is_wrong(v)) mine.merge({v, v});
    });
  };
  if (const Witness at = least_where([&](Vertex v) { return sides[v] > 1; }); at.found()) {
    return violation(BipartiteRule::kSides, at.vertex,
                     fmt::format("vertex {} is on side {}", at.vertex, sides[at.vertex]));
  }
  const auto look = [&](std::size_t begin, std::size_t end, Witness& mine) {
    edges.for_each(begin, end, [&](Vertex u, Vertex v, Unweighted) {
      if (sides[u] == sides[v]) mine.merge({std::min(u, v), std::max(u, v)});
    });
  };
  if (const Witness at = detail::find_in_edges<Witness>(edges, threads, look); at.found()) {
    return violation(BipartiteRule::kEdges, at.vertex,
                     fmt::format("vertex {} is on side {}, and so is vertex {}, which an edge "
                                 "connects it with",
                                 at.vertex, sides[at.vertex], at.other));
  }
  const Array<Vertex> roots =
      detail::component_roots(edges, threads, "the validation of a bipartition");
  const Witness at = least_where([&](Vertex v) { return roots[v] == v && sides[v] != 0; });
  if (!at.found()) return {};
  return violation(BipartiteRule::kLeastVertex, at.vertex,
                   fmt::format("vertex {}, the least of its component, is on side {}", at.vertex,
                               sides[at.vertex]));
}

/// The arcs of a cycle that were met.
struct MetArcs {
  std::vector<bool> met;
  void merge(const MetArcs& others) {
    met.resize(std::max(met.size(), others.met.size()));
    for (std::size_t i = 0; i < others.met.size(); ++i) met[i] = met[i] || others.met[i];
  }
};

template <class Edges>
BipartiteValidation check_cycle(const Edges& edges, std::span<const Vertex> cycle, int threads) {
  if (cycle.size() % 2 == 0) {
    return violation(BipartiteRule::kOddCycle, cycle.front(),
                     fmt::format("the cycle has {} vertices, an even number", cycle.size()));
  }
  constexpr std::size_t kNowhere = ~std::size_t{0};
  std::vector<std::size_t> place(edges.num_vertices(), kNowhere);
  for (std::size_t i = 0; i < cycle.size(); ++i) {
    if (cycle[i] >= edges.num_vertices() || place[cycle[i]] != kNowhere) {
      return violation(
          BipartiteRule::kOddCycle, cycle[i],
          fmt::format("the cycle has vertex {} twice, or there is none such", cycle[i]));
    }
    place[cycle[i]] = i;
  }
  const auto look = [&](std::size_t begin, std::size_t end, MetArcs& mine) {
    mine.met.resize(cycle.size());
    edges.for_each(begin, end, [&](Vertex u, Vertex v, Unweighted) {
      for (const auto& [from, to] : {std::pair(u, v), std::pair(v, u)}) {
        if (place[from] == kNowhere) continue;
        if (cycle[(place[from] + 1) % cycle.size()] == to) mine.met[place[from]] = true;
      }
    });
  };
  MetArcs found = detail::find_in_edges<MetArcs>(edges, threads, look);
  found.met.resize(cycle.size());
  const auto missing = std::ranges::find(found.met, false) - found.met.begin();
  if (missing == std::ssize(cycle)) return {};
  const auto i = static_cast<std::size_t>(missing);
  return violation(BipartiteRule::kCycleEdges, cycle[i],
                   fmt::format("no edge connects the vertices {} and {} of the cycle", cycle[i],
                               cycle[(i + 1) % cycle.size()]));
}

template <class Edges>
BipartiteValidation validate(const Edges& edges, const Bipartition& claim, int threads) {
  threads = resolve_threads(threads);
  const std::size_t sides = claim.sides.size();
  if (!claim.is_bipartite() && sides == 0) return check_cycle(edges, claim.odd_cycle, threads);
  if (claim.is_bipartite() && sides == edges.num_vertices()) {
    return check_sides(edges, std::as_const(claim.sides).span(), threads);
  }
  return violation(BipartiteRule::kOneOrTheOther, 0,
                   fmt::format("there are {} sides and a cycle of {} vertices, but {} vertices",
                               sides, claim.odd_cycle.size(), edges.num_vertices()));
}

}  // namespace

BipartiteValidation validate_bipartition(const EdgeList& edges, const Bipartition& claim,
                                         int threads) {
  return validate(detail::ListEdges<Unweighted>(edges), claim, threads);
}
BipartiteValidation validate_bipartition(const Graph& graph, const Bipartition& claim,
                                         int threads) {
  return validate(detail::GraphEdges<Unweighted>(graph), claim, threads);
}

}  // namespace strider
