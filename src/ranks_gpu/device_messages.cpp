#include "ranks_gpu/device_messages.hpp"

#include <algorithm>

#include "gpu/device_state.hpp"
#include "gpu/launch_shape.hpp"
#include "ranks_gpu/set_kernels.hpp"

namespace strider::detail::STRIDER_DEVICE {
namespace {

constexpr u32 kThreads = 256;
/// Bytes that store() and load() move at a time.
constexpr std::size_t kFew = 256;

}  // namespace

DeviceMessages::DeviceMessages(Queue& queue, const Device& device, MessagePlace place)
    : device_(device),
      context_(queue.context()),
      queue_(queue),
      place_(place),
      few_(queue.context(), place == MessagePlace::kDevice ? kFew : 0) {}

void DeviceMessages::require(std::uint64_t bytes, const std::string& purpose) const {
  if (!is_host()) context_.require(bytes, purpose);
}
std::byte* DeviceMessages::take(std::size_t bytes) {
  return static_cast<std::byte*>(is_host() ? context_.allocate_pinned(bytes)
                                           : context_.allocate(bytes));
}
void DeviceMessages::give_back(std::byte* memory, std::size_t bytes) noexcept {
  if (is_host()) {
    context_.release_pinned(memory, bytes);
  } else {
    context_.release(memory, bytes);
  }
}

void DeviceMessages::store(std::byte* to, std::span<const std::byte> from) {
  if (is_host()) {
    std::copy_n(from.data(), from.size(), to);
    return;
  }
  for (std::size_t begin = 0; begin < from.size(); begin += kFew) {
    const std::span<const std::byte> chunk =
        from.subspan(begin, std::min(kFew, from.size() - begin));
    std::ranges::copy(chunk, few_.data());
    queue_.copy(to + begin, few_.data(), chunk.size());
    queue_.wait();
  }
}
void DeviceMessages::load(std::span<std::byte> to, const std::byte* from) {
  if (is_host()) {
    std::copy_n(from, to.size(), to.data());
    return;
  }
  for (std::size_t begin = 0; begin < to.size(); begin += kFew) {
    const std::size_t count = std::min(kFew, to.size() - begin);
    queue_.copy(few_.data(), from + begin, count);
    queue_.wait();
    std::copy_n(few_.data(), count, to.data() + begin);
  }
}

void DeviceMessages::unite(std::uint64_t* to, const std::uint64_t* from, std::size_t words) {
  const auto count = static_cast<u32>(2 * words);
  simt::launch(queue_.handle(), shape_for(context_, count, kThreads), add_words,
               reinterpret_cast<const u32*>(from), count, reinterpret_cast<u32*>(to));
}

}  // namespace strider::detail::STRIDER_DEVICE
