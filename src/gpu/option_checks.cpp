#include "gpu/option_checks.hpp"

#include <fmt/format.h>

#include "simt/types.hpp"
#include "strider/error.hpp"

namespace strider::detail {

void check_block_threads(std::uint32_t block_threads) {
  constexpr std::uint32_t kMostThreads = 1024;
  if (block_threads == 0 || block_threads % simt::kWarp != 0 || block_threads > kMostThreads) {
    throw UsageError(fmt::format("block_threads must be a multiple of {1} from {2} to {3}, got {0}",
                                 block_threads, simt::kWarp, simt::kWarp, kMostThreads));
  }
}

void check_row_degrees(std::uint32_t warp_degree, std::string_view name,
                       std::uint32_t upper_degree) {
  if (warp_degree == 0 || upper_degree < warp_degree) {
    throw UsageError(
        fmt::format("warp_degree must be at least 1 and at most {0}, got warp_degree {1} and {0} "
                    "{2}",
                    name, warp_degree, upper_degree));
  }
}

}  // namespace strider::detail
