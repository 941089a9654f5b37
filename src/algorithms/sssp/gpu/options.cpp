#include "algorithms/sssp/gpu/options.hpp"

#include "algorithms/sssp/option_checks.hpp"
#include "gpu/option_checks.hpp"

namespace strider::detail {

void check_device_sssp_options(const DeviceSsspOptions& options, Vertex num_vertices) {
  check_sssp_options(options.delta, options.cutoff, options.target, num_vertices);
  check_block_threads(options.tuning.block_threads);
  check_row_degrees(options.tuning.warp_degree, "grid_degree", options.tuning.grid_degree);
}

}  // namespace strider::detail
