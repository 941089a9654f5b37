// The edges of the forest whose smaller ends a rank owns, and the way to sort them.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "strider/types.hpp"

namespace strider::detail {

/// An edge of the forest: the name of its smaller end, the larger one in the input's numbers.
template <class Key>
struct TakenEdge {
  Vertex u;
  Key key;
  GlobalVertex v;
};

/// Sorts edges by ends without comparing but those of one smaller end, keeping its workspace: in
/// groups of near names first, so that the places of a group's edges stay in the cache.
template <class Key>
class TakenEdges {
 public:
  void clear() { edges_.clear(); }
  void reserve(std::size_t edges) { edges_.reserve(edges); }
  [[nodiscard]] std::size_t size() const { return edges_.size(); }
  void add(const TakenEdge<Key>& edge) { edges_.push_back(edge); }

  /// write(place, edge) for all edges, place being that in the order of (u, v). Names are below
  /// `names`.
  template <class Write>
  void write_sorted(Vertex names, Write&& write) {
    constexpr Vertex kMostGroups = 1U << 10U;
    if (edges_.empty()) return;
    const auto shift = static_cast<unsigned>(std::bit_width((names - 1) / kMostGroups));
    group(((names - 1) >> shift) + std::size_t{1}, shift);
    std::vector<std::uint32_t> places;
    for (std::size_t g = 0, begin = 0; g < ends_.size(); begin = ends_[g++]) {
      sort_group(std::span(grouped_).subspan(begin, ends_[g] - begin), shift, places);
      for (std::size_t i = begin; i < ends_[g]; ++i) write(i, grouped_[i]);
    }
  }

 private:
  using Edge = TakenEdge<Key>;

  void group(std::size_t groups, unsigned shift) {
    ends_.assign(groups + 1, 0);
    for (const Edge& edge : edges_) ++ends_[(edge.u >> shift) + std::size_t{1}];
    for (std::size_t g = 1; g < ends_.size(); ++g) ends_[g] += ends_[g - 1];
    grouped_.resize(edges_.size());
    for (const Edge& edge : edges_) grouped_[ends_[edge.u >> shift]++] = edge;
    ends_.pop_back();
  }

  void sort_group(std::span<Edge> edges, unsigned shift, std::vector<std::uint32_t>& places) {
    const Vertex mask = (Vertex{1} << shift) - 1;
    places.assign(mask + std::size_t{2}, 0);
    for (const Edge& edge : edges) ++places[(edge.u & mask) + std::size_t{1}];
    for (std::size_t i = 1; i < places.size(); ++i) places[i] += places[i - 1];
    sorted_.resize(edges.size());
    for (const Edge& edge : edges) sorted_[places[edge.u & mask]++] = edge;
    std::copy(sorted_.begin(), sorted_.end(), edges.begin());
    for (std::size_t begin = 0, end = 0; begin < edges.size(); begin = end) {
      end = begin + 1;
      while (end < edges.size() && edges[end].u == edges[begin].u) ++end;
      if (end - begin > 1) std::ranges::sort(edges.subspan(begin, end - begin), {}, &Edge::v);
    }
  }

  std::vector<Edge> edges_;
  std::vector<Edge> grouped_;
  std::vector<Edge> sorted_;       // of one group
  std::vector<std::size_t> ends_;  // of the groups
};

}  // namespace strider::detail
