// Which edges single linkage merges, by what is claimed of it.
#pragma once

#include <cstdint>

#include "strider/clusters.hpp"

namespace strider::detail {

class MergeLimit {
 public:
  MergeLimit(const ClusterLimits& limits, double last_distance, std::uint64_t num_clusters)
      : limits_(limits),
        last_distance_(last_distance),
        is_counted_(limits.count > 1 && num_clusters <= limits.count) {}

  /// Where so many clusters were left as asked for, edges of the last distance may be left, too.
  [[nodiscard]] bool must(double weight) const {
    return is_counted_ ? weight < last_distance_ : weight <= limits_.distance;
  }
  [[nodiscard]] bool may(double weight) const {
    return is_counted_ ? weight <= last_distance_ : weight <= limits_.distance;
  }

 private:
  ClusterLimits limits_;
  double last_distance_;
  bool is_counted_;
};

}  // namespace strider::detail
