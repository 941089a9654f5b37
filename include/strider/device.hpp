// Devices, and graphs in their memory.
//
// For programs that link strider::gpu. A device, and every object made with it, belongs to the
// thread that opened the device.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "strider/graph.hpp"
#include "strider/prepare.hpp"

namespace strider {

enum class DeviceKind : std::uint8_t {
  kCuda,  ///< an NVIDIA GPU
  kSimt   ///< emulated on one core, to check kernels on any machine; some thousand times slower
};

/// How an emulated device behaves.
struct SimtOptions {
  /// Decides the order of threads, blocks and queues, and the content of unwritten memory. The same
  /// seed gives the same run.
  std::uint64_t seed = 1;
  /// The memory that the emulated device has. On ranks: of all emulated devices of a machine
  /// together (strider/dist.hpp).
  std::uint64_t memory_bytes = std::uint64_t{1} << 40U;
};

/// An open device. Copies share it; the last copy closes it.
class Device {
 public:
  static constexpr std::uint64_t kNoMemoryLimit = ~std::uint64_t{0};

  /// The number of CUDA devices that this process may use; they are numbered from 0. Returns 0 if
  /// there is none, if none can be used, or if this build has no CUDA.
  [[nodiscard]] static int num_cuda();
  /// Opens the CUDA device of that number and takes at most `memory_limit` bytes of its memory, for
  /// processes that share a device. Ranks of a machine that share a device respect the limit
  /// together (strider/dist.hpp). Throws UnavailableError if this build has no CUDA; if the machine
  /// has no such device; or if the device is older than compute capability 8.0, cannot launch
  /// cooperatively, or belongs exclusively to another process.
  [[nodiscard]] static Device cuda(int number = 0, std::uint64_t memory_limit = kNoMemoryLimit);
  [[nodiscard]] static Device simt(const SimtOptions& options = {});

  [[nodiscard]] DeviceKind kind() const;
  /// For example "NVIDIA H200".
  [[nodiscard]] const std::string& name() const;
  /// Bytes of the device's memory, or the limit if that is less.
  [[nodiscard]] std::uint64_t total_bytes() const;
  /// Free bytes, bounded by the configured limit.
  [[nodiscard]] std::uint64_t free_bytes() const;
  /// The number of kernels that have completed since the device was opened.
  [[nodiscard]] std::uint64_t num_launches() const;

  struct State;
  [[nodiscard]] State& state() const { return *state_; }

 private:
  explicit Device(std::shared_ptr<State> state);
  std::shared_ptr<State> state_;
};

/// The memory bandwidth of the device in bytes per second: reads and writes, both counted, of
/// copies of `bytes` bytes within the device's memory. The best of `repetitions` copies; searches
/// can be compared with it. Throws MemoryError if twice `bytes` does not fit. Preconditions: bytes
/// >= 1 and repetitions >= 1.
[[nodiscard]] double measure_copy_bandwidth(const Device& device, std::uint64_t bytes,
                                            int repetitions = 5);

/// Numbers in a device's memory, for programs that continue there. T is float, double,
/// std::uint32_t or std::uint64_t. Copies share it.
template <class T>
class DeviceArray {
 public:
  /// Copies `values`. Throws MemoryError.
  DeviceArray(Device device, std::span<const T> values);

  [[nodiscard]] const Device& device() const;
  /// An address of the device, for its kernels. That of an emulated device is one of this process.
  /// Null if the array is empty.
  [[nodiscard]] T* data() const;
  [[nodiscard]] std::size_t size() const { return size_; }

 private:
  struct State;
  std::shared_ptr<const State> state_;
  std::size_t size_;
};

extern template class DeviceArray<float>;
extern template class DeviceArray<double>;
extern template class DeviceArray<std::uint32_t>;
extern template class DeviceArray<std::uint64_t>;

/// A graph in a device's memory. Copies share it. The labels stay on the host, where they name
/// vertices.
class DeviceGraph {
 public:
  /// Copies the adjacency. Throws MemoryError, before it copies anything, if the device has too
  /// little memory; UsageError if the graph has more vertices than kernels can count (docs/gpu.md,
  /// Limits).
  DeviceGraph(Device device, const Graph& graph);
  /// Also copies the degree layout, if the graph has one, which makes searches faster and takes a
  /// third of the adjacency more.
  DeviceGraph(Device device, const PreparedGraph& graph);

  [[nodiscard]] const Device& device() const;
  [[nodiscard]] Vertex num_vertices() const;
  [[nodiscard]] EdgeIndex num_edges() const;
  [[nodiscard]] EdgeIndex num_arcs() const;
  [[nodiscard]] Directedness directedness() const;
  [[nodiscard]] bool has_degree_layout() const;
  /// The number of bytes that the graph takes on the device.
  [[nodiscard]] std::uint64_t bytes() const;
  /// The number of bytes that the first or the second constructor would take.
  [[nodiscard]] static std::uint64_t predict_bytes(const Graph& graph);
  [[nodiscard]] static std::uint64_t predict_bytes(const PreparedGraph& graph);

  struct State;
  [[nodiscard]] const State& state() const { return *state_; }

 private:
  std::shared_ptr<const State> state_;
};

/// A graph in a device's memory with one weight per adjacency entry. W is float, double or
/// std::uint32_t. Copies share it.
template <class W>
class WeightedDeviceGraph {
 public:
  /// Copies the adjacency and the weights. The host sorts rows that do not ascend first, with
  /// `threads` threads (0: all cores that the process may use). Throws MemoryError, before it
  /// copies anything, if the device has too little memory for both; UsageError as DeviceGraph does.
  /// Precondition: there are as many weights as adjacency entries.
  WeightedDeviceGraph(Device device, const WeightedGraph<W>& graph, int threads = 0);

  /// The adjacency without the weights; shared, not copied.
  [[nodiscard]] const DeviceGraph& topology() const;
  [[nodiscard]] const Device& device() const { return topology().device(); }
  [[nodiscard]] Vertex num_vertices() const { return topology().num_vertices(); }
  [[nodiscard]] EdgeIndex num_edges() const { return topology().num_edges(); }
  [[nodiscard]] EdgeIndex num_arcs() const { return topology().num_arcs(); }
  [[nodiscard]] Directedness directedness() const { return topology().directedness(); }
  /// The number of bytes on the device, topology() included.
  [[nodiscard]] std::uint64_t bytes() const;
  /// The number of bytes that the constructor would take.
  [[nodiscard]] static std::uint64_t predict_bytes(const WeightedGraph<W>& graph);

  struct State;
  [[nodiscard]] const State& state() const { return *state_; }

 private:
  std::shared_ptr<const State> state_;
};

extern template class WeightedDeviceGraph<float>;
extern template class WeightedDeviceGraph<double>;
extern template class WeightedDeviceGraph<std::uint32_t>;

}  // namespace strider
