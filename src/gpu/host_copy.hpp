// Copies within the host's memory, for code that nvcc compiles, which has no threads of the host.
#pragma once

#include <cstddef>

namespace strider::detail {

/// As std::memcpy, by several threads where that is faster.
void copy_on_host(void* to, const void* from, std::size_t bytes);

}  // namespace strider::detail
