// Output files that appear whole or not at all.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "base/file_descriptor.hpp"

namespace strider {

/// Writes into a nameless file of the target's folder and gives it its name only in commit().
/// Whatever ends the process before leaves nothing behind; where the file system knows no nameless
/// files, a kill leaves a file PATH.PID-N. Its content is on the disk before it gets the name, so
/// that after a loss of power too there is the old file or the new one. A link is followed, whether
/// there is a file where it points to or not; a file that is replaced hands down its permissions.
///
/// A pipe, a terminal or /dev/stdout, by that name or as /dev/fd/1, gets the whole of it in
/// commit(), from a nameless file of the folder for temporary files; a device with positions
/// (/dev/null) gets each byte at once.
/// Move-only.
class AtomicFile {
 public:
  /// Throws InputError where the folder, or a file that would be replaced, cannot be written, and
  /// where the path names a folder or a socket.
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
  /// Appends `bytes` bytes that write_at fills in later; returns where they start.
  std::size_t reserve(std::size_t bytes);
  /// Overwrites bytes that were written or reserved before. Thread-safe on ranges that do not
  /// overlap.
  void write_at(std::size_t offset, const void* data, std::size_t bytes);
  [[nodiscard]] std::size_t size() const { return size_; }

  /// Whether it becomes a file, so that others may write parts of it, too; else it is a pipe or a
  /// device.
  [[nodiscard]] bool is_file() const { return !is_device_ && !stream_.is_open(); }
  /// By this name other processes of this machine may open the file before it has its own.
  /// Precondition: is_file().
  [[nodiscard]] std::string name_in_process() const;
  /// Gives the file a passing name, beside its own, by which it can be opened from other machines,
  /// too; returns it. A kill leaves it behind then. Throws InputError. Precondition: is_file().
  const std::string& passing_name();

  /// Puts a file on the disk, so that commit() only has to name it: of several that belong
  /// together, none gets its name before all are there. Nothing is written after this. Throws
  /// InputError.
  void sync();
  /// Gives the file its name, replacing what had it, or passes its content on. Throws InputError.
  void commit();

 private:
  void open_target();
  void open_unnamed();
  void link_to_path();
  [[nodiscard]] bool link_as(const std::string& name) const;
  void link_as_passing_name();
  void pass_on();
  [[noreturn]] void fail(const char* action) const;

  std::string path_;
  std::string temporary_;  // a name that the file has until commit(), or empty
  FileDescriptor file_;
  FileDescriptor stream_;  // where commit() passes the content on to, if open
  bool is_device_ = false;
  bool is_on_disk_ = false;
  std::size_t size_ = 0;
};

}  // namespace strider
