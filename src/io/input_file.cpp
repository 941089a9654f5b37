#include "io/input_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "base/file_descriptor.hpp"
#include "base/mapped_file.hpp"
#include "base/memory.hpp"
#include "base/stop.hpp"
#include "io/compression/decompress.hpp"
#include "io/compression/growing_text.hpp"
#include "strider/error.hpp"

namespace strider {
namespace {

/// Bytes with the owner that keeps them.
struct OwnedBytes {
  std::shared_ptr<const void> owner;
  std::string_view bytes;
};

OwnedBytes map_file(const FileDescriptor& file, std::size_t size, const std::string& path) {
  static_assert(kTextPadding <= kArrayPadding);
  const MappedFile mapped(path, file, size);
  // All threads read it at once, each from a place of its own: that looks random to the system.
  ::madvise(const_cast<std::byte*>(mapped.bytes().data()), size, MADV_WILLNEED);
  return {mapped.owner(), {reinterpret_cast<const char*>(mapped.bytes().data()), size}};
}

OwnedBytes own(Array<char> text) {
  auto owner = std::make_shared<const Array<char>>(std::move(text));
  const std::string_view bytes(owner->data(), owner->size());
  return {std::move(owner), bytes};
}

/// A pipe, a device, or a file whose size the system does not tell.
OwnedBytes read_stream(const FileDescriptor& file, const std::string& path) {
  constexpr std::size_t kGuess = std::size_t{1} << 20;
  GrowingText text(kGuess, fmt::format("reading {}", path));
  for (;;) {
    throw_if_stopped();
    const std::size_t room = text.free_size();
    const ssize_t got = ::read(file.get(), text.free_begin(), room);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) {
      throw InputError(path, 0, fmt::format("cannot be read: {}", std::strerror(errno)));
    }
    if (got == 0) break;
    text.add(static_cast<std::size_t>(got));
  }
  return own(std::move(text).finish());
}

}  // namespace

InputFile InputFile::open(const std::string& path) {
  const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.is_open()) {
    throw InputError(path, 0, fmt::format("cannot be opened: {}", std::strerror(errno)));
  }
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) {
    throw InputError(path, 0, fmt::format("cannot be read: {}", std::strerror(errno)));
  }
  if (S_ISREG(status.st_mode) && status.st_size == 0 &&
      without_compression_suffix(path).size() != path.size()) {
    throw InputError(path, 0,
                     "is empty, so it is not a compressed file: check that it is complete");
  }
  if (S_ISDIR(status.st_mode)) throw InputError(path, 0, "is a folder; expected a file");
  const bool mappable = S_ISREG(status.st_mode) && status.st_size > 0;
  OwnedBytes content = mappable ? map_file(file, static_cast<std::size_t>(status.st_size), path)
                                : read_stream(file, path);
  InputFile input;
  input.path_ = path;
  input.compression_ = find_compression(content.bytes);
  if (!input.compression_.empty()) {
    content = own(decompress(content.bytes, input.compression_, path));
  }
  input.bytes_ = content.bytes;
  input.owner_ = std::move(content.owner);
  return input;
}

std::string_view without_compression_suffix(std::string_view path) {
  for (const std::string_view suffix : kCompressionSuffixes) {
    if (path.ends_with(suffix)) return path.substr(0, path.size() - suffix.size());
  }
  return path;
}

}  // namespace strider
