// Searches that ranks share: breadth-first, shortest paths, validation, results in files.
//
// For programs that link strider::ranks and run under mpirun or srun, a process a rank. What
// "collective" means and how errors travel is said in cluster.hpp.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "strider/bfs.hpp"
#include "strider/cluster.hpp"
#include "strider/dist_graph.hpp"
#include "strider/results.hpp"
#include "strider/sssp.hpp"
#include "strider/types.hpp"
#include "strider/validate.hpp"

namespace strider {

class Device;             // strider/device.hpp
struct DeviceBfsOptions;  // strider/gpu.hpp
enum class DeviceTransport : std::uint8_t;

/// The parent of an unreached vertex.
inline constexpr GlobalVertex kNoGlobalParent = ~GlobalVertex{0};

/// How sets of vertices travel.
enum class WireEncoding : std::uint8_t {
  kAuto,       ///< each message as what is shortest
  kThreshold,  ///< list or bitmap, by the number of vertices
  kList,
  kBitmap,
  kVarint
};
/// How masks of delegates are reduced.
enum class MaskReduction : std::uint8_t { kBlocking, kNonBlocking };
/// Whether ranks of a node gather what they send to other nodes.
enum class LocalAllToAll : std::uint8_t { kOff, kOn };
/// Whether a vertex is sent once a search, or for each edge that leads to it.
enum class Uniquify : std::uint8_t { kOff, kOn };
enum class DistDirection : std::uint8_t { kTopDown, kDirectionOptimizing };

/// When a subgraph of a graph cut by delegate changes its direction (Pan, Pearce and Owens 2018,
/// section IV-B): FV is the arcs that a level has forward, BV the arcs it is expected to look at
/// backward, by the rows of those not visited. The paper's (factor0 of dd, dn, nd: 0.5, 0.05, 1e-7,
/// never back) belong to another estimate of BV.
struct DelegateSwitch {
  /// From forward to backward where FV > to_backward * BV; 0: at once.
  double to_backward = 0.02;
  /// Back where FV < to_forward * BV; 0: never.
  double to_forward = 0.002;
};

/// As BfsTuning: good speed does not depend on setting any of these values.
struct DistBfsTuning {
  /// 2d only: the others go by what the directions are predicted to cost.
  double alpha = BfsTuning{}.alpha;
  double beta = BfsTuning{}.beta;
  // delegate only:
  /// Of arcs between delegates, from delegates to normal vertices, and from these to delegates.
  /// Those between normal vertices are always followed forward.
  DelegateSwitch dd = {};
  DelegateSwitch dn = {};
  DelegateSwitch nd = {};
};

struct DistBfsOptions {
  /// Directed graphs are searched top-down, whatever this says.
  DistDirection direction = DistDirection::kDirectionOptimizing;
  int threads = 1;  ///< a rank; 0: all cores it may use
  WireEncoding encoding = WireEncoding::kAuto;
  BfsTrace trace = BfsTrace::kOff;
  // delegate only:
  MaskReduction reduction = MaskReduction::kNonBlocking;
  LocalAllToAll local_all_to_all = LocalAllToAll::kOff;
  Uniquify uniquify = Uniquify::kOn;
  /// Ranks r and s are of one node where r / ranks_per_node = s / ranks_per_node; 0: where they
  /// share memory. For masks, which leave a node once, and the local all-to-all.
  int ranks_per_node = 0;
  DistBfsTuning tuning = {};
};

/// A breadth-first tree, of which every rank has the part of the vertices that it owns. Move-only.
class DistBfsResult {
 public:
  DistBfsResult();
  DistBfsResult(DistBfsResult&&) noexcept;
  DistBfsResult& operator=(DistBfsResult&&) noexcept;
  ~DistBfsResult();

  // The same on all ranks:
  [[nodiscard]] GlobalVertex source() const;
  [[nodiscard]] std::uint64_t num_reached() const;
  /// The source's level counts as one.
  [[nodiscard]] Level num_levels() const;
  /// Edges of the graph with both ends reached (undirected once; directed: out of reached
  /// vertices).
  [[nodiscard]] std::uint64_t num_edges_reached() const;
  /// From when the first rank could start until the last had its part of the tree.
  [[nodiscard]] double seconds() const;
  /// Of the search; by level, level 0 being the source's.
  [[nodiscard]] const DistTraffic& traffic() const;
  /// One entry a level where DistBfsOptions::trace asked for it; seconds are this rank's.
  [[nodiscard]] std::span<const BfsLevelTrace> trace() const;

