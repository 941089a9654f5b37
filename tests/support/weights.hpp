// Weights for the small graphs that tests search: each kind hard for some method.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>

#include "base/random.hpp"
#include "strider/graph.hpp"

namespace strider::test {

enum class WeightMix : std::uint8_t {
  kEqual,
  kSmall,     ///< 1 to 8, so that many paths are equally long
  kUniform,   ///< 1 to 255; reals in (0, 1)
  kWithZero,  ///< half of them 0
  kAllZero,
  kSpread,    ///< from 1 to 2^30, evenly over the powers of two; reals from 2^-60 to 2^60
  kHuge,      ///< as large as paths of the graph allow: half the largest number at most
  kAbsorbed,  ///< reals: 1 and 2^60, so that sums lose the small ones; integers: 1 and 2^32 - 1
  kInfinite,  ///< reals: a quarter of them infinite; integers: as kUniform
  kTiny       ///< reals: multiples of the smallest number there is; integers: as kUniform
};
inline constexpr WeightMix kAllWeightMixes[] = {
    WeightMix::kEqual,    WeightMix::kSmall,  WeightMix::kUniform, WeightMix::kWithZero,
    WeightMix::kAllZero,  WeightMix::kSpread, WeightMix::kHuge,    WeightMix::kAbsorbed,
    WeightMix::kInfinite, WeightMix::kTiny};

inline constexpr std::string_view kWeightMixNames[] = {
    "equal", "small", "uniform", "zeros", "zero", "spread", "huge", "lost", "infinite", "tiny"};

inline std::string weight_mix_name(WeightMix mix) {
  return std::string(kWeightMixNames[static_cast<std::size_t>(mix)]);
}

template <class W>
W draw_weight(WeightMix mix, Vertex num_vertices, CounterRng& rng) {
  constexpr bool kReal = std::is_floating_point_v<W>;
  switch (mix) {
    case WeightMix::kEqual:
      return W{7};
    case WeightMix::kSmall:
      return static_cast<W>(1 + rng.below(8));
    case WeightMix::kWithZero:
      if (rng.below(2) == 0) return W{0};
      break;
    case WeightMix::kAllZero:
      return W{0};
    case WeightMix::kSpread:
      if constexpr (kReal) {
        return static_cast<W>(std::ldexp(1 + rng.uniform(), static_cast<int>(rng.below(120)) - 60));
      } else {
        return static_cast<W>((std::uint64_t{1} << rng.below(30)) + rng.below(2));
      }
    case WeightMix::kHuge:
      if constexpr (kReal) {
        return static_cast<W>(std::numeric_limits<W>::max() / 2 / static_cast<W>(num_vertices) *
                              static_cast<W>(rng.uniform()));
      } else {
        return static_cast<W>(std::numeric_limits<W>::max() - rng.below(100));
      }
    case WeightMix::kAbsorbed:
      if constexpr (kReal) return rng.below(2) == 0 ? W{1} : static_cast<W>(0x1.0p60);
      return rng.below(2) == 0 ? W{1} : std::numeric_limits<W>::max();
    case WeightMix::kInfinite:
      if constexpr (kReal) {
        if (rng.below(4) == 0) return std::numeric_limits<W>::infinity();
      }
      break;
    case WeightMix::kTiny:
      if constexpr (kReal) {
        return static_cast<W>(1 + rng.below(255)) * std::numeric_limits<W>::denorm_min();
      }
      break;
    case WeightMix::kUniform:
      break;
  }
  if constexpr (kReal) return static_cast<W>(0.001 + 0.999 * rng.uniform());
  return static_cast<W>(1 + rng.below(255));
}

/// Weights drawn from the seed and the ends of each edge: of an undirected edge both ways the same.
template <class W>
WeightedGraph<W> weigh(const Graph& graph, WeightMix mix, std::uint64_t seed = 1) {
  Array<W> weights(graph.num_arcs());
  std::size_t arc = 0;
  for (Vertex u = 0; u < graph.num_vertices(); ++u) {
    for (const Vertex v : graph.out().neighbors(u)) {
      const std::uint64_t low = graph.is_directed() ? u : std::min(u, v);
      const std::uint64_t high = graph.is_directed() ? v : std::max(u, v);
      CounterRng rng(seed, (low << 32U) | high);
      weights[arc++] = draw_weight<W>(mix, graph.num_vertices(), rng);
    }
  }
  return {graph, std::move(weights)};
}

}  // namespace strider::test
