#include "gpu/matrix_arrays.hpp"

#include <algorithm>
#include <vector>

namespace strider::detail::STRIDER_DEVICE {

MatrixArrays::MatrixArrays(Queue& queue, const MatrixOnHost& matrix)
    : num_columns_(static_cast<u32>(matrix.num_columns())),
      entries_(queue.context(), matrix.entries.size()) {
  upload(queue, entries_, matrix.entries);
  if (!matrix.has_small_offsets()) {
    large_offsets_ = DeviceBuffer<u64>(queue.context(), matrix.offsets.size());
    upload(queue, large_offsets_, std::span<const u64>(matrix.offsets));
    return;
  }
  small_offsets_ = DeviceBuffer<u32>(queue.context(), matrix.offsets.size());
  upload_small_offsets(queue, matrix);
}

MatrixArrays::MatrixArrays(Workspace& workspace, Queue& queue, const MatrixOnHost& matrix)
    : num_columns_(static_cast<u32>(matrix.num_columns())) {
  declare_copy(workspace, "entries of the matrix", entries_, queue, matrix.entries);
  if (!matrix.has_small_offsets()) {
    declare_copy(workspace, "offsets of the matrix", large_offsets_, queue, matrix.offsets);
    return;
  }
  workspace.declare("offsets of the matrix", small_offsets_, matrix.offsets.size(),
                    queue.context());
  workspace.when_taken([this, &queue, matrix] { upload_small_offsets(queue, matrix); });
}

void MatrixArrays::upload_small_offsets(Queue& queue, const MatrixOnHost& matrix) {
  // Some at a time: as few as hardly take memory of the host.
  constexpr std::size_t kChunk = std::size_t{1} << 18U;
  std::vector<u32> chunk;
  for (std::size_t begin = 0; begin < matrix.offsets.size(); begin += kChunk) {
    const auto from =
        matrix.offsets.subspan(begin, std::min(kChunk, matrix.offsets.size() - begin));
    chunk.resize(from.size());
    std::transform(from.begin(), from.end(), chunk.begin(),
                   [](EdgeIndex offset) { return static_cast<u32>(offset); });
    upload_bytes(queue, small_offsets_.data() + begin, chunk.data(), chunk.size() * sizeof(u32));
  }
}

}  // namespace strider::detail::STRIDER_DEVICE