  // Of this rank, by place: 0 .. num_owned()-1.
  [[nodiscard]] std::size_t num_owned() const;
  [[nodiscard]] GlobalVertex vertex(std::size_t place) const;
  /// kNoGlobalParent where unreached; the source is its own parent.
  [[nodiscard]] std::span<const GlobalVertex> parents() const;
  [[nodiscard]] LevelView levels() const;

  struct State;
  [[nodiscard]] const State& state() const { return *state_; }

 private:
  friend class DistBfsSolver;
  std::unique_ptr<State> state_;
};

/// Searches a distributed graph from any number of sources, keeping its workspace in between.
class DistBfsSolver {
 public:
  /// Throws UsageError on options out of range, MemoryError. Collective.
  explicit DistBfsSolver(const DistGraph& graph, const DistBfsOptions& options = {});
  /// The same on a device a rank, which ranks may share: what touches vertices and edges runs
  /// there, makes and reads the messages, which travel as device_options.transport says, and
  /// brings the result of each search to the host. `device` is this rank's; those of all ranks are
  /// of one kind. Sets travel as lists or bitmaps.
  ///
  /// Of `device_options`, transport and block_threads count; edges_per_thread where the graph is
  /// cut by 1d or 2d, warp_degree and block_degree where by delegate. The direction goes by
  /// `options`.
  ///
  /// The device gets a copy of this rank's part of the graph and a workspace, for as long as the
  /// solver lives. What all ranks of a machine take of a device together is predicted, and refused
  /// by MemoryError with both numbers before anything is taken; emulated devices of a machine count
  /// as one device.
  ///
  /// Throws UsageError on options out of range, where the method is not kAuto, where the encoding
  /// is kVarint; MemoryError, of the host or the device; UnavailableError where this library was
  /// built without devices, or MPI does not take the memory of these and was asked to. Solver and
  /// device belong to the thread that opened the device. Collective.
  DistBfsSolver(const DistGraph& graph, const Device& device, const DistBfsOptions& options,
                const DeviceBfsOptions& device_options);
  DistBfsSolver(DistBfsSolver&&) noexcept;
  DistBfsSolver& operator=(DistBfsSolver&&) noexcept;
  ~DistBfsSolver();

  /// Throws UsageError where `source` is no vertex, MemoryError. Collective.
  [[nodiscard]] DistBfsResult run(GlobalVertex source);
  /// The same into the arrays of an earlier result. Collective.
  void run(GlobalVertex source, DistBfsResult& result);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

struct DistSsspOptions {
  int threads = 1;   ///< a rank; 0: all cores it may use
  double delta = 0;  ///< width of a bucket of distances; 0: chosen from weights and degrees
  WireEncoding encoding = WireEncoding::kAuto;
  /// Used by device searches only; the default is DeviceTransport::kAuto.
  DeviceTransport transport = {};
};

/// A tree of shortest paths, of which every rank has the part of the vertices that it owns.
/// Distances are those of SsspSolver, bit by bit. Move-only.
template <class W>
class DistSsspResult {
 public:
  using Distance = SsspDistance<W>;

  DistSsspResult();
  DistSsspResult(DistSsspResult&&) noexcept;
  DistSsspResult& operator=(DistSsspResult&&) noexcept;
  ~DistSsspResult();

  [[nodiscard]] GlobalVertex source() const;
  [[nodiscard]] std::uint64_t num_reached() const;
  /// As those of DistBfsResult.
  [[nodiscard]] std::uint64_t num_edges_reached() const;
  [[nodiscard]] double seconds() const;
  /// Of the search; a level is a bucket of distances.
  [[nodiscard]] const DistTraffic& traffic() const;

  [[nodiscard]] std::size_t num_owned() const;
  [[nodiscard]] GlobalVertex vertex(std::size_t place) const;
  /// kNoGlobalParent where unreached; the source is its own parent.
  [[nodiscard]] std::span<const GlobalVertex> parents() const;
  /// kInfiniteDistance<W> where unreached.
  [[nodiscard]] std::span<const Distance> distances() const;

  struct State;
  [[nodiscard]] const State& state() const { return *state_; }

