// Small graphs as pictures.
#pragma once

#include <cstdint>

#include "page/markup.hpp"
#include "report.hpp"

namespace strider::cli {

/// What is drawn at most: more would be neither seen nor read.
inline constexpr std::uint64_t kMostDrawnVertices = 500;
inline constexpr std::uint64_t kMostDrawnEdges = 3000;

/// The figure of a graph:
///   directed  whether edges have arrows
///   value     what the values of vertices are; null: they have none
///   marked    which edges are marked: "of the tree"; null: none
///   vertices  list of {label, value}, by which they are shaded; null is unreached
///   edges     list of [u, v, whether it is marked]
/// Places come from forces between vertices, always the same ones.
[[nodiscard]] Markup drawing_of(const Json& graph);

}  // namespace strider::cli
