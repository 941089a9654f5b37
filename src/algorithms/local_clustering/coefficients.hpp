// What local clustering makes of the links between the neighbours of vertices.
#pragma once

#include <cstdint>

#include "base/exact_sum.hpp"
#include "strider/graph.hpp"
#include "strider/local_clustering.hpp"

namespace strider::detail {

/// Of a vertex with so many neighbours.
[[nodiscard]] inline double coefficient(Vertex degree, std::uint64_t links,
                                        Directedness directedness) {
  const auto d = static_cast<double>(degree);
  const double ways = directedness == Directedness::kDirected ? 1 : 2;
  return degree < 2 ? 0 : ways * static_cast<double>(links) / (d * (d - 1));
}

/// The same in whatever order vertices are added.
struct ClusteringSums {
  ExactSum coefficients;
  std::uint64_t links = 0;

  void add(double coefficient_of_one, std::uint64_t links_of_one) {
    coefficients.add(coefficient_of_one);
    links += links_of_one;
  }
  void add(const ClusteringSums& others) {
    coefficients.add(others.coefficients);
    links += others.links;
  }
  [[nodiscard]] LocalClusteringSummary summary(std::uint64_t num_vertices,
                                               Directedness directedness) const {
    if (num_vertices == 0) return {};
    constexpr std::uint64_t kCorners = 3;  // of a triangle, each with a link
    return {coefficients.value() / static_cast<double>(num_vertices),
            directedness == Directedness::kDirected ? 0 : links / kCorners};
  }
};

}  // namespace strider::detail
