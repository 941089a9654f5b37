// How much memory there is, and the refusal to take more.
#pragma once

#include <cstdint>
#include <string>

namespace strider {

/// Bytes this process may still take: the least of the machine's free memory, its control group's
/// and its address-space limit. 0 is never returned for "unknown": that is the largest number.
[[nodiscard]] std::uint64_t available_memory_bytes();

/// Throws MemoryError, before anything is allocated, where `bytes` are not available.
void require_memory(std::uint64_t bytes, const std::string& purpose);

/// a * b and a + b, or the largest number where that overflows: for predictions of memory.
[[nodiscard]] std::uint64_t saturating_mul(std::uint64_t a, std::uint64_t b);
[[nodiscard]] std::uint64_t saturating_add(std::uint64_t a, std::uint64_t b);

/// "12.3 GiB".
[[nodiscard]] std::string format_bytes(std::uint64_t bytes);

}  // namespace strider
