// Several searches as one number.
#pragma once

#include <cstdint>
#include <span>

#include "report.hpp"

namespace strider::cli {

struct TimedSearch {
  std::uint64_t reached = 0;
  double edges = 0;
  double seconds = 0;
};

/// Quartiles and means of times and rates, of the searches of more than one iteration, which found
/// more than their source (Pan, Pearce and Owens 2018, section VI-A); null if there are none.
[[nodiscard]] Json search_statistics_json(std::span<const TimedSearch> searches);

}  // namespace strider::cli
