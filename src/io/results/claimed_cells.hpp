// Cells of the trees and forests that result files claim.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <string_view>
#include <type_traits>

#include "base/text.hpp"
#include "io/results/cell_values.hpp"
#include "io/results/claimed_rows.hpp"
#include "strider/bfs.hpp"
#include "strider/sssp.hpp"

namespace strider {

inline constexpr std::array<std::string_view, 3> kTreeColumns{"vertex", "level", "parent"};
inline constexpr std::array<std::string_view, 3> kPathColumns{"vertex", "distance", "parent"};
inline constexpr std::array<std::string_view, 2> kComponentColumns{"vertex", "component"};
inline constexpr std::array<std::string_view, 3> kForestColumns{"u", "v", "weight"};

[[nodiscard]] inline Level parse_level(std::string_view text, const RowPlace& place) {
  if (text == "-1") return kUnreached;
  const auto level = parse_number(text);
  if (!level) place.fail(fmt::format("expected a level, found {}", in_quotes(text)));
  constexpr std::uint64_t kLdbcUnreached = std::numeric_limits<std::int64_t>::max();
  if (*level == kLdbcUnreached) return kUnreached;
  // A level past all others is as wrong as any: it must only stay a level.
  return static_cast<Level>(std::min<std::uint64_t>(*level, kUnreached - 1));
}

template <class W>
[[nodiscard]] SsspDistance<W> parse_distance(std::string_view text, const RowPlace& place) {
  using Distance = SsspDistance<W>;
  if (const auto distance = parse_cell<Distance>(text)) return *distance;
  const auto number = parse_cell<double>(text);
  if (!number) place.fail(fmt::format("expected a distance, found {}", in_quotes(text)));
  if constexpr (std::is_integral_v<Distance>) {
    if (*number == std::numeric_limits<double>::infinity()) return kInfiniteDistance<W>;
    if (const auto distance = whole_number<Distance>(*number)) return *distance;
    place.fail(fmt::format(
        "the distance {} cannot be a distance of this graph: its weights are integers", *number));
  } else {
    return static_cast<Distance>(*number);
  }
}

template <class W>
[[nodiscard]] W parse_weight(std::string_view text, const RowPlace& place) {
  if (const auto weight = parse_cell<W>(text)) return *weight;
  const auto number = parse_cell<double>(text);
  if (!number) place.fail(fmt::format("expected a weight, found {}", in_quotes(text)));
  if constexpr (std::is_integral_v<W>) {
    if (const auto weight = whole_number<W>(*number)) return *weight;
    place.fail(fmt::format(
        "the weight {} cannot be a weight of this graph: its weights are integers from 0 to {}",
        *number, std::numeric_limits<W>::max()));
  } else {
    return static_cast<W>(*number);
  }
}

}  // namespace strider
