// Where output is written to.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/atomic_file.hpp"

namespace strider {

/// A file that appears when all is written, or the standard output ("-").
class OutputSink {
 public:
  /// Throws InputError as AtomicFile does.
  explicit OutputSink(const std::string& path);
  /// Appends. Throws InputError.
  void write(std::string_view text);
  /// Appends the texts in their order; a file is written by several threads. Throws InputError.
  void write(std::span<const std::string_view> texts, int threads);
  /// As those of AtomicFile.
  void sync();
  void commit();

 private:
  std::optional<AtomicFile> file_;
};

}  // namespace strider
