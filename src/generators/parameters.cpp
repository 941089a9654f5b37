#include "generators/parameters.hpp"

#include <fmt/format.h>

#include "strider/error.hpp"

namespace strider::detail {

GeneratedSize size_of_scale(const char* generator, int scale, std::uint64_t edge_factor) {
  constexpr int kLargestScale = 62;
  constexpr std::uint64_t kMostEdges = (1ULL << 63U) - 1;
  if (scale < 1 || scale > kLargestScale) {
    throw UsageError(
        fmt::format("{}: scale is {}; it must be 1 to {}", generator, scale, kLargestScale));
  }
  const std::uint64_t num_vertices = 1ULL << static_cast<unsigned>(scale);
  if (edge_factor == 0 || edge_factor > kMostEdges >> static_cast<unsigned>(scale)) {
    throw UsageError(fmt::format("{}: edge factor is {}; it must be 1 to {} at scale {}", generator,
                                 edge_factor, kMostEdges >> static_cast<unsigned>(scale), scale));
  }
  return {num_vertices, edge_factor * num_vertices};
}

void require_in_range(const char* generator, const char* parameter, double value, double low,
                      double high) {
  if (value >= low && value <= high) return;
  throw UsageError(
      fmt::format("{}: {} is {}; it must be {} to {}", generator, parameter, value, low, high));
}

void require_weights(const WeightOptions& weights) {
  if (weights.kind != WeightKind::kUniformInteger || weights.low <= weights.high) return;
  throw UsageError(
      fmt::format("integer weights from {} to {}: the lowest weight must not exceed the highest",
                  weights.low, weights.high));
}

void require_range(EdgeRange range, std::uint64_t num_edges, std::uint64_t edges) {
  if (range.first > range.last || range.last > num_edges) {
    throw UsageError(fmt::format("edges {} to {} were requested, but the graph has edges 0 to {}",
                                 range.first, range.last, num_edges));
  }
  if (edges != range.last - range.first) {
    throw UsageError(fmt::format("{} edges were requested, but there is room for {}",
                                 range.last - range.first, edges));
  }
}

}  // namespace strider::detail
