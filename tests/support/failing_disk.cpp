#include "support/failing_disk.hpp"

#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <limits>

namespace {

constexpr int kAlways = std::numeric_limits<int>::max();
std::atomic<int> good_calls = kAlways;

}  // namespace

/// In the place of the one of the system.
extern "C" int fsync(int file) {
  int good = good_calls;
  while (good > 0 && good != kAlways && !good_calls.compare_exchange_weak(good, good - 1)) {
  }
  if (good > 0) return static_cast<int>(syscall(SYS_fsync, file));
  errno = EIO;
  return -1;
}

namespace strider::test {

FailingDisk::FailingDisk(int good) {
  good_calls = good;
}
FailingDisk::~FailingDisk() {
  good_calls = kAlways;
}

}  // namespace strider::test
