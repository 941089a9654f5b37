#include "base/atomic_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "strider/error.hpp"

namespace strider {
namespace {

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.find_last_of('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

// Predictable, so that a program that is interrupted can find and remove what it left.
std::string passing_name(const std::string& path, int attempt) {
  return fmt::format("{}.{}-{}", path, getpid(), attempt);
}

}  // namespace

AtomicFile::AtomicFile(std::string path) : path_(std::move(path)) {
  struct stat status {};
  const bool exists = stat(path_.c_str(), &status) == 0;
  if (exists) {
    // rename would replace a link, not what it points to.
    if (char* target = realpath(path_.c_str(), nullptr); target != nullptr) {
      path_ = target;
      std::free(target);
    }
  }
  if (!exists || S_ISREG(status.st_mode)) {
    open_unnamed();
    return;
  }
  if (!S_ISCHR(status.st_mode)) {
    throw InputError(path_, 0, "cannot be written: it is neither a file nor a device");
  }
  is_device_ = true;
  descriptor_ = open(path_.c_str(), O_WRONLY | O_CLOEXEC);
  if (descriptor_ < 0) fail("cannot be written");
}

void AtomicFile::open_unnamed() {
  descriptor_ = open(folder_of(path_).c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
  if (descriptor_ >= 0) return;
  for (int attempt = 0; descriptor_ < 0; ++attempt) {
    const std::string name = passing_name(path_, attempt);
    descriptor_ = open(name.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666);
    if (descriptor_ >= 0) {
      temporary_ = name;
    } else if (errno != EEXIST) {
      fail("cannot be written");
    }
  }
}

AtomicFile::AtomicFile(AtomicFile&& other) noexcept
    : path_(std::move(other.path_)),
      temporary_(std::exchange(other.temporary_, {})),
      is_device_(other.is_device_),
      descriptor_(std::exchange(other.descriptor_, -1)),
      size_(other.size_) {}

AtomicFile::~AtomicFile() {
  if (descriptor_ >= 0) close(descriptor_);
  if (!temporary_.empty()) unlink(temporary_.c_str());
}

void AtomicFile::write(const void* data, std::size_t bytes) {
  write_at(size_, data, bytes);
  size_ += bytes;
}

std::size_t AtomicFile::reserve(std::size_t bytes) {
  const std::size_t offset = size_;
  size_ += bytes;
  return offset;
}

void AtomicFile::write_at(std::size_t offset, const void* data, std::size_t bytes) {
  const char* next = static_cast<const char*>(data);
  // Linux writes at most 2 GiB at once.
  constexpr std::size_t kLargestWrite = 1U << 30U;
  while (bytes > 0) {
    const ssize_t written =
        pwrite(descriptor_, next, std::min(bytes, kLargestWrite), static_cast<off_t>(offset));
    if (written < 0) {
      if (errno == EINTR) continue;
      fail("cannot be written");
    }
    const auto count = static_cast<std::size_t>(written);
    next += count;
    offset += count;
    bytes -= count;
  }
}

void AtomicFile::commit() {
  if (!is_device_ && temporary_.empty()) link_to_path();
  if (close(std::exchange(descriptor_, -1)) != 0) fail("cannot be written");
  if (temporary_.empty()) return;
  if (rename(temporary_.c_str(), path_.c_str()) != 0) fail("cannot be named");
  temporary_.clear();
}

void AtomicFile::link_to_path() {
  const std::string source = fmt::format("/proc/self/fd/{}", descriptor_);
  const auto link_as = [&](const std::string& name) {
    return linkat(AT_FDCWD, source.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0;
  };
  if (link_as(path_)) return;
  // linkat never replaces a file, rename does: the nameless file gets a passing name first.
  for (int attempt = 0; errno == EEXIST; ++attempt) {
    std::string passing = passing_name(path_, attempt);
    if (link_as(passing)) {
      temporary_ = std::move(passing);
      return;
    }
  }
  fail("cannot be named");
}

void AtomicFile::fail(const char* action) const {
  throw InputError(path_, 0, fmt::format("{}: {}", action, std::strerror(errno)));
}

}  // namespace strider
