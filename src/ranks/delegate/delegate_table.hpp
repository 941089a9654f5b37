// Which vertices are delegates: a hash table that every rank has while it builds.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "base/atomics.hpp"
#include "base/workspace.hpp"
#include "strider/array.hpp"

namespace strider::detail {

/// From ordered ids (RankOrder) to numbers of delegates. Open addressing, at most half full.
class DelegateTable {
 public:
  static constexpr std::uint32_t kAbsent = 0xFFFF'FFFFU;

  DelegateTable(Workspace& workspace, std::uint64_t delegates)
      : shift_(64U - static_cast<unsigned>(std::bit_width(2 * delegates))) {
    workspace.declare("the table of delegates", slots_, std::bit_ceil(2 * delegates + 1));
    workspace.when_taken([this] {
      std::fill(slots_.begin(), slots_.end(), Slot{kEmpty, kAbsent});
    });
  }

  [[nodiscard]] std::uint64_t bytes() const { return slots_.span().size_bytes(); }
  /// Several threads may insert, each a vertex that no other inserts.
  void insert(std::uint64_t ordered_id, std::uint32_t delegate) {
    std::size_t at = first_bucket(ordered_id);
    // Relaxed: the end of the loop that inserts all delegates comes before any is looked for.
    while (!compare_exchange_relaxed(slots_[at].ordered_id, kEmpty, ordered_id)) at = next(at);
    slots_[at].delegate = delegate;
  }
  /// The delegate's number, or kAbsent. O(1) expected.
  [[nodiscard]] std::uint32_t find(std::uint64_t ordered_id) const {
    for (std::size_t at = first_bucket(ordered_id);; at = next(at)) {
      if (slots_[at].ordered_id == ordered_id) return slots_[at].delegate;
      if (slots_[at].ordered_id == kEmpty) return kAbsent;
    }
  }

 private:
  struct Slot {
    std::uint64_t ordered_id;
    std::uint32_t delegate;
  };
  // No vertex: there are not as many ranks.
  static constexpr std::uint64_t kEmpty = ~std::uint64_t{0};

  [[nodiscard]] std::size_t first_bucket(std::uint64_t ordered_id) const {
    // Fibonacci hashing: the high bits of a product with 2^64 over the golden ratio.
    return shift_ == 64 ? 0 : (ordered_id * 0x9E37'79B9'7F4A'7C15ULL) >> shift_;
  }
  [[nodiscard]] std::size_t next(std::size_t at) const { return (at + 1) & (slots_.size() - 1); }

  Array<Slot> slots_;
  unsigned shift_;
};

}  // namespace strider::detail
