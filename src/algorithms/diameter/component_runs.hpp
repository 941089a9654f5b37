// The components of a graph on one machine, one after the other.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "algorithms/diameter/host_place.hpp"
#include "base/workspace.hpp"
#include "strider/components.hpp"
#include "strider/diameter.hpp"

namespace strider::detail {

/// A component: a range of the vertices that ComponentMembers lists.
struct Component {
  std::size_t begin;
  std::size_t size;
};

/// The vertices of each component, ascending.
class ComponentMembers {
 public:
  /// Any graph that components() takes.
  template <class AnyGraph>
  ComponentMembers(const AnyGraph& graph, int threads) {
    const ComponentsResult found = components(graph, {.threads = threads});
    const std::span<const Vertex> labels = found.labels();
    Array<Vertex> next;
    Workspace workspace;
    workspace.declare("the vertices of components", members_, labels.size());
    workspace.declare("the sizes of components", next, labels.size());
    workspace.declare("the components", components_, found.sizes().num_components);
    workspace.take("the diameter", HostMemory());
    // A label is the least vertex: components come in the order of these.
    std::ranges::fill(next, Vertex{0});
    for (const Vertex label : labels) ++next[label];
    std::size_t begin = 0;
    std::size_t count = 0;
    for (Vertex v = 0; v < labels.size(); ++v) {
      if (labels[v] != v) continue;
      components_[count++] = {begin, next[v]};
      begin += std::exchange(next[v], static_cast<Vertex>(begin));
    }
    for (Vertex v = 0; v < labels.size(); ++v) members_[next[labels[v]]++] = v;
  }
  [[nodiscard]] std::span<const Vertex> of(const Component& component) const {
    return members_.span().subspan(component.begin, component.size);
  }
  [[nodiscard]] std::span<const Component> chosen(DiameterScope scope) const {
    const std::span<const Component> all = components_.span();
    if (scope == DiameterScope::kAllComponents || all.empty()) return all;
    return {std::ranges::max_element(all, {}, &Component::size), 1};
  }

 private:
  Array<Vertex> members_;
  Array<Component> components_;
};

/// Whether a search by one thread, of as much work as the component has, is the faster one.
[[nodiscard]] inline bool is_small(std::span<const Vertex> members, Vertex num_vertices) {
  constexpr std::size_t kMostVertices = 1U << 14U;
  return members.size() <= kMostVertices && members.size() < num_vertices / 2;
}

/// Runs the listing in components, and puts what it finds together.
template <class T>
class ComponentRuns {
 public:
  ComponentRuns(std::size_t num_vertices, const DiameterOptions& options, int threads)
      : options_(options), threads_(threads) {
    Workspace workspace;
    workspace.declare("lower bounds", lower_, num_vertices);
    workspace.declare("upper bounds", upper_, num_vertices);
    workspace.declare("the ball", ball_, num_vertices);
    workspace.take("the diameter", HostMemory());
    // Of a vertex that does not count.
    std::ranges::fill(lower_, T{1});
    std::ranges::fill(upper_, T{0});
  }
  /// Of the component with these vertices.
  template <class Search>
  void run(std::span<const Vertex> members, Vertex start, BoundRules rules, Search& forward,
           Search& backward) {
    if (members.size() == 1) {
      lower_[start] = upper_[start] = T{};
      return add(facts_of_one_vertex<T>(start));
    }
    HostPlace<Search> place(members, start, rules, forward, backward, counts_,
                            members.size() < kFewVertices ? 1 : threads_);
    add(EccentricityBounds<HostPlace<Search>>(place, bounds(), options_).run());
  }
  /// Those of a component that another method has found.
  void add(const DiameterFacts<T>& facts) { facts_.merge(facts); }
  [[nodiscard]] BoundArrays<T> bounds() { return {lower_.span(), upper_.span(), ball_.span()}; }
  [[nodiscard]] EccentricityResult<T> result() && {
    return {std::move(facts_), std::move(lower_), std::move(upper_)};
  }

 private:
  static constexpr std::size_t kFewVertices = 4096;

  const DiameterOptions& options_;
  int threads_;
  Array<T> lower_;
  Array<T> upper_;
  Array<T> ball_;
  Array<std::uint32_t> counts_;  ///< of HostPlace
  DiameterFacts<T> facts_;
};

/// The vertex with the most neighbours; of several, the first. Precondition: there is one.
[[nodiscard]] inline Vertex busiest(const Graph& graph, std::span<const Vertex> vertices) {
  return *std::ranges::max_element(vertices, {}, [&](Vertex v) { return graph.out().degree(v); });
}

}  // namespace strider::detail
