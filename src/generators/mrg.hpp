// The random generator of Graph500: a multiple recursive generator of order 5 modulo 2^31 - 1
// (L'Ecuyer, Blouin and Couture 1993), which can be advanced by any power of two at once.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace strider::mrg {

inline constexpr std::uint32_t kModulus = 0x7FFF'FFFFU;
inline constexpr std::uint32_t kMultiplier1 = 107374182;
inline constexpr std::uint32_t kMultiplier5 = 104480;

/// z1 .. z5: the last five outputs, the latest first.
using State = std::array<std::uint32_t, 5>;
/// Advances a state by one fixed number of outputs.
using Matrix = std::array<std::array<std::uint32_t, 5>, 5>;

/// x modulo 2^31 - 1, where 2^31 is 1. Exact for every x below 2^64. Free of branches and of 64-bit
/// comparisons, so that loops over it become vector code on any machine.
constexpr std::uint32_t reduce(std::uint64_t x) {
  x = (x & kModulus) + (x >> 31U);  // below 2^34
  x = (x & kModulus) + (x >> 31U);  // below 2^31 + 8
  // One up and one down again: the modulus itself becomes 0.
  const auto above = static_cast<std::uint32_t>(x) + 1;
  return (above & kModulus) + (above >> 31U) - 1;
}

/// The output after those of which z1 is the latest and z5 the fifth latest.
constexpr std::uint32_t next_of(std::uint32_t z1, std::uint32_t z5) {
  return reduce(std::uint64_t{kMultiplier1} * z1 + std::uint64_t{kMultiplier5} * z5);
}

/// Advances by one output and returns it.
constexpr std::uint32_t next(State& z) {
  const std::uint32_t output = next_of(z[0], z[4]);
  z = {output, z[0], z[1], z[2], z[3]};
  return output;
}

constexpr std::uint32_t dot(const std::array<std::uint32_t, 5>& row, const State& z) {
  // Four products of 31-bit numbers fit into 64 bits, five do not.
  std::uint64_t sum =
      std::uint64_t{row[0]} * z[0] + std::uint64_t{row[1]} * z[1] + std::uint64_t{row[2]} * z[2];
  sum = (sum & kModulus) + (sum >> 31U);
  return reduce(sum + std::uint64_t{row[3]} * z[3] + std::uint64_t{row[4]} * z[4]);
}

constexpr State advance(const Matrix& m, const State& z) {
  return {dot(m[0], z), dot(m[1], z), dot(m[2], z), dot(m[3], z), dot(m[4], z)};
}

constexpr Matrix multiply(const Matrix& a, const Matrix& b) {
  Matrix product{};
  for (std::size_t column = 0; column < 5; ++column) {
    const State image =
        advance(a, {b[0][column], b[1][column], b[2][column], b[3][column], b[4][column]});
    for (std::size_t row = 0; row < 5; ++row) product[row][column] = image[row];
  }
  return product;
}

/// A number of outputs to skip: high * 2^128 + middle * 2^64 + low.
struct Distance {
  std::uint64_t high;
  std::uint64_t middle;
  std::uint64_t low;
};

/// The transition matrices of 2^0 .. 2^191 outputs.
class Skipper {
 public:
  Skipper() {
    powers_[0] = {{{kMultiplier1, 0, 0, 0, kMultiplier5},
                   {1, 0, 0, 0, 0},
                   {0, 1, 0, 0, 0},
                   {0, 0, 1, 0, 0},
                   {0, 0, 0, 1, 0}}};
    for (std::size_t i = 1; i < powers_.size(); ++i) {
      powers_[i] = multiply(powers_[i - 1], powers_[i - 1]);
    }
  }

  /// Of 2^exponent outputs.
  [[nodiscard]] const Matrix& power(std::size_t exponent) const { return powers_[exponent]; }

  /// One matrix-vector product a set bit of the distance.
  [[nodiscard]] State skip(State z, const Distance& distance) const {
    z = skip_word(z, distance.low, 0);
    z = skip_word(z, distance.middle, 64);
    return skip_word(z, distance.high, 128);
  }

 private:
  [[nodiscard]] State skip_word(State z, std::uint64_t word, std::size_t exponent) const {
    for (; word != 0; word >>= 1U, ++exponent) {
      if ((word & 1U) != 0) z = advance(powers_[exponent], z);
    }
    return z;
  }

  std::array<Matrix, 192> powers_;
};

/// The state that Graph500 makes of its two user seeds.
constexpr State state_of_seeds(std::uint64_t seed1, std::uint64_t seed2) {
  constexpr std::uint64_t kLow30 = 0x3FFF'FFFF;
  return {static_cast<std::uint32_t>((seed1 & kLow30) + 1),
          static_cast<std::uint32_t>(((seed1 >> 30U) & kLow30) + 1),
          static_cast<std::uint32_t>((seed2 & kLow30) + 1),
          static_cast<std::uint32_t>(((seed2 >> 30U) & kLow30) + 1),
          static_cast<std::uint32_t>(((seed2 >> 60U) << 4U) + (seed1 >> 60U) + 1)};
}

}  // namespace strider::mrg
