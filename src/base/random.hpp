// Random numbers that any thread or rank can draw at any position.
#pragma once

#include <cstdint>

namespace strider {

/// Mixes 64 bits so that each output bit depends on each input bit (the finalizer of SplitMix64,
/// Steele, Lea and Flood 2014).
[[nodiscard]] constexpr std::uint64_t mix64(std::uint64_t x) {
  x += 0x9E3779B97F4A7C15ULL;
  x = (x ^ (x >> 30U)) * 0xBF58476D1CE4E5B9ULL;
  x = (x ^ (x >> 27U)) * 0x94D049BB133111EBULL;
  return x ^ (x >> 31U);
}

/// A counter-based generator: draw k of stream s of a seed is a pure function of (seed, s, k).
class CounterRng {
 public:
  constexpr CounterRng(std::uint64_t seed, std::uint64_t stream)
      : key_(mix64(seed ^ mix64(stream ^ 0xD1B54A32D192ED03ULL))) {}

  /// The next 64 random bits.
  constexpr std::uint64_t next() { return mix64(key_ + 0x9E3779B97F4A7C15ULL * counter_++); }

  /// Uniform in [0, bound), with a bias that no sample shows: below bound / 2^64 (Lemire 2019).
  constexpr std::uint64_t below(std::uint64_t bound) {
    __extension__ using Wide = unsigned __int128;
    return static_cast<std::uint64_t>((static_cast<Wide>(next()) * bound) >> 64U);
  }

  /// Uniform in [0, 1), a multiple of 2^-53.
  constexpr double uniform() { return static_cast<double>(next() >> 11U) * 0x1.0p-53; }

 private:
  std::uint64_t key_;
  std::uint64_t counter_ = 0;
};

}  // namespace strider
