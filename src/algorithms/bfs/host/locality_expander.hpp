// Expands vertices of a locality layout: the innermost loop of searches of high diameter.
#pragma once

#include <algorithm>
#include <cstdint>

#include "algorithms/bfs/host/barrier_free_frontier.hpp"
#include "algorithms/bfs/tree.hpp"
#include "base/atomics.hpp"
#include "base/prefetch.hpp"
#include "graph/layout/locality_layout.hpp"

namespace strider::detail {

/// Several threads may expand at once. Marks are bytes, read and written without a compare: where
/// two threads find a vertex in the same level, both append it, both expand it, and the later entry
/// stays. Either is right, as both parents are on the level before.
///
/// Time goes into waiting for cache lines: of the row of a vertex, then of the marks of its
/// neighbours, which the row names, and of its own entry. So its row is asked for when the vertex
/// is found, a level before it is needed, and the rest kAhead vertices ahead: of the marks the
/// first, as most others lie beside it, and asking for each takes longer than waiting for a few.
class LocalityExpander {
 public:
  LocalityExpander(const LocalityLayout& layout, std::uint8_t* unvisited, std::uint64_t* entries)
      : rows_(layout.rows.data()),
        overflow_(layout.overflow.data()),
        vertex_at_(layout.vertex_at.data()),
        unvisited_(unvisited),
        entries_(entries) {}

  void look_ahead(const std::uint64_t* begin) const {
    for (std::size_t i = 0; i < kAhead; ++i) prefetch(begin[i]);
  }

  std::uint64_t* expand(const std::uint64_t* begin, const std::uint64_t* end, std::uint64_t* tail,
                        Level level) const {
    // Copies, as the compiler must assume that storing a mark changes any member.
    const LocalityExpander self = *this;
    for (const std::uint64_t* next = begin; next < end; ++next) {
      self.prefetch(next[kAhead]);

      const Vertex u = Discovery::vertex(*next);
      store_relaxed(self.entries_[u], TreeEntry::pack(Discovery::parent(*next), level));
      const Vertex name = self.vertex_at_[u];
      const LocalityRow row = self.rows_[u];
      static_assert(LocalityRow::kWidth == 4);
      tail = self.discover(row.entries[0], name, tail);
      tail = self.discover(row.entries[1], name, tail);
      tail = self.discover(row.entries[2], name, tail);
      if (row.overflows()) [[unlikely]] {
        tail = self.expand_overflow(row.overflow_position(), name, tail);
      } else {
        tail = self.discover(row.entries[3], name, tail);
      }
    }
    return tail;
  }

  /// Writes the entries of discoveries that lead no farther.
  void settle(const std::uint64_t* begin, const std::uint64_t* end, Level level) const {
    for (const std::uint64_t* next = begin; next < end; ++next) {
      store_relaxed(entries_[Discovery::vertex(*next)],
                    TreeEntry::pack(Discovery::parent(*next), level));
    }
  }

 private:
  // Found by measuring: half as many cost a tenth more, half as many again gain nothing.
  static constexpr std::size_t kAhead = 32;
  static_assert(kAhead <= BarrierFreeFrontier::kPastEnd);

  // Appends always and counts only what is new: a branch here would be mispredicted every other
  // time.
  std::uint64_t* discover(Vertex v, Vertex parent, std::uint64_t* tail) const {
    prefetch_to_read(&rows_[v]);
    const std::uint8_t is_new = load_relaxed(unvisited_[v]);
    store_relaxed(unvisited_[v], std::uint8_t{0});
    *tail = Discovery::make(v, parent);
    return tail + is_new;
  }

  std::uint64_t* expand_overflow(std::uint32_t position, Vertex parent, std::uint64_t* tail) const {
    const std::uint32_t* const rest = overflow_ + position + 1;
    for (std::uint32_t i = 0; i < overflow_[position]; ++i) tail = discover(rest[i], parent, tail);
    return tail;
  }

  [[gnu::always_inline]] void prefetch(std::uint64_t discovery) const {
    const Vertex u = Discovery::vertex(discovery);
    prefetch_to_write(&unvisited_[rows_[u].entries.front()]);
    prefetch_to_write(&entries_[u]);
    prefetch_to_read(&vertex_at_[u]);
  }

  const LocalityRow* rows_;
  const std::uint32_t* overflow_;
  const Vertex* vertex_at_;
  std::uint8_t* unvisited_;
  std::uint64_t* entries_;
};

}  // namespace strider::detail
