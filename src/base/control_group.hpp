// What control groups leave of the machine's memory.
#pragma once

#include <cstdint>
#include <string>

namespace strider {

/// Bytes that this process may still take before the limit of its control group, or of one around
/// it, is met, where control groups are mounted at `root`. Pages of files count as free: the kernel
/// takes them back before it refuses memory. The largest number where nothing is limited.
[[nodiscard]] std::uint64_t control_group_available(const std::string& root = "/sys/fs/cgroup");

}  // namespace strider
