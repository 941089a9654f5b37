// Sums over arcs that tell whether every arc has its reverse.
#pragma once

#include <bit>
#include <cstdint>
#include <type_traits>

#include "strider/types.hpp"

namespace strider {

// All of these are inlined always: a call for each arc, which some compilers prefer in a large
// file, takes five times as long.

// Two mixers of vertices, each a bijection of 32 bits. Only kNoVertex, which is no vertex, gives 0.
[[nodiscard, gnu::always_inline]] constexpr std::uint32_t mix_first(Vertex v) {
  std::uint32_t x = (v + 1) * 0x9E3779B1U;
  x ^= x >> 15U;
  return x * 0x85EBCA77U;
}
[[nodiscard, gnu::always_inline]] constexpr std::uint32_t mix_second(Vertex v) {
  std::uint32_t x = (v + 1) * 0xC2B2AE3DU;
  x ^= x >> 13U;
  return x * 0x27D4EB2FU;
}

/// A bijection of the bits of a weight. 0 gives 0.
template <class W>
[[nodiscard, gnu::always_inline]] constexpr std::uint64_t mix_weight(W weight) {
  using Bits = std::conditional_t<sizeof(W) == 8, std::uint64_t, std::uint32_t>;
  const std::uint64_t x = std::bit_cast<Bits>(weight) * 0x9E3779B97F4A7C15ULL;
  return x ^ (x >> 32U);
}

/// The sums of a(u) * b(v), of b(u) * a(v) and of a(u) - a(v) over arcs u -> v, where a and b are
/// the mixers: the products modulo 2^64, the differences modulo 2^32. Sums do not depend on the
/// order, so adjacencies are compared without sorting, and parts are added in any order. A product
/// for each arc costs less than a hash of it, and vectorizes. With weights, each half of the mixed
/// weight is added to one of the mixers in the products, modulo 2^32.
///
/// What escapes: adjacencies whose arcs differ by a set of arcs, added and removed, over which all
/// three add up to 0. One arc that leads to another vertex, or comes from another, does not escape:
/// the differences then change by a(w) - a(v), which is not 0, since a is a bijection of 32 bits.
/// From is_reverse_of no exchange of the ends of two arcs without weights escapes, either: one of
/// the products changes by (a(u) - a(x)) * (b(y) - b(v)), whose factors are below 2^32 and not 0.
/// Other differences escape with a chance near 2^-64, unless they were made for this.
struct ArcSums {
  std::uint64_t forward = 0;
  std::uint64_t backward = 0;
  std::uint32_t ends = 0;

  /// `weight` is mix_weight of the arc's weight where weights count.
  [[gnu::always_inline]] void add(Vertex source, Vertex target, std::uint64_t weight = 0) {
    const auto low = static_cast<std::uint32_t>(weight);
    const auto high = static_cast<std::uint32_t>(weight >> 32U);
    const std::uint32_t first_source = mix_first(source);
    const std::uint32_t first_target = mix_first(target);
    forward += std::uint64_t{first_source + low} * (mix_second(target) + high);
    backward += std::uint64_t{mix_second(source) + high} * (first_target + low);
    ends += first_source - first_target;
  }
  void add(const ArcSums& other) {
    forward += other.forward;
    backward += other.backward;
    ends += other.ends;
  }
  /// Every arc leads both ways, equally often.
  [[nodiscard]] bool symmetric() const { return forward == backward && ends == 0; }
  /// Each arc of one is an arc of the other, the other way round.
  [[nodiscard]] bool is_reverse_of(const ArcSums& other) const {
    return forward == other.backward && backward == other.forward && ends + other.ends == 0;
  }
};

}  // namespace strider
