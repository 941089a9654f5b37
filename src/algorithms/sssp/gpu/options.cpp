#include "algorithms/sssp/gpu/options.hpp"

#include <fmt/format.h>

#include <cmath>

#include "strider/error.hpp"

namespace strider::detail {

void check_device_sssp_options(const DeviceSsspOptions& options, Vertex num_vertices) {
  if (!std::isfinite(options.delta) || options.delta < 0) {
    throw UsageError(
        fmt::format("delta: {} is no step of a bound: it must be a positive number, or 0 to have "
                    "it chosen",
                    options.delta));
  }
  if (!(options.cutoff >= 0)) {
    throw UsageError(
        fmt::format("cutoff: {} is no distance: it must be at least 0", options.cutoff));
  }
  if (options.target && *options.target >= num_vertices) {
    throw UsageError(fmt::format("target: {} is not a vertex; the graph has {} vertices",
                                 *options.target, num_vertices));
  }
  constexpr std::uint32_t kWarp = 32;
  if (options.block_threads == 0 || options.block_threads % kWarp != 0 ||
      options.block_threads > 1024) {
    throw UsageError(fmt::format("block_threads: {} is not a multiple of 32 from 32 to 1024",
                                 options.block_threads));
  }
  if (options.warp_degree == 0 || options.block_degree < options.warp_degree) {
    throw UsageError(fmt::format("warp_degree {} and block_degree {} do not ascend from 1",
                                 options.warp_degree, options.block_degree));
  }
}

}  // namespace strider::detail
