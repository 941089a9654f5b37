// What the rows of a table that ranks write call vertices.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "base/workspace.hpp"
#include "comm/collective_error.hpp"
#include "ranks/input/vertex_names.hpp"
#include "ranks/memory/node_memory.hpp"

namespace strider::detail {

/// What rows call the vertices of a column: a function of the number of a row, to be passed on by
/// std::cref.
template <class VertexOf>
class RowNames {
 public:
  /// Row i of `size` rows has vertex_of(i). Names that other ranks keep are asked for here: 24
  /// bytes a row. Throws MemoryError on all ranks. Collective.
  RowNames(const comm::Communicator& comm, const VertexNames& names, std::size_t size,
           VertexOf vertex_of)
      : vertex_of_(std::move(vertex_of)), labels_(names.labels()) {
    if (labels_ != nullptr) return;
    std::vector<GlobalVertex> asked;
    comm::try_on_all_ranks(comm, [&] {
      asked = take_array<std::vector<GlobalVertex>>(size, "the vertices that other ranks name",
                                                    NodeMemory(comm));
      for (std::size_t i = 0; i < size; ++i) asked[i] = vertex_of_(i);
    });
    numbers_ = names.numbers_of(comm, asked);
  }
  /// If other ranks named the vertices, a cell holds the label itself, so the labels are dense
  /// from 0.
  [[nodiscard]] const Labels& labels() const { return labels_ != nullptr ? *labels_ : own_; }
  /// The cell of row i.
  [[nodiscard]] GlobalVertex operator()(std::size_t i) const {
    return labels_ != nullptr ? vertex_of_(i) : numbers_[i];
  }

 private:
  VertexOf vertex_of_;
  const Labels* labels_;
  Labels own_;
  Array<std::uint64_t> numbers_;
};

}  // namespace strider::detail
