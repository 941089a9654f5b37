// Girvan and Newman's method between two rounds of scores, whoever finds these.
#pragma once

#include <cstdint>

#include "strider/betweenness.hpp"
#include "strider/clusters.hpp"
#include "strider/components.hpp"
#include "strider/graph.hpp"

namespace strider::detail {

/// A graph that loses its edges, one by one, until it has `count` components.
class EdgeRemoval {
 public:
  /// `threads` are resolved; `on_removal` outlives this. Throws UsageError, MemoryError.
  EdgeRemoval(const Graph& graph, std::uint64_t count, int threads,
              const SplitProgress& on_removal);

  [[nodiscard]] bool is_over() const { return components_.num_components() >= count_; }
  /// The graph without the edges that have been taken out.
  [[nodiscard]] const Graph& remaining() const { return remaining_; }
  /// Takes out the least edge of the highest score. Scores that differ by rounding only count as
  /// equal. Precondition: `scored` is of the edges of remaining(), of which there is one. Throws
  /// MemoryError.
  void take_out_highest(BetweennessResult scored);

  [[nodiscard]] SplitClusters finish() &&;

 private:
  std::uint64_t count_;
  int threads_;
  const SplitProgress& on_removal_;
  Graph remaining_;
  ComponentsResult components_;
  std::uint64_t num_removed_ = 0;
  SplitClusters found_;
};

}  // namespace strider::detail
