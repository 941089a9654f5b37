// The four subgraphs of a rank in its device's memory.
#pragma once

#include "gpu/buffer.hpp"
#include "gpu/graph_arrays.hpp"
#include "ranks/delegate/separated_graph.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// Rows that are searched forward, or backward from the rows with arcs.
class SubgraphOnDevice {
 public:
  /// `queue` and `rows` outlive this.
  SubgraphOnDevice(Workspace& workspace, Queue& queue, const SmallRows& rows);

  [[nodiscard]] Rows<u32> rows() const { return {num_rows_, offsets_.data(), columns_.data()}; }
  [[nodiscard]] u64 num_arcs() const { return columns_.size(); }
  /// Rows with arcs, a bit each.
  [[nodiscard]] const u32* sources() const { return sources_.data(); }
  /// Arcs of a row that has any.
  [[nodiscard]] double mean_row() const { return mean_row_; }

 private:
  void mark_rows_with_arcs(Queue& queue);

  u32 num_rows_;
  double mean_row_;
  DeviceBuffer<u32> offsets_;
  DeviceBuffer<u32> columns_;
  DeviceBuffer<u32> sources_;
};

struct SubgraphsOnDevice {
  SubgraphsOnDevice(Workspace& workspace, Queue& queue, const GraphDelegate& graph)
      : nn(workspace, queue, graph.nn),
        nd(workspace, queue, graph.nd),
        dn(workspace, queue, graph.dn),
        dd(workspace, queue, graph.dd) {}

  SubgraphOnDevice nn;
  SubgraphOnDevice nd;
  SubgraphOnDevice dn;
  SubgraphOnDevice dd;
};

}  // namespace strider::detail::STRIDER_DEVICE
