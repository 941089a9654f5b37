// Devices, and graphs in their memory.
//
// For programs that link strider::gpu. A device, and what is made of it, belongs to the thread that
// opened it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "strider/graph.hpp"
#include "strider/prepare.hpp"

namespace strider {

enum class DeviceKind : std::uint8_t {
  kCuda,  ///< a GPU of NVIDIA
  kSimt   ///< emulated on one core, to check kernels anywhere: some thousand times slower
};

/// Which unit the emulated scheduler starves: it runs only while no other can. The unit changes at
/// random. Starvation finds missing progress assumptions that random schedules miss.
enum class SimtStarved : std::uint8_t { kNothing, kBlock, kWarp, kLane };

/// How an emulated device behaves.
struct SimtOptions {
  /// Decides the order of threads, blocks and queues, and the content of unwritten memory.
  /// The same seed, the same run.
  std::uint64_t seed = 1;
  /// Threads are also interrupted at one atomic operation in so many; 0: at barriers and votes.
  std::uint32_t preempt_one_in = 0;
  SimtStarved starved = SimtStarved::kNothing;
  /// Blocks that a cooperative kernel may have.
  std::uint32_t cooperative_blocks = 4;
  /// Threads that a block of any kernel may have: it pretends to have registers for no more.
  std::uint32_t block_threads = 1024;
  /// The memory it pretends to have: on ranks, for all of a machine together (strider/dist.hpp).
  std::uint64_t memory_bytes = std::uint64_t{1} << 40U;
};

/// A device in use. Copies share it; it is closed with the last of them.
class Device {
 public:
  static constexpr std::uint64_t kNoMemoryLimit = ~std::uint64_t{0};

  /// CUDA devices that this process may use, by the numbers 0 to one less; 0 where there are none,
  /// or none can be used, or this build has no CUDA.
  [[nodiscard]] static int num_cuda();
  /// The CUDA device of that number, of whose memory it takes `memory_limit` bytes at most: for
  /// those who share one. Ranks of a machine that share it take as much together
  /// (strider/dist.hpp). Throws UnavailableError where this build has no CUDA, or the machine no
  /// such device or one that is older than compute capability 8.0, cannot launch cooperatively, or
  /// belongs only to another process.
  [[nodiscard]] static Device cuda(int number = 0, std::uint64_t memory_limit = kNoMemoryLimit);
  [[nodiscard]] static Device simt(const SimtOptions& options = {});

  [[nodiscard]] DeviceKind kind() const;
  /// "NVIDIA H200".
  [[nodiscard]] const std::string& name() const;
  /// Of its memory, or the limit where that is less.
  [[nodiscard]] std::uint64_t total_bytes() const;
  /// Free bytes, bounded by the configured limit.
  [[nodiscard]] std::uint64_t free_bytes() const;
  /// Kernels that ran on it since it was opened, as far as they are done.
  [[nodiscard]] std::uint64_t num_launches() const;

  struct State;
  [[nodiscard]] State& state() const { return *state_; }

 private:
  explicit Device(std::shared_ptr<State> state);
  std::shared_ptr<State> state_;
};

/// Bytes that a second reads and writes, both counted, in copies of `bytes` bytes from one place of
/// the device's memory to another: the best of `repetitions`. What searches can be held against.
/// Throws MemoryError where twice as much does not fit. Preconditions: both are at least 1.
[[nodiscard]] double measure_copy_bandwidth(const Device& device, std::uint64_t bytes,
                                            int repetitions = 5);

/// A graph in a device's memory. Copies share it. Its labels stay on the host, to name vertices by.
class DeviceGraph {
 public:
  /// Copies the adjacency. Throws MemoryError, before anything is copied, where the device has not
  /// enough memory, and UsageError where the graph has more vertices than kernels count (docs/gpu,
  /// Limits).
  DeviceGraph(Device device, const Graph& graph);
  /// With what the degree layout makes fast, if that is the graph's: a third of the adjacency more.
  DeviceGraph(Device device, const PreparedGraph& graph);

  [[nodiscard]] const Device& device() const;
  [[nodiscard]] Vertex num_vertices() const;
  [[nodiscard]] EdgeIndex num_edges() const;
  [[nodiscard]] EdgeIndex num_arcs() const;
  [[nodiscard]] Directedness directedness() const;
  [[nodiscard]] bool has_degree_layout() const;
  /// On the device.
  [[nodiscard]] std::uint64_t bytes() const;
  /// What the first constructor, or the second, would take.
  [[nodiscard]] static std::uint64_t predict_bytes(const Graph& graph);
  [[nodiscard]] static std::uint64_t predict_bytes(const PreparedGraph& graph);

  struct State;
  [[nodiscard]] const State& state() const { return *state_; }

 private:
  std::shared_ptr<const State> state_;
};

/// A graph with one weight an adjacency entry in a device's memory. W is float, double or
/// std::uint32_t. Copies share it.
template <class W>
class WeightedDeviceGraph {
 public:
  /// Copies the adjacency and the weights; rows that do not ascend, as rows that do, sorted by
  /// `threads` threads (0: all cores the process may use). Throws MemoryError, before anything is
  /// copied, where the device has not enough memory for both, and UsageError as DeviceGraph does.
  /// Precondition: as many weights as adjacency entries.
  WeightedDeviceGraph(Device device, const WeightedGraph<W>& graph, int threads = 0);

  /// The adjacency only, for what needs no weights: shared, not copied.
  [[nodiscard]] const DeviceGraph& topology() const;
  [[nodiscard]] const Device& device() const { return topology().device(); }
  [[nodiscard]] Vertex num_vertices() const { return topology().num_vertices(); }
  [[nodiscard]] EdgeIndex num_edges() const { return topology().num_edges(); }
  [[nodiscard]] EdgeIndex num_arcs() const { return topology().num_arcs(); }
  [[nodiscard]] Directedness directedness() const { return topology().directedness(); }
  /// On the device, topology() included.
  [[nodiscard]] std::uint64_t bytes() const;
  /// What the constructor would take.
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
