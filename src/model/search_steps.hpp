// What ranks send in a breadth-first search of a Kronecker graph: every step of the schemes of
// algorithms/bfs/ranks, with its messages and expected bytes, counted as comm/traffic.hpp counts.
//
// Owners are drawn by a hash, so a level is a random subset of each rank's vertices. Ends of arcs
// are independent (degree_law.hpp): a vertex has no neighbour among vertices with a share x of all
// arcs with probability exp(-degree x). All sets are drawn from these two facts.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "comm/encoding/encoding.hpp"
#include "comm/few_messages.hpp"
#include "comm/traffic.hpp"
#include "model/degree_law.hpp"
#include "model/search_profile.hpp"
#include "partition/grid.hpp"
#include "strider/dist.hpp"
#include "strider/dist_graph.hpp"

namespace strider::model {

using comm::StepKind;

/// What all ranks do together, so many times one after the other.
struct Step {
  comm::Phase phase;
  std::uint32_t level;
  StepKind kind;
  int group;  ///< most ranks that communicate with each other
  int times;
  int peers;        ///< that a rank sends to; 0 of collectives
  double messages;  ///< of all ranks
  double bytes;     ///< of all ranks
};

/// A scheme with its numbers.
struct Scheme {
  PartitionScheme kind = PartitionScheme::k1d;  ///< not kAuto
  int ranks = 1;
  strider::detail::Grid grid = {};  ///< of k2d
  /// Of kDelegate; infinite: no vertex is a delegate.
  double threshold = std::numeric_limits<double>::infinity();
  int ranks_per_node = 1;
  DistDirection direction = DistDirection::kDirectionOptimizing;  ///< kTopDown: of directed graphs
  comm::Encoding encoding = {};
  double kept = 1;  ///< share of the vertices that a grid has numbers for
  /// Of k1d: with more peers than this, levels of few messages are sparse exchanges.
  int most_in_rounds = comm::kMostInRounds;
};

/// Of a search with parents from one source, untraced. Preconditions: `profile` is of the law's
/// graph; there are as many vertices as ranks, or more; `scheme` is of that kind.
[[nodiscard]] std::vector<Step> steps_1d(const DegreeLaw& law, const SearchProfile& profile,
                                         const Scheme& scheme);
[[nodiscard]] std::vector<Step> steps_2d(const DegreeLaw& law, const SearchProfile& profile,
                                         const Scheme& scheme);
[[nodiscard]] std::vector<Step> steps_delegate(const DegreeLaw& law, const SearchProfile& profile,
                                               const Scheme& scheme);

}  // namespace strider::model
