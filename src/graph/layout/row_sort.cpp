// Compiled once for each instruction set; the best that the machine has is chosen when it runs.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "graph/layout/row_sort.cpp"
#include "graph/layout/row_sort.hpp"

#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>
#include <array>
#include <bit>
#include <type_traits>

HWY_BEFORE_NAMESPACE();
namespace strider::detail::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// A key's place is how many are smaller: all of them are compared, 16 at a time, and nothing is
/// guessed, where sorting by exchanges guesses wrong at every other comparison. Precondition: there
/// are 1 to kMostRankedKeys.
template <class T>
HWY_INLINE void sort_by_rank(T* keys, std::size_t count) {
  const hn::CappedTag<T, 16> d;
  const std::size_t lanes = hn::Lanes(d);
  HWY_ALIGN std::array<T, kMostRankedKeys + 16> from;
  std::copy_n(keys, count, from.begin());
  // What fills the last vector is smaller than nothing.
  std::fill_n(from.begin() + count, lanes, hwy::HighestValue<T>());
  std::uint64_t placed = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const auto key = hn::Set(d, from[i]);
    std::size_t rank = 0;
    for (std::size_t j = 0; j < count; j += lanes) {
      rank += hn::CountTrue(d, hn::Lt(hn::Load(d, from.data() + j), key));
    }
    keys[rank] = from[i];
    placed |= std::uint64_t{1} << rank;
  }
  // Equal keys have one rank: the places after it are theirs.
  const std::uint64_t all = ~std::uint64_t{0} >> (kMostRankedKeys - count);
  for (std::uint64_t left = all & ~placed; left != 0; left &= left - 1) {
    const auto place = static_cast<unsigned>(std::countr_zero(left));
    keys[place] = keys[place - 1];
  }
}
void Sort32ByRank(std::uint32_t* keys, std::size_t count) {
  sort_by_rank(keys, count);
}
void Sort64ByRank(std::uint64_t* keys, std::size_t count) {
  sort_by_rank(keys, count);
}

}  // namespace strider::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace strider::detail {
namespace {

HWY_EXPORT(Sort32ByRank);
HWY_EXPORT(Sort64ByRank);

/// Rows of fewer arcs are sorted as they are: the calls below take longer.
constexpr std::size_t kFewArcs = 8;

/// 32 or 64 bits.
template <class W>
auto bits_of(W weight) {
  if constexpr (sizeof(W) == sizeof(std::uint32_t)) {
    return std::bit_cast<std::uint32_t>(weight);
  } else {
    return std::bit_cast<std::uint64_t>(weight);
  }
}
template <class W>
typename ArcKey<WeightedArc<W>>::type key_of(const WeightedArc<W>& arc) {
  if constexpr (std::is_same_v<W, double>) {
    return {.lo = arc.target, .hi = bits_of(arc.weight)};
  } else {
    return std::uint64_t{bits_of(arc.weight)} << 32U | arc.target;
  }
}
template <class W>
WeightedArc<W> arc_of(typename ArcKey<WeightedArc<W>>::type key) {
  if constexpr (std::is_same_v<W, double>) {
    return {std::bit_cast<double>(key.hi), static_cast<Vertex>(key.lo)};
  } else {
    return {std::bit_cast<W>(static_cast<std::uint32_t>(key >> 32U)), static_cast<Vertex>(key)};
  }
}
bool is_before(std::uint32_t a, std::uint32_t b) {
  return a < b;
}
template <class W>
bool is_before(const WeightedArc<W>& a, const WeightedArc<W>& b) {
  return a.weight != b.weight ? a.weight < b.weight : a.target < b.target;
}

}  // namespace

template <class Arc>
void RowSorter<Arc>::sort_keys(std::span<Key> keys) {
  if constexpr (std::is_same_v<Key, std::uint32_t>) {
    if (keys.size() <= kMostRankedKeys) {
      return HWY_DYNAMIC_DISPATCH(Sort32ByRank)(keys.data(), keys.size());
    }
  } else if constexpr (std::is_same_v<Key, std::uint64_t>) {
    if (keys.size() <= kMostRankedKeys) {
      return HWY_DYNAMIC_DISPATCH(Sort64ByRank)(keys.data(), keys.size());
    }
  }
  long_rows_(keys.data(), keys.size(), hwy::SortAscending());
}

template <class Arc>
void RowSorter<Arc>::sort(std::span<Arc> row) {
  // Keys of 128 bits have no ranks: their short rows stay short for longer.
  constexpr std::size_t kShort = sizeof(Key) > sizeof(std::uint64_t) ? kMostRankedKeys : kFewArcs;
  if (row.size() < kShort) {
    std::sort(row.begin(), row.end(), [](const Arc& a, const Arc& b) { return is_before(a, b); });
    return;
  }
  if constexpr (std::is_same_v<Arc, Key>) {
    sort_keys(row);
  } else {
    if (keys_.size() < row.size()) keys_.resize(row.size());
    for (std::size_t i = 0; i < row.size(); ++i) keys_[i] = key_of(row[i]);
    sort_keys({keys_.data(), row.size()});
    for (std::size_t i = 0; i < row.size(); ++i) {
      row[i] = arc_of<decltype(Arc::weight)>(keys_[i]);
    }
  }
}

template class RowSorter<std::uint32_t>;
template class RowSorter<WeightedArc<std::uint32_t>>;
template class RowSorter<WeightedArc<float>>;
template class RowSorter<WeightedArc<double>>;

}  // namespace strider::detail
#endif
