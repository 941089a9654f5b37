// How far a search for shortest paths need go.
#pragma once

#include <algorithm>
#include <limits>
#include <optional>

#include "algorithms/sssp/kernels.hpp"
#include "algorithms/sssp/ranks/local.hpp"
#include "comm/collective_error.hpp"
#include "comm/communicator.hpp"
#include "strider/sssp.hpp"
#include "strider/types.hpp"

namespace strider::detail {

/// Vertices beyond `cutoff`, and those farther than `target`, need not be found.
struct PathLimits {
  double cutoff = std::numeric_limits<double>::infinity();
  std::optional<GlobalVertex> target = std::nullopt;
};

template <class W>
class DistanceLimit {
 public:
  using Distance = SsspDistance<W>;

  explicit DistanceLimit(const PathLimits& limits)
      : cutoff_(largest_up_to<Distance>(limits.cutoff)), target_(limits.target) {}

  [[nodiscard]] const std::optional<GlobalVertex>& target() const { return target_; }
  /// The greatest distance that is wanted, as far as the target's is known, whose local id is
  /// kNoVertex on ranks that have no row of it. Throws what reading it throws, on all ranks.
  /// Collective if there is a target.
  [[nodiscard]] Distance farthest(const comm::Communicator& comm, LocalPaths<W>& local,
                                  Vertex target_id) const {
    if (!target_) return cutoff_;
    const comm::PhaseScope phase(comm.traffic(), comm::Phase::kControl);
    Distance here = kUnreachedDistance<Distance>;
    comm::try_on_all_ranks(comm, [&] {
      if (target_id != kNoVertex) local.copy_distances({&target_id, 1}, {&here, 1});
    });
    return std::min(cutoff_, comm.all_reduce(here, comm::Reduction::kMin));
  }

 private:
  Distance cutoff_;
  std::optional<GlobalVertex> target_;
};

}  // namespace strider::detail
