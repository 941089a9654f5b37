// Counts the self-loops of a slice while it is read.
#pragma once

#include <cstdint>
#include <variant>

#include "ranks/edges/edge_source.hpp"

namespace strider::detail {

/// Another source, of which every edge is looked at the first time it is read. Edges are first read
/// in order; one thread reads.
class LoopCounter : public EdgeSource {
 public:
  explicit LoopCounter(const EdgeSource& source) : source_(source) {}
  [[nodiscard]] std::uint64_t num_vertices() const override { return source_.num_vertices(); }
  [[nodiscard]] Directedness directedness() const override { return source_.directedness(); }
  [[nodiscard]] WeightType weight_type() const override { return source_.weight_type(); }
  [[nodiscard]] std::uint64_t num_edges() const override { return source_.num_edges(); }
  [[nodiscard]] std::uint64_t self_loops() const { return self_loops_; }

 private:
  void do_read(EdgeRange range, std::span<GlobalEdge> edges, WeightSpan weights,
               int threads) const override {
    std::visit(
        [&](auto span) {
          if constexpr (std::is_same_v<decltype(span), std::monostate>) {
            source_.read(range, edges, threads);
          } else {
            source_.read(range, edges, span, threads);
          }
        },
        weights);
    for (std::uint64_t i = range.first; i < range.last; ++i) {
      if (i < seen_) continue;
      const GlobalEdge& edge = edges[i - range.first];
      self_loops_ += edge.source == edge.target ? 1 : 0;
    }
    seen_ = std::max(seen_, range.last);
  }

  const EdgeSource& source_;
  mutable std::uint64_t seen_ = 0;
  mutable std::uint64_t self_loops_ = 0;
};

}  // namespace strider::detail
