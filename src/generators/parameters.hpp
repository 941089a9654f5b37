// What the parameters of several generators have in common: their ranges, and the refusals.
#pragma once

#include <cstdint>

#include "strider/generate.hpp"

namespace strider::detail {

/// Vertices and edges of a graph of 2^scale vertices and edge_factor * 2^scale edges. Throws
/// UsageError where the scale is not in 1 .. 62, the factor is 0 or there are 2^63 edges or more.
[[nodiscard]] GeneratedSize size_of_scale(const char* generator, int scale,
                                          std::uint64_t edge_factor);

/// Throws UsageError where `value` is not in [low, high], or no number.
void require_in_range(const char* generator, const char* parameter, double value, double low,
                      double high);

/// Throws UsageError where low > high of integer weights.
void require_weights(const WeightOptions& weights);

/// Throws UsageError where the range is none of 0 .. num_edges, or `edges` is not as long.
void require_range(EdgeRange range, std::uint64_t num_edges, std::uint64_t edges);

}  // namespace strider::detail
