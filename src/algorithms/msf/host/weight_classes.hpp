// Classes of keys, of about as many edges each.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

namespace strider::detail {

/// Up to kMost ranges of keys, ascending, that cover all keys. Where a sample holds few different
/// keys, each gets a class to itself.
template <class Key>
class WeightClasses {
 public:
  static constexpr std::size_t kMost = 256;

  /// One class of all keys.
  WeightClasses() { set_bounds({}); }
  /// Sorts `sample`.
  explicit WeightClasses(std::span<Key> sample) { set_bounds(bounds_of(sample)); }

  [[nodiscard]] std::size_t count() const { return bounds_.size() + 1; }

  /// The class of a key: one look at a table, and as few comparisons as there are classes with keys
  /// of the same bits in front.
  [[nodiscard]] std::size_t of(Key key) const {
    if (key <= first_) return 0;
    const Key bucket = static_cast<Key>(key - first_) >> shift_;
    if (bucket >= starts_.size() - 1) return bounds_.size();
    std::size_t low = starts_[bucket];
    if (shift_ == 0) return low;
    for (std::size_t high = starts_[bucket + 1]; low < high;) {
      const std::size_t middle = low + (high - low) / 2;
      if (bounds_[middle] < key) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

 private:
  // Entries of the table at most: it stays in the first-level cache.
  static constexpr Key kMostBuckets = 1U << 12U;

  /// The last key of every class but the last.
  static std::vector<Key> bounds_of(std::span<Key> sample) {
    std::sort(sample.begin(), sample.end());
    std::vector<Key> bounds;
    const auto add = [&](Key key) {
      if (bounds.empty() || bounds.back() < key) bounds.push_back(key);
    };
    if (sample.empty()) return bounds;
    if (sample.back() - sample.front() < kMost) {
      // Few numbers at all: each by itself, those between that the sample missed as well.
      for (Key key = sample.front(); key < sample.back(); ++key) add(key);
      return bounds;
    }
    std::size_t different = 1;
    for (std::size_t i = 1; i < sample.size(); ++i) different += sample[i] != sample[i - 1] ? 1 : 0;
    if (different < kMost / 2) {
      // Each key by itself, and what lies between two of them apart.
      for (const Key key : sample) {
        if (key > 0) add(key - 1);
        add(key);
      }
      return bounds;
    }
    for (std::size_t i = 1; i < kMost; ++i) add(sample[i * sample.size() / kMost]);
    return bounds;
  }

  void set_bounds(std::vector<Key> bounds) {
    if (bounds.size() >= kMost) bounds.resize(kMost - 1);
    bounds_ = std::move(bounds);
    first_ = bounds_.empty() ? static_cast<Key>(~Key{0}) : bounds_.front();
    const Key range = bounds_.empty() ? 0 : static_cast<Key>(bounds_.back() - first_);
    while (range >> shift_ >= kMostBuckets) ++shift_;
    // starts_[i]: the bounds in buckets before bucket i.
    starts_.assign(static_cast<std::size_t>(range >> shift_) + 2, 0);
    for (const Key bound : bounds_) {
      ++starts_[static_cast<std::size_t>(static_cast<Key>(bound - first_) >> shift_) + 1];
    }
    std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
  }

  std::vector<Key> bounds_;  // the last key of every class but the last
  Key first_ = 0;
  unsigned shift_ = 0;
  std::vector<std::uint16_t> starts_;
};

}  // namespace strider::detail
