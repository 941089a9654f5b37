// Searches that ranks share: breadth-first search and shortest paths, their validation, and their
// results in files.
//
// For programs that link strider::ranks and run under mpirun or srun, one process per rank.
// cluster.hpp defines "collective", and how errors travel between ranks.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "strider/bfs.hpp"
#include "strider/cluster.hpp"
#include "strider/device_visits.hpp"
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

/// How messages encode sets of vertices.
enum class WireEncoding : std::uint8_t {
  kAuto,       ///< each message in its shortest encoding
  kThreshold,  ///< list or bitmap, chosen by the number of vertices
  kList,
  kBitmap,
  kVarint,
  kFastest  ///< each message in the encoding of the least time, to write, send and read it, as it
            ///< is predicted by the bandwidth; on devices as kAuto
};
/// Which collective reduces the masks of delegates.
enum class MaskReduction : std::uint8_t { kBlocking, kNonBlocking };
/// Whether the ranks of a node combine their messages to other nodes.
enum class LocalAllToAll : std::uint8_t { kOff, kOn };
/// kOn: a rank sends a vertex once per search. kOff: once for each edge that leads to it.
enum class Uniquify : std::uint8_t { kOff, kOn };
enum class DistDirection : std::uint8_t { kTopDown, kDirectionOptimizing };

/// How the backward workload of a subgraph is estimated: |U| / a, of |U| unvisited vertices, where
/// a is the probability that a potential parent is newly visited (Pan, Pearce and Owens 2018,
/// section IV-B).
enum class BackwardWorkload : std::uint8_t {
  kArcs,     ///< a is the frontier's share of the arcs, and no row is longer than it is
  kVertices  ///< the paper's: a = q / (q + s), of q vertices in the frontier and s unvisited ones
};

/// When a subgraph of a graph partitioned by delegate changes its direction (Pan, Pearce and Owens
/// 2018, section IV-B). FV is the number of arcs that a level follows forward. BV is the number of
/// arcs that it is expected to scan backward, the backward workload. The values of the paper
/// (factor0 of dd, dn, nd: 0.5, 0.05, 1e-7; never back) belong to BackwardWorkload::kVertices.
struct DelegateSwitch {
  /// The search changes from forward to backward once FV > to_backward * BV; 0: at once.
  double to_backward = 0.02;
  /// It changes back once FV < to_forward * BV; 0: never.
  double to_forward = 0.002;
};

/// As in BfsTuning, the defaults suit most graphs and machines.
struct DistBfsTuning {
  /// Used by 2d only: the other schemes choose the direction by its predicted cost.
  double alpha = BfsTuning{}.alpha;
  double beta = BfsTuning{}.beta;
  // delegate only:
  /// For arcs between delegates (dd), from delegates to normal vertices (dn), and from normal
  /// vertices to delegates (nd). Arcs between normal vertices are always followed forward.
  DelegateSwitch dd = {};
  DelegateSwitch dn = {};
  DelegateSwitch nd = {};
};

struct DistBfsOptions {
  /// Directed graphs are searched top-down, unless they are partitioned by delegate: ranks then
  /// have the edges into a vertex, too.
  DistDirection direction = DistDirection::kDirectionOptimizing;
  int threads = 1;  ///< per rank; 0: all cores that the rank may use
  WireEncoding encoding = WireEncoding::kAuto;
  /// Of kFastest: bytes that a rank sends in a second; 0: measured when the solver is made.
  double bandwidth = 0;
  BfsTrace trace = BfsTrace::kOff;
  // delegate only:
  MaskReduction reduction = MaskReduction::kNonBlocking;
  LocalAllToAll local_all_to_all = LocalAllToAll::kOff;
  Uniquify uniquify = Uniquify::kOn;
  BackwardWorkload backward_workload = BackwardWorkload::kArcs;
  /// Ranks r and s are on one node if r / ranks_per_node = s / ranks_per_node; 0: if they share
  /// memory. Used by the reduction of masks, which leave a node once, and by the local all-to-all.
  int ranks_per_node = 0;
  DistBfsTuning tuning = {};
};

