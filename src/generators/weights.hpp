// Weights as a pure function of the seed and the edge's number.
#pragma once

#include <cstdint>
#include <span>

#include "strider/generate.hpp"

namespace strider::detail {

/// The weights of edges first_edge .. first_edge + weights.size() - 1; sequential.
void fill_weights(std::uint64_t seed, std::uint64_t first_edge, std::span<float> weights);
void fill_weights(std::uint64_t seed, const WeightOptions& options, std::uint64_t first_edge,
                  std::span<std::uint32_t> weights);

}  // namespace strider::detail
