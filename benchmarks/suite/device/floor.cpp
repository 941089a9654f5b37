#include "floor.hpp"

#include <cstddef>

namespace benchmark {

double floor_bytes(const FloorCounts& graph, std::span<const strider::BfsLevelTrace> levels) {
  constexpr double kWord = 4;
  const auto vertices = static_cast<double>(graph.num_vertices);
  const double row = 2 * static_cast<double>(graph.offset_bytes);
  double bytes = vertices / 8;
  double arcs_left = static_cast<double>(graph.num_arcs);
  if (!levels.empty()) arcs_left -= static_cast<double>(levels[0].edges);
  for (std::size_t level = 0; level < levels.size(); ++level) {
    const auto size = static_cast<double>(levels[level].vertices);
    const bool last = level + 1 == levels.size();
    const double found = last ? 0 : static_cast<double>(levels[level + 1].vertices);
    if (!last) arcs_left -= static_cast<double>(levels[level + 1].edges);
    bytes += 2 * kWord * size;
    if (levels[level].direction == strider::BfsDirection::kBottomUp) {
      bytes += kWord * (found + arcs_left);
    } else {
      bytes += (kWord + row) * size + kWord * (static_cast<double>(levels[level].edges) + found);
    }
  }
  return bytes;
}

}  // namespace benchmark
