// Vertices as one rank numbers them. Neither type converts to the other, to a number or to the
// GlobalVertex of the whole graph: what mixes them does not compile.
#pragma once

#include <cstddef>
#include <cstdint>

#include "strider/types.hpp"

namespace strider::detail {

/// A vertex as its owner numbers it, from 0. Means nothing without the owner's rank.
enum class LocalVertex : std::uint32_t {};
/// An end of an arc as the rank that holds the arc numbers it. Means nothing on other ranks.
enum class LocalId : std::uint32_t {};

[[nodiscard]] constexpr std::uint32_t index(LocalVertex v) {
  return static_cast<std::uint32_t>(v);
}
[[nodiscard]] constexpr std::uint32_t index(LocalId c) {
  return static_cast<std::uint32_t>(c);
}
/// Precondition: index < 2^32.
[[nodiscard]] constexpr LocalVertex local_vertex(std::size_t index) {
  return static_cast<LocalVertex>(index);
}
[[nodiscard]] constexpr LocalId local_id(std::size_t index) {
  return static_cast<LocalId>(index);
}

/// "No such vertex": the parent of an unreached vertex.
inline constexpr GlobalVertex kNoGlobalVertex = ~GlobalVertex{0};

}  // namespace strider::detail
