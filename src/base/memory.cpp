#include "base/memory.hpp"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <string>

#include "base/control_group.hpp"
#include "strider/error.hpp"

namespace strider {
namespace {

constexpr std::uint64_t kUnlimited = std::numeric_limits<std::uint64_t>::max();

std::uint64_t meminfo_available() {
  std::ifstream file("/proc/meminfo");
  std::string key;
  std::string unit;
  std::uint64_t kibibytes = 0;
  while (file >> key >> kibibytes) {
    if (key == "MemAvailable:") return kibibytes * 1024;
    std::getline(file, unit);
  }
  return kUnlimited;
}

std::uint64_t address_space_available() {
  rlimit limit{};
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return kUnlimited;
  std::uint64_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  const std::uint64_t used = pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  return limit.rlim_cur > used ? limit.rlim_cur - used : 0;
}

}  // namespace

std::uint64_t available_memory_bytes() {
  return std::min({meminfo_available(), control_group_available(), address_space_available()});
}

void require_memory(std::uint64_t bytes, const std::string& purpose) {
  // Small demands are left to the allocator: reading /proc costs more than they do.
  constexpr std::uint64_t kMinCheckedBytes = 1 << 20;
  if (bytes < kMinCheckedBytes) return;
  const std::uint64_t available = available_memory_bytes();
  if (bytes > available) throw MemoryError(purpose, bytes, available);
}

std::uint64_t saturating_mul(std::uint64_t a, std::uint64_t b) {
  std::uint64_t product = 0;
  return __builtin_mul_overflow(a, b, &product) ? kUnlimited : product;
}

std::uint64_t saturating_add(std::uint64_t a, std::uint64_t b) {
  std::uint64_t sum = 0;
  return __builtin_add_overflow(a, b, &sum) ? kUnlimited : sum;
}

std::string format_bytes(std::uint64_t bytes) {
  constexpr const char* kUnits[] = {"bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  auto value = static_cast<double>(bytes);
  std::size_t unit = 0;
  while (value >= 1024 && unit + 1 < std::size(kUnits)) {
    value /= 1024;
    ++unit;
  }
  return unit == 0 ? fmt::format("{} bytes", bytes) : fmt::format("{:.1f} {}", value, kUnits[unit]);
}

MemoryError::MemoryError(const std::string& purpose, std::uint64_t needed_bytes,
                         std::uint64_t free_bytes)
    : Error(fmt::format("not enough memory for {}: {} ({} bytes) needed, {} ({} bytes) free",
                        purpose, format_bytes(needed_bytes), needed_bytes, format_bytes(free_bytes),
                        free_bytes)),
      needed_bytes_(needed_bytes),
      free_bytes_(free_bytes) {}

}  // namespace strider
