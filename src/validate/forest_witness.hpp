// Where a rule of spanning forests is broken.
#pragma once

#include <cstdint>
#include <tuple>

namespace strider::detail {

/// An edge that breaks a rule, of several the one with the smallest ends, and what its message
/// needs. V: Vertex or GlobalVertex. Trivially copyable, because ranks send it.
template <class V>
struct ForestWitness {
  V u = 0;
  V v = 0;
  std::uint64_t key = 0;
  std::uint64_t other = 0;
  std::uint64_t found = 0;  // 0 or 1

  void merge(const ForestWitness& witness) {
    if (witness.found == 0) return;
    const auto order = [](const ForestWitness& w) { return std::tuple(w.u, w.v, w.key, w.other); };
    if (found == 0 || order(witness) < order(*this)) *this = witness;
  }
};

}  // namespace strider::detail
