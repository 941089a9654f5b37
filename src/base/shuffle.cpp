#include "base/shuffle.hpp"

#include <fmt/format.h>

#include <bit>

#include "base/random.hpp"
#include "strider/error.hpp"

namespace strider::detail {
namespace {

/// The inverse of an odd number modulo 2^64: Newton's iteration doubles the bits that are right,
/// three at the start.
std::uint64_t inverse_of(std::uint64_t odd) {
  std::uint64_t inverse = odd;
  for (int bits = 3; bits < 64; bits *= 2) inverse *= 2 - odd * inverse;
  return inverse;
}

}  // namespace

Shuffle::Shuffle(std::uint64_t n, std::uint64_t seed) : size_(n) {
  if (n > 1ULL << 62U) {
    throw UsageError(fmt::format("{} vertices are more than 2^62", n));
  }
  const auto bits = n < 2 ? 1U : static_cast<unsigned>(std::bit_width(n - 1));
  mask_ = (1ULL << bits) - 1;
  half_ = (bits + 1) / 2;
  std::uint64_t key = seed;
  for (Round& round : rounds_) {
    key = mix64(key + 1);
    round.sum = key;
    key = mix64(key + 1);
    round.factor = key | 1U;
    round.inverse = inverse_of(round.factor);
  }
}

}  // namespace strider::detail
