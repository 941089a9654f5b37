// A hash table for each row of a graph, in the memory of the device: a set of vertices of which no
// more are added than the row has arcs.
#pragma once

#include "gpu/row_chunks.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// Two slots for each arc: so there is always a free one, and a few are looked at whatever the
/// degree. Precondition of both functions: row u has arcs.
template <class Offset>
struct RowTables {
  static constexpr u32 kFree = ~u32{0};

  const Offset* offsets;
  u32* slots;  ///< all kFree at first

  struct Added {
    u64 slot;  ///< of all that `slots` has
    bool is_new;
  };
  /// Adds `v` to the table of `u`, unless it is there.
  STRIDER_DEVICE_FUNCTION Added add(u32 u, u32 v) const {
    const Table table = table_of(u);
    for (u64 i = start(table, v);; i = next(table, i)) {
      u32 seen = simt::load(&slots[table.begin + i]);
      if (seen == kFree) seen = simt::atomic_cas(&slots[table.begin + i], kFree, v);
      if (seen == kFree || seen == v) return {table.begin + i, seen == kFree};
    }
  }
  /// Of a table that no thread adds to any more.
  [[nodiscard]] STRIDER_DEVICE_FUNCTION bool has(u32 u, u32 v) const {
    const Table table = table_of(u);
    for (u64 i = start(table, v);; i = next(table, i)) {
      const u32 seen = simt::load_constant(&slots[table.begin + i]);
      if (seen == v) return true;
      if (seen == kFree) return false;
    }
  }

 private:
  struct Table {
    u64 begin;
    u64 size;
  };

  STRIDER_DEVICE_FUNCTION Table table_of(u32 u) const {
    const u64 begin = simt::load_constant(&offsets[u]);
    return {2 * begin, 2 * (simt::load_constant(&offsets[u + 1]) - begin)};
  }
  STRIDER_DEVICE_FUNCTION static u64 start(const Table& table, u32 v) {
    constexpr u32 kGolden = 0x9E3779B9U;  // Knuth's multiplicative hashing
    return (v * kGolden) * table.size >> 32U;
  }
  STRIDER_DEVICE_FUNCTION static u64 next(const Table& table, u64 i) {
    return i + 1 == table.size ? 0 : i + 1;
  }
};

}  // namespace strider::detail::STRIDER_DEVICE
