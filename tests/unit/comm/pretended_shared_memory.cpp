#include "unit/comm/pretended_shared_memory.hpp"

#include <sys/statvfs.h>

#include <algorithm>

namespace {

std::uint64_t room = strider::test::kMuchSharedMemory;

}  // namespace

namespace strider::test {

void pretend_shared_memory(std::uint64_t bytes) {
  room = bytes;
}

}  // namespace strider::test

// In the place of the C library's.
extern "C" int statvfs(const char* path, struct statvfs* facts) noexcept {
  (void)path;
  *facts = {};
  facts->f_frsize = 1;
  facts->f_bavail = std::min(room, std::uint64_t{1} << 40U);
  return 0;
}
