// Owners of memory: on the device, and pinned on the host.
#pragma once

#include <cstddef>
#include <span>
#include <type_traits>
#include <utility>

#include "gpu/context.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// The device's memory, and that of the host from which and to which queues copy.
struct DeviceMemory {
  static constexpr MemoryPlace kPlace = MemoryPlace::kDevice;
  [[nodiscard]] static void* take(Context& context, std::size_t bytes) {
    return context.allocate(bytes);
  }
  static void give_back(Context& context, void* memory, std::size_t bytes) noexcept {
    context.release(memory, bytes);
  }
};
struct PinnedMemory {
  static constexpr MemoryPlace kPlace = MemoryPlace::kHost;
  [[nodiscard]] static void* take(Context& context, std::size_t bytes) {
    return context.allocate_pinned(bytes);
  }
  static void give_back(Context& context, void* memory, std::size_t bytes) noexcept {
    context.release_pinned(memory, bytes);
  }
};

/// `size` elements of a kind of memory; the content is anything until it is written. Move-only.
template <class T, class Memory>
class Buffer {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  static constexpr MemoryPlace kPlace = Memory::kPlace;

  Buffer() = default;
  /// Throws MemoryError.
  Buffer(Context& context, std::size_t size)
      : context_(&context),
        data_(size == 0 ? nullptr : static_cast<T*>(Memory::take(context, size * sizeof(T)))),
        size_(size) {}
  ~Buffer() {
    if (data_ != nullptr) Memory::give_back(*context_, data_, size_bytes());
  }
  Buffer(Buffer&& other) noexcept { swap(other); }
  Buffer& operator=(Buffer&& other) noexcept {
    swap(other);
    return *this;
  }

  [[nodiscard]] T* data() const { return data_; }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::size_t size_bytes() const { return size_ * sizeof(T); }

 private:
  void swap(Buffer& other) noexcept {
    std::swap(context_, other.context_);
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
  }

  Context* context_ = nullptr;
  T* data_ = nullptr;
  std::size_t size_ = 0;
};

/// For kernels: not to be read or written by the host.
template <class T>
class DeviceBuffer : public Buffer<T, DeviceMemory> {
 public:
  using Buffer<T, DeviceMemory>::Buffer;
};

/// For the host, and for the copies of queues.
template <class T>
class PinnedBuffer : public Buffer<T, PinnedMemory> {
 public:
  using Buffer<T, PinnedMemory>::Buffer;

  [[nodiscard]] std::span<T> span() const { return {this->data(), this->size()}; }
  [[nodiscard]] T& operator[](std::size_t i) const { return this->data()[i]; }
};

/// Copies that return when they are done, by way of a pinned buffer; for what is not timed.
template <class T>
void upload(Queue& queue, const DeviceBuffer<T>& to, std::span<const T> from);
template <class T>
void download(Queue& queue, std::span<T> to, const DeviceBuffer<T>& from);

/// The same of bytes.
void upload_bytes(Queue& queue, void* to, const void* from, std::size_t bytes);
void download_bytes(Queue& queue, void* to, const void* from, std::size_t bytes);

template <class T>
void upload(Queue& queue, const DeviceBuffer<T>& to, std::span<const T> from) {
  upload_bytes(queue, to.data(), from.data(), from.size_bytes());
}
template <class T>
void download(Queue& queue, std::span<T> to, const DeviceBuffer<T>& from) {
  download_bytes(queue, to.data(), from.data(), to.size_bytes());
}
/// A buffer of what `from` has.
template <class T>
DeviceBuffer<T> uploaded(Queue& queue, std::span<const T> from) {
  DeviceBuffer<T> to(queue.context(), from.size());
  upload(queue, to, from);
  return to;
}

/// Declares `to` as a copy of `from`, which is read when it is taken.
template <class T>
void declare_copy(Workspace& workspace, std::string_view name, DeviceBuffer<T>& to, Queue& queue,
                  std::span<const T> from) {
  workspace.declare(name, to, from.size(), queue.context());
  workspace.when_taken([&to, &queue, from] { upload(queue, to, from); });
}

}  // namespace strider::detail::STRIDER_DEVICE
