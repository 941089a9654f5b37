// A problem on the device: its graph, with what betweenness needs besides rows, and its targets.
#pragma once

#include <memory>
#include <span>
#include <type_traits>

#include "algorithms/bc/gpu/engine.hpp"
#include "algorithms/bc/gpu/source_workspace.hpp"
#include "gpu/graph_arrays.hpp"
#include "gpu/graph_bytes.hpp"
#include "gpu/matrix_on_host.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// What betweenness needs of a problem on the device, besides its graph.
struct ProblemArrays {
  /// `puts_graph`: the problem's graph as well.
  ProblemArrays(Workspace& workspace, Context& context, const BcSizes& sizes, SourceWalk walk,
                bool puts_graph);

  std::unique_ptr<GraphArrays> graph;
  std::unique_ptr<GraphArrays> transpose;  ///< of a directed graph
  DeviceBuffer<u32> out_keys;              ///< where edges are walked or scored
  DeviceBuffer<u32> in_keys;               ///< of the transpose, where edges are walked
  DeviceBuffer<double> weights;            ///< of targets
};

class BcOnDevice final : public DeviceBcProblem {
 public:
  BcOnDevice(Workspace& workspace, Context& context, const GraphArrays* given,
             const BcProblem& problem, SourceWalk walk);

  [[nodiscard]] std::unique_ptr<DeviceSourceSearch> source_search(
      Workspace& workspace, const SourceSearchSettings& settings) const override;
  [[nodiscard]] std::unique_ptr<DeviceBcEngine> batched_search(
      Workspace& workspace, const BatchedSearchSettings& settings,
      DeviceBcEngine& for_deep) const override;
  [[nodiscard]] std::unique_ptr<DevicePathDrawer> path_drawer(
      Workspace& workspace, const PathDrawerSettings& settings) const override;

  [[nodiscard]] Context& context() const { return context_; }
  [[nodiscard]] const BcProblem& problem() const { return problem_; }
  [[nodiscard]] const BcSizes& sizes() const { return sizes_; }
  [[nodiscard]] bool has_small_offsets() const {
    return MatrixOnHost::fit_small_offsets(problem_.graph.num_arcs());
  }

  // Once the memory has been taken:
  [[nodiscard]] const GraphArrays& out() const {
    return given_ == nullptr ? *arrays_.graph : *given_;
  }
  [[nodiscard]] const GraphArrays& in() const {
    return arrays_.transpose == nullptr ? out() : *arrays_.transpose;
  }
  /// Of arcs that the kind of search needs.
  [[nodiscard]] Coordinates by_source() const { return coordinates(out(), arrays_.out_keys); }
  [[nodiscard]] Coordinates by_target() const {
    return coordinates(in(), arrays_.transpose == nullptr ? arrays_.out_keys : arrays_.in_keys);
  }
  [[nodiscard]] const double* weights() const { return arrays_.weights.data(); }

  /// As kernels see them, in pinned memory.
  void list_sources(std::span<const Vertex> sources, SourceRecord* to) const;

 private:
  [[nodiscard]] static Coordinates coordinates(const GraphArrays& arrays,
                                               const DeviceBuffer<u32>& keys) {
    return {keys.data(), arrays.with_rows([](const auto& rows) { return rows.targets; }),
            arrays.num_arcs()};
  }

  void put();

  Context& context_;
  const GraphArrays* given_;
  const BcProblem& problem_;
  BcSizes sizes_;
  ProblemArrays arrays_;
};

/// The rows where their offsets are of that type: a graph and its transpose have as many arcs, and
/// so the same.
template <class Offset>
[[nodiscard]] Rows<Offset> rows_of(const GraphArrays& arrays) {
  Rows<Offset> rows{};
  arrays.with_rows([&]<class Other>(const Rows<Other>& found) {
    if constexpr (std::is_same_v<Offset, Other>) rows = found;
  });
  return rows;
}

}  // namespace strider::detail::STRIDER_DEVICE
