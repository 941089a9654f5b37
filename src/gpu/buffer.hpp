// Owners of memory: on the device, and pinned on the host.
#pragma once

#include <cstddef>
#include <span>
#include <type_traits>
#include <utility>

#include "gpu/context.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// `size` elements on the device; the content is anything until it is written. Move-only.
template <class T>
class DeviceBuffer {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  DeviceBuffer() = default;
  /// Throws MemoryError.
  DeviceBuffer(Context& context, std::size_t size)
      : context_(&context),
        data_(size == 0 ? nullptr : static_cast<T*>(context.allocate(size * sizeof(T)))),
        size_(size) {}
  ~DeviceBuffer() {
    if (data_ != nullptr) context_->release(data_, size_bytes());
  }
  DeviceBuffer(DeviceBuffer&& other) noexcept { swap(other); }
  DeviceBuffer& operator=(DeviceBuffer&& other) noexcept {
    swap(other);
    return *this;
  }

  /// For kernels; not to be read or written by the host.
  [[nodiscard]] T* data() const { return data_; }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::size_t size_bytes() const { return size_ * sizeof(T); }

 private:
  void swap(DeviceBuffer& other) noexcept {
    std::swap(context_, other.context_);
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
  }

  Context* context_ = nullptr;
  T* data_ = nullptr;
  std::size_t size_ = 0;
};

/// `size` elements on the host that queues copy from and to. Move-only.
template <class T>
class PinnedBuffer {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  PinnedBuffer() = default;
  /// Throws MemoryError.
  PinnedBuffer(Context& context, std::size_t size)
      : context_(&context),
        data_(size == 0 ? nullptr : static_cast<T*>(context.allocate_pinned(size * sizeof(T)))),
        size_(size) {}
  ~PinnedBuffer() {
    if (data_ != nullptr) context_->release_pinned(data_, size_ * sizeof(T));
  }
  PinnedBuffer(PinnedBuffer&& other) noexcept { swap(other); }
  PinnedBuffer& operator=(PinnedBuffer&& other) noexcept {
    swap(other);
    return *this;
  }

  [[nodiscard]] T* data() const { return data_; }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::span<T> span() const { return {data_, size_}; }
  [[nodiscard]] T& operator[](std::size_t i) const { return data_[i]; }

 private:
  void swap(PinnedBuffer& other) noexcept {
    std::swap(context_, other.context_);
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
  }

  Context* context_ = nullptr;
  T* data_ = nullptr;
  std::size_t size_ = 0;
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

}  // namespace strider::detail::STRIDER_DEVICE
