// How large a sample a rank draws, of what all ranks gather and every one of them keeps.
#pragma once

#include <algorithm>
#include <cstddef>

namespace strider::detail {

/// Elements of the samples of all ranks together, or so, on up to as many ranks; beyond, one of
/// each. Enough for a quantile, and as much memory and work for each rank on 64 ranks as on 65,536.
inline constexpr std::size_t kSampleOfAll = std::size_t{1} << 16U;

/// Elements that each of so many ranks draws: `most`, or its share of kSampleOfAll where that is
/// less, but at least one.
[[nodiscard]] constexpr std::size_t sample_of_rank(int ranks, std::size_t most) {
  return std::clamp(kSampleOfAll / static_cast<std::size_t>(ranks), std::size_t{1}, most);
}

}  // namespace strider::detail
