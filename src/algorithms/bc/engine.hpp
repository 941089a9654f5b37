// The methods, one factory each. An engine keeps its workspace from source to source.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "algorithms/bc/problem.hpp"
#include "algorithms/bc/reduced_problem.hpp"
#include "base/workspace.hpp"

namespace strider::detail {

/// Works out dependencies: what a source's shortest paths bring to every vertex or arc.
class BcEngine {
 public:
  virtual ~BcEngine() = default;
  /// Adds the dependencies of `sources`, in their order, to `sums`, one an arc or vertex of the
  /// problem; returns the arcs that start at vertices reached. What is added depends on the sources
  /// only, not on earlier calls nor on the number of threads.
  virtual std::uint64_t accumulate(std::span<const Vertex> sources, std::span<double> sums) = 0;
};

/// How the sources of a problem are shared out.
struct BcPlan {
  /// Sources summed up together before they are added to the scores. Fixed by the problem: the
  /// scores depend on it in their last bits.
  std::size_t batch = 1;
  /// Engines that work at once, a batch each, and the threads of each.
  int workers = 1;
  int threads_each = 1;
  /// Recorded by checkpoints: what else the bits depend on.
  std::uint64_t variant = 0;
  std::function<std::unique_ptr<BcEngine>(Workspace&, int threads)> make_engine;
  /// Reductions of the problem, each of the one before: the engines work on the last.
  std::vector<ReducedProblem> reductions;

  [[nodiscard]] const BcProblem& searched(const BcProblem& problem) const {
    return reductions.empty() ? problem : *reductions.back().problem;
  }
  /// Sums of vertices of the original problem, and the arcs that its searches would traverse.
  [[nodiscard]] Array<double> to_original(Array<double> sums) const;
  [[nodiscard]] std::uint64_t original_arcs(std::uint64_t arcs) const {
    return reductions.empty() ? arcs : reductions.front().arcs.value_or(arcs);
  }
};

/// The plan of a method. Throws UsageError.
BcPlan make_plan(BetweennessMethod method, const BcProblem& problem);

/// reference/serial.cpp and host/. The problem outlives the engines.
BcPlan plan_serial(const BcProblem& problem);
BcPlan plan_vertex_parallel(const BcProblem& problem);
BcPlan plan_edge_parallel(const BcProblem& problem);
BcPlan plan_work_efficient(const BcProblem& problem);
BcPlan plan_hybrid(const BcProblem& problem);
BcPlan plan_auto(const BcProblem& problem);

/// The largest level that a search from `source` reaches, by hops and by all threads of the problem
/// (host/auto.cpp). Throws MemoryError.
[[nodiscard]] Level depth_from(const BcProblem& problem, Vertex source);

}  // namespace strider::detail
