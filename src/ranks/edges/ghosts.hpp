// The vertices that a rank's listed edges name as their other ends: numbered, by owner.
#pragma once

#include <fmt/format.h>
#include <tsl/robin_map.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "base/count_ones.hpp"
#include "partition/ids.hpp"
#include "partition/owner_map.hpp"
#include "strider/error.hpp"

namespace strider::detail {

/// A set of vertices, 64 neighbouring numbers a word of a hash table, so that it takes memory for
/// what it holds only. After number(), each has its place in ascending order: a local id.
class Ghosts {
 public:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  void insert(GlobalVertex v) { words_[v / 64].bits |= std::uint64_t{1} << (v % 64); }
  /// Returns the vertices in ascending order. Throws UsageError where 32 bits do not number them.
  std::vector<GlobalVertex> number() {
    std::vector<std::uint64_t> keys;
    keys.reserve(words_.size());
    for (const auto& [key, word] : words_) keys.push_back(key);
    std::sort(keys.begin(), keys.end());
    std::vector<GlobalVertex> vertices;
    for (const std::uint64_t key : keys) {
      Word& word = words_[key];
      word.first = static_cast<std::uint32_t>(vertices.size());
      for (std::uint64_t bits = word.bits; bits != 0; bits &= bits - 1) {
        vertices.push_back(key * 64 + static_cast<std::uint64_t>(std::countr_zero(bits)));
      }
    }
    if (vertices.size() >= kNone) {
      throw UsageError(
          fmt::format("one rank's edges name {} vertices, but fewer than 2^32 are supported: start "
                      "more ranks",
                      vertices.size()));
    }
    return vertices;
  }
  /// The place of v, kNone where it is none of the set. Thread-safe.
  [[nodiscard]] std::uint32_t local_id(GlobalVertex v) const {
    const auto found = words_.find(v / 64);
    if (found == words_.end()) return kNone;
    const Word& word = found->second;
    const std::uint64_t bit = std::uint64_t{1} << (v % 64);
    if ((word.bits & bit) == 0) return kNone;
    return word.first + count_ones(word.bits & (bit - 1));
  }

 private:
  struct Word {
    std::uint64_t bits = 0;
    std::uint32_t first = 0;  ///< vertices of the words before
  };
  tsl::robin_map<std::uint64_t, Word> words_;
};

}  // namespace strider::detail