 private:
  template <class>
  friend class DistSsspSolver;
  std::unique_ptr<State> state_;
};

/// Shortest paths by delta-stepping. W is the type of the graph's weights, or std::uint32_t where
/// it has none: 1 for each edge, built when first asked for unless the graph's purpose says so.
template <class W>
class DistSsspSolver {
 public:
  /// Throws UsageError where the graph is cut by 2d or W is not the type of the weights,
  /// WeightError, naming the edge, where a weight is negative or not a number; MemoryError.
  /// Collective.
  explicit DistSsspSolver(const DistGraph& graph, const DistSsspOptions& options = {});
  /// The same on a device a rank, which ranks may share: what touches vertices and edges runs
  /// there, and makes and reads the messages, lists or bitmaps, which travel as options.transport
  /// says; the result of each search is brought to the host. `device` is this rank's; those of all
  /// ranks are of one kind.
  ///
  /// The device gets a copy of this rank's part of the graph, the lightest edges first, and a
  /// workspace, for as long as the solver lives; memory is predicted and refused as that of
  /// DistBfsSolver.
  ///
  /// Throws, besides, UsageError where the encoding is kVarint, MemoryError of the device,
  /// UnavailableError where this library was built without devices, or MPI does not take the memory
  /// of these and was asked to. Solver and device belong to the thread that opened the device.
  /// Collective.
  DistSsspSolver(const DistGraph& graph, const Device& device, const DistSsspOptions& options);
  DistSsspSolver(DistSsspSolver&&) noexcept;
  DistSsspSolver& operator=(DistSsspSolver&&) noexcept;
  ~DistSsspSolver();

  /// Throws UsageError where `source` is no vertex, MemoryError; WeightError, naming a vertex,
  /// where the sum of finite weights is too large for its type. Collective.
  [[nodiscard]] DistSsspResult<W> run(GlobalVertex source);
  void run(GlobalVertex source, DistSsspResult<W>& result);
  /// The width of a bucket in use.
  [[nodiscard]] double delta() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// What a validation found; the same on every rank. Rule is BfsRule or SsspRule.
template <class Rule>
struct DistViolation {
  Rule rule;
  /// As in BfsViolation.
  GlobalVertex vertex;
  std::string message;
};
template <class Rule>
struct DistValidation {
  std::vector<DistViolation<Rule>> violations;  ///< at most one a rule
  std::uint64_t num_reached = 0;
  /// Input edges (duplicates counted, self-loops not) inside the component: the TEPS numerator.
  std::uint64_t edges_traversed = 0;
  [[nodiscard]] bool passed() const { return violations.empty(); }
};

/// Checks trees against the input's edges as they are listed, which are shared out for it anew: it
/// never looks at the graph that was searched. The rules, findings and messages are those of
/// validate_bfs and validate_sssp.
class DistValidator {
 public:
  /// Reads the input once. Takes 4 bytes an end of an edge, a weight's more where there are
  /// weights, and three times as much while it reads. Throws UsageError where an end is no vertex,
  /// WeightError where a weight is negative or not a number, MemoryError. Collective.
  DistValidator(const Cluster& cluster, const DistInput& input, int threads = 1);
  DistValidator(DistValidator&&) noexcept;
  DistValidator& operator=(DistValidator&&) noexcept;
  ~DistValidator();

  /// O((n + m) / p) work a rank. Collective.
  [[nodiscard]] DistValidation<BfsRule> validate(const DistBfsResult& result) const;
  /// Throws UsageError where W is not the type of the input's weights. Collective.
  template <class W>
  [[nodiscard]] DistValidation<SsspRule> validate(const DistSsspResult<W>& result,
                                                  const SsspValidationOptions& options = {}) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Writes a tree to one file by all ranks, as write_bfs_result and write_sssp_result do of one
/// machine: a row a vertex, in the order of the input. The file appears whole or not at all; every
/// rank must see its folder. "-", pipes and devices are written by rank 0, to which the rows are
/// sent chunk by chunk. Throws as those do. Collective.
void write_result(const Cluster& cluster, const DistInput& input, const DistBfsResult& result,
                  const std::string& path, ResultFormat format);
template <class W>
void write_result(const Cluster& cluster, const DistInput& input, const DistSsspResult<W>& result,
                  const std::string& path, ResultFormat format);

extern template class DistSsspResult<float>;
extern template class DistSsspResult<double>;
extern template class DistSsspResult<std::uint32_t>;
extern template class DistSsspSolver<float>;
extern template class DistSsspSolver<double>;
extern template class DistSsspSolver<std::uint32_t>;

}  // namespace strider
