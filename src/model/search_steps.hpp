// What ranks send in a breadth-first search of a Kronecker graph: every step of the schemes of
// algorithms/bfs/ranks, with its messages and expected bytes, counted as comm/traffic.hpp counts.
//
// Owners are drawn by a hash, so a level is a random subset of each rank's vertices. Ends of arcs
// are independent (degree_law.hpp): a vertex has no neighbour among vertices with a share x of all
// arcs with probability exp(-degree x). All sets are drawn from these two facts.
#pragma once

#include <cstdint>
#include <vector>

#include "comm/encoding/encoding.hpp"
#include "comm/traffic.hpp"
#include "model/degree_law.hpp"
#include "model/search_profile.hpp"
#include "partition/grid.hpp"

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

/// In what programs differ.
struct Variant {
  comm::Encoding encoding = {};
  double kept = 1;  ///< share of the vertices that grids have numbers for
};

/// Of a search with parents from one source, untraced. Preconditions: `profile` is of the law's
/// graph; there are as many vertices as ranks, or more.
[[nodiscard]] std::vector<Step> steps_1d(const DegreeLaw& law, const SearchProfile& profile,
                                         int ranks, Variant variant = {});
[[nodiscard]] std::vector<Step> steps_2d(const DegreeLaw& law, const SearchProfile& profile,
                                         strider::detail::Grid grid, Variant variant = {});

struct DelegateScheme {
  int ranks = 1;
  double threshold = 0;    ///< infinite: no vertex is a delegate
  int ranks_per_node = 1;  ///< the last node has fewer, if they do not divide the ranks
};
[[nodiscard]] std::vector<Step> steps_delegate(const DegreeLaw& law, const SearchProfile& profile,
                                               const DelegateScheme& scheme, Variant variant = {});

}  // namespace strider::model
