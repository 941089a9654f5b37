// Files in the address space, read only.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

#include "base/file_descriptor.hpp"
#include "strider/array.hpp"

namespace strider {

/// A whole regular file, mapped. kArrayPadding readable bytes follow its last byte; they are zero.
/// A file that another process shortens while it is mapped ends this process with SIGBUS. Copies
/// share the mapping.
class MappedFile {
 public:
  /// Maps the file in time independent of its size. Throws InputError where it cannot be opened or
  /// is not a regular file, MemoryError where the address space has no room.
  explicit MappedFile(std::string path);
  /// Maps the first `size` bytes of the open `file`, which is not needed after that.
  MappedFile(std::string path, const FileDescriptor& file, std::size_t size);

  [[nodiscard]] std::span<const std::byte> bytes() const { return bytes_; }
  [[nodiscard]] std::size_t size() const { return bytes_.size(); }
  [[nodiscard]] const std::string& path() const { return path_; }
  /// Keeps the mapping alive: the owner of a SharedArray.
  [[nodiscard]] const std::shared_ptr<const void>& owner() const { return mapping_; }

 private:
  std::string path_;
  std::shared_ptr<const void> mapping_;
  std::span<const std::byte> bytes_;
};

/// A file read by position, from many threads at once. Move-only.
class RandomAccessFile {
 public:
  /// Throws InputError where the file cannot be opened or is not a regular file.
  explicit RandomAccessFile(std::string path);

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] const std::string& path() const { return path_; }
  /// Fills `target` from position `offset` of the file. Throws InputError where the file ends
  /// before or fails. Thread-safe.
  void read_at(std::size_t offset, std::span<std::byte> target) const;

 private:
  std::string path_;
  FileDescriptor file_;
  std::size_t size_ = 0;
};

}  // namespace strider
