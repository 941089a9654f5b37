// Classes of keys, of about as many edges each.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
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

  [[nodiscard]] std::size_t count() const { return count_; }

  /// The class of a key, by as many comparisons whatever the key: nothing to predict.
  [[nodiscard]] std::size_t of(Key key) const {
    if (key - first_ < direct_.size()) return direct_[key - first_];
    std::size_t index = 0;
    for (std::size_t step = kMost / 2; step > 0; step /= 2) {
      index += last_[index + step - 1] < key ? step : 0;
    }
    return index;
  }

 private:
  // Keys looked up in a table where their range is no larger: it stays in the first-level cache.
  static constexpr Key kMostDirect = 1U << 12U;

  /// The last key of every class but the last.
  static std::vector<Key> bounds_of(std::span<Key> sample) {
    std::sort(sample.begin(), sample.end());
    std::vector<Key> bounds;
    const auto add = [&](Key key) {
      if (bounds.empty() || bounds.back() < key) bounds.push_back(key);
    };
    if (sample.empty()) return bounds;
    if (sample.back() - sample.front() < kMost) {
      // Few numbers at all: each alone, those between that the sample missed as well.
      for (Key key = sample.front(); key < sample.back(); ++key) add(key);
      return bounds;
    }
    std::size_t different = 1;
    for (std::size_t i = 1; i < sample.size(); ++i) different += sample[i] != sample[i - 1] ? 1 : 0;
    if (different < kMost / 2) {
      // Each key alone, and what lies between two of them apart.
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
    last_.fill(static_cast<Key>(~Key{0}));
    std::copy(bounds.begin(), bounds.end(), last_.begin());
    count_ = bounds.size() + 1;
    if (bounds.empty() || bounds.back() - bounds.front() >= kMostDirect) return;
    first_ = bounds.front();
    std::vector<std::uint8_t> direct;
    // With the first key of the last class, which may be all of it.
    for (Key key = bounds.front(); key == 0 || key - 1 <= bounds.back(); ++key) {
      direct.push_back(static_cast<std::uint8_t>(
          std::lower_bound(bounds.begin(), bounds.end(), key) - bounds.begin()));
      if (key == static_cast<Key>(~Key{0})) break;
    }
    direct_ = std::move(direct);
  }

  std::array<Key, kMost> last_;
  std::size_t count_ = 1;
  Key first_ = 0;
  std::vector<std::uint8_t> direct_;
};

}  // namespace strider::detail
