// Members of a zip archive in memory.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "strider/array.hpp"

struct zip;

namespace strider {

class ZipArchive {
 public:
  /// `bytes` must outlive it; errors name `path`. Throws InputError where they are no archive.
  ZipArchive(std::string_view bytes, std::string path);

  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }
  [[nodiscard]] bool has(std::string_view name) const;
  /// The unpacked member `name`, its checksum compared. Throws InputError if it is not there,
  /// corrupt, or packed by another method than deflation; MemoryError.
  [[nodiscard]] Array<char> read(const std::string& name) const;
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  struct Closer {
    void operator()(zip* archive) const noexcept;
  };

  std::string path_;
  std::size_t size_;  // of the archive
  std::unique_ptr<zip, Closer> archive_;
  std::vector<std::string> names_;
};

}  // namespace strider
