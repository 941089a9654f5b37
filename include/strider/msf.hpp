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
  kAuto,          ///< the fastest: light edges first, then what the giant fragment leaves
  kKruskal,       ///< the sequential oracle: all edges in their order
  kPrim,          ///< sequential: grows one tree after the other
  kBoruvka,       ///< parallel: every fragment hooks itself to another by its first edge
  kFilterKruskal  ///< parallel: quicksort that drops edges inside fragments on its way
};

/// "filter-kruskal" and so on; nullopt for a name that is none.
[[nodiscard]] std::string_view msf_method_name(MsfMethod method);
[[nodiscard]] std::optional<MsfMethod> msf_method_from_name(std::string_view name);
[[nodiscard]] std::span<const MsfMethod> all_msf_methods();

/// Which spanning forest: of least or of greatest total weight. The greatest of a list with
/// parallel edges is found in a graph that was built with Duplicates::kKeepHeaviest or kKeep.
enum class MsfObjective : std::uint8_t { kMinimum, kMaximum };

struct MsfOptions {
  MsfMethod method = MsfMethod::kAuto;
  MsfObjective objective = MsfObjective::kMinimum;
  /// 0: all cores the process may use.
  int threads = 0;
};

/// An edge of a forest: u < v. A weight of -0.0 comes as 0.0.
template <class W>
struct MsfEdge {
  Vertex u;
  Vertex v;
  W weight;
  friend bool operator==(const MsfEdge&, const MsfEdge&) = default;
};

/// The total weight of a forest: integers add up exactly, real weights to the double nearest to
/// their exact sum, in whatever order. Infinities of both signs add up to NaN.
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

/// A spanning forest: one tree a component, an isolated vertex being a tree without edges.
///
/// Of all such forests it is the only one of least weight when edges are ordered by (weight,
/// smaller end, larger end), so that no method and no number of threads gives another. For a
/// maximum the order of the weights is reversed; of equal weights the edge with the smaller ends
/// still comes first.
template <class W>
class MsfResult {
 public:
  MsfResult() = default;

  /// Ascending by (u, v). What a device found is copied from there by the first call of edges() or
  /// weight(), which is not thread-safe and throws MemoryError.
  [[nodiscard]] std::span<const MsfEdge<W>> edges() const {
    if (lazy_ != nullptr) fetch();
    return edges_.span();
  }
  [[nodiscard]] MsfWeight<W> weight() const {
    if (lazy_ != nullptr) fetch();
    return weight_;
  }
  /// Components of the graph.
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

/// Finds the forest of one graph; kAuto keeps its workspace for another run. W is float, double or
/// std::uint32_t. Self-loops and all but the first of parallel edges are in no forest; weights may
/// be equal, zero, negative or infinite. Not thread-safe: one solver a caller.
template <class W>
class MsfSolver {
 public:
  /// Throws UsageError where the graph is directed or options are out of range. Both directions of
  /// an edge must have the same weight, as build_any_graph makes them.
  explicit MsfSolver(WeightedGraph<W> graph, const MsfOptions& options = {});
  /// On the graph's device; defined in strider::gpu. The forest stays there until edges() or
  /// weight() first asks for it, or another run begins. A solver and its results belong to the
  /// thread that opened the device. Throws UsageError as the other, where the words asked for do
  /// not fit or the device holds no blocks of that many threads; MemoryError where it has not
  /// enough.
  MsfSolver(const WeightedDeviceGraph<W>& graph, const DeviceMsfOptions& options);
  MsfSolver(MsfSolver&&) noexcept;
  MsfSolver& operator=(MsfSolver&&) noexcept;
  ~MsfSolver();

  /// O(m log n) work. Throws WeightError where a weight is no number (NaN), MemoryError.
  [[nodiscard]] MsfResult<W> run();
  /// The same into the arrays of an earlier result. Where it throws, the result is fit only for
  /// another run.
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
