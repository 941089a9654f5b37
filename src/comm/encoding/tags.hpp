// The last byte of an encoded set.
#pragma once

#include <cstddef>
#include <cstdint>

namespace strider::comm::detail {

inline constexpr std::byte kListTag{1};
inline constexpr std::byte kBitmapTag{2};
inline constexpr std::byte kVarintTag{3};

[[nodiscard]] constexpr std::size_t num_words(std::uint32_t universe) {
  return (universe + std::size_t{63}) / 64;
}
/// The bits of the last word that stand for ids.
[[nodiscard]] constexpr std::uint64_t last_word_bits(std::uint32_t universe) {
  return universe % 64 == 0 ? ~std::uint64_t{0} : (std::uint64_t{1} << (universe % 64)) - 1;
}

}  // namespace strider::comm::detail
