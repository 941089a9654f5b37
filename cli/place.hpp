// Where a run takes place, and what of it this build has.
#pragma once

#include <cstdint>

namespace strider::cli {

enum class Place : std::uint8_t { kHost, kDevice, kRanks, kRanksOnDevices };

[[nodiscard]] constexpr bool is_on_ranks(Place place) {
  return place == Place::kRanks || place == Place::kRanksOnDevices;
}
[[nodiscard]] constexpr bool is_on_device(Place place) {
  return place == Place::kDevice || place == Place::kRanksOnDevices;
}

// What a build lacks is not linked, so it is called behind `if constexpr` only.
inline constexpr bool kHasRanks = STRIDER_CLI_HAS_RANKS != 0;
inline constexpr bool kHasDevices = STRIDER_CLI_HAS_DEVICES != 0;

}  // namespace strider::cli
