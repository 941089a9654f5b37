// Where calls of the library run: on the cores of this machine, or on a device.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "call.hpp"

namespace strider::python {

/// A device, with the thread that opened it: all that is made there belongs to that thread.
class Place {
 public:
  Place() = default;
  Place(const Place&) = delete;
  Place& operator=(const Place&) = delete;
  virtual ~Place() = default;
  /// Runs `body` on the thread of the device, one body after the other, and throws what it throws.
  /// On that thread itself, at once. Throws UnavailableError in a process that was forked, which
  /// has no such thread.
  virtual void run(const std::function<void()>& body) = 0;
  /// Runs `body` there later, without waiting for it; never in a process that was forked. `body`
  /// must not throw.
  virtual void discard(std::function<void()> body) = 0;
};

/// The places of this process last as long as it does. Null stands for "host". Throws UsageError if
/// the name is none of "host", "simt", "cuda" and "cuda:N"; UnavailableError if there is no such
/// device.
Place* place_named(const std::string& device);
/// The names of the devices that this process can use, "host" first.
std::vector<std::string> device_names();

/// What body() returns, called on the cores of this machine or at `place`.
template <class F>
auto call_at(Place* place, int threads, F&& body) {
  if (place == nullptr) return call(threads, std::forward<F>(body));
  std::optional<std::invoke_result_t<F>> result;
  const InterruptWatch watch;
  const nanobind::gil_scoped_release released;
  place->run([&] {
    const StopScope scope(watch.interrupted());
    result.emplace(body());
  });
  return std::move(*result);
}

/// `value`, which was made at `place` and is destroyed there.
template <class T>
std::shared_ptr<T> keep_at(Place* place, T&& value) {
  if (place == nullptr) return std::make_shared<T>(std::forward<T>(value));
  // Whoever gives it back may hold the GIL, for which the device's thread may wait: it does not
  // wait.
  return {new T(std::forward<T>(value)),
          [place](T* kept) { place->discard([kept] { delete kept; }); }};
}

}  // namespace strider::python