using DistBfsQuery = BasicBfsQuery<GlobalVertex>;

/// A breadth-first tree. Every rank has the part for the vertices that it owns. Move-only.
class DistBfsResult {
 public:
  DistBfsResult();
  DistBfsResult(DistBfsResult&&) noexcept;
  DistBfsResult& operator=(DistBfsResult&&) noexcept;
  ~DistBfsResult();

  // The same on all ranks:
  /// As in BfsResult.
  [[nodiscard]] GlobalVertex source() const;
  [[nodiscard]] DistBfsQuery query() const;
  [[nodiscard]] std::uint64_t num_reached() const;
  /// The number of levels, that of the sources included.
  [[nodiscard]] Level num_levels() const;
  /// Edges of the graph with both ends reached; an undirected edge counts once. In a directed
  /// graph: the edges out of reached vertices. Where a depth or a target ended the search,
  /// undirected edges with one end reached count one half.
  [[nodiscard]] std::uint64_t num_edges_reached() const;
  /// The time from when the first rank could start until the last rank had its part of the tree.
  [[nodiscard]] double seconds() const;
  /// The traffic of the search. Its level 0 is the level of the source.
  [[nodiscard]] const DistTraffic& traffic() const;
  /// One entry per level if DistBfsOptions::trace is kLevels; `seconds` is the time of this rank.
  [[nodiscard]] std::span<const BfsLevelTrace> trace() const;

  /// What the device of this rank did, in the order in which it was queued, the first
  /// kMostDeviceVisits of it, if DistBfsOptions::trace is kLevels and the graph is partitioned by
  /// delegate; else, and on hosts, empty.
  [[nodiscard]] std::span<const DeviceVisitTime> device_visits() const;

  // Of this rank, by local id: 0 .. num_owned()-1.
  [[nodiscard]] std::size_t num_owned() const;
  [[nodiscard]] GlobalVertex vertex(std::size_t local_id) const;
  /// kNoGlobalParent if unreached; a source is its own parent. Empty where the query asked for
  /// levels.
  [[nodiscard]] std::span<const GlobalVertex> parents() const;
  [[nodiscard]] LevelView levels() const;

  /// The way in the tree from a source to `target`, both included, the same on all ranks; empty if
  /// unreached. A message to all a hop. Precondition: target is a vertex, and there are parents.
  /// Collective.
  [[nodiscard]] std::vector<GlobalVertex> path_to(GlobalVertex target) const;

  /// Replaces parents(), such as by those of smallest_parents(). Throws UsageError if there are not
  /// num_owned() of them.
  void set_parents(Array<GlobalVertex> parents);

  struct State;
  [[nodiscard]] const State& state() const { return *state_; }

 private:
  friend class DistBfsSolver;
  std::unique_ptr<State> state_;
};

/// Searches a distributed graph from any number of sources and keeps its workspace between
/// searches.
class DistBfsSolver {
 public:
  /// Throws UsageError if an option is out of range; MemoryError. Collective.
  explicit DistBfsSolver(const DistGraph& graph, const DistBfsOptions& options = {});
  /// The same on one device per rank; ranks may share a device. The device processes vertices and
  /// edges, and writes and reads the messages, which travel as device_options.transport says. The
  /// result of each search is copied to the host. `device` is the device of this rank; the devices
  /// of all ranks must be of one kind. Messages encode sets of vertices as lists or bitmaps.
  ///
  /// Of `device_options`, the solver uses transport and block_threads; for graphs partitioned by 1d
  /// or 2d also edges_per_thread; for graphs partitioned by delegate also warp_degree and
  /// block_degree. `options` determines the direction.
  ///
  /// The device holds a copy of this rank's part of the graph and a workspace as long as the solver
  /// lives. The constructor predicts what all ranks of a machine take of a device together. If that
  /// does not fit, it throws MemoryError with both numbers before any rank takes memory. The
  /// emulated devices of a machine count as one device.
  ///
  /// Throws UsageError if an option is out of range, if the method is not kAuto, or if the encoding
  /// is kVarint; MemoryError of the host or the device; UnavailableError if the options ask for
  /// GPU-direct and MPI does not accept the memory of these devices. The solver and the device
  /// belong to the thread that opened the device. Collective.
  DistBfsSolver(const DistGraph& graph, const Device& device, const DistBfsOptions& options,
                const DeviceBfsOptions& device_options);
  DistBfsSolver(DistBfsSolver&&) noexcept;
  DistBfsSolver& operator=(DistBfsSolver&&) noexcept;
  ~DistBfsSolver();

