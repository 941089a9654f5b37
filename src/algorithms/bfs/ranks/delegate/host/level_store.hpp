// Levels of a search that is under way: a byte each while a byte holds them.
#pragma once

#include <bit>
#include <cstdint>
#include <utility>

#include "strider/array.hpp"
#include "strider/bfs.hpp"

namespace strider::detail {

/// Different threads may set different entries. What was not set is undefined.
class LevelStore {
 public:
  static constexpr Level kFirstWide = LevelView::kNarrowUnreached;
  /// Bytes that an entry takes at most.
  static constexpr std::size_t kMostBytes = sizeof(std::uint8_t) + sizeof(Level);

  /// For a new search of `size` entries, in these arrays where they fit. Throws MemoryError.
  void start(std::size_t size, Array<std::uint8_t> narrow = {}, Array<Level> wide = {}) {
    narrow_ = narrow.size() == size && size > 0 ? std::move(narrow) : Array<std::uint8_t>(size, 0);
    wide_ = wide.size() == size ? std::move(wide) : Array<Level>();
    is_wide_ = false;
  }
  /// The same arrays again.
  void restart() { is_wide_ = false; }

  /// Before entries are set to `level`, by one thread. Throws MemoryError where levels first get
  /// wide.
  void make_room_for(Level level) {
    if (level < kFirstWide || is_wide_) return;
    if (wide_.size() != narrow_.size()) wide_ = Array<Level>(narrow_.size());
    for (std::size_t i = 0; i < narrow_.size(); ++i) wide_[i] = narrow_[i];
    is_wide_ = true;
  }
  void set(std::size_t i, Level level) {
    if (is_wide_) {
      wide_[i] = level;
    } else {
      narrow_[i] = static_cast<std::uint8_t>(level);
    }
  }
  /// Of the entries 64 word .. 64 word + 63 those of which a bit is set.
  void set_unreached(std::uint64_t bits, std::size_t word) {
    for (; bits != 0; bits &= bits - 1) {
      const std::size_t i = word * 64 + static_cast<std::size_t>(std::countr_zero(bits));
      if (is_wide_) {
        wide_[i] = kUnreached;
      } else {
        narrow_[i] = LevelView::kNarrowUnreached;
      }
    }
  }

  /// Room for a level that nothing came to is given back.
  void finish(Level num_levels) {
    if (num_levels <= kFirstWide) is_wide_ = false;
  }
  [[nodiscard]] bool is_wide() const { return is_wide_; }
  [[nodiscard]] LevelView view() const {
    return is_wide_ ? LevelView(wide_.span()) : LevelView(narrow_.span());
  }
  [[nodiscard]] Array<std::uint8_t>& narrow() { return narrow_; }
  [[nodiscard]] Array<Level>& wide() { return wide_; }

 private:
  Array<std::uint8_t> narrow_;
  Array<Level> wide_;
  bool is_wide_ = false;
};

}  // namespace strider::detail
