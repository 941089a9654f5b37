// The subgraphs of a rank in its device's memory.
#pragma once

#include <optional>

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
  [[nodiscard]] u64 num_sources() const { return num_sources_; }
  /// Arcs of a row that has any.
  [[nodiscard]] double mean_row() const {
    return static_cast<double>(num_arcs()) /
           static_cast<double>(num_sources_ > 0 ? num_sources_ : 1);
  }

 private:
  void mark_rows_with_arcs(Queue& queue);

  u32 num_rows_;
  u64 num_sources_;
  DeviceBuffer<u32> offsets_;
  DeviceBuffer<u32> columns_;
  DeviceBuffer<u32> sources_;
};

/// Those of one way that are searched both ways.
struct SearchedOnDevice {
  SearchedOnDevice(Workspace& workspace, Queue& queue, const ArcSubgraphs& arcs)
      : nd(workspace, queue, arcs.nd),
        dn(workspace, queue, arcs.dn),
        dd(workspace, queue, arcs.dd) {}

  SubgraphOnDevice nd;
  SubgraphOnDevice dn;
  SubgraphOnDevice dd;
};

struct SubgraphsOnDevice : SearchedOnDevice {
  SubgraphsOnDevice(Workspace& workspace, Queue& queue, const GraphDelegate& graph)
      : SearchedOnDevice(workspace, queue, graph), nn(workspace, queue, graph.nn) {
    if (graph.is_directed()) into.emplace(workspace, queue, graph.into);
  }
  /// The subgraphs of the arcs into a vertex.
  [[nodiscard]] const SearchedOnDevice& in() const { return into ? *into : *this; }

  SubgraphOnDevice nn;
  std::optional<SearchedOnDevice> into;  ///< of a directed graph
};

}  // namespace strider::detail::STRIDER_DEVICE
