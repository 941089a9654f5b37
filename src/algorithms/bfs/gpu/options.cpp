#include "algorithms/bfs/gpu/options.hpp"

#include <fmt/format.h>

#include <cmath>

#include "gpu/option_checks.hpp"
#include "strider/error.hpp"

namespace strider::detail {
namespace {

void require_factor(const char* name, double value) {
  if (!std::isfinite(value) || value <= 0) {
    throw UsageError(fmt::format("{} must be a positive number, got {}", name, value));
  }
}

}  // namespace

void check_device_bfs_options(const DeviceBfsOptions& options) {
  check_block_threads(options.tuning.block_threads);
  const std::uint32_t each = options.tuning.edges_per_thread;
  if (each != 1 && each != 2 && each != 4 && each != 8 && each != 16) {
    throw UsageError(fmt::format("edges_per_thread must be 1, 2, 4, 8 or 16, got {}", each));
  }
  using enum DeviceBfsMethod;
  const std::uint32_t warp = options.tuning.warp_degree;
  if (options.method == kTwc) {
    check_row_degrees(warp, "block_degree", options.tuning.block_degree);
  } else {
    check_row_degrees(warp, "grid_degree", options.tuning.grid_degree);
  }
  if (options.tuning.long_row == 0) throw UsageError("long_row must be at least 1, got 0");
  require_factor("forward_factor", options.tuning.forward_factor);
  require_factor("backward_factor", options.tuning.backward_factor);
}

}  // namespace strider::detail
