// Options of every solver of shortest paths: whether they are in range.
#pragma once

#include <cstdint>
#include <optional>

#include "strider/types.hpp"

namespace strider::detail {

/// Throws UsageError that names the option out of range.
void check_sssp_options(double delta, double cutoff, std::optional<GlobalVertex> target,
                        std::uint64_t num_vertices);

}  // namespace strider::detail
