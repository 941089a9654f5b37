#include "gpu/host_copy.hpp"

#include <algorithm>
#include <cstring>

#include "base/parallel.hpp"

namespace strider::detail {

void copy_on_host(void* to, const void* from, std::size_t bytes) {
  // A thread copies so much in less time than it takes to wake another.
  constexpr std::size_t kBytesOfAThread = std::size_t{512} << 10U;
  // More do not make memory faster.
  constexpr std::size_t kMostThreads = 8;
  const auto threads = static_cast<int>(std::clamp<std::size_t>(
      bytes / kBytesOfAThread, 1, std::min<std::size_t>(kMostThreads, resolve_threads(0))));
  parallel_chunks(bytes, threads, [&](std::size_t begin, std::size_t end, int /*thread*/) {
    std::memcpy(static_cast<std::byte*>(to) + begin, static_cast<const std::byte*>(from) + begin,
                end - begin);
  });
}

}  // namespace strider::detail
