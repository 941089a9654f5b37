// Edges that may join fragments.
#pragma once

#include "algorithms/msf/keyed_edge.hpp"

namespace strider::detail {

/// An edge of the graph and the fragments it joins.
template <class Key>
struct Candidate {
  Vertex a;
  Vertex b;
  KeyedEdge<Key> edge;
  [[nodiscard]] friend bool operator<(const Candidate& x, const Candidate& y) {
    return x.edge < y.edge;
  }
};

}  // namespace strider::detail
