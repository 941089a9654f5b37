// The rules of spanning forests: where they are broken, and the words for it. The same on a machine
// and on ranks. V is the type of vertices.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "graph/weight_order.hpp"
#include "strider/validate.hpp"

namespace strider::detail {

/// An edge that breaks a rule, of several the one with the smallest ends, and what its message
/// needs. V: Vertex or GlobalVertex. Trivially copyable, because ranks send it.
template <class V>
struct ForestWitness {
  V u = 0;
  V v = 0;
  std::uint64_t key = 0;
  std::uint64_t other = 0;
  std::uint64_t found = 0;  // 0 or 1

  void merge(const ForestWitness& witness) {
    if (witness.found == 0) return;
    const auto order = [](const ForestWitness& w) { return std::tuple(w.u, w.v, w.key, w.other); };
    if (found == 0 || order(witness) < order(*this)) *this = witness;
  }
};

/// Where each rule is broken.
template <class V>
struct ForestFindings {
  ForestWitness<V> edge;     ///< kEdges
  ForestWitness<V> cycle;    ///< kAcyclic
  ForestWitness<V> apart;    ///< kSpanning
  ForestWitness<V> lighter;  ///< kLightest

  void merge(const ForestFindings& findings) {
    edge.merge(findings.edge);
    cycle.merge(findings.cycle);
    apart.merge(findings.apart);
    lighter.merge(findings.lighter);
  }
};

/// Of an edge that is none of the graph; u <= v.
template <class V>
std::string no_edge_message(V u, V v, V num_vertices, auto weight) {
  if (v >= num_vertices) {
    return fmt::format("an edge has the endpoint {}, but the graph has only {} vertices", v,
                       num_vertices);
  }
  return fmt::format("the graph has no edge between {} and {} of weight {}", u, v, weight);
}

/// Adds the rules that are broken, in their order, with the words for where they are. A violation
/// is made of a rule, two vertices and a message. `order` is that of the weights, of type W.
template <class W, class V, class Violation>
void add_violations(const WeightOrder<W>& order, const ForestFindings<V>& found, V num_vertices,
                    std::vector<Violation>& violations) {
  const auto weight = [&](std::uint64_t key) {
    return order.weight(static_cast<WeightKey<W>>(key));
  };
  const auto add = [&](MsfRule rule, const ForestWitness<V>& at, auto&& message) {
    if (at.found != 0) violations.push_back({rule, at.u, at.v, message(at)});
  };
  add(MsfRule::kEdges, found.edge, [&](const ForestWitness<V>& at) {
    return no_edge_message(at.u, at.v, num_vertices, weight(at.key));
  });
  add(MsfRule::kAcyclic, found.cycle, [](const ForestWitness<V>& at) {
    return fmt::format("the edge between {} and {} closes a cycle", at.u, at.v);
  });
  add(MsfRule::kSpanning, found.apart, [](const ForestWitness<V>& at) {
    return fmt::format("an edge joins {} and {}, which are in different trees", at.u, at.v);
  });
  add(MsfRule::kLightest, found.lighter, [&](const ForestWitness<V>& at) {
    return fmt::format(
        "the edge between {} and {} of weight {} is better than one of weight {} on the path "
        "between them",
        at.u, at.v, weight(at.key), weight(at.other));
  });
}

}  // namespace strider::detail
