// What tells edges apart, and orders them: in fragments' identities and in reports.
#pragma once

#include <compare>
#include <cstdint>

namespace strider::detail::ghs {

/// How the names of edges are made, so that they are different and ordered as forests choose edges:
/// by (weight, smaller end, larger end). Vertices lie in ascending blocks over the ranks, so that
/// the owner of an edge's smaller end ascends with that end.
enum class NameForm : std::uint8_t {
  /// The key of the weight, and both ends.
  kEnds,
  /// Keys of 64 bits, different on each rank: the key, and the owner of the smaller end. Two edges
  /// of one key are on different ranks (Mazeev, Semenov and Simonov 2016, section 3.5).
  kOwner,
  /// Keys of 32 bits, any of which may be equal: the key, the owner of the smaller end, and the
  /// number that this rank gives the edge, by its ends.
  kNumber
};

/// The name of an edge; of one that there is not, the largest.
struct EdgeName {
  std::uint64_t key;
  std::uint64_t rest;
  friend auto operator<=>(const EdgeName&, const EdgeName&) = default;
};

inline constexpr EdgeName kNoEdgeName{~std::uint64_t{0}, ~std::uint64_t{0}};

}  // namespace strider::detail::ghs
