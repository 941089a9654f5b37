// What a rank calls the vertices that its arcs name, so that it can compare edges as all ranks do.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "ranks/one_d/graph_1d.hpp"
#include "strider/array.hpp"

namespace strider::detail {

/// Numbers from 0 in the order of the input's numbers, one for each local id that stands for a
/// vertex. Edges written in names are ordered by (key, smaller end, larger end) as they are in the
/// input's numbers, whatever the owners are.
class OrderedNames {
 public:
  OrderedNames() = default;
  /// O(local ids log local ids).
  explicit OrderedNames(const Graph1d& graph);
  /// Bytes that the constructor takes at most.
  [[nodiscard]] static std::uint64_t bytes(const Graph1d& graph);

  [[nodiscard]] Vertex size() const { return static_cast<Vertex>(local_ids_.size()); }
  /// Precondition: the local id stands for a vertex.
  [[nodiscard]] Vertex name(Vertex local_id) const { return names_[local_id]; }
  /// Where the name of a local id lies, to ask for it.
  [[nodiscard]] const Vertex* place(Vertex local_id) const { return &names_[local_id]; }
  [[nodiscard]] Vertex local_id(Vertex name) const { return local_ids_[name]; }
  /// How many vertices below `bound`, in the input's numbers, have names.
  [[nodiscard]] Vertex count_below(const Graph1d& graph, GlobalVertex bound) const;

 private:
  Array<Vertex> names_;      // by local id
  Array<Vertex> local_ids_;  // by name
};

/// The vertices of all ranks in one line, those of rank 0 first: numbers that say which rank owns a
/// vertex.
class GlobalIds {
 public:
  GlobalIds() = default;
  explicit GlobalIds(const OwnerMap& owners) : begins_(1, 0) {
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
  [[nodiscard]] int owner(std::uint64_t number) const {
    return static_cast<int>(std::upper_bound(begins_.begin(), begins_.end(), number) -
                            begins_.begin()) -
           1;
  }

 private:
  std::vector<std::uint64_t> begins_;
};

}  // namespace strider::detail
