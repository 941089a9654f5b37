// Programs that link this count the bytes that Arrays hold.
#pragma once

#include <cstdint>

namespace strider::test {

/// Bytes that all Arrays of the process hold now.
[[nodiscard]] std::uint64_t held_array_bytes();
/// The most that they held at once since restart_peak().
[[nodiscard]] std::uint64_t peak_array_bytes();
void restart_peak();
/// Arrays of as many bytes throw MemoryError from now on.
void refuse_arrays_from(std::uint64_t bytes);

}  // namespace strider::test
