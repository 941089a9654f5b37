// Large copies through two pinned buffers in turn: while one travels, the other is filled.
#include <algorithm>
#include <array>
#include <cstring>

#include "gpu/buffer.hpp"
#include "gpu/download_stage.hpp"

namespace strider::detail::STRIDER_DEVICE {
namespace {

constexpr std::size_t kPiece = std::size_t{16} << 20U;

struct Stage {
  Stage(Context& context, std::size_t bytes) : memory(context, bytes), done(context) {}
  PinnedBuffer<std::byte> memory;
  Event done;
};

}  // namespace

void upload_bytes(Queue& queue, void* to, const void* from, std::size_t bytes) {
  if (bytes == 0) return;
  const std::size_t piece = std::min(bytes, kPiece);
  std::array<Stage, 2> stages{Stage(queue.context(), piece), Stage(queue.context(), piece)};
  std::size_t turn = 0;
  for (std::size_t begin = 0; begin < bytes; begin += piece, turn ^= 1U) {
    const std::size_t count = std::min(piece, bytes - begin);
    stages[turn].done.wait();
    std::memcpy(stages[turn].memory.data(), static_cast<const std::byte*>(from) + begin, count);
    queue.copy(static_cast<std::byte*>(to) + begin, stages[turn].memory.data(), count);
    stages[turn].done.record(queue);
  }
  queue.wait();
}

DownloadStage::DownloadStage(Context& context, std::size_t most_bytes)
    : pieces_{Piece(context, std::min(most_bytes, kPiece)),
              Piece(context, std::min(most_bytes, kPiece))} {}

std::size_t DownloadStage::predict_bytes(std::size_t most_bytes) {
  return 2 * std::min(most_bytes, kPiece);
}

void DownloadStage::download(Queue& queue, void* to, const void* from, std::size_t bytes) {
  if (bytes == 0) return;
  const std::size_t piece = pieces_[0].memory.size();
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
    std::memcpy(static_cast<std::byte*>(to) + begin, pieces_[turn].memory.data(),
                std::min(piece, bytes - begin));
  }
}

void download_bytes(Queue& queue, void* to, const void* from, std::size_t bytes) {
  if (bytes > 0) DownloadStage(queue.context(), bytes).download(queue, to, from, bytes);
}

}  // namespace strider::detail::STRIDER_DEVICE
