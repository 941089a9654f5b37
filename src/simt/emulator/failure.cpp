#include "simt/emulator/failure.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "simt/emulator/thread.hpp"

namespace strider::simt::emulator {
namespace {

std::string_view name(Wait wait) {
  constexpr std::array<std::string_view, 11> kNames = {
      "running", "syncthreads", "syncthreads_or", "grid_sync", "syncwarp",  "ballot",
      "shfl",    "match_any",   "warp_sum",       "warp_scan", "at its end"};
  return kNames.at(static_cast<std::size_t>(wait));
}

}  // namespace

void fail(const std::string& message) {
  std::fflush(stdout);
  static_cast<void>(std::fputs(("strider: simt: " + message + "\n").c_str(), stderr));
  std::abort();
}

void fail(const Thread& thread, const std::string& message) {
  fail(described(thread) + ": " + message);
}

std::string described(const Thread& thread) {
  const std::string mask = thread.wait >= Wait::kSyncwarp && thread.wait != Wait::kExited
                               ? fmt::format("(mask {:08x})", thread.mask)
                               : "";
  return fmt::format("block {} thread {} at {}:{}, {}{}", block_id_of(*thread.block), thread.id,
                     thread.site.file, thread.site.line, name(thread.wait), mask);
}

}  // namespace strider::simt::emulator
