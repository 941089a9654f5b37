// The bytes of an input file, unpacked where it is compressed.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "io/readers.hpp"
#include "strider/array.hpp"

namespace strider {

/// A file mapped into memory, or unpacked into it; kTextPadding readable zero bytes follow.
/// Compression is found by content: gzip, zstd and xz, also of several members in a row.
class InputFile {
 public:
  /// Throws InputError where the file cannot be opened or read, where its compressed data are
  /// corrupt or end too early; MemoryError where it does not fit unpacked.
  static InputFile open(const std::string& path);

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::string_view bytes() const { return bytes_; }
  /// "", "gz", "zst" or "xz".
  [[nodiscard]] std::string_view compression() const { return compression_; }
  [[nodiscard]] NamedText text() const { return {path_, bytes_}; }

 private:
  InputFile() = default;

  std::string path_;
  std::string_view bytes_;
  std::string_view compression_;
  std::shared_ptr<const void> owner_;
};

inline constexpr std::array<std::string_view, 3> kCompressionSuffixes = {".gz", ".zst", ".xz"};
/// The name of `path` without the suffix of a compression: "a/b.mtx" of "a/b.mtx.gz".
[[nodiscard]] std::string_view without_compression_suffix(std::string_view path);

}  // namespace strider
