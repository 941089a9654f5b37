// A file to which all ranks append, and that appears whole or not at all.
#pragma once

#include <cstdint>
#include <string>

#include "comm/communicator.hpp"
#include "io/write/text_output.hpp"
#include "ranks/results/shared_file.hpp"

namespace strider::detail {

/// Compressed where the path asks for it.
class SharedOutput {
 public:
  /// Throws InputError, on all ranks. Collective.
  SharedOutput(const comm::Communicator& comm, const std::string& path);

  /// Appends the blocks of all ranks, in order of rank. Where it is a file, every rank writes its
  /// own, and makes them twice unless they are short, first to know how long they are; so no rank
  /// keeps them in memory. Else rank 0 gets and writes one block after the other. Throws, on all
  /// ranks, InputError where the disk is full or fails, and what the blocks throw. Collective.
  void append(const TextBlocks& own, int threads);
  /// Puts a file on the disk. Nothing is written after this. Throws InputError, on all ranks.
  /// Collective.
  void sync();
  /// Gives the file its name. Throws InputError, on all ranks. Collective.
  void commit();

 private:
  void append_in_place(const TextBlocks& own, int threads);
  void append_in_order(const TextBlocks& own);

  const comm::Communicator& comm_;
  Compression compression_;
  SharedFile file_;
  std::uint64_t size_ = 0;  // of what all ranks have appended
};

}  // namespace strider::detail
