#include "gpu/matrix_arrays.hpp"

#include <algorithm>
#include <vector>

namespace strider::detail::STRIDER_DEVICE {
namespace {

/// Some at a time: as few as hardly take memory of the host.
void upload_small_offsets(Queue& queue, const DeviceBuffer<u32>& to,
                          std::span<const EdgeIndex> offsets) {
  constexpr std::size_t kChunk = std::size_t{1} << 18U;
  std::vector<u32> chunk;
  for (std::size_t begin = 0; begin < offsets.size(); begin += kChunk) {
    const auto from = offsets.subspan(begin, std::min(kChunk, offsets.size() - begin));
    chunk.resize(from.size());
    std::transform(from.begin(), from.end(), chunk.begin(),
                   [](EdgeIndex offset) { return static_cast<u32>(offset); });
    upload_bytes(queue, to.data() + begin, chunk.data(), chunk.size() * sizeof(u32));
  }
}

}  // namespace

MatrixArrays::MatrixArrays(Workspace& workspace, Queue& queue, const MatrixOnHost& matrix)
    : num_columns_(static_cast<u32>(matrix.num_columns())) {
  declare_copy(workspace, "the adjacency", entries_, queue, matrix.entries);
  constexpr auto kName = "the offsets of the adjacency";
  if (!matrix.has_small_offsets()) {
    declare_copy(workspace, kName, large_offsets_, queue, std::span<const u64>(matrix.offsets));
    return;
  }
  workspace.declare(kName, small_offsets_, matrix.offsets.size(), queue.context());
  workspace.when_taken([this, &queue, offsets = matrix.offsets] {
    upload_small_offsets(queue, small_offsets_, offsets);
  });
}

MatrixArrays::MatrixArrays(Workspace&& workspace, Queue& queue, const MatrixOnHost& matrix)
    : MatrixArrays(workspace, queue, matrix) {
  workspace.take();
}
MatrixArrays::MatrixArrays(Queue& queue, const MatrixOnHost& matrix)
    : MatrixArrays(Workspace(), queue, matrix) {}

}  // namespace strider::detail::STRIDER_DEVICE
