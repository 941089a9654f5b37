// Large copies through two pinned buffers in turn: while one travels, the other is filled.
#include <algorithm>
#include <bit>

#include "gpu/copy_stage.hpp"
#include "gpu/host_copy.hpp"

namespace strider::detail::STRIDER_DEVICE {
namespace {

constexpr std::size_t kLeastChunk = std::size_t{64} << 10U;
constexpr std::size_t kMostChunk = std::size_t{16} << 20U;

/// The context's own, once it is large enough.
CopyStage& stage_for(Context& context, std::size_t bytes) {
  std::unique_ptr<DeviceObject>& stage = context.copy_stage();
  const std::size_t chunk = std::bit_ceil(std::clamp(bytes, kLeastChunk, kMostChunk));
  if (stage == nullptr || static_cast<CopyStage&>(*stage).chunk_bytes() < chunk) {
    stage.reset();  // not both at the same time
    stage = std::make_unique<CopyStage>(context, chunk);
  }
  return static_cast<CopyStage&>(*stage);
}

}  // namespace

CopyStage::CopyStage(Context& context, std::size_t most_bytes)
    : chunks_{Chunk(context, std::min(most_bytes, kMostChunk)),
              Chunk(context, std::min(most_bytes, kMostChunk))} {}

CopyStage::CopyStage(Workspace& workspace, Context& context, std::size_t most_bytes)
    : chunks_{Chunk(workspace, context, std::min(most_bytes, kMostChunk)),
              Chunk(workspace, context, std::min(most_bytes, kMostChunk))} {}

void CopyStage::upload(Queue& queue, void* to, const void* from, std::size_t bytes) {
  const std::size_t chunk = chunk_bytes();
  std::size_t turn = 0;
  for (std::size_t begin = 0; begin < bytes; begin += chunk, turn ^= 1U) {
    const std::size_t count = std::min(chunk, bytes - begin);
    chunks_[turn].done.wait();
    copy_on_host(chunks_[turn].memory.data(), static_cast<const std::byte*>(from) + begin, count);
    queue.copy(static_cast<std::byte*>(to) + begin, chunks_[turn].memory.data(), count);
    chunks_[turn].done.record(queue);
  }
  queue.wait();
}

void CopyStage::download(Queue& queue, void* to, const void* from, std::size_t bytes) {
  if (bytes == 0) return;
  const std::size_t chunk = chunk_bytes();
  const auto start = [&](std::size_t begin, Chunk& stage) {
    queue.copy(stage.memory.data(), static_cast<const std::byte*>(from) + begin,
               std::min(chunk, bytes - begin));
    stage.done.record(queue);
  };
  std::size_t turn = 0;
  start(0, chunks_[0]);
  for (std::size_t begin = 0; begin < bytes; begin += chunk, turn ^= 1U) {
    if (begin + chunk < bytes) start(begin + chunk, chunks_[turn ^ 1U]);
    chunks_[turn].done.wait();
    copy_on_host(static_cast<std::byte*>(to) + begin, chunks_[turn].memory.data(),
                 std::min(chunk, bytes - begin));
  }
}

void upload_bytes(Queue& queue, void* to, const void* from, std::size_t bytes) {
  if (bytes > 0) stage_for(queue.context(), bytes).upload(queue, to, from, bytes);
}
void download_bytes(Queue& queue, void* to, const void* from, std::size_t bytes) {
  if (bytes > 0) stage_for(queue.context(), bytes).download(queue, to, from, bytes);
}

}  // namespace strider::detail::STRIDER_DEVICE
