// A weighted graph laid out for shortest paths: rows by ascending weight, target and weight side by
// side.
//
// A search that knows how far it wants to look reads only the front of such a row. Where target and
// weight fit 32 bits together, an arc takes half the memory.
#pragma once

#include <bit>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "graph/layout/sections.hpp"
#include "strider/array.hpp"
#include "strider/graph.hpp"

namespace strider::detail {

/// An arc of a row of reals, or of integers too large to be packed.
template <class W>
struct WeightedArc {
  W weight;
  Vertex target;
};
/// Without bytes that nothing is written to: arcs go into files as they lie in memory.
template <>
struct WeightedArc<double> {
  double weight;
  Vertex target;
  std::uint32_t zero = 0;
};

/// A weight above a target, both in 32 bits: ascending numbers are ascending weights.
class PackedArcs {
 public:
  PackedArcs() = default;
  explicit PackedArcs(unsigned target_bits)
      : target_bits_(target_bits), target_mask_((std::uint32_t{1} << target_bits) - 1) {}
  [[nodiscard]] std::uint32_t pack(std::uint32_t weight, Vertex target) const {
    return (weight << target_bits_) | target;
  }
  [[nodiscard]] std::uint32_t weight(std::uint32_t arc) const { return arc >> target_bits_; }
  [[nodiscard]] Vertex target(std::uint32_t arc) const { return arc & target_mask_; }
  [[nodiscard]] unsigned target_bits() const { return target_bits_; }

 private:
  unsigned target_bits_ = 0;
  std::uint32_t target_mask_ = 0;
};

enum class RowOrder : std::uint8_t {
  kGraph,    ///< rows in the order of the vertices
  kDegree,   ///< rows by descending length: distances that are read often lie together
  kLocality  ///< in blocks of breadth-first order: neighbours' rows and distances lie near
};

template <class W>
struct WeightLayout {
  /// By position.
  SharedArray<EdgeIndex> offsets;
  /// Targets are positions. One of the two is empty.
  SharedArray<std::uint32_t> packed;
  SharedArray<WeightedArc<W>> arcs;
  PackedArcs packing;
  W max_finite = 0;  ///< of the weights
  RowOrder order = RowOrder::kGraph;
  /// Empty where rows are in the order of the vertices.
  SharedArray<Vertex> position_of;
  SharedArray<Vertex> vertex_at;

  [[nodiscard]] Vertex num_vertices() const { return static_cast<Vertex>(offsets.size() - 1); }
  [[nodiscard]] bool is_reordered() const { return !vertex_at.empty(); }
  [[nodiscard]] Vertex position(Vertex v) const { return is_reordered() ? position_of[v] : v; }
  [[nodiscard]] bool is_packed() const { return arcs.empty(); }
};

/// Independent of the number of threads. O(n + m log(degree)), parallel but for the blocks.
/// `max_finite` is the largest finite weight; arcs of infinite weight are left in. Precondition: no
/// weight is negative or not a number; `graph` is undirected for kLocality. Throws MemoryError.
template <class W>
[[nodiscard]] std::shared_ptr<const WeightLayout<W>> make_weight_layout(
    const WeightedGraph<W>& graph, W max_finite, RowOrder order, int threads);

/// The number of bytes besides those of the graph.
template <class W>
[[nodiscard]] std::uint64_t extra_bytes(const WeightLayout<W>& layout);

/// The names of its sections begin so.
inline constexpr std::string_view kWeightLayoutPrefix = "weight.";
/// As for the layouts of breadth-first searches (sections.hpp).
template <class W>
[[nodiscard]] LayoutSections to_sections(const WeightLayout<W>& layout);
template <class W>
[[nodiscard]] std::shared_ptr<const WeightLayout<W>> weight_layout_from_sections(
    const LayoutSections& sections, const Graph& graph);

}  // namespace strider::detail
