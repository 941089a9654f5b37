// From searches side by side on ranks, which know no device, to what does a rank's work on one.
#pragma once

#include <cstdint>

#include "algorithms/bc/ranks/partitioned/local_batch.hpp"
#include "strider/device.hpp"

namespace strider::detail {

/// On `device`, which is kept, by blocks of so many threads: a multiple of 32 up to 1024.
[[nodiscard]] LocalBatches batches_on_device(const Device& device, std::uint32_t block_threads);

}  // namespace strider::detail
