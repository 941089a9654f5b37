// Which edges single linkage merges, by what is claimed of it.
#pragma once

#include <algorithm>
#include <cstdint>

#include "strider/clusters.hpp"

namespace strider::detail {

class MergeLimit {
 public:
  MergeLimit(const ClusterLimits& limits, double last_distance, std::uint64_t num_clusters,
             std::uint64_t num_vertices)
      : distance_(limits.distance),
        last_distance_(last_distance),
        num_clusters_(num_clusters),
        fewest_(std::min(limits.count, num_vertices)) {}

  [[nodiscard]] bool has_too_few_clusters() const { return num_clusters_ < fewest_; }
  /// Where so many clusters were left as asked for, edges of the last distance may be left, too.
  [[nodiscard]] bool must(double weight) const {
    return num_clusters_ == fewest_ ? weight < last_distance_ : weight <= distance_;
  }
  [[nodiscard]] bool may(double weight) const {
    return weight <= last_distance_ && weight <= distance_;
  }
  /// Without edges of the last distance there are more clusters, if anything was merged.
  [[nodiscard]] bool is_before_last(double weight) const { return weight < last_distance_; }

 private:
  double distance_;
  double last_distance_;
  std::uint64_t num_clusters_;
  std::uint64_t fewest_;
};

/// Of parts of a graph: every edge may connect one, and none has to.
struct AnyEdge {
  [[nodiscard]] static bool may(double /*weight*/) { return true; }
  [[nodiscard]] static bool must(double /*weight*/) { return false; }
};

}  // namespace strider::detail
