// The weights of a graph as kernels see them.
#pragma once

#include <span>

#include "gpu/graph_arrays.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// Adjacency in rows with a weight an entry: weights[i] belongs to rows.targets[i].
template <class Offset, class W>
struct WeightedRows {
  Rows<Offset> rows;
  const W* weights;
};

template <class W>
class WeightArray final : public DeviceObject {
 public:
  /// Copies the weights. Throws MemoryError.
  WeightArray(Context& context, std::span<const W> weights);

  [[nodiscard]] const W* data() const { return weights_.data(); }
  [[nodiscard]] std::size_t size() const { return weights_.size(); }

 private:
  DeviceBuffer<W> weights_;
};

/// Calls body(WeightedRows<u32, W>) or body(WeightedRows<u64, W>).
template <class W, class Body>
decltype(auto) with_weighted_rows(const GraphArrays& graph, const WeightArray<W>& weights,
                                  Body&& body) {
  return graph.with_rows([&]<class Offset>(const Rows<Offset>& rows) -> decltype(auto) {
    return body(WeightedRows<Offset, W>{rows, weights.data()});
  });
}

/// For code that knows no kind of device.
template <class W>
[[nodiscard]] std::unique_ptr<DeviceObject> make_weight_array(DeviceObject& context,
                                                              std::span<const W> weights);

}  // namespace strider::detail::STRIDER_DEVICE
