// Contexts of emulated devices.
#include <algorithm>
#include <chrono>
#include <cstring>
#include <memory>
#include <new>

#include "base/memory.hpp"
#include "gpu/buffer.hpp"
#include "gpu/emulated/open.hpp"
#include "simt/emulator/device.hpp"
#include "strider/device_error.hpp"
#include "strider/error.hpp"

namespace strider::detail::on_simt {
namespace {

/// Of cudaMalloc.
constexpr std::align_val_t kAlignment{256};

}  // namespace

struct Context::State {
  explicit State(const simt::emulator::Settings& settings) : device(settings) {
    facts.name = "simt, an emulated device";
    facts.total_bytes = settings.memory_bytes;
    facts.multiprocessors = settings.cooperative_blocks;
  }
  simt::emulator::EmulatedDevice device;
  DeviceFacts facts;
  std::uint64_t taken_bytes = 0;
  std::uint64_t num_waits = 0;
};

std::unique_ptr<DeviceObject> open_context(const simt::emulator::Settings& settings,
                                           DeviceFacts& facts) {
  auto context = std::make_unique<Context>(std::make_unique<Context::State>(settings));
  facts = context->facts();
  return context;
}
std::uint64_t free_bytes(const DeviceObject& context) {
  return static_cast<const Context&>(context).free_bytes();
}
std::uint64_t num_launches(const DeviceObject& context) {
  return static_cast<const Context&>(context).num_launches();
}
std::uint64_t num_waits(const DeviceObject& context) {
  return static_cast<const Context&>(context).state().num_waits;
}
std::uint64_t taken_bytes(const DeviceObject& context) {
  return static_cast<const Context&>(context).state().taken_bytes;
}

Context::Context(std::unique_ptr<State> state) : state_(std::move(state)) {}
Context::~Context() = default;

const DeviceFacts& Context::facts() const {
  return state_->facts;
}
std::uint64_t Context::free_bytes() const {
  return std::min(state_->facts.total_bytes - state_->taken_bytes, available_memory_bytes());
}
std::uint64_t Context::num_launches() const {
  return state_->device.num_grids();
}
void Context::require(std::uint64_t bytes, const std::string& purpose) const {
  const std::uint64_t free = free_bytes();
  if (bytes > free) throw DeviceMemoryError(purpose, bytes, free);
}

// Every allocation is one of the host's, of just that size: AddressSanitizer guards both ends.
void* Context::allocate(std::size_t bytes) {
  require(bytes, "an array");
  void* const memory = ::operator new(bytes, kAlignment);
  state_->device.poison(memory, bytes);
  state_->taken_bytes += bytes;
  return memory;
}
void Context::release(void* memory, std::size_t bytes) noexcept {
  state_->device.wait_for_all();
  state_->taken_bytes -= bytes;
  ::operator delete(memory, kAlignment);
}
void* Context::allocate_pinned(std::size_t bytes) {
  require_memory(bytes, "pinned memory");
  void* const memory = ::operator new(bytes, kAlignment);
  state_->device.poison(memory, bytes);
  return memory;
}
void Context::release_pinned(void* memory, std::size_t /*bytes*/) noexcept {
  state_->device.wait_for_all();
  ::operator delete(memory, kAlignment);
}

Queue::Queue(Context& context)
    : context_(context), handle_(new simt::emulator::Queue(context.state().device)) {}
Queue::~Queue() {
  delete handle_;
}
void Queue::copy(void* to, const void* from, std::size_t bytes) {
  if (bytes == 0) return;
  handle_->push([=] { std::memcpy(to, from, bytes); });
}
void Queue::fill(void* memory, std::uint8_t value, std::size_t bytes) {
  if (bytes == 0) return;
  handle_->push([=] { std::memset(memory, value, bytes); });
}
void Queue::wait() {
  ++context_.state().num_waits;
  handle_->device().wait_for(*handle_);
}

struct Event::State {
  Context::State& context;
  simt::emulator::Event event = {};
};
Event::Event(Context& context) : state_(new State{context.state()}) {}
Event::~Event() = default;
void Event::record(Queue& queue) {
  state_->event.record(*queue.handle());
}
void Event::make_wait(Queue& queue) const {
  state_->event.make_wait(*queue.handle());
}
void Event::wait() const {
  ++state_->context.num_waits;
  state_->event.wait();
}

struct TimeMark::State {
  using Clock = std::chrono::steady_clock;
  Event event;
  // Of the last record: shared with the queue, which may come to an earlier one later, or to this
  // one when the mark is gone.
  std::shared_ptr<Clock::time_point> time = nullptr;
};
TimeMark::TimeMark(Context& context) : state_(new State{.event = Event(context)}) {}
TimeMark::~TimeMark() = default;
void TimeMark::record(Queue& queue) {
  state_->time = std::make_shared<State::Clock::time_point>();
  queue.handle()->push([time = state_->time] { *time = State::Clock::now(); });
  state_->event.record(queue);
}
double TimeMark::seconds_since(const TimeMark& earlier) const {
  earlier.state_->event.wait();
  state_->event.wait();
  return std::chrono::duration<double>(*state_->time - *earlier.state_->time).count();
}

}  // namespace strider::detail::on_simt
