// An open file of the system, with an owner.
#pragma once

#include <unistd.h>

#include <utility>

namespace strider {

/// Closes its descriptor where it goes out of scope. Move-only.
class FileDescriptor {
 public:
  FileDescriptor() = default;
  /// Takes over what open() returned: below 0 where it failed.
  explicit FileDescriptor(int number) : number_(number) {}
  FileDescriptor(FileDescriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  FileDescriptor& operator=(FileDescriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  FileDescriptor(const FileDescriptor&) = delete;
  FileDescriptor& operator=(const FileDescriptor&) = delete;
  ~FileDescriptor() {
    if (is_open()) ::close(number_);
  }

  [[nodiscard]] bool is_open() const { return number_ >= 0; }
  [[nodiscard]] int get() const { return number_; }
  /// Hands the descriptor over to the caller, who closes it.
  [[nodiscard]] int release() { return std::exchange(number_, -1); }

 private:
  int number_ = -1;
};

}  // namespace strider
