// How many bits of a word are set.
#pragma once

#include <cstdint>

namespace strider {

/// What std::popcount says, without a call: x86-64 has an instruction for it only where it is asked
/// for, and compilers call a function of their library otherwise. They know this form, and take the
/// instruction where the target has it (Warren 2012, section 5-1).
[[nodiscard]] constexpr unsigned count_ones(std::uint64_t word) {
  word -= word >> 1U & 0x5555'5555'5555'5555U;
  word = (word & 0x3333'3333'3333'3333U) + (word >> 2U & 0x3333'3333'3333'3333U);
  word = (word + (word >> 4U)) & 0x0F0F'0F0F'0F0F'0F0FU;
  return static_cast<unsigned>(word * 0x0101'0101'0101'0101U >> 56U);
}

}  // namespace strider
