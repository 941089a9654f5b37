// Searches on ranks from the keys of the Graph500 benchmark, and what they send.
#pragma once

#include <utility>
#include <vector>

#include "algorithms/bfs/ranks/engine.hpp"
#include "base/timer.hpp"
#include "comm/communicator.hpp"
#include "strider/generate.hpp"

namespace strider::micro {

/// A search, and what this rank sent in it.
struct Searched {
  detail::DistBfsTree tree;
  double seconds = 0;  ///< of the slowest rank
  comm::TrafficByPhase by_phase;
  std::vector<comm::TrafficByPhase> by_level;
};

/// Calls body(const Searched&) after each of so many searches that reach more than their source.
/// Collective.
template <class Body>
void search_from_keys(const comm::Communicator& world, detail::DistBfsEngine& engine,
                      const KroneckerParameters& parameters, int searches, Body&& body) {
  Searched search;
  int done = 0;
  for (std::uint64_t attempt = 0; done < searches; ++attempt) {
    const GlobalVertex key = kronecker_search_key(parameters, attempt);
    world.barrier();
    world.traffic().restart();
    const Timer timer;
    engine.search(key, search.tree);
    const double seconds = timer.seconds();
    search.by_level = world.traffic().by_level();
    search.by_phase = world.traffic().by_phase();
    search.seconds = world.all_reduce(seconds, comm::Reduction::kMax);
    if (search.tree.num_reached < 2) continue;
    ++done;
    body(std::as_const(search));
  }
}

}  // namespace strider::micro
