// The four subgraphs of a rank in its device's memory.
#pragma once

#include "gpu/buffer.hpp"
#include "gpu/graph_arrays.hpp"
#include "ranks/delegate/separated_graph.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// Rows that are searched forward, or backward from the rows with arcs.
class SubgraphOnDevice {
 public:
  /// Throws MemoryError.
  SubgraphOnDevice(Queue& queue, const SmallRows& rows);

  [[nodiscard]] Rows<u32> rows() const { return {num_rows_, offsets_.data(), columns_.data()}; }
  [[nodiscard]] u64 num_arcs() const { return columns_.size(); }
  /// Rows with arcs, a bit each.
  [[nodiscard]] const u32* sources() const { return sources_.data(); }
  /// Arcs of a row that has any.
  [[nodiscard]] double mean_row() const { return mean_row_; }

  [[nodiscard]] static std::uint64_t predict_bytes(const SmallRows& rows);

 private:
  u32 num_rows_;
  double mean_row_;
  DeviceBuffer<u32> offsets_;
  DeviceBuffer<u32> columns_;
  DeviceBuffer<u32> sources_;
};

struct SubgraphsOnDevice {
  SubgraphsOnDevice(Queue& queue, const GraphDelegate& graph);
  [[nodiscard]] static std::uint64_t predict_bytes(const GraphDelegate& graph);

  SubgraphOnDevice nn;
  SubgraphOnDevice nd;
  SubgraphOnDevice dn;
  SubgraphOnDevice dd;
};

}  // namespace strider::detail::STRIDER_DEVICE
