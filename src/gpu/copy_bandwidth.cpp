#include "gpu/copy_bandwidth.hpp"

#include <algorithm>

#include "base/timer.hpp"
#include "gpu/buffer.hpp"

namespace strider::detail::STRIDER_DEVICE {

double copy_bandwidth(DeviceObject& object, std::uint64_t bytes, int repetitions) {
  auto& context = static_cast<Context&>(object);
  context.require(2 * bytes, "a measurement of copies");
  const DeviceBuffer<std::byte> from(context, bytes);
  const DeviceBuffer<std::byte> to(context, bytes);
  Queue queue(context);
  queue.fill(from.data(), 0x5A, bytes);
  queue.copy(to.data(), from.data(), bytes);  // warms up
  queue.wait();
  double best = 0;
  for (int repetition = 0; repetition < repetitions; ++repetition) {
    const Timer timer;
    queue.copy(to.data(), from.data(), bytes);
    queue.wait();
    const double seconds = std::max(timer.seconds(), 1e-9);
    best = std::max(best, 2 * static_cast<double>(bytes) / seconds);
  }
  return best;
}

}  // namespace strider::detail::STRIDER_DEVICE
