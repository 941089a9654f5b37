// A problem on the device: its graph, with what betweenness needs besides rows, and its targets.
#pragma once

#include <memory>
#include <span>
#include <type_traits>

#include "algorithms/bc/gpu/length_arrays.hpp"
#include "algorithms/bc/gpu/source_workspace.hpp"
#include "algorithms/bc/problem.hpp"
#include "gpu/device_object.hpp"
#include "gpu/graph_arrays.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// Lengths of one width: of arcs out and, of a directed graph, of arcs in.
template <class Length>
struct LengthsOnDevice {
  DeviceBuffer<Length> out;
  DeviceBuffer<Length> in;
  Length delta = 0;  ///< as LengthArrays has it
};

class BcOnDevice final : public DeviceObject {
 public:
  /// `given` and the problem are kept by the caller; `given` is the problem's graph, but where
  /// `needs_graph`. `by_source`, `by_target`: arcs in coordinate form, in these orders.
  BcOnDevice(const GraphArrays& given, const BcProblem& problem, bool needs_graph, bool by_source,
             bool by_target);

  [[nodiscard]] Context& context() const { return given_.context(); }
  [[nodiscard]] const BcProblem& problem() const { return problem_; }
  [[nodiscard]] const GraphArrays& out() const { return own_ == nullptr ? given_ : *own_; }
  [[nodiscard]] const GraphArrays& in() const { return in_ == nullptr ? out() : *in_; }
  /// Of arcs that have been asked for.
  [[nodiscard]] Coordinates by_source() const { return coordinates(out(), out_keys_); }
  [[nodiscard]] Coordinates by_target() const {
    return coordinates(in(), in_ == nullptr ? out_keys_ : in_keys_);
  }
  [[nodiscard]] const double* weights() const { return weights_.data(); }

  /// By lengths of that width; as kernels see them, but for what searches write.
  template <class Length>
  [[nodiscard]] LengthArrays<Length> lengths() const {
    LengthArrays<Length> arrays{};
    const LengthsOnDevice<Length>& lengths = of_width<Length>();
    arrays.of_out = lengths.out.data();
    arrays.of_in = in_ == nullptr ? lengths.out.data() : lengths.in.data();
    arrays.ranks = ranks_.data();
    arrays.slack_shift = problem_.lengths->slack_shift;
    arrays.delta = lengths.delta;
    arrays.trees = {.place_of = place_of_.data(),
                    .places = zero_places_.data(),
                    .num_places = static_cast<u32>(zero_places_.size()),
                    .flows = nullptr};
    return arrays;
  }

  /// As kernels see them, in pinned memory.
  void list_sources(std::span<const Vertex> sources, SourceRecord* to) const;

 private:
  [[nodiscard]] static Coordinates coordinates(const GraphArrays& arrays,
                                               const DeviceBuffer<u32>& keys) {
    return {keys.data(), arrays.with_rows([](const auto& rows) { return rows.targets; }),
            arrays.num_arcs()};
  }

  template <class Length>
  [[nodiscard]] const LengthsOnDevice<Length>& of_width() const {
    if constexpr (std::is_same_v<Length, WideLength>) {
      return wide_;
    } else {
      return narrow_;
    }
  }
  void put_lengths(Queue& queue);
  void put_trees(Queue& queue);

  const GraphArrays& given_;
  const BcProblem& problem_;
  std::unique_ptr<GraphArrays> own_;
  std::unique_ptr<GraphArrays> in_;
  DeviceBuffer<u32> out_keys_;
  DeviceBuffer<u32> in_keys_;
  DeviceBuffer<double> weights_;
  LengthsOnDevice<u64> narrow_;
  LengthsOnDevice<WideLength> wide_;
  DeviceBuffer<u32> ranks_;
  DeviceBuffer<u32> place_of_;
  DeviceBuffer<ZeroPlace> zero_places_;
};

/// The rows where their offsets are of that type: a graph and its transpose have as many arcs, and
/// so the same.
template <class Offset>
[[nodiscard]] Rows<Offset> rows_of(const GraphArrays& arrays) {
  Rows<Offset> rows{};
  arrays.with_rows([&]<class Other>(const Rows<Other>& found) {
    if constexpr (std::is_same_v<Offset, Other>) rows = found;
  });
  return rows;
}

}  // namespace strider::detail::STRIDER_DEVICE
