// Output files that appear whole or not at all.
#pragma once

#include <cstdio>
#include <span>
#include <string>
#include <string_view>

namespace strider {

/// Writes into a nameless file of the target's folder and gives it its name only in commit().
/// Whatever ends the process before leaves nothing behind. Move-only.
class AtomicFile {
 public:
  /// Throws InputError where the folder cannot be written.
  explicit AtomicFile(std::string path);
  AtomicFile(AtomicFile&& other) noexcept;
  AtomicFile& operator=(AtomicFile&& other) = delete;
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;
  ~AtomicFile();

  /// Appends. Throws InputError where the disk is full or fails.
  void write(const void* data, std::size_t bytes);
  void write(std::string_view text) { write(text.data(), text.size()); }
  template <class T>
  void write_array(std::span<const T> values) {
    write(values.data(), values.size_bytes());
  }
  /// Overwrites bytes written before.
  void write_at(std::size_t offset, const void* data, std::size_t bytes);
  [[nodiscard]] std::size_t size() const { return size_; }

  /// Gives the file its name, replacing what had it. Throws InputError.
  void commit();

 private:
  [[noreturn]] void fail(const char* action) const;

  std::string path_;
  std::string temporary_;  // its name where the file system has no nameless files, else empty
  int descriptor_ = -1;
  std::size_t size_ = 0;
};

}  // namespace strider
