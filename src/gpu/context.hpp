// A device as one process uses it: its memory, its queues, its events.
//
// Declared once for both kinds of device and defined in cuda/ and emulated/: everything here stands
// in the namespace of its kind (simt/simt.hpp). A context outlives what is made of it, and all of
// it belongs to one thread, which may have several.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "base/workspace.hpp"
#include "gpu/device_facts.hpp"
#include "gpu/device_object.hpp"
#include "simt/simt.hpp"

namespace strider::detail::STRIDER_DEVICE {

class Context final : public DeviceObject {
 public:
  static constexpr MemoryPlace kPlace = MemoryPlace::kDevice;

  struct State;
  explicit Context(std::unique_ptr<State> state);
  ~Context() override;
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  [[nodiscard]] const DeviceFacts& facts() const;
  [[nodiscard]] std::uint64_t free_bytes() const;
  /// Kernels that ran, of those that are done.
  [[nodiscard]] std::uint64_t num_launches() const;
  /// Throws MemoryError with both numbers where the device has fewer than `bytes` left. `purpose`
  /// ends the sentence "not enough device memory for ...".
  void require(std::uint64_t bytes, const std::string& purpose) const;

  /// Throws MemoryError. Aligned to 256 bytes; the content is anything.
  [[nodiscard]] void* allocate(std::size_t bytes);
  /// Waits for everything that was put into the queues before.
  void release(void* memory, std::size_t bytes) noexcept;
  /// Memory of the host that copies between queues and the host run from at full speed.
  [[nodiscard]] void* allocate_pinned(std::size_t bytes);
  void release_pinned(void* memory, std::size_t bytes) noexcept;

  [[nodiscard]] State& state() const { return *state_; }
  /// What copies to and from pageable memory go through (copy_stage.hpp): made by the first of them
  /// and kept, for pinned memory takes long to make.
  [[nodiscard]] std::unique_ptr<DeviceObject>& copy_stage() { return copy_stage_; }

 private:
  std::unique_ptr<State> state_;
  std::unique_ptr<DeviceObject> copy_stage_;
};

/// Operations on the device, one after the other. What is in different queues runs at the same time
/// or in any order, but for events and waits.
class Queue {
 public:
  explicit Queue(Context& context);
  ~Queue();
  Queue(const Queue&) = delete;
  Queue& operator=(const Queue&) = delete;

  [[nodiscard]] Context& context() const { return context_; }
  [[nodiscard]] simt::QueueHandle handle() const { return handle_; }

  /// Puts a copy into the queue, between memory of the device and pinned memory of the host, or two
  /// memories of the device. The memory must stay until it has been waited for. Places of no bytes
  /// may be null.
  void copy(void* to, const void* from, std::size_t bytes);
  /// Every byte becomes `value`.
  void fill(void* memory, std::uint8_t value, std::size_t bytes);
  /// Returns when the queue is empty. Throws what went wrong on the device.
  void wait();

 private:
  Context& context_;
  simt::QueueHandle handle_;
};

/// A place in a queue that others wait for.
class Event {
 public:
  explicit Event(Context& context);
  ~Event();
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;

  /// Replaces what it stood for before.
  void record(Queue& queue);
  /// What `queue` is given from now on comes after this; at once where it was never recorded.
  void make_wait(Queue& queue) const;
  void wait() const;

  struct State;

 private:
  std::unique_ptr<State> state_;
};

/// A place in a queue of which the time is kept at which the device came to it.
class TimeMark {
 public:
  explicit TimeMark(Context& context);
  ~TimeMark();
  TimeMark(const TimeMark&) = delete;
  TimeMark& operator=(const TimeMark&) = delete;

  /// Replaces what it stood for before.
  void record(Queue& queue);
  /// Precondition: both were recorded. Waits until the device came to both.
  [[nodiscard]] double seconds_since(const TimeMark& earlier) const;

  struct State;

 private:
  std::unique_ptr<State> state_;
};

}  // namespace strider::detail::STRIDER_DEVICE
