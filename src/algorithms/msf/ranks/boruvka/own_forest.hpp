// The forest of the edges that one rank has: what is not in it is in no forest of more edges.
#pragma once

#include <cstdint>
#include <vector>

#include "algorithms/msf/ranks/boruvka/fragment_numbers.hpp"
#include "graph/union_find.hpp"

namespace strider::detail {

/// Takes edges in their order, and tells which of them close no cycle (Kruskal's method). Of
/// parallel edges the first is taken.
class OwnForest {
 public:
  /// For up to `edges` edges between fragments of ids below `bound`. Throws MemoryError.
  OwnForest(std::uint64_t bound, std::size_t edges)
      : numbers_(bound, 2 * edges), parents_(2 * edges), trees_(parents_.span()) {}

  /// That the constructor takes.
  [[nodiscard]] static std::uint64_t bytes(std::uint64_t bound, std::size_t edges) {
    return FragmentNumbers::bytes(bound, 2 * edges) + 2 * edges * sizeof(Vertex);
  }

  [[nodiscard]] bool take(std::uint64_t a, std::uint64_t b) {
    return trees_.unite(number(a), number(b));
  }

  /// body(fragment id, fragment id of its tree) for all fragments met.
  template <class F>
  void for_each_fragment(F&& body) {
    for (Vertex f = 0; f < numbers_.count(); ++f) {
      body(numbers_.fragment_id(f), numbers_.fragment_id(trees_.find(f)));
    }
  }

 private:
  Vertex number(std::uint64_t fragment_id) {
    const Vertex before = numbers_.count();
    const Vertex number = numbers_.number(fragment_id);
    if (number == before) parents_[number] = number;
    return number;
  }

  FragmentNumbers numbers_;
  Array<Vertex> parents_;
  DisjointSets trees_;
};

/// Drops the edges that close a cycle. Precondition: they ascend.
template <class Edge>
void keep_forest(std::vector<Edge>& edges, std::uint64_t bound) {
  OwnForest forest(bound, edges.size());
  std::erase_if(edges, [&](const Edge& edge) { return !forest.take(edge.a, edge.b); });
}

}  // namespace strider::detail
