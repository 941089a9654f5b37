// The trees of edges of length zero, and what a search on the host knows of them.
#pragma once

#include <vector>

#include "algorithms/bc/problem.hpp"
#include "algorithms/bc/zero_flow.hpp"
#include "base/workspace.hpp"

namespace strider::detail {

class ZeroTreeFlow {
 public:
  ZeroTreeFlow(Workspace& workspace, const ZeroForest& forest) : forest_(forest) {
    workspace.declare("the paths through edges of length zero", flows_, forest.vertices.size());
    workspace.count("the trees of edges of length zero",
                    forest.vertices.size() * sizeof(ZeroPlace));
    workspace.when_taken([this] { places_ = zero_places(forest_); });
  }

  /// The vertices of a tree; place p of the forest is member p - begin.
  [[nodiscard]] Vertex begin(Vertex tree) const { return forest_.begins[tree]; }
  [[nodiscard]] Vertex end(Vertex tree) const { return forest_.begins[tree + 1ULL]; }
  [[nodiscard]] Vertex vertex(Vertex place) const { return places_[place].vertex; }
  [[nodiscard]] Vertex parent(Vertex place) const { return places_[place].parent; }

  ZeroFlow& at(Vertex place) { return flows_[place]; }
  ZeroFlows flows() { return {places_.data(), flows_.data()}; }

 private:
  const ZeroForest& forest_;
  std::vector<ZeroPlace> places_;
  Array<ZeroFlow> flows_;
};

}  // namespace strider::detail
