// What the rows of a table that ranks write call vertices.
#pragma once

#include <cstdint>
#include <vector>

#include "base/workspace.hpp"
#include "comm/collective_error.hpp"
#include "ranks/input/vertex_names.hpp"
#include "ranks/memory/node_memory.hpp"

namespace strider::detail {

/// What rows call the vertices of a column.
class RowNames {
 public:
  /// Row i of `size` rows has vertex_of(i). Names that other ranks keep are asked for here: 24
  /// bytes a row. Throws MemoryError on all ranks. Collective.
  template <class VertexOf>
  RowNames(const comm::Communicator& comm, const VertexNames& names, std::size_t size,
           const VertexOf& vertex_of)
      : labels_(names.labels()) {
    if (labels_ != nullptr) return;
    std::vector<GlobalVertex> asked;
    comm::try_on_all_ranks(comm, [&] {
      asked = take_array<std::vector<GlobalVertex>>(size, "the vertices that other ranks name",
                                                    NodeMemory(comm));
      for (std::size_t i = 0; i < size; ++i) asked[i] = vertex_of(i);
    });
    numbers_ = names.numbers_of(comm, asked);
  }
  /// If other ranks named the vertices, a cell holds the label itself, so the labels are dense
  /// from 0.
  [[nodiscard]] const Labels& labels() const { return labels_ != nullptr ? *labels_ : own_; }
  /// The cell of row i, which has `vertex`.
  [[nodiscard]] GlobalVertex name(std::size_t i, GlobalVertex vertex) const {
    return labels_ != nullptr ? vertex : numbers_[i];
  }

 private:
  const Labels* labels_;
  Labels own_;
  Array<std::uint64_t> numbers_;
};

}  // namespace strider::detail
