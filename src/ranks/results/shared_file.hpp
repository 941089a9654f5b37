// A file that all ranks write and that appears whole or not at all.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/atomic_file.hpp"
#include "base/file_descriptor.hpp"
#include "comm/communicator.hpp"
#include "io/write/output_sink.hpp"

namespace strider::detail {

/// Whether the other ranks open the file by a name beside the target's: where one of them is on
/// another machine, or always.
enum class PassingName : std::uint8_t { kWhereNeeded, kAlways };

/// Which file it is, whatever its name.
struct FileIdentity {
  std::uint64_t device = 0;
  std::uint64_t number = 0;
  [[nodiscard]] bool operator==(const FileIdentity&) const = default;
};
/// Of the file of that name; nullopt where there is none.
[[nodiscard]] std::optional<FileIdentity> identity_of(const std::string& name);
/// Opens that file to write in it; nothing is open where the name has no file, or another one.
[[nodiscard]] FileDescriptor open_that_file(const std::string& name, const FileIdentity& identity);

/// Rank 0 makes the file, as an AtomicFile; the others open it under a passing name: on one machine
/// that of rank 0's open file, so that a kill leaves nothing behind, else one beside the target.
class SharedFile {
 public:
  /// Throws InputError, on all ranks. Collective.
  SharedFile(const comm::Communicator& comm, const std::string& path,
             PassingName passing_name = PassingName::kWhereNeeded);

  /// Whether it is a file; else only rank 0 can write, and in order.
  [[nodiscard]] bool is_file() const { return is_file_; }
  /// Throws InputError, on this rank, where the disk is full or fails. Preconditions: is_file();
  /// ranges do not overlap.
  void write_at(std::uint64_t offset, std::string_view text);
  /// Appends. Preconditions: not is_file(), rank 0.
  void append(std::string_view text);
  /// Puts a file on the disk. Nothing is written after this. Throws InputError, on all ranks.
  /// Collective.
  void sync();
  /// Gives the file its name. Throws InputError, on all ranks. Collective.
  void commit();

 private:
  void open_parts(PassingName passing_name);
  /// `name`, on rank 0, is its name of the file. Collective.
  void open_by(const std::string& name);

  const comm::Communicator& comm_;
  std::string path_;
  bool is_file_ = false;
  std::optional<AtomicFile> file_;    // of rank 0
  std::optional<OutputSink> stdout_;  // of rank 0, for "-"
  FileDescriptor part_;               // of the others
};

}  // namespace strider::detail
