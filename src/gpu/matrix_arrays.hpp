// The part of an adjacency matrix that one rank holds, in the memory of its device.
#pragma once

#include "gpu/graph_arrays.hpp"
#include "gpu/matrix_on_host.hpp"

namespace strider::detail::STRIDER_DEVICE {

class MatrixArrays {
 public:
  MatrixArrays() = default;
  /// Throws MemoryError.
  MatrixArrays(Queue& queue, const MatrixOnHost& matrix);
  /// Declares a copy of `matrix`, whose arrays are read when it is taken.
  MatrixArrays(Workspace& workspace, Queue& queue, const MatrixOnHost& matrix);

  /// Calls body(Rows<u32>) or body(Rows<u64>): a row of them is a column of the matrix.
  template <class Body>
  decltype(auto) with_rows(Body&& body) const {
    if (small_offsets_.size() > 0) {
      return body(Rows<u32>{num_columns_, small_offsets_.data(), entries_.data()});
    }
    return body(Rows<u64>{num_columns_, large_offsets_.data(), entries_.data()});
  }

 private:
  void upload_small_offsets(Queue& queue, const MatrixOnHost& matrix);

  u32 num_columns_ = 0;
  DeviceBuffer<u32> small_offsets_;
  DeviceBuffer<u64> large_offsets_;
  DeviceBuffer<u32> entries_;
};

}  // namespace strider::detail::STRIDER_DEVICE
