// Numbers that threads of a grid tell each other by.
#pragma once

#include "simt/simt.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// A number that many blocks add to, in a cache line of its own.
template <class T>
struct alignas(128) Counter {
  T value;
};

}  // namespace strider::detail::STRIDER_DEVICE
