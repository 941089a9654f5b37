// Arcs on their way to the rank of a grid that holds them, while every vertex has a row and a
// column.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/parallel.hpp"
#include "strider/array.hpp"

namespace strider::detail {

/// An entry in 64 bits, as many for its row as rows need.
class PackedEntries {
 public:
  using Record = std::uint64_t;

  explicit PackedEntries(std::uint64_t num_rows) : row_bits_(width(num_rows)) {}
  [[nodiscard]] static bool fit(std::uint64_t num_rows, std::uint64_t num_columns) {
    return width(num_rows) + width(num_columns) <= 64;
  }

  [[nodiscard]] Record pack(std::uint64_t row, std::uint64_t column) const {
    return column << row_bits_ | row;
  }
  [[nodiscard]] std::uint64_t row(Record entry) const {
    return entry & ((std::uint64_t{1} << row_bits_) - 1);
  }
  [[nodiscard]] std::uint64_t column(Record entry) const { return entry >> row_bits_; }

 private:
  static unsigned width(std::uint64_t count) {
    return static_cast<unsigned>(std::bit_width(count - 1));
  }
  unsigned row_bits_;
};

/// An entry in 96 bits: a rank with 2^48 rows or columns would have no memory for a bit of each.
class WideEntries {
 public:
  struct Record {
    std::uint32_t row;
    std::uint32_t column;
    std::uint16_t row_high;
    std::uint16_t column_high;
  };

  [[nodiscard]] static Record pack(std::uint64_t row, std::uint64_t column) {
    return {static_cast<std::uint32_t>(row), static_cast<std::uint32_t>(column),
            static_cast<std::uint16_t>(row >> 32U), static_cast<std::uint16_t>(column >> 32U)};
  }
  [[nodiscard]] static std::uint64_t row(const Record& entry) {
    return std::uint64_t{entry.row_high} << 32U | entry.row;
  }
  [[nodiscard]] static std::uint64_t column(const Record& entry) {
    return std::uint64_t{entry.column_high} << 32U | entry.column;
  }
};

/// What comes round by round.
template <class Record>
class EntryCollector {
 public:
  void take(Array<Record>&& entries) {
    if (entries.empty()) return;
    size_ += entries.size();
    parts_.push_back(std::move(entries));
  }
  [[nodiscard]] std::uint64_t size() const { return size_; }
  [[nodiscard]] std::uint64_t bytes() const { return size_ * sizeof(Record); }

  /// All of them, translated part by part: in place where a record has as many bits as the result.
  template <class Translate>
  [[nodiscard]] std::vector<Array<std::uint64_t>> translate(int threads,
                                                            const Translate& translate) {
    std::vector<Array<std::uint64_t>> all;
    for (Array<Record>& part : parts_) {
      if constexpr (std::is_same_v<Record, std::uint64_t>) {
        parallel_for(0, part.size(), threads, [&](std::size_t i) { part[i] = translate(part[i]); });
        all.push_back(std::move(part));
      } else {
        Array<std::uint64_t> translated(part.size());
        parallel_for(0, part.size(), threads,
                     [&](std::size_t i) { translated[i] = translate(part[i]); });
        part = {};
        all.push_back(std::move(translated));
      }
    }
    parts_.clear();
    size_ = 0;
    return all;
  }
  /// That translate() takes besides, for a while.
  [[nodiscard]] std::uint64_t translating_bytes() const {
    if constexpr (std::is_same_v<Record, std::uint64_t>) return 0;
    std::uint64_t longest = 0;
    for (const Array<Record>& part : parts_)
      longest = std::max<std::uint64_t>(longest, part.size());
    return longest * sizeof(std::uint64_t);
  }

 private:
  std::vector<Array<Record>> parts_;
  std::uint64_t size_ = 0;
};

}  // namespace strider::detail
