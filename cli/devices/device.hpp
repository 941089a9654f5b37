// The device of a run. In builds without devices, no file of this folder is compiled.
#pragma once

#include <cstdint>

#include "strider/device.hpp"
#include "verb.hpp"

namespace strider::cli {

/// What --device names, which is not the host. Where it gives CUDA no number, `number_here` chooses
/// among the devices of the machine: they are dealt out in turn. `seed` orders the threads of an
/// emulated device. Throws UnavailableError.
[[nodiscard]] Device open_device(const Verb& verb, std::uint64_t seed, int number_here = 0);

}  // namespace strider::cli
