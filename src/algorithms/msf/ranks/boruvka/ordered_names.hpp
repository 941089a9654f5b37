// What a rank calls the vertices that its arcs name, so that it can compare edges as all ranks do.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "ranks/one_d/graph_1d.hpp"
#include "strider/array.hpp"

namespace strider::detail {

/// Numbers from 0 in the order of the input's numbers, one for each column that stands for a
/// vertex. Edges written in names are ordered by (key, smaller end, larger end) as they are in the
/// input's numbers, whatever the owners are.
class OrderedNames {
 public:
  OrderedNames() = default;
  /// O(columns log columns).
  explicit OrderedNames(const Graph1d& graph);
  /// Bytes that the constructor takes at most.
  [[nodiscard]] static std::uint64_t bytes(const Graph1d& graph);

  [[nodiscard]] Vertex size() const { return static_cast<Vertex>(columns_.size()); }
  /// Precondition: the column stands for a vertex.
  [[nodiscard]] Vertex name(Vertex column) const { return names_[column]; }
  /// Where the name of a column lies, to ask for it.
  [[nodiscard]] const Vertex* place(Vertex column) const { return &names_[column]; }
  [[nodiscard]] Vertex column(Vertex name) const { return columns_[name]; }
  /// How many vertices below `bound`, in the input's numbers, have names.
  [[nodiscard]] Vertex count_below(const Graph1d& graph, GlobalVertex bound) const;

 private:
  Array<Vertex> names_;    // by column
  Array<Vertex> columns_;  // by name
};

/// The vertices of all ranks in one line, those of rank 0 first: numbers that say where a vertex
/// is at home.
class HomeNumbers {
 public:
  HomeNumbers() = default;
  explicit HomeNumbers(const OwnerMap& owners) : begins_(1, 0) {
    for (int r = 0; r < owners.num_ranks(); ++r) begins_.push_back(begins_.back() + owners.size(r));
  }
  /// Of all ranks together.
  [[nodiscard]] std::uint64_t count() const { return begins_.back(); }
  /// The number of the rank's vertex 0.
  [[nodiscard]] std::uint64_t begin(int rank) const {
    return begins_[static_cast<std::size_t>(rank)];
  }
  [[nodiscard]] std::uint64_t end(int rank) const { return begin(rank + 1); }
  /// O(log ranks).
  [[nodiscard]] int home(std::uint64_t number) const {
    return static_cast<int>(std::upper_bound(begins_.begin(), begins_.end(), number) -
                            begins_.begin()) -
           1;
  }

 private:
  std::vector<std::uint64_t> begins_;
};

}  // namespace strider::detail
