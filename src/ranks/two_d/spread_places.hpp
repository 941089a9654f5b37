// From values by place of the own block to values by own vertex.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/parallel.hpp"
#include "ranks/two_d/column_names.hpp"

namespace strider::detail {

/// As ColumnNames::spread, of value(place).
template <class T, class Value>
void spread_places(const ColumnNames& names, const Value& value, T none, std::span<T> to,
                   int threads) {
  if (names.num_own() == 0) std::fill(to.begin(), to.end(), none);
  parallel_chunks(names.num_own(), threads, [&](std::size_t begin, std::size_t end, int) {
    // Some at a time, which stay in the cache between both loops.
    constexpr std::size_t kAtATime = 1024;
    for (std::size_t first = begin; first < end; first += kAtATime) {
      const std::size_t last = std::min(end, first + kAtATime);
      if (names.leaves_out()) {
        std::fill(to.data() + names.begin_of(first), to.data() + names.begin_of(last), none);
      }
      for (std::size_t place = first; place < last; ++place) {
        const auto p = static_cast<std::uint32_t>(place);
        to[names.own_vertex(p)] = value(p);
      }
    }
  });
}

}  // namespace strider::detail
