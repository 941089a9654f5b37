// Contexts of CUDA devices.
#include <algorithm>
#include <string>

#include "base/memory.hpp"
#include "gpu/buffer.hpp"
#include "gpu/cuda/open.hpp"
#include "simt/cuda/check.hpp"
#include "strider/device_error.hpp"
#include "strider/error.hpp"

namespace strider::detail::on_cuda {

using simt::check;

namespace {

/// What the driver, the modules that it loads late and the chunks that cudaMalloc gives out take,
/// beyond what is asked for.
constexpr std::uint64_t kMarginBytes = std::uint64_t{64} << 20U;

int attribute(cudaDeviceAttr which, int number) {
  int value = 0;
  check(cudaDeviceGetAttribute(&value, which, number), "cudaDeviceGetAttribute");
  return value;
}

/// Stands for all kernels of this build.
__global__ void any_kernel() {}

}  // namespace

struct Context::State {
  /// CUDA's calls are about the device that the calling thread named last.
  void make_current() const { check(cudaSetDevice(number), "cudaSetDevice"); }

  int number = 0;
  DeviceFacts facts;
  std::uint64_t taken_bytes = 0;
  simt::u64 num_launches = 0;
};

void require_usable(const std::string& name, const DeviceAbilities& abilities) {
  constexpr int kOldestMajor = 8;  // votes and sums of a warp in one instruction
  if (abilities.major < kOldestMajor) {
    throw UnavailableError(name + ": its compute capability is " + std::to_string(abilities.major) +
                           "." + std::to_string(abilities.minor) + ", but at least 8.0 is needed");
  }
  if (!abilities.launches_cooperatively) {
    throw UnavailableError(name +
                           ": the device does not support cooperative launches, which are needed");
  }
}

int count_devices() {
  int count = 0;
  if (cudaGetDeviceCount(&count) == cudaSuccess) return count;
  static_cast<void>(cudaGetLastError());
  return 0;
}

std::unique_ptr<DeviceObject> open_context(int number, std::uint64_t memory_limit,
                                           DeviceFacts& facts) {
  const std::string name = "device cuda:" + std::to_string(number);
  int count = 0;
  const cudaError_t status = cudaGetDeviceCount(&count);
  if (status != cudaSuccess) {
    static_cast<void>(cudaGetLastError());
    throw UnavailableError(name + ": this machine has no usable GPU (" +
                           cudaGetErrorString(status) + "): use host or simt");
  }
  if (number < 0 || number >= count) {
    throw UnavailableError(name + ": this GPU does not exist; the number of GPUs is " +
                           std::to_string(count));
  }
  require_usable(name,
                 {.major = attribute(cudaDevAttrComputeCapabilityMajor, number),
                  .minor = attribute(cudaDevAttrComputeCapabilityMinor, number),
                  .launches_cooperatively = attribute(cudaDevAttrCooperativeLaunch, number) != 0});
  check(cudaSetDevice(number), "cudaSetDevice");
  cudaFuncAttributes attributes{};
  check(cudaFuncGetAttributes(&attributes, any_kernel), name.c_str());
  cudaDeviceProp properties{};
  check(cudaGetDeviceProperties(&properties, number), "cudaGetDeviceProperties");
  auto state = std::make_unique<Context::State>();
  state->number = number;
  state->facts.name = properties.name;
  static_assert(sizeof(properties.uuid.bytes) == sizeof(state->facts.identity));
  std::copy_n(properties.uuid.bytes, state->facts.identity.size(), state->facts.identity.begin());
  state->facts.total_bytes = std::min<std::uint64_t>(properties.totalGlobalMem, memory_limit);
  state->facts.multiprocessors = static_cast<std::uint32_t>(properties.multiProcessorCount);
  facts = state->facts;
  return std::make_unique<Context>(std::move(state));
}
std::uint64_t free_bytes(const DeviceObject& context) {
  return static_cast<const Context&>(context).free_bytes();
}
std::uint64_t taken_bytes(const DeviceObject& context) {
  return static_cast<const Context&>(context).state().taken_bytes;
}
std::uint64_t num_launches(const DeviceObject& context) {
  return static_cast<const Context&>(context).num_launches();
}

Context::Context(std::unique_ptr<State> state) : state_(std::move(state)) {}
Context::~Context() = default;

const DeviceFacts& Context::facts() const {
  return state_->facts;
}
std::uint64_t Context::free_bytes() const {
  std::size_t free = 0;
  std::size_t total = 0;
  state_->make_current();
  check(cudaMemGetInfo(&free, &total), "cudaMemGetInfo");
  const std::uint64_t safe = free - std::min<std::uint64_t>(free, kMarginBytes);
  return std::min(safe, state_->facts.total_bytes - state_->taken_bytes);
}
std::uint64_t Context::num_launches() const {
  return state_->num_launches;
}
void Context::require(std::uint64_t bytes, const std::string& purpose) const {
  const std::uint64_t free = free_bytes();
  if (bytes > free) throw DeviceMemoryError(purpose, bytes, free);
}

void* Context::allocate(std::size_t bytes) {
  // What CUDA would refuse, it refuses itself.
  if (bytes > state_->facts.total_bytes - state_->taken_bytes) require(bytes, "an array");
  void* memory = nullptr;
  state_->make_current();
  const cudaError_t status = cudaMalloc(&memory, bytes);
  if (status == cudaErrorMemoryAllocation) {
    static_cast<void>(cudaGetLastError());
    throw DeviceMemoryError("an array", bytes, free_bytes());
  }
  check(status, "cudaMalloc");
  state_->taken_bytes += bytes;
  return memory;
}
void Context::release(void* memory, std::size_t bytes) noexcept {
  static_cast<void>(cudaSetDevice(state_->number));
  static_cast<void>(cudaFree(memory));
  state_->taken_bytes -= bytes;
}
void* Context::allocate_pinned(std::size_t bytes) {
  void* memory = nullptr;
  state_->make_current();
  const cudaError_t status = cudaHostAlloc(&memory, bytes, cudaHostAllocDefault);
  if (status == cudaErrorMemoryAllocation) {
    static_cast<void>(cudaGetLastError());
    throw MemoryError("pinned memory for copies to and from the device", bytes,
                      available_memory_bytes());
  }
  check(status, "cudaHostAlloc");
  return memory;
}
void Context::release_pinned(void* memory, std::size_t /*bytes*/) noexcept {
  static_cast<void>(cudaSetDevice(state_->number));
  static_cast<void>(cudaFreeHost(memory));
}

// Not ordered with the legacy default stream, which nothing here uses.
Queue::Queue(Context& context) : context_(context), handle_(nullptr) {
  cudaStream_t stream = nullptr;
  context.state().make_current();
  check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "cudaStreamCreateWithFlags");
  handle_ = new simt::LaunchQueue{stream, &context.state().num_launches, context.state().number};
}
Queue::~Queue() {
  static_cast<void>(cudaStreamSynchronize(handle_->stream));
  static_cast<void>(cudaStreamDestroy(handle_->stream));
  delete handle_;
}
void Queue::copy(void* to, const void* from, std::size_t bytes) {
  if (bytes == 0) return;
  simt::make_current(handle_);
  check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, handle_->stream), "cudaMemcpyAsync");
}
void Queue::fill(void* memory, std::uint8_t value, std::size_t bytes) {
  if (bytes == 0) return;
  simt::make_current(handle_);
  check(cudaMemsetAsync(memory, value, bytes, handle_->stream), "cudaMemsetAsync");
}
void Queue::wait() {
  check(cudaStreamSynchronize(handle_->stream), "cudaStreamSynchronize");
}

