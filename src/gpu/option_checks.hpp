// Of options that searches of several algorithms have: whether they are in range.
#pragma once

#include <cstdint>
#include <string_view>

namespace strider::detail {

/// Throws UsageError where blocks of `block_threads` threads are not whole warps, or more than any
/// device takes.
void check_block_threads(std::uint32_t block_threads);

/// Rows from `warp_degree` on are walked by a warp, from `more_degree` on by a block or by all
/// warps; the option is called `name`. Throws UsageError where these do not ascend from 1.
void check_row_degrees(std::uint32_t warp_degree, std::string_view name,
                       std::uint32_t upper_degree);

}  // namespace strider::detail
