#include "base/mapped_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "base/memory.hpp"
#include "strider/error.hpp"

namespace strider {
namespace {

[[noreturn]] void refuse(const std::string& path, const char* what) {
  throw InputError(path, 0, fmt::format("{}: {}", what, std::strerror(errno)));
}

/// Opens a regular file and says how large it is.
FileDescriptor open_regular(const std::string& path, std::size_t& size) {
  // O_NONBLOCK: opening a pipe must not wait for its writer before it is refused.
  FileDescriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!file.is_open()) refuse(path, "cannot be opened");
  struct stat status {};
  if (fstat(file.get(), &status) != 0) refuse(path, "cannot be read");
  if (!S_ISREG(status.st_mode)) {
    throw InputError(
        path, 0,
        S_ISDIR(status.st_mode)
            ? "is a folder, not a file"
            : "is a pipe or a device, which cannot be read in parts: save it to a file first");
  }
  size = static_cast<std::size_t>(status.st_size);
  return file;
}

struct Unmap {
  std::size_t length;
  void operator()(const void* address) const { munmap(const_cast<void*>(address), length); }
};

}  // namespace

MappedFile::MappedFile(std::string path) {
  std::size_t size = 0;
  const FileDescriptor file = open_regular(path, size);
  *this = MappedFile(std::move(path), file, size);
}

MappedFile::MappedFile(std::string path, const FileDescriptor& file, std::size_t size)
    : path_(std::move(path)) {
  // Anonymous zero pages first, the file over their beginning: a file that ends at the end of a
  // page is followed by readable memory all the same.
  const std::size_t length = size + kArrayPadding;
  void* address = mmap(nullptr, length, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (address == MAP_FAILED) {
    throw MemoryError(fmt::format("mapping {}", path_), length, available_memory_bytes());
  }
  mapping_ = std::shared_ptr<const void>(address, Unmap{length});
  if (size > 0 &&
      mmap(address, size, PROT_READ, MAP_PRIVATE | MAP_FIXED, file.get(), 0) == MAP_FAILED) {
    refuse(path_, "cannot be mapped");
  }
  bytes_ = {static_cast<const std::byte*>(address), size};
}

RandomAccessFile::RandomAccessFile(std::string path) : path_(std::move(path)) {
  file_ = open_regular(path_, size_);
}

void RandomAccessFile::read_at(std::size_t offset, std::span<std::byte> target) const {
  // Linux reads at most 2 GiB at once.
  constexpr std::size_t kLargestRead = 1U << 30U;
  while (!target.empty()) {
    const ssize_t count = pread(file_.get(), target.data(), std::min(target.size(), kLargestRead),
                                static_cast<off_t>(offset));
    if (count < 0) {
      if (errno == EINTR) continue;
      refuse(path_, "cannot be read");
    }
    if (count == 0) throw InputError(path_, 0, "ends early: the file shrank while it was read");
    offset += static_cast<std::size_t>(count);
    target = target.subspan(static_cast<std::size_t>(count));
  }
}

}  // namespace strider
