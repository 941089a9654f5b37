// A graph as kernels see it.
#pragma once

#include "gpu/device_state.hpp"
#include "gpu/matrix_arrays.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// graph/layout/degree_layout.hpp on the device. Null pointers where the graph has none.
struct DegreeLayoutView {
  u32 num_hubs = 0;
  const u32* hubs = nullptr;
  const u32* hub_bits = nullptr;   ///< by vertex; null without hubs
  const u32* first = nullptr;      ///< by vertex
  const u32* next = nullptr;       ///< rows of DegreeLayout::kNext
  const u32* next_row = nullptr;   ///< by v / 32: rows of next before these 32 vertices
  const u32* has_next = nullptr;   ///< a bit a vertex
  const u32* unlisted = nullptr;   ///< a bit a vertex
  const u32* connected = nullptr;  ///< a bit a vertex
};

class GraphArrays final : public DeviceObject {
 public:
  /// Declares a copy of the graph. Throws UsageError where it has more vertices than kernels count.
  GraphArrays(Workspace& workspace, Queue& queue, const PreparedGraph& graph);
  /// Copies the graph. Throws MemoryError before it takes memory that is not there, UsageError.
  GraphArrays(Context& context, const PreparedGraph& graph);

  [[nodiscard]] Context& context() const { return context_; }
  [[nodiscard]] bool has_small_offsets() const { return rows_.has_small_offsets(); }
  [[nodiscard]] const MatrixArrays& rows() const { return rows_; }
  /// Calls body(Rows<u32>) or body(Rows<u64>).
  template <class Body>
  decltype(auto) with_rows(Body&& body) const {
    return rows_.with_rows(std::forward<Body>(body));
  }
  [[nodiscard]] u32 num_vertices() const { return num_vertices_; }
  [[nodiscard]] u32 num_connected() const { return num_connected_; }
  [[nodiscard]] u32 max_degree() const { return max_degree_; }
  [[nodiscard]] u64 num_arcs() const { return rows_.num_entries(); }
  [[nodiscard]] DegreeLayoutView layout() const;
  [[nodiscard]] bool is_directed() const { return directed_; }
  [[nodiscard]] u64 num_self_loops() const { return num_self_loops_; }

 private:
  GraphArrays(Workspace&& workspace, Queue&& queue, const PreparedGraph& graph);

  Context& context_;
  u32 num_vertices_;
  u32 num_connected_ = 0;
  u32 max_degree_ = 0;
  bool directed_;
  u64 num_self_loops_;
  MatrixArrays rows_;

  DeviceBuffer<u32> hubs_;
  DeviceBuffer<u32> hub_bits_;
  DeviceBuffer<u32> first_;
  DeviceBuffer<u32> next_;
  DeviceBuffer<u32> next_row_;
  DeviceBuffer<u32> has_next_;
  DeviceBuffer<u32> unlisted_;
  DeviceBuffer<u32> connected_;
};

/// For code that knows no kind of device.
[[nodiscard]] std::unique_ptr<DeviceObject> make_graph_arrays(DeviceObject& context,
                                                              const PreparedGraph& graph);

}  // namespace strider::detail::STRIDER_DEVICE
