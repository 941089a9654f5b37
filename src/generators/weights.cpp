#include "generators/weights.hpp"

#include "base/random.hpp"

namespace strider::detail {
namespace {

/// Of a seed of its own, so that weights and ends are independent.
CounterRng rng_of_weight(std::uint64_t seed, std::uint64_t edge) {
  constexpr std::uint64_t kWeights = 0x5EED'0F'3E1647ULL;
  return {mix64(seed ^ kWeights), edge};
}

}  // namespace

void fill_weights(std::uint64_t seed, std::uint64_t first_edge, std::span<float> weights) {
  for (std::size_t i = 0; i < weights.size(); ++i) {
    // Odd multiples of 2^-24 are exact in a float, and neither 0 nor 1 is among them.
    const std::uint64_t bits = rng_of_weight(seed, first_edge + i).next() >> 41U;
    weights[i] = static_cast<float>(2 * bits + 1) * 0x1p-24F;
  }
}

void fill_weights(std::uint64_t seed, const WeightOptions& options, std::uint64_t first_edge,
                  std::span<std::uint32_t> weights) {
  const std::uint64_t values = std::uint64_t{options.high} - options.low + 1;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const std::uint64_t offset = rng_of_weight(seed, first_edge + i).below(values);
    weights[i] = options.low + static_cast<std::uint32_t>(offset);
  }
}

}  // namespace strider::detail
