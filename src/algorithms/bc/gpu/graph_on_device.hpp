// The problem's graph on the device, with what betweenness needs besides its rows.
#pragma once

#include <memory>

#include "algorithms/bc/gpu/slice.hpp"
#include "algorithms/bc/problem.hpp"
#include "gpu/graph_arrays.hpp"

namespace strider::detail::STRIDER_DEVICE {

class BcGraph {
 public:
  /// `given` is kept by the caller: it is the problem's graph, but where `needs_graph`.
  /// `coordinates`: arcs in coordinate form, by source; `both_ways`: and by target. The memory has
  /// been asked for.
  BcGraph(const GraphArrays& given, const BcProblem& problem, bool needs_graph, bool coordinates,
          bool both_ways, Queue& queue);

  [[nodiscard]] const GraphArrays& out() const { return own_ == nullptr ? given_ : *own_; }
  [[nodiscard]] const GraphArrays& in() const { return in_ == nullptr ? out() : *in_; }
  /// Of arcs that have been asked for.
  [[nodiscard]] Coordinates by_source() const { return coordinates(out(), out_keys_); }
  [[nodiscard]] Coordinates by_target() const {
    return coordinates(in(), in_ == nullptr ? out_keys_ : in_keys_);
  }

 private:
  [[nodiscard]] static Coordinates coordinates(const GraphArrays& arrays,
                                               const DeviceBuffer<u32>& keys) {
    return {keys.data(), arrays.with_rows([](const auto& rows) { return rows.targets; }),
            arrays.num_arcs()};
  }

  const GraphArrays& given_;
  std::unique_ptr<GraphArrays> own_;
  std::unique_ptr<GraphArrays> in_;
  DeviceBuffer<u32> out_keys_;
  DeviceBuffer<u32> in_keys_;
};

}  // namespace strider::detail::STRIDER_DEVICE
