// Large copies through two pinned buffers in turn: while one travels, the other is filled.
#include <algorithm>
#include <bit>

#include "gpu/copy_stage.hpp"
#include "gpu/host_copy.hpp"

namespace strider::detail::STRIDER_DEVICE {
namespace {

constexpr std::size_t kLeastPiece = std::size_t{64} << 10U;
constexpr std::size_t kMostPiece = std::size_t{16} << 20U;

/// The context's own, once it is large enough.
CopyStage& stage_for(Context& context, std::size_t bytes) {
  std::unique_ptr<DeviceObject>& stage = context.copy_stage();
  const std::size_t piece = std::bit_ceil(std::clamp(bytes, kLeastPiece, kMostPiece));
  if (stage == nullptr || static_cast<CopyStage&>(*stage).piece_bytes() < piece) {
    stage.reset();  // not both at the same time
    stage = std::make_unique<CopyStage>(context, piece);
  }
  return static_cast<CopyStage&>(*stage);
}

}  // namespace

CopyStage::CopyStage(Context& context, std::size_t most_bytes)
    : pieces_{Piece(context, std::min(most_bytes, kMostPiece)),
              Piece(context, std::min(most_bytes, kMostPiece))} {}

std::size_t CopyStage::predict_bytes(std::size_t most_bytes) {
  return 2 * std::min(most_bytes, kMostPiece);
}

void CopyStage::upload(Queue& queue, void* to, const void* from, std::size_t bytes) {
  const std::size_t piece = piece_bytes();
  std::size_t turn = 0;
  for (std::size_t begin = 0; begin < bytes; begin += piece, turn ^= 1U) {
    const std::size_t count = std::min(piece, bytes - begin);
    pieces_[turn].done.wait();
    copy_on_host(pieces_[turn].memory.data(), static_cast<const std::byte*>(from) + begin, count);
    queue.copy(static_cast<std::byte*>(to) + begin, pieces_[turn].memory.data(), count);
    pieces_[turn].done.record(queue);
  }
  queue.wait();
}

void CopyStage::download(Queue& queue, void* to, const void* from, std::size_t bytes) {
  if (bytes == 0) return;
  const std::size_t piece = piece_bytes();
  const auto start = [&](std::size_t begin, Piece& stage) {
    queue.copy(stage.memory.data(), static_cast<const std::byte*>(from) + begin,
               std::min(piece, bytes - begin));
    stage.done.record(queue);
  };
  std::size_t turn = 0;
  start(0, pieces_[0]);
  for (std::size_t begin = 0; begin < bytes; begin += piece, turn ^= 1U) {
    if (begin + piece < bytes) start(begin + piece, pieces_[turn ^ 1U]);
    pieces_[turn].done.wait();
    copy_on_host(static_cast<std::byte*>(to) + begin, pieces_[turn].memory.data(),
                 std::min(piece, bytes - begin));
  }
}

void upload_bytes(Queue& queue, void* to, const void* from, std::size_t bytes) {
  if (bytes > 0) stage_for(queue.context(), bytes).upload(queue, to, from, bytes);
}
void download_bytes(Queue& queue, void* to, const void* from, std::size_t bytes) {
  if (bytes > 0) stage_for(queue.context(), bytes).download(queue, to, from, bytes);
}

}  // namespace strider::detail::STRIDER_DEVICE
