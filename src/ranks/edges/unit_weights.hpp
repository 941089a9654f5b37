// Weights for edges that have none.
#pragma once

#include <algorithm>
#include <cstdint>
#include <variant>

#include "ranks/edges/edge_source.hpp"

namespace strider::detail {

/// Another source, of which every edge weighs 1. Precondition: it has no weights, and outlives
/// this.
template <EdgeWeight W>
class UnitWeights : public EdgeSource {
 public:
  explicit UnitWeights(const EdgeSource& source) : source_(source) {}
  [[nodiscard]] std::uint64_t num_vertices() const override { return source_.num_vertices(); }
  [[nodiscard]] Directedness directedness() const override { return source_.directedness(); }
  [[nodiscard]] WeightType weight_type() const override { return weight_type_of<W>(); }
  [[nodiscard]] std::uint64_t num_edges() const override { return source_.num_edges(); }

 private:
  void do_read(EdgeRange range, std::span<GlobalEdge> edges, WeightSpan weights,
               int threads) const override {
    source_.read(range, edges, threads);
    if (const auto* ones = std::get_if<std::span<W>>(&weights)) {
      std::fill(ones->begin(), ones->end(), W{1});
    }
  }

  const EdgeSource& source_;
};

}  // namespace strider::detail
