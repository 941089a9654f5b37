#include "algorithms/sssp/gpu/options.hpp"

#include <fmt/format.h>

#include <cmath>

#include "gpu/option_checks.hpp"
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
  check_block_threads(options.block_threads);
  check_row_degrees(options.warp_degree, options.block_degree);
}

}  // namespace strider::detail