  /// Throws UsageError if `source` is not a vertex; MemoryError. Collective.
  [[nodiscard]] DistBfsResult run(GlobalVertex source);
  /// The same, into the arrays of an earlier result. Collective.
  void run(GlobalVertex source, DistBfsResult& result);
  /// From several sources, to a depth, or until a target is found; the same on all ranks. Throws
  /// UsageError if there is no source, or one or the target is not a vertex; MemoryError.
  /// Collective.
  [[nodiscard]] DistBfsResult run(const DistBfsQuery& query);
  void run(const DistBfsQuery& query, DistBfsResult& result);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// One search: DistBfsSolver(graph, options).run(source). Collective.
[[nodiscard]] inline DistBfsResult bfs(const DistGraph& graph, GlobalVertex source,
                                       const DistBfsOptions& options = {}) {
  return DistBfsSolver(graph, options).run(source);
}

/// The parents of a search by the rule of smallest_parents() in bfs.hpp, for the vertices that this
/// rank owns in `result`, by local id. They are those of one machine, whatever the partition and
/// the number of ranks. The ranks read the edges of `input`, which the search was of, once more:
/// O((n + m) / p) work and memory per rank, for p ranks, as in DistValidator. Throws UsageError if
/// the result is of a graph with another number of vertices; MemoryError. Collective.
[[nodiscard]] Array<GlobalVertex> smallest_parents(const Cluster& cluster, const DistInput& input,
                                                   const DistBfsResult& result, int threads = 1);

struct DistSsspOptions {
  int threads = 1;   ///< per rank; 0: all cores that the rank may use
  double delta = 0;  ///< width of a bucket of distances; 0: chosen from weights and degrees
  WireEncoding encoding = WireEncoding::kAuto;
  double bandwidth = 0;  ///< as of DistBfsOptions
  /// As of SsspOptions: vertices beyond `cutoff`, or farther than `target`, stay unreached. The
  /// search ends some buckets after them.
  double cutoff = std::numeric_limits<double>::infinity();
  std::optional<GlobalVertex> target = std::nullopt;
  /// Used by device searches only; the default is DeviceTransport::kAuto.
  DeviceTransport transport = {};
};

/// A tree of shortest paths. Every rank has the part for the vertices that it owns. The distances
/// are those of SsspSolver, bit for bit. Move-only.
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
  /// As DistBfsResult::num_edges_reached().
  [[nodiscard]] std::uint64_t num_edges_reached() const;
  [[nodiscard]] double seconds() const;
  /// The traffic of the search; a level is a bucket of distances.
  [[nodiscard]] const DistTraffic& traffic() const;

  [[nodiscard]] std::size_t num_owned() const;
  [[nodiscard]] GlobalVertex vertex(std::size_t local_id) const;
  /// kNoGlobalParent if unreached; the source is its own parent.
  [[nodiscard]] std::span<const GlobalVertex> parents() const;
  /// kInfiniteDistance<W> if unreached.
  [[nodiscard]] std::span<const Distance> distances() const;
  /// As of DistBfsResult. Collective.
  [[nodiscard]] std::vector<GlobalVertex> path_to(GlobalVertex target) const;
  /// The distance of any vertex, the same on all ranks. Collective.
  [[nodiscard]] Distance distance_of(GlobalVertex vertex) const;

  struct State;
  [[nodiscard]] const State& state() const { return *state_; }

 private:
  template <class>
  friend class DistSsspSolver;
  std::unique_ptr<State> state_;
};

