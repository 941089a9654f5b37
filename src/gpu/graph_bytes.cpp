#include "gpu/graph_bytes.hpp"

#include <limits>
#include <string>

#include "graph/layout/degree_layout.hpp"
#include "strider/error.hpp"

namespace strider::detail {

namespace {

bool are_small_offsets(std::uint64_t num_arcs) {
  return num_arcs <= std::numeric_limits<std::uint32_t>::max();
}

}  // namespace

void require_device_vertices(std::uint64_t num_vertices) {
  if (num_vertices <= kMostDeviceVertices) return;
  throw UsageError("the graph has " + std::to_string(num_vertices) +
                   " vertices: searches on a device take up to " +
                   std::to_string(kMostDeviceVertices) + "; use the host");
}

std::uint64_t device_adjacency_bytes(std::uint64_t num_vertices, std::uint64_t num_arcs) {
  const std::uint64_t offset_bytes = are_small_offsets(num_arcs) ? 4 : 8;
  return (num_vertices + 1) * offset_bytes + num_arcs * sizeof(Vertex);
}

std::uint64_t device_graph_bytes(const PreparedGraph& prepared) {
  const Graph& graph = prepared.graph();
  std::uint64_t bytes = device_adjacency_bytes(graph.num_vertices(), graph.num_arcs());
  if (prepared.degree_layout() != nullptr) {
    const DegreeLayout& layout = *prepared.degree_layout();
    // The masks as 32-bit words: three bits a vertex, and a number for 32 of them.
    constexpr std::uint64_t kMaskBytes = 2 * 4 * sizeof(std::uint32_t);
    bytes += layout.hubs.span().size_bytes() + layout.hub_bits.span().size_bytes() +
             layout.first.span().size_bytes() + layout.next.span().size_bytes() +
             layout.num_blocks() * kMaskBytes;
  }
  return bytes;
}

}  // namespace strider::detail
