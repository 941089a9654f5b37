#include "base/control_group.hpp"

#include <algorithm>
#include <fstream>
#include <limits>

namespace strider {
namespace {

constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();

/// The files of a group, and in its statistics the bytes of files that it holds.
struct GroupFiles {
  const char* limit;
  const char* usage;
  const char* active_file;
  const char* inactive_file;
};
constexpr GroupFiles kVersion1 = {"/memory.limit_in_bytes", "/memory.usage_in_bytes",
                                  "total_active_file", "total_inactive_file"};
constexpr GroupFiles kVersion2 = {"/memory.max", "/memory.current", "active_file", "inactive_file"};

std::uint64_t number_in_file(const std::string& path) {
  std::ifstream file(path);
  std::uint64_t value = 0;
  return file >> value ? value : kNoLimit;
}

/// At most `usage`.
std::uint64_t reclaimable_in(const std::string& group, const GroupFiles& files,
                             std::uint64_t usage) {
  std::ifstream statistics(group + "/memory.stat");
  std::uint64_t sum = 0;
  std::string key;
  std::uint64_t bytes = 0;
  while (statistics >> key >> bytes) {
    if (key == files.active_file || key == files.inactive_file) {
      sum += std::min(bytes, usage - sum);
    }
  }
  return sum;
}

/// What the limit of one group leaves.
std::uint64_t left_in(const std::string& group, const GroupFiles& files) {
  const std::uint64_t limit = number_in_file(group + files.limit);
  if (limit == kNoLimit) return kNoLimit;
  const std::uint64_t usage = number_in_file(group + files.usage);
  if (usage == kNoLimit) return limit;
  const std::uint64_t used = usage - reclaimable_in(group, files, usage);
  return limit > used ? limit - used : 0;
}

}  // namespace

std::uint64_t control_group_available(const std::string& root) {
  std::string path;
  std::ifstream groups("/proc/self/cgroup");
  for (std::string line; std::getline(groups, line);) {
    if (line.starts_with("0::")) path = line.substr(3);
  }
  std::uint64_t least = left_in(root + "/memory", kVersion1);
  // Inside a container the group's own path may not be there; the mount's root then holds its
  // limits.
  while (true) {
    least = std::min(least, left_in(root + path, kVersion2));
    const std::size_t slash = path.find_last_of('/');
    if (path.empty() || slash == std::string::npos) return least;
    path.resize(slash);
  }
}

}  // namespace strider
