// Minimum and maximum spanning forests.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>

#include "strider/array.hpp"
#include "strider/graph.hpp"

namespace strider {

/// The methods; docs/notes/msf.md says what each does and where it comes from.
enum class MsfMethod : std::uint8_t {
  kAuto,          ///< the fastest: light edges first, then the edges that leave the giant fragment
  kKruskal,       ///< the sequential oracle: takes all edges in ascending order
  kPrim,          ///< sequential: grows one tree after another
  kBoruvka,       ///< parallel: every fragment hooks to another by its first edge
  kFilterKruskal  ///< parallel: a quicksort that drops edges inside fragments as it proceeds
};

/// "filter-kruskal" and so on. The second function returns nullopt if no method has that name.
[[nodiscard]] std::string_view msf_method_name(MsfMethod method);
[[nodiscard]] std::optional<MsfMethod> msf_method_from_name(std::string_view name);
[[nodiscard]] std::span<const MsfMethod> all_msf_methods();

/// Which spanning forest: that of least or of greatest total weight. If the list has parallel
/// edges, build the graph with Duplicates::kKeepHeaviest or kKeep to find the forest of greatest
/// weight.
enum class MsfObjective : std::uint8_t { kMinimum, kMaximum };

struct MsfOptions {
  MsfMethod method = MsfMethod::kAuto;
  MsfObjective objective = MsfObjective::kMinimum;
  /// 0: OMP_NUM_THREADS, or all cores the process may use (threads.hpp).
  int threads = 0;
};

/// An edge of a forest, with u < v. A weight of -0.0 is returned as 0.0.
template <class W>
struct MsfEdge {
  Vertex u;
  Vertex v;
  W weight;
  friend bool operator==(const MsfEdge&, const MsfEdge&) = default;
};

/// The type of the total weight of a forest. Integer weights add up exactly. The sum of real
/// weights is the double nearest to the exact sum, for every order of the edges. Infinities of both
/// signs add up to NaN.
template <class W>
using MsfWeight = std::conditional_t<std::is_integral_v<W>, std::uint64_t, double>;

template <class W>
class MsfSolver;
template <class W>
class WeightedDeviceGraph;  // device.hpp
struct DeviceMsfOptions;    // device_msf.hpp

namespace detail {
template <class W>
class LazyForest;
}  // namespace detail

/// A spanning forest: one tree per component; an isolated vertex is a tree without edges.
///
/// Edges are ordered by (weight, smaller end, larger end). In this order exactly one forest has the
/// least weight, so every method and every number of threads finds the same one. For a maximum, the
/// order of the weights is reversed; of equal weights, the edge with the smaller ends still comes
/// first.
template <class W>
class MsfResult {
 public:
  MsfResult() = default;

  /// The edges, ascending by (u, v). If a device found the forest, the first call of edges() or
  /// weight() copies it to the host. That call is not thread-safe and can throw MemoryError.
  [[nodiscard]] std::span<const MsfEdge<W>> edges() const {
    if (lazy_ != nullptr) fetch();
    return edges_.span();
  }
  [[nodiscard]] MsfWeight<W> weight() const {
    if (lazy_ != nullptr) fetch();
    return weight_;
  }
  /// The number of components of the graph.
  [[nodiscard]] Vertex num_trees() const { return num_trees_; }

 private:
  friend class MsfSolver<W>;
  void fetch() const;

  mutable Array<MsfEdge<W>> edges_;
  mutable MsfWeight<W> weight_{};
  mutable std::shared_ptr<detail::LazyForest<W>> lazy_;  // where the edges still are elsewhere
  Vertex num_trees_ = 0;
};

extern template class MsfResult<float>;
extern template class MsfResult<double>;
extern template class MsfResult<std::uint32_t>;

/// Finds the forest of one graph. With kAuto the solver keeps its workspace for another run. W is
/// float, double or std::uint32_t. The forest contains no self-loops, and of parallel edges only
/// the first. Weights may be equal, zero, negative or infinite. Not thread-safe: each thread needs
/// a solver of its own.
template <class W>
class MsfSolver {
 public:
  /// Throws UsageError if the graph is directed or an option is out of range. Precondition: both
  /// directions of an edge have the same weight, as build_any_graph ensures.
  explicit MsfSolver(WeightedGraph<W> graph, const MsfOptions& options = {});
  /// Runs on the graph's device; defined in strider::gpu. The forest stays on the device until the
  /// first call of edges() or weight(), or until another run begins. A solver and its results
  /// belong to the thread that opened the device. Throws UsageError as the other constructor, and
  /// if the DeviceMsfWords asked for do not fit or the device cannot run blocks of that many
  /// threads; MemoryError if the device has too little memory.
  MsfSolver(const WeightedDeviceGraph<W>& graph, const DeviceMsfOptions& options);
  MsfSolver(MsfSolver&&) noexcept;
  MsfSolver& operator=(MsfSolver&&) noexcept;
  ~MsfSolver();

  /// O(m log n) work. Throws WeightError if a weight is not a number (NaN); MemoryError.
  [[nodiscard]] MsfResult<W> run();
  /// The same, into the arrays of an earlier result. If this throws, that result can only be passed
  /// to another run.
  void run(MsfResult<W>& result);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

extern template class MsfSolver<float>;
extern template class MsfSolver<double>;
extern template class MsfSolver<std::uint32_t>;

/// One forest: MsfSolver(graph, options).run().
template <class W>
[[nodiscard]] MsfResult<W> msf(const WeightedGraph<W>& graph, const MsfOptions& options = {}) {
  return MsfSolver<W>(graph, options).run();
}

}  // namespace strider
