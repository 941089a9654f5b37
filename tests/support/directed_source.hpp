// Generated edges that lead one way.
#pragma once

#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>
#include <variant>

#include "ranks/edges/edge_source.hpp"

namespace strider::test {

/// The edges of another source as arcs, from the first end to the second.
class DirectedSource : public detail::EdgeSource {
 public:
  explicit DirectedSource(std::unique_ptr<detail::EdgeSource> source)
      : source_(std::move(source)) {}
  [[nodiscard]] std::uint64_t num_vertices() const override { return source_->num_vertices(); }
  [[nodiscard]] Directedness directedness() const override { return Directedness::kDirected; }
  [[nodiscard]] detail::WeightType weight_type() const override { return source_->weight_type(); }
  [[nodiscard]] std::uint64_t num_edges() const override { return source_->num_edges(); }

 private:
  void do_read(EdgeRange range, std::span<GlobalEdge> edges, detail::WeightSpan weights,
               int threads) const override {
    std::visit(
        [&](auto room) {
          if constexpr (std::is_same_v<decltype(room), std::monostate>) {
            source_->read(range, edges, threads);
          } else {
            source_->read(range, edges, room, threads);
          }
        },
        weights);
  }

  std::unique_ptr<detail::EdgeSource> source_;
};

}  // namespace strider::test
