#include "base/atomic_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <utility>
#include <vector>

#include "base/stop.hpp"
#include "strider/error.hpp"

namespace strider {
namespace {

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.find_last_of('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

// Predictable, so that a program that is interrupted can find and remove what it left.
std::string passing_name_of(const std::string& path, int attempt) {
  return fmt::format("{}.{}-{}", path, getpid(), attempt);
}

/// Where the link `path` points to in the end, whether that is there or not: rename would replace
/// the link. `path` itself where it is none.
std::string follow_links(std::string path) {
  constexpr int kMostLinks = 40;  // as many as the kernel follows
  std::error_code failed;
  for (int links = 0; links < kMostLinks; ++links) {
    const std::filesystem::path target = std::filesystem::read_symlink(path, failed);
    if (failed) return path;
    path = (std::filesystem::path(folder_of(path)) / target).string();
  }
  throw InputError(path, 0, "cannot be written: too many levels of symbolic links");
}

/// A file without a name among those for temporary files.
FileDescriptor open_temporary() {
  std::string name = (std::filesystem::temp_directory_path() / "strider-XXXXXX").string();
  FileDescriptor file(mkostemp(name.data(), O_CLOEXEC));
  if (!file.is_open()) {
    throw InputError(name, 0, fmt::format("cannot be written: {}", std::strerror(errno)));
  }
  unlink(name.c_str());
  return file;
}

/// By name, it would be the file that output is redirected to, and be replaced.
bool is_standard_output(std::string_view path) {
  return path == "/dev/stdout" || path == "/dev/fd/1" || path == "/proc/self/fd/1";
}

bool has_positions(const FileDescriptor& file) {
  return lseek(file.get(), 0, SEEK_CUR) >= 0;
}

}  // namespace

AtomicFile::AtomicFile(std::string path) : path_(std::move(path)) {
  if (is_standard_output(path_)) {
    stream_ = FileDescriptor(dup(STDOUT_FILENO));
    if (!stream_.is_open()) fail("cannot be written");
    file_ = open_temporary();
  } else {
    open_target();
  }
}

void AtomicFile::open_target() {
  struct stat status {};
  const bool exists = stat(path_.c_str(), &status) == 0;
  if (!exists || S_ISREG(status.st_mode)) {
    path_ = follow_links(std::move(path_));
    if (exists && access(path_.c_str(), W_OK) != 0) fail("cannot be replaced");
    open_unnamed();
    // To give a file away takes privilege: who has none keeps it.
    if (exists && fchown(file_.get(), status.st_uid, status.st_gid) != 0 && errno != EPERM) {
      fail("cannot be written");
    }
    constexpr mode_t kPermissions = 0777;
    if (exists && fchmod(file_.get(), status.st_mode & kPermissions) != 0) {
      fail("cannot be written");
    }
    return;
  }
  if (!S_ISCHR(status.st_mode) && !S_ISFIFO(status.st_mode)) {
    throw InputError(path_, 0, "cannot be written: it is not a file, a device or a pipe");
  }
  file_ = FileDescriptor(open(path_.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY));
  if (!file_.is_open()) fail("cannot be written");
  if (has_positions(file_)) {
    is_device_ = true;
  } else {
    stream_ = std::exchange(file_, open_temporary());
  }
}

void AtomicFile::open_unnamed() {
  file_ = FileDescriptor(open(folder_of(path_).c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666));
  for (int attempt = 0; !file_.is_open(); ++attempt) {
    const std::string name = passing_name_of(path_, attempt);
    file_ = FileDescriptor(open(name.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666));
    if (file_.is_open()) {
      temporary_ = name;
    } else if (errno != EEXIST) {
      fail("cannot be written");
    }
  }
}

AtomicFile::AtomicFile(AtomicFile&& other) noexcept
    : path_(std::move(other.path_)),
      temporary_(std::exchange(other.temporary_, {})),
      file_(std::move(other.file_)),
      stream_(std::move(other.stream_)),
      is_device_(other.is_device_),
      is_on_disk_(other.is_on_disk_),
      size_(other.size_) {}

AtomicFile::~AtomicFile() {
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
  // Linux writes at most 2 GiB at once; less takes a fraction of a second.
  constexpr std::size_t kLargestWrite = 1U << 26U;
  while (bytes > 0) {
    throw_if_stopped();
    const ssize_t written =
        pwrite(file_.get(), next, std::min(bytes, kLargestWrite), static_cast<off_t>(offset));
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

void AtomicFile::sync() {
  if (!is_file() || is_on_disk_) return;
  // Some file systems know no such call.
  if (fsync(file_.get()) != 0 && errno != EINVAL && errno != ENOSYS) fail("cannot be written");
  is_on_disk_ = true;
}

void AtomicFile::commit() {
  if (stream_.is_open()) {
    pass_on();
    return;
  }
  // Else a loss of power could leave the new name with none of the content.
  sync();
  if (!is_device_ && temporary_.empty()) link_to_path();
  // A network's file system may report only here what it could not write.
  if (close(file_.release()) != 0) fail("cannot be written");
  if (temporary_.empty()) return;
  if (rename(temporary_.c_str(), path_.c_str()) != 0) fail("cannot be named");
  temporary_.clear();
}

void AtomicFile::pass_on() {
  constexpr std::size_t kChunk = std::size_t{1} << 20U;
  std::vector<char> chunk(kChunk);
  off_t offset = 0;
  for (;;) {
    const ssize_t got = pread(file_.get(), chunk.data(), chunk.size(), offset);
    if (got < 0) fail("cannot be passed on");
    if (got == 0) break;
    offset += got;
    for (ssize_t done = 0; done < got;) {
      throw_if_stopped();
      const ssize_t written =
          ::write(stream_.get(), chunk.data() + done, static_cast<std::size_t>(got - done));
      if (written >= 0) {
        done += written;
      } else if (errno != EINTR) {
        fail("cannot be written");
      }
    }
  }
  if (close(stream_.release()) != 0) fail("cannot be written");
}

std::string AtomicFile::name_in_process() const {
  return fmt::format("/proc/{}/fd/{}", getpid(), file_.get());
}

const std::string& AtomicFile::passing_name() {
  if (temporary_.empty()) {
    errno = EEXIST;
    link_as_passing_name();
  }
  return temporary_;
}

bool AtomicFile::link_as(const std::string& name) const {
  return linkat(AT_FDCWD, name_in_process().c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) ==
         0;
}

void AtomicFile::link_to_path() {
  if (link_as(path_)) return;
  // linkat never replaces a file, rename does: the nameless file gets a passing name first.
  link_as_passing_name();
}

/// As long as errno says that a name is taken.
void AtomicFile::link_as_passing_name() {
  for (int attempt = 0; errno == EEXIST; ++attempt) {
    std::string passing = passing_name_of(path_, attempt);
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
