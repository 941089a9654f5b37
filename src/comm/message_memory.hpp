// Where messages lie while MPI moves them: the memory of the host or, handed over by those who know
// one, that of a device.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include "strider/array.hpp"

namespace strider::comm {

/// An owner of memory that other than the calling thread write messages to and read them from: the
/// queues of a device. MPI takes pointers to it.
class MessageMemory {
 public:
  virtual ~MessageMemory() = default;

  /// Whether the calling thread may read and write it as any other memory.
  [[nodiscard]] virtual bool is_host() const = 0;
  /// Throws MemoryError with both numbers where there are fewer bytes of it left. Not for what
  /// is_host(). `purpose` ends the sentence "not enough memory for ...".
  virtual void require(std::uint64_t bytes, const std::string& purpose) const = 0;
  /// Aligned to 64; the content is anything. Throws MemoryError.
  [[nodiscard]] virtual std::byte* take(std::size_t bytes) = 0;
  virtual void give_back(std::byte* memory, std::size_t bytes) noexcept = 0;

  /// Returns when everything is over that reads or writes this memory and was begun before: MPI
  /// reads a message after that, and writes over one.
  virtual void settle() = 0;
  /// Copies of a few bytes between this memory and ordinary memory, done when they return.
  virtual void store(std::byte* to, std::span<const std::byte> from) = 0;
  virtual void load(std::span<std::byte> to, const std::byte* from) = 0;
  /// Begins to |= from, both here; settle() ends it.
  virtual void unite(std::uint64_t* to, const std::uint64_t* from, std::size_t words) = 0;
};

/// Bytes of such a memory, or, of no owner, of the host's. Move-only.
class MessageBytes {
 public:
  MessageBytes() = default;
  /// Throws MemoryError.
  MessageBytes(std::shared_ptr<MessageMemory> memory, std::size_t bytes)
      : memory_(std::move(memory)), bytes_(bytes) {
    if (memory_ == nullptr) {
      of_host_ = Array<std::byte>(bytes);
      data_ = of_host_.data();
    } else if (bytes > 0) {
      data_ = memory_->take(bytes);
    }
  }
  ~MessageBytes() {
    if (memory_ != nullptr && data_ != nullptr) memory_->give_back(data_, bytes_);
  }
  MessageBytes(MessageBytes&& other) noexcept { swap(other); }
  MessageBytes& operator=(MessageBytes&& other) noexcept {
    swap(other);
    return *this;
  }

  [[nodiscard]] std::byte* data() const { return data_; }

 private:
  void swap(MessageBytes& other) noexcept {
    std::swap(memory_, other.memory_);
    std::swap(of_host_, other.of_host_);
    std::swap(data_, other.data_);
    std::swap(bytes_, other.bytes_);
  }

  std::shared_ptr<MessageMemory> memory_;
  Array<std::byte> of_host_;
  std::byte* data_ = nullptr;
  std::size_t bytes_ = 0;
};

}  // namespace strider::comm
