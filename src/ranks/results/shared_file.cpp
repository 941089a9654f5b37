#include "ranks/results/shared_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <vector>

#include "comm/checked_broadcast.hpp"
#include "comm/collective_error.hpp"
#include "strider/error.hpp"

namespace strider::detail {
namespace {

FileIdentity identity_of(const struct stat& status) {
  return {static_cast<std::uint64_t>(status.st_dev), static_cast<std::uint64_t>(status.st_ino)};
}

[[noreturn]] void fail(const std::string& path) {
  throw InputError(path, 0, fmt::format("cannot be written: {}", std::strerror(errno)));
}

}  // namespace

std::optional<FileIdentity> identity_of(const std::string& name) {
  struct stat status {};
  if (stat(name.c_str(), &status) != 0) return std::nullopt;
  return identity_of(status);
}

FileDescriptor open_that_file(const std::string& name, const FileIdentity& identity) {
  // Looked at before, as opening a device or a pipe may do something, and after, as the name may
  // have gone to another file.
  if (identity_of(name) != identity) return {};
  FileDescriptor file(open(name.c_str(), O_WRONLY | O_CLOEXEC));
  struct stat status {};
  const bool is_it =
      file.is_open() && fstat(file.get(), &status) == 0 && identity_of(status) == identity;
  return is_it ? std::move(file) : FileDescriptor();
}

SharedFile::SharedFile(const comm::Communicator& comm, const std::string& path,
                       PassingName passing_name)
    : comm_(comm), path_(path) {
  comm::try_on_all_ranks(comm_, [&] {
    if (comm_.rank() != 0) return;
    if (path_ == "-") {
      stdout_.emplace(path_);
    } else {
      file_.emplace(path_);
      is_file_ = file_->is_file();
    }
  });
  is_file_ = comm_.all_reduce(std::uint32_t{is_file_ ? 1U : 0U}, comm::Reduction::kMax) != 0;
  if (is_file_ && comm_.size() > 1) open_parts(passing_name);
}

void SharedFile::open_parts(PassingName passing_name) {
  const bool is_first = comm_.rank() == 0;
  if (passing_name == PassingName::kWhereNeeded && comm_.split_by_node().size() == comm_.size()) {
    // Where processes are numbered apart, as in containers, the name may be another file's.
    open_by(is_first ? file_->name_in_process() : "");
  }
  const bool is_open = is_first || part_.is_open();
  if (comm_.all_reduce(std::uint32_t{is_open ? 1U : 0U}, comm::Reduction::kMin) != 0) return;
  std::string name;
  comm::try_on_all_ranks(comm_, [&] {
    if (is_first) name = file_->passing_name();
  });
  open_by(name);
  comm::try_on_all_ranks(comm_, [&] {
    if (!is_first && !part_.is_open()) fail(path_);
  });
}

void SharedFile::open_by(const std::string& name) {
  const std::string shared = comm::broadcast_text(comm_, name);
  FileIdentity identity;
  if (comm_.rank() == 0) identity = identity_of(name).value_or(FileIdentity{});
  comm_.broadcast(std::span(&identity, 1), 0);
  if (comm_.rank() != 0) part_ = open_that_file(shared, identity);
}

void SharedFile::write_at(std::uint64_t offset, std::string_view text) {
  if (comm_.rank() == 0) {
    file_->write_at(offset, text.data(), text.size());
    return;
  }
  while (!text.empty()) {
    const ssize_t written =
        pwrite(part_.get(), text.data(), text.size(), static_cast<off_t>(offset));
    if (written < 0) {
      if (errno == EINTR) continue;
      fail(path_);
    }
    text.remove_prefix(static_cast<std::size_t>(written));
    offset += static_cast<std::uint64_t>(written);
  }
}

void SharedFile::append(std::string_view text) {
  stdout_ ? stdout_->write(text) : file_->write(text);
}

void SharedFile::sync() {
  comm::try_on_all_ranks(comm_, [&] {
    if (file_) file_->sync();
    if (!part_.is_open()) return;
    // Some file systems know no fsync; a network's may report only here what it could not write.
    if (fsync(part_.get()) != 0 && errno != EINVAL && errno != ENOSYS) fail(path_);
    if (close(part_.release()) != 0) fail(path_);
  });
}

void SharedFile::commit() {
  sync();
  comm::try_on_all_ranks(comm_, [&] {
    if (stdout_) stdout_->commit();
    if (file_) file_->commit();
  });
}

}  // namespace strider::detail