/// Shortest paths by delta-stepping. W is the type of the graph's weights. If the graph has no
/// weights, W is std::uint32_t and each edge has weight 1; these weights are built when they are
/// first needed, or with the graph if its purpose asks for them.
template <class W>
class DistSsspSolver {
 public:
  /// Throws UsageError if W is not the type of the weights, or if an option is out of range;
  /// WeightError, naming the edge, if a weight is negative or not a number; MemoryError. Where
  /// weights are to be built, also UsageError if the input was released or a grid is too large, and
  /// InputError if the input cannot be read again. Collective.
  explicit DistSsspSolver(const DistGraph& graph, const DistSsspOptions& options = {});
  /// The same on one device per rank; ranks may share a device. The device processes vertices and
  /// edges, and writes and reads the messages, which are lists or bitmaps and travel as
  /// options.transport says. The result of each search is copied to the host. `device` is the
  /// device of this rank; the devices of all ranks must be of one kind.
  ///
  /// The device holds a copy of this rank's part of the graph, with the lightest edges first, and a
  /// workspace as long as the solver lives. Memory is predicted, and its lack reported, as by
  /// DistBfsSolver.
  ///
  /// Also throws UsageError if the encoding is kVarint; MemoryError of the device; UnavailableError
  /// if the graph is partitioned by 2d, or if the options ask for GPU-direct and MPI does not
  /// accept the memory of these devices. The solver and the device belong to the thread that opened
  /// the device. Collective.
  DistSsspSolver(const DistGraph& graph, const Device& device, const DistSsspOptions& options);
  DistSsspSolver(DistSsspSolver&&) noexcept;
  DistSsspSolver& operator=(DistSsspSolver&&) noexcept;
  ~DistSsspSolver();

  /// Throws UsageError if `source` is not a vertex; MemoryError; WeightError, naming a vertex, if
  /// the sum of finite weights is too large for its type. Collective.
  [[nodiscard]] DistSsspResult<W> run(GlobalVertex source);
  void run(GlobalVertex source, DistSsspResult<W>& result);
  /// The width of a bucket that the solver uses.
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
  std::vector<DistViolation<Rule>> violations;  ///< at most one per rule
  std::uint64_t num_reached = 0;
  /// Input edges inside the component, the numerator of TEPS. Duplicates count, self-loops do not.
  std::uint64_t edges_traversed = 0;
  [[nodiscard]] bool passed() const { return violations.empty(); }
};

/// Checks trees against the listed edges of the input. The ranks distribute these edges anew: the
/// validator never uses the graph that was searched. The rules, findings and messages are those of
/// validate_bfs and validate_sssp.
class DistValidator {
 public:
  /// Reads the input once. Takes 4 bytes per end of an edge, and the size of a weight per edge if
  /// there are weights; three times as much while it reads. Throws UsageError if an end is not a
  /// vertex; MemoryError. Collective.
  DistValidator(const Cluster& cluster, const DistInput& input, int threads = 1);
  DistValidator(DistValidator&&) noexcept;
  DistValidator& operator=(DistValidator&&) noexcept;
  ~DistValidator();

  /// O((n + m) / p) work per rank, for p ranks. Weights do not matter. Collective.
  [[nodiscard]] DistValidation<BfsRule> validate(const DistBfsResult& result) const;
  /// Throws UsageError if W is not the type of the input's weights; WeightError, naming the first
  /// such edge by its labels, if a weight is negative or not a number. Collective.
  template <class W>
  [[nodiscard]] DistValidation<SsspRule> validate(const DistSsspResult<W>& result,
                                                  const SsspValidationOptions& options = {}) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// All ranks write a tree to one file, in the format of write_bfs_result and write_sssp_result: one
/// row per vertex, in the order of the input, without parents where the query asked for levels. The
/// file appears whole or not at all; every rank must
/// have access to its folder. If `path` is "-", a pipe or a device file, rank 0 writes, and the
/// other ranks send it their rows chunk by chunk. Throws the errors of these functions. Collective.
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
