// The names that the input gave to its vertices.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "strider/array.hpp"
#include "strider/types.hpp"

namespace strider {

/// How the input names the vertices of a graph.
enum class LabelKind : std::uint8_t {
  kDense,   ///< label = vertex + base (0 for most formats, 1 for Matrix Market, DIMACS, METIS)
  kSparse,  ///< any 64-bit unsigned numbers
  kText     ///< any strings
};

/// A bijection between the vertices 0 .. n-1 and the labels of the input. Copies share storage.
class Labels {
 public:
  /// Dense labels starting from 0.
  Labels() = default;
  /// Dense labels starting from `base`.
  static Labels dense(std::uint64_t base);
  /// numbers[v] is the label of v. Precondition: all numbers differ; find() checks it.
  static Labels sparse(SharedArray<std::uint64_t> numbers);
  /// texts[v] is the label of v. Precondition: all texts differ; find() checks it.
  static Labels text(const std::vector<std::string>& texts);
  /// Text labels in their stored form: the label of v is arena[offsets[v] .. offsets[v+1]).
  static Labels text(SharedArray<char> arena, SharedArray<std::uint64_t> offsets);

  [[nodiscard]] LabelKind kind() const;
  /// The label of vertex 0 if the labels are dense.
  [[nodiscard]] std::uint64_t base() const;
  /// The label of `v` as the input writes it. Precondition: v < n.
  [[nodiscard]] std::string label(Vertex v) const;
  /// Appends label(v) to `out`. Use it to write many labels.
  void append_label(Vertex v, std::string& out) const;
  /// The vertex with that label among the first `num_vertices`, if there is one. O(1) expected. The
  /// first call builds the index of sparse and text labels; it is thread-safe. Throws UsageError if
  /// two vertices have the same label.
  [[nodiscard]] std::optional<Vertex> find(std::string_view label, Vertex num_vertices) const;
  /// The label of `v` as a number, as numeric formats write it. Precondition: kind() != kText.
  [[nodiscard]] std::uint64_t number(Vertex v) const;
  /// The labels of a renamed graph, whose vertex v was vertex to_old[v] of this graph.
  [[nodiscard]] Labels permuted(std::span<const Vertex> to_old) const;

  /// The sparse labels. Precondition: kind() == kSparse.
  [[nodiscard]] const SharedArray<std::uint64_t>& numbers() const;
  /// The text labels, in the form that text() takes. Precondition: kind() == kText.
  [[nodiscard]] const SharedArray<char>& arena() const;
  [[nodiscard]] const SharedArray<std::uint64_t>& text_offsets() const;

 private:
  struct State;
  std::shared_ptr<const State> state_;  // null: dense from 0
};

}  // namespace strider
