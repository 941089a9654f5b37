// Who owns which vertices, in tests of searches by rows of owned vertices.
#pragma once

#include <cstdint>

#include "partition/owner_map.hpp"

namespace strider::test {

enum class Owners : std::uint8_t { kBlock, kCyclic, kShuffled };

inline detail::OwnerMap make_owners(Owners owners, std::uint64_t n, int ranks) {
  switch (owners) {
    case Owners::kBlock:
      return detail::OwnerMap::block(n, ranks);
    case Owners::kCyclic:
      return detail::OwnerMap::cyclic(n, ranks);
    case Owners::kShuffled:
      break;
  }
  return detail::OwnerMap::block(n, ranks, detail::Shuffle(n, 7));
}

}  // namespace strider::test
