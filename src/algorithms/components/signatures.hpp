// Strong components by signatures (Alabandi, Sands, Biros and Burtscher, "A high-performance
// algorithm for finding strongly connected components", SC 2023: ECL-SCC), one listing for ranks
// and devices:
//
//   while a vertex has no component:
//     give every vertex without one a key; in[v] = out[v] = key of v
//     until nothing changes:
//       for each arc u -> v inside a part: in[v] = min(in[v], in[u]); out[u] = min(out[u], out[v])
//       for each v: in[v] = min(in[v], in of vertex in[v]); out[v] the same
//     v with in[v] = out[v] are in one component with the vertex of that key
//     the part of v is (in[v], out[v])
//
// in[v] is the least key of the vertices of v's part that lead to v, out[v] of those it leads to.
// So vertices of one component have the same signature and stay in one part, and arcs between parts
// are never followed again. The second line of the inner loop (pointer jumping, as in FastSV) makes
// steps of a long path few. The first key 0 is a vertex of many arcs, in the largest component most
// often; later keys are in another order each time, so that a chain is cut in its midst, and the
// parts of it halve: O(log n) rounds are expected. Arcs that come in are not needed.
#pragma once

#include <bit>
#include <cstdint>

#include "base/random.hpp"

namespace strider::detail {

/// The key of vertex v in a round is v ^ key_mask(...), and the vertex of a key the same way.
/// `pivot` has the least key in round 0.
[[nodiscard]] constexpr std::uint64_t key_mask(unsigned round, std::uint64_t pivot,
                                               std::uint64_t num_vertices) {
  return round == 0 ? pivot : mix64(round) & (std::bit_ceil(num_vertices) - 1);
}

/// `Place` has begin(mask), bool propagate() (whether the inner loop continues) and bool settle()
/// (whether vertices remain).
template <class Place>
void find_by_signatures(Place& place, std::uint64_t pivot, std::uint64_t num_vertices) {
  unsigned round = 0;
  do {
    place.begin(key_mask(round++, pivot, num_vertices));
    while (place.propagate()) {
    }
  } while (place.settle());
}

}  // namespace strider::detail
