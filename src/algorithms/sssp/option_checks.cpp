#include "algorithms/sssp/option_checks.hpp"

#include <fmt/format.h>

#include <cmath>

#include "strider/error.hpp"

namespace strider::detail {

void check_sssp_options(double delta, double cutoff, std::optional<GlobalVertex> target,
                        std::uint64_t num_vertices) {
  if (!std::isfinite(delta) || delta < 0) {
    throw UsageError(fmt::format(
        "delta must be a positive number, or 0 for an automatic choice, got {}", delta));
  }
  if (!(cutoff >= 0)) {
    throw UsageError(fmt::format("cutoff must be at least 0, got {}", cutoff));
  }
  if (target && *target >= num_vertices) {
    throw UsageError(fmt::format("target: {} is not a vertex; the graph has {} vertices", *target,
                                 num_vertices));
  }
}

}  // namespace strider::detail