struct Event::State {
  cudaEvent_t event = nullptr;
};
Event::Event(Context& context) : state_(std::make_unique<State>()) {
  context.state().make_current();
  check(cudaEventCreateWithFlags(&state_->event, cudaEventDisableTiming),
        "cudaEventCreateWithFlags");
}
Event::~Event() {
  if (state_ != nullptr) static_cast<void>(cudaEventDestroy(state_->event));
}
void Event::record(Queue& queue) {
  check(cudaEventRecord(state_->event, queue.handle()->stream), "cudaEventRecord");
}
void Event::make_wait(Queue& queue) const {
  check(cudaStreamWaitEvent(queue.handle()->stream, state_->event, 0), "cudaStreamWaitEvent");
}
void Event::wait() const {
  check(cudaEventSynchronize(state_->event), "cudaEventSynchronize");
}

struct TimeMark::State {
  cudaEvent_t event = nullptr;
};
TimeMark::TimeMark(Context& context) : state_(std::make_unique<State>()) {
  context.state().make_current();
  check(cudaEventCreate(&state_->event), "cudaEventCreate");
}
TimeMark::~TimeMark() {
  static_cast<void>(cudaEventDestroy(state_->event));
}
void TimeMark::record(Queue& queue) {
  check(cudaEventRecord(state_->event, queue.handle()->stream), "cudaEventRecord");
}
double TimeMark::seconds_since(const TimeMark& earlier) const {
  for (const TimeMark* mark : {&earlier, this}) {
    check(cudaEventSynchronize(mark->state_->event), "cudaEventSynchronize");
  }
  float milliseconds = 0;
  check(cudaEventElapsedTime(&milliseconds, earlier.state_->event, state_->event),
        "cudaEventElapsedTime");
  return static_cast<double>(milliseconds) * 1e-3;
}

}  // namespace strider::detail::on_cuda
