// Opens a CUDA device.
#pragma once

#include <memory>

namespace strider::detail::on_cuda {

class Context;
/// Throws UnavailableError where there is no such device, or none that this build has code for.
[[nodiscard]] std::unique_ptr<Context> open_context(int number);

}  // namespace strider::detail::on_cuda
