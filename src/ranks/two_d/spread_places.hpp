// From values by place of the own block to values by own vertex.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/parallel.hpp"
#include "ranks/two_d/column_names.hpp"

namespace strider::detail {

/// As ColumnNames::spread, of values_of(group)(place), a group being 64 places.
template <class T, class ValuesOf>
void spread_places(const ColumnNames& names, const ValuesOf& values_of, T none, std::span<T> to,
                   int threads) {
  constexpr std::size_t kGroup = 64;
  if (names.num_own() == 0) std::fill(to.begin(), to.end(), none);
  names.visit_own_vertices([&](const auto& own_vertex) {
    const auto run = [&](std::size_t begin, std::size_t end, int) {
      for (std::size_t first = begin; first < end; first += kGroup) {
        const std::size_t last = std::min(end, first + kGroup);
        if (names.leaves_out()) {
          std::fill(to.data() + names.begin_of(first), to.data() + names.begin_of(last), none);
        }
        const auto value = values_of(first / kGroup);
        for (std::size_t place = first; place < last; ++place) {
          to[own_vertex(place)] = value(place);
        }
      }
    };
    parallel_chunks(names.num_own(), threads, run, kGroup);
  });
}

}  // namespace strider::detail
