#include "place.hpp"

#include <unistd.h>

#include <charconv>
#include <future>
#include <map>
#include <memory>

#include "devices/open.hpp"
#include "strider/error.hpp"

namespace strider::python {

DevicePlace::DevicePlace(int number, const std::function<Device()>& open)
    : number_(number), process_(getpid()) {
  std::thread thread([this] { serve(); });
  thread_ = thread.get_id();
  try {
    run([&] { device_ = open(); });
  } catch (...) {
    put([this] { ended_ = true; });
    thread.join();
    throw;
  }
  thread.detach();  // it waits for work until the process ends
}

void DevicePlace::run(const std::function<void()>& body) {
  if (getpid() != process_) {
    throw UnavailableError(
        "this process was forked after it had opened a device, which a fork cannot use: start "
        "processes by 'spawn' (multiprocessing.set_start_method)");
  }
  // A callback of a search on this device, which may search there, too.
  if (std::this_thread::get_id() == thread_) return body();
  const auto task = std::make_shared<std::packaged_task<void()>>(std::cref(body));
  put([task] { (*task)(); });
  task->get_future().get();
}

void DevicePlace::discard(std::function<void()> body) {
  if (getpid() == process_) put(std::move(body));
}

void DevicePlace::put(std::function<void()> work) {
  const std::lock_guard lock(mutex_);
  work_.push_back(std::move(work));
  arrived_.notify_one();
}

void DevicePlace::serve() {
  while (!ended_) {
    std::unique_lock lock(mutex_);
    arrived_.wait(lock, [this] { return !work_.empty(); });
    const std::function<void()> work = std::move(work_.front());
    work_.pop_front();
    lock.unlock();
    work();
  }
}

namespace {

/// The number behind "cuda:"; 0 if there is none.
std::optional<int> cuda_number(const std::string& name) {
  if (name == "cuda") return 0;
  if (!name.starts_with("cuda:")) return std::nullopt;
  int number = 0;
  const char* const end = name.data() + name.size();
  const auto [after, error] = std::from_chars(name.data() + 5, end, number);
  if (error != std::errc() || after != end || number < 0) return std::nullopt;
  return number;
}

}  // namespace

Place* place_named(const std::string& name) {
  static auto& opened = *new std::map<std::string, DevicePlace*>;
  static auto& opening = *new std::mutex;
  if (name == "host") return nullptr;
  const std::optional<int> number = cuda_number(name);
  if (!number && name != "simt") {
    throw UsageError("device is one of host, simt, cuda, cuda:N, got '" + name + "'");
  }
  // Opening takes long. Without the GIL before the lock: whoever holds the one never waits for the
  // other.
  const nanobind::gil_scoped_release released;
  const std::lock_guard lock(opening);
  DevicePlace*& place = opened[number ? "cuda:" + std::to_string(*number) : name];
  if (place == nullptr) {
    place = new DevicePlace(number.value_or(0),
                            [&] { return number ? Device::cuda(*number) : Device::simt(); });
  }
  return place;
}

std::vector<std::string> device_names() {
  std::vector<std::string> names{"host", "simt"};
  const int count = Device::num_cuda();
  for (int number = 0; number < count; ++number) names.push_back("cuda:" + std::to_string(number));
  return names;
}

}  // namespace strider::python
