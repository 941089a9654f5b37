// Disjoint sets of vertices, as the threads of a grid unite them: graph/union_find.hpp says why all
// operations may be relaxed (hooking by compare-and-swap and path halving as in ECL-CC: Jaiganesh
// and Burtscher, HPDC 2018).
#pragma once

#include "simt/simt.hpp"

namespace strider::detail::STRIDER_DEVICE {

using simt::u32;

struct DeviceDisjointSets {
  u32* parents;

  /// A root of the set of v: that of the moment, or one that was it since the kernel began.
  [[nodiscard]] STRIDER_DEVICE_FUNCTION u32 find(u32 v) const {
    u32 parent = simt::load(&parents[v]);
    while (parent != v) {
      const u32 above = simt::load(&parents[parent]);
      if (above == parent) return parent;
      simt::store(&parents[v], above);  // v is no root, and stays none
      v = above;
      parent = simt::load(&parents[v]);
    }
    return v;
  }
  /// Makes one set of two; false where they are one already.
  STRIDER_DEVICE_FUNCTION bool unite(u32 u, u32 v) const {
    for (;;) {
      u = find(u);
      v = find(v);
      if (u == v) return false;
      const u32 below = u > v ? u : v;
      if (simt::atomic_cas(&parents[below], below, u > v ? v : u) == below) return true;
    }
  }
};

/// Puts each of `size` vertices right below its root. A thread writes its own vertices only: one
/// that halved the paths of others could put a vertex back that is below its root already.
STRIDER_KERNEL compress(DeviceDisjointSets sets, u32 size) {
  for (u32 v = simt::global_id(); v < size; v += simt::global_size()) {
    u32 parent = simt::load(&sets.parents[v]);
    for (u32 above = simt::load(&sets.parents[parent]); above != parent;
         above = simt::load(&sets.parents[parent])) {
      // Step by step, for those below.
      simt::store(&sets.parents[v], above);
      parent = above;
    }
  }
}

}  // namespace strider::detail::STRIDER_DEVICE
