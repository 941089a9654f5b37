#include "ranks_gpu/wire.hpp"

#include "comm/encoding/tags.hpp"
#include "gpu/bitmap_words.hpp"

namespace strider::detail::STRIDER_DEVICE {

SetForm form_of_set(std::uint32_t universe, u32 count, comm::Encoding encoding) {
  const u32 words = bitmap_words(universe);
  const bool is_bitmap =
      encoding == comm::Encoding::kBitmap || (encoding != comm::Encoding::kList && words <= count);
  return {is_bitmap, is_bitmap ? words : count};
}

Wire::Wire(Workspace& workspace, Queue& queue, const Device& device, const Sizes& sizes)
    : queue_(queue),
      sizes_(sizes),
      messages_(std::make_shared<DeviceMessages>(queue, device, sizes.place)) {
  if (is_gpu_direct()) return;
  workspace.declare("messages to send", out_, sizes.most_written, queue.context());
  workspace.declare("messages received", in_, sizes.most_read, queue.context());
}

u32* Wire::begin(std::span<std::byte> to) const {
  return is_gpu_direct() ? reinterpret_cast<u32*>(to.data()) : out_.data();
}

std::size_t Wire::finish_set(std::span<std::byte> to, const u32* from, const SetForm& form) const {
  const std::size_t bytes = form.words * sizeof(u32);
  const auto* const written = reinterpret_cast<const std::byte*>(from);
  if (written != to.data() && bytes > 0) queue_.copy(to.data(), written, bytes);
  const std::byte tag = form.is_bitmap ? comm::detail::kBitmapTag : comm::detail::kListTag;
  if (is_gpu_direct()) {
    queue_.fill(to.data() + bytes, static_cast<std::uint8_t>(tag), 1);
  } else {
    to[bytes] = tag;
  }
  return bytes + 1;
}

const u32* Wire::bring(std::span<const std::byte> words) const {
  if (is_gpu_direct()) return reinterpret_cast<const u32*>(words.data());
  if (!words.empty()) queue_.copy(in_.data(), words.data(), words.size());
  return in_.data();
}

SetForm Wire::form_of(std::uint32_t universe, std::span<const std::byte> message) {
  if (message.empty()) return {false, 0};
  if (!is_gpu_direct()) {
    const comm::Decoded set = comm::decode(message, universe, ids_);
    return {set.is_bitmap, static_cast<u32>((message.size() - 1) / sizeof(u32))};
  }
  const auto words = static_cast<u32>(message.size() / sizeof(u32));
  const SetForm form = form_of_set(universe, words, sizes_.encoding);
  const bool is_whole = message.size() % sizeof(u32) == 1 && words > 0;
  if (!is_whole || (form.is_bitmap ? words != form.words : words > universe)) {
    throw comm::EncodingError("a message from another rank's device is too long or truncated");
  }
  return form;
}

}  // namespace strider::detail::STRIDER_DEVICE
