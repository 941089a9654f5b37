// A graph as kernels see it.
#pragma once

#include <cstdint>

#include "gpu/buffer.hpp"
#include "gpu/device_state.hpp"

namespace strider::detail::STRIDER_DEVICE {

using simt::u32;
using simt::u64;

/// Adjacency in rows; Offset is u32 where there are fewer than 2^32 arcs, else u64. The targets of
/// v are targets[offsets[v]] to targets[offsets[v + 1]], that one not included.
template <class Offset>
struct Rows {
  u32 num_vertices;
  const Offset* offsets;
  const u32* targets;
};

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
  /// Copies the graph. Throws MemoryError before it takes memory that is not there.
  GraphArrays(Context& context, const PreparedGraph& graph);

  [[nodiscard]] Context& context() const { return context_; }
  [[nodiscard]] bool has_small_offsets() const { return small_offsets_.size() > 0; }
  /// Calls body(Rows<u32>) or body(Rows<u64>).
  template <class Body>
  decltype(auto) with_rows(Body&& body) const {
    if (has_small_offsets()) {
      return body(Rows<u32>{num_vertices_, small_offsets_.data(), targets_.data()});
    }
    return body(Rows<u64>{num_vertices_, large_offsets_.data(), targets_.data()});
  }
  [[nodiscard]] u32 num_vertices() const { return num_vertices_; }
  [[nodiscard]] u32 num_connected() const { return num_connected_; }
  [[nodiscard]] u32 max_degree() const { return max_degree_; }
  [[nodiscard]] u64 num_arcs() const { return targets_.size(); }
  [[nodiscard]] const DegreeLayoutView& layout() const { return layout_; }
  [[nodiscard]] bool is_directed() const { return directed_; }
  [[nodiscard]] u64 num_self_loops() const { return num_self_loops_; }

 private:
  Context& context_;
  u32 num_vertices_;
  u32 num_connected_ = 0;
  u32 max_degree_ = 0;
  bool directed_;
  u64 num_self_loops_;
  DeviceBuffer<u32> small_offsets_;
  DeviceBuffer<u64> large_offsets_;
  DeviceBuffer<u32> targets_;

  DeviceBuffer<u32> hubs_;
  DeviceBuffer<u32> hub_bits_;
  DeviceBuffer<u32> first_;
  DeviceBuffer<u32> next_;
  DeviceBuffer<u32> next_row_;
  DeviceBuffer<u32> has_next_;
  DeviceBuffer<u32> unlisted_;
  DeviceBuffer<u32> connected_;
  DegreeLayoutView layout_;
};

/// For code that knows no kind of device.
[[nodiscard]] std::unique_ptr<DeviceObject> make_graph_arrays(DeviceObject& context,
                                                              const PreparedGraph& graph);

}  // namespace strider::detail::STRIDER_DEVICE
