// Adjacency in the memory of a device: of a graph, or the part of a matrix that one rank holds.
#pragma once

#include "gpu/buffer.hpp"
#include "gpu/matrix_on_host.hpp"
#include "gpu/row_chunks.hpp"

namespace strider::detail::STRIDER_DEVICE {

class MatrixArrays {
 public:
  MatrixArrays() = default;
  /// Throws MemoryError.
  MatrixArrays(Queue& queue, const MatrixOnHost& matrix);
  /// Declares a copy of `matrix`, whose arrays are read when it is taken.
  MatrixArrays(Workspace& workspace, Queue& queue, const MatrixOnHost& matrix);

  [[nodiscard]] bool has_small_offsets() const { return small_offsets_.size() > 0; }
  [[nodiscard]] u64 num_entries() const { return entries_.size(); }
  /// Calls body(Rows<u32>) or body(Rows<u64>): a row of them is a column of the matrix.
  template <class Body>
  decltype(auto) with_rows(Body&& body) const {
    if (has_small_offsets()) {
      return body(Rows<u32>{num_columns_, small_offsets_.data(), entries_.data()});
    }
    return body(Rows<u64>{num_columns_, large_offsets_.data(), entries_.data()});
  }

 private:
  MatrixArrays(Workspace&& workspace, Queue& queue, const MatrixOnHost& matrix);

  u32 num_columns_ = 0;
  DeviceBuffer<u32> small_offsets_;
  DeviceBuffer<u64> large_offsets_;
  DeviceBuffer<u32> entries_;
};

}  // namespace strider::detail::STRIDER_DEVICE
