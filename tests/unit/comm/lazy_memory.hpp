// Memory of a device as far as communication sees it: what is written and read there happens when
// something waits, not before.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <new>
#include <utility>
#include <vector>

#include "comm/message_memory.hpp"
#include "strider/error.hpp"

namespace strider::comm {

class LazyMemory final : public MessageMemory {
 public:
  explicit LazyMemory(std::uint64_t bytes = ~std::uint64_t{0}) : free_(bytes) {}

  [[nodiscard]] bool is_host() const override { return false; }
  void require(std::uint64_t bytes, const std::string& purpose) const override {
    if (bytes > free_) throw MemoryError(purpose, bytes, free_);
  }
  [[nodiscard]] std::byte* take(std::size_t bytes) override {
    require(bytes, "messages");
    free_ -= bytes;
    taken_ += bytes;
    return static_cast<std::byte*>(::operator new (bytes, std::align_val_t{64}));
  }
  void give_back(std::byte* memory, std::size_t bytes) noexcept override {
    settle();
    free_ += bytes;
    taken_ -= bytes;
    ::operator delete (memory, std::align_val_t{64});
  }

  /// Puts an operation off.
  void later(std::function<void()> operation) { operations_.push_back(std::move(operation)); }
  [[nodiscard]] std::size_t num_open() const { return operations_.size(); }
  [[nodiscard]] std::uint64_t taken() const { return taken_; }

  void settle() override {
    for (const std::function<void()>& operation : operations_) operation();
    operations_.clear();
  }
  void store(std::byte* to, std::span<const std::byte> from) override {
    settle();
    std::memcpy(to, from.data(), from.size());
  }
  void load(std::span<std::byte> to, const std::byte* from) override {
    settle();
    std::memcpy(to.data(), from, to.size());
  }
  void unite(std::uint64_t* to, const std::uint64_t* from, std::size_t words) override {
    later([=] {
      for (std::size_t w = 0; w < words; ++w) to[w] |= from[w];
    });
  }

 private:
  std::uint64_t free_;
  std::uint64_t taken_ = 0;
  std::vector<std::function<void()>> operations_;
};

}  // namespace strider::comm
