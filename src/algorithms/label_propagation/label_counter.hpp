// Which of some labels is the most frequent.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace strider::detail {

/// Counts in a hash table, which is only cleared where it was used. Label is an unsigned integer.
template <class Label>
class LabelCounter {
 public:
  /// Forgets what was added. Up to `most` labels will be. Throws std::bad_alloc.
  void restart(std::size_t most) {
    for (const std::size_t slot : used_) slots_[slot].count = 0;
    used_.clear();
    best_ = {};
    if (slots_.size() >= 2 * most) return;
    slots_.assign(std::bit_ceil(2 * most), {});
    shift_ = 64U - static_cast<unsigned>(std::countr_zero(slots_.size()));
  }
  void add(Label label) {
    constexpr std::uint64_t kGolden = 0x9E3779B97F4A7C15ULL;  // Knuth's multiplicative hashing
    std::size_t slot = label * kGolden >> shift_;
    while (slots_[slot].count > 0 && slots_[slot].label != label) {
      slot = (slot + 1) & (slots_.size() - 1);
    }
    if (slots_[slot].count == 0) used_.push_back(slot);
    slots_[slot].label = label;
    const std::uint64_t count = ++slots_[slot].count;
    if (count > best_.count || (count == best_.count && label < best_.label)) {
      best_ = slots_[slot];
    }
  }
  /// The least of the most frequent. Precondition: there is one.
  [[nodiscard]] Label best() const { return best_.label; }

 private:
  struct Slot {
    Label label = 0;
    std::uint64_t count = 0;  ///< 0: free
  };

  std::vector<Slot> slots_;
  std::vector<std::size_t> used_;
  unsigned shift_ = 0;
  Slot best_;
};

}  // namespace strider::detail
