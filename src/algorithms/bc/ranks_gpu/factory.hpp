// From searches side by side on ranks, which know no device, to what does a rank's work on one.
#pragma once

#include <cstdint>
#include <memory>

#include "algorithms/bc/ranks/partitioned/local_batch_factory.hpp"
#include "strider/device.hpp"

namespace strider::detail {

/// On `device`, which is kept, by blocks of so many threads: a multiple of 32 up to 1024.
[[nodiscard]] std::shared_ptr<const LocalBatchFactory> make_device_batch_factory(
    const Device& device, std::uint32_t block_threads = 256);

}  // namespace strider::detail
