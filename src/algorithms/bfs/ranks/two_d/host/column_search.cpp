#include "algorithms/bfs/ranks/two_d/host/column_search.hpp"

#include <algorithm>
#include <array>

#include "base/atomics.hpp"
#include "base/parallel.hpp"
#include "base/prefetch.hpp"

namespace strider::detail {
namespace {

/// Columns whose words of a bitmap, then whose offsets, and then whose rows, are fetched ahead:
/// about as many misses as a core has in flight.
constexpr std::size_t kColumnWordsAhead = 36;
constexpr std::size_t kColumnOffsetsAhead = 24;
constexpr std::size_t kColumnsAhead = 12;
/// Rows of a column that are claimed before the first of them gets its parent.
constexpr std::size_t kRowsAtATime = 64;
/// A column of more entries is shared among all threads.
constexpr std::size_t kLongColumn = 1U << 14U;
/// What a thread takes at a time, of a list and of a bitmap's groups.
constexpr std::size_t kListGrain = 64;
constexpr std::size_t kGroupGrain = 64;

/// Adds a row's bit; false where it was there.
bool claim_plain(std::uint32_t* words, std::uint32_t row) {
  std::uint32_t& word = words[row >> 5U];
  const std::uint32_t bit = 1U << (row & 31U);
  const bool fresh = (word & bit) == 0;
  word |= bit;
  return fresh;
}

/// body(column, rows) for each of a list.
template <class Body>
void for_columns(const Csr& matrix, std::span<const std::uint32_t> columns, const Body& body) {
  const EdgeIndex* const offsets = matrix.offsets().data();
  const Vertex* const rows = matrix.targets().data();
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (i + kColumnOffsetsAhead < columns.size())
      prefetch_to_read(offsets + columns[i + kColumnOffsetsAhead]);
    if (i + kColumnsAhead < columns.size()) {
      prefetch_to_read(rows + offsets[columns[i + kColumnsAhead]]);
    }
    body(columns[i], matrix.neighbors(columns[i]));
  }
}
template <class Body>
void for_columns(const BitmapCsc& matrix, std::span<const std::uint32_t> columns,
                 const Body& body) {
  const auto ahead = [&](std::size_t i, const auto& fetch) {
    if (i < columns.size() && matrix.has(columns[i])) fetch(matrix.place(columns[i]));
  };
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (i + kColumnWordsAhead < columns.size()) matrix.fetch_word(columns[i + kColumnWordsAhead]);
    ahead(i + kColumnOffsetsAhead, [&](std::uint32_t place) { matrix.fetch_start(place); });
    ahead(i + kColumnsAhead, [&](std::uint32_t place) { matrix.fetch_rows(place); });
    body(columns[i], matrix.rows(columns[i]));
  }
}

/// body(row) for the rows of a column that claim(row) says are new, whose parents body writes. Some
/// at a time: which are new cannot be guessed, and the parents are on their way meanwhile.
template <class Claim, class Body>
void for_claimed(std::span<const std::uint32_t> rows, const std::uint32_t* parents,
                 const Claim& claim, const Body& body) {
  std::array<std::uint32_t, kRowsAtATime> claimed;
  for (std::size_t begin = 0; begin < rows.size(); begin += kRowsAtATime) {
    std::size_t count = 0;
    for (const std::uint32_t row :
         rows.subspan(begin, std::min(kRowsAtATime, rows.size() - begin))) {
      prefetch_to_write(&parents[row]);
      claimed[count] = row;
      count += claim(row) ? 1 : 0;
    }
    for (std::size_t i = 0; i < count; ++i) body(claimed[i]);
  }
}

/// Which columns of a group of 64 may have entries.
std::uint64_t kept_of_group(const Csr& /*matrix*/, std::size_t /*group*/) {
  return ~std::uint64_t{0};
}
std::uint64_t kept_of_group(const BitmapCsc& matrix, std::size_t group) {
  return matrix.word(group);
}

/// What is done with the rows of a column.
class Marker {
 public:
  Marker(BlockBits& visited, std::uint32_t* parents, BlockBits& found)
      : visited_(visited.words()), parents_(parents), found_(found.words()) {}

  void mark_plain(std::uint32_t column, std::span<const std::uint32_t> rows) const {
    for_claimed(
        rows, parents_, [&](std::uint32_t row) { return claim_plain(visited_, row); },
        [&](std::uint32_t row) {
          parents_[row] = column;
          found_[row >> 5U] |= 1U << (row & 31U);
        });
  }
  void mark_shared(std::uint32_t column, std::span<const std::uint32_t> rows) const {
    for_claimed(
        rows, parents_, [&](std::uint32_t row) { return claim_bit<true>(visited_, row); },
        [&](std::uint32_t row) {
          parents_[row] = column;
          fetch_or_relaxed(found_[row >> 5U], 1U << (row & 31U));
        });
  }
  /// All threads together: one column at a time.
  void mark_long(std::uint32_t column, std::span<const std::uint32_t> rows, int threads) const {
    parallel_chunks(rows.size(), threads, [&](std::size_t begin, std::size_t end, int) {
      mark_shared(column, rows.subspan(begin, end - begin));
    });
  }

 private:
  std::uint32_t* visited_;
  std::uint32_t* parents_;
  std::uint32_t* found_;
};

/// body(part) for parts that threads take, where it returns the long columns that it left out;
/// they are marked afterwards.
class LongColumns {
 public:
  explicit LongColumns(int threads) : lists_(static_cast<std::size_t>(threads)) {}
  void add(std::size_t thread, std::uint32_t column) { lists_[thread].push_back(column); }
  template <class Matrix>
  void mark(const Matrix& matrix, const Marker& marker, int threads) const {
    for (const auto& list : lists_) {
      for (const std::uint32_t column : list) {
        marker.mark_long(column, LocalMatrix::rows_in(matrix, column), threads);
      }
    }
  }

 private:
  std::vector<std::vector<std::uint32_t>> lists_;
};

/// Marks a list of columns: all, or, by one thread of several, all but the long ones. Returns how
/// many entries they all have.
template <class Matrix>
std::uint64_t mark_list(const Matrix& matrix, std::span<const std::uint32_t> columns,
                        const Marker& marker, std::size_t thread, LongColumns* long_columns) {
  std::uint64_t entries = 0;
  if (long_columns == nullptr) {
    for_columns(matrix, columns, [&](std::uint32_t column, std::span<const std::uint32_t> rows) {
      entries += rows.size();
      marker.mark_plain(column, rows);
    });
    return entries;
  }
  for_columns(matrix, columns, [&](std::uint32_t column, std::span<const std::uint32_t> rows) {
    entries += rows.size();
    if (rows.size() > kLongColumn) {
      long_columns->add(thread, column);
    } else {
      marker.mark_shared(column, rows);
    }
  });
  return entries;
}

/// body(begin, end, thread) for grains of [0, size) as threads become free.
template <class Body>
void deal_grains(std::size_t size, std::size_t grain, int threads, const Body& body) {
  std::size_t next = 0;
  parallel_region(threads, [&](int thread, int) {
    for (;;) {
      const std::size_t begin = fetch_add_relaxed(next, grain);
      if (begin >= size) return;
      body(begin, std::min(size, begin + grain), static_cast<std::size_t>(thread));
    }
  });
}

/// The columns of the groups [first, last) of a bitmap, marked some at a time.
template <class Matrix>
std::uint64_t mark_groups(const Matrix& matrix, const BlockBits& columns, std::size_t first,
                          std::size_t last, const Marker& marker, std::size_t thread,
                          LongColumns* long_columns) {
  std::uint64_t entries = 0;
  constexpr std::size_t kGroupsAtATime = 32;
  std::array<std::uint32_t, kGroupsAtATime * BlockBits::kGroup> list;
  for (std::size_t begin = first; begin < last; begin += kGroupsAtATime) {
    const std::size_t end = std::min(last, begin + kGroupsAtATime);
    std::size_t count = 0;
    for (std::size_t g = begin; g < end; ++g) {
      for_each_vertex(columns.group(g) & kept_of_group(matrix, g), g,
                      [&](std::uint32_t column) { list[count++] = column; });
    }
    entries += mark_list(matrix, std::span<const std::uint32_t>(list.data(), count), marker, thread,
                         long_columns);
  }
  return entries;
}

}  // namespace

EdgeIndex ColumnSearch::count_entries(std::span<const std::uint32_t> columns) const {
  return matrix_.visit([&](const auto& matrix) {
    EdgeIndex sum = 0;
    for (const std::uint32_t column : columns) sum += LocalMatrix::rows_in(matrix, column).size();
    return sum;
  });
}

std::uint64_t ColumnSearch::list_rows(std::span<const std::uint32_t> columns, BlockBits& visited,
                                      std::uint32_t* parents,
                                      std::vector<std::uint32_t>& found) const {
  std::uint64_t entries = 0;
  matrix_.visit([&](const auto& matrix) {
    for_columns(matrix, columns, [&](std::uint32_t column, std::span<const std::uint32_t> rows) {
      entries += rows.size();
      for_claimed(
          rows, parents, [&](std::uint32_t row) { return claim_plain(visited.words(), row); },
          [&](std::uint32_t row) {
            parents[row] = column;
            found.push_back(row);
          });
    });
  });
  return entries;
}

std::uint64_t ColumnSearch::map_rows(std::span<const std::uint32_t> columns, BlockBits& visited,
                                     std::uint32_t* parents, BlockBits& found) const {
  std::uint64_t entries = 0;
  const Marker marker(visited, parents, found);
  matrix_.visit([&](const auto& matrix) {
    if (threads_ == 1) {
      entries = mark_list(matrix, columns, marker, 0, nullptr);
      return;
    }
    LongColumns long_columns(threads_);
    deal_grains(columns.size(), kListGrain, threads_,
                [&](std::size_t begin, std::size_t end, std::size_t thread) {
                  fetch_add_relaxed(entries, mark_list(matrix, columns.subspan(begin, end - begin),
                                                       marker, thread, &long_columns));
                });
    long_columns.mark(matrix, marker, threads_);
  });
  return entries;
}

std::uint64_t ColumnSearch::map_rows(const BlockBits& columns, BlockBits& visited,
                                     std::uint32_t* parents, BlockBits& found) const {
  std::uint64_t entries = 0;
  const Marker marker(visited, parents, found);
  const std::size_t groups = matrix_.num_columns() / BlockBits::kGroup;
  matrix_.visit([&](const auto& matrix) {
    if (threads_ == 1) {
      entries = mark_groups(matrix, columns, 0, groups, marker, 0, nullptr);
      return;
    }
    LongColumns long_columns(threads_);
    deal_grains(
        groups, kGroupGrain, threads_, [&](std::size_t begin, std::size_t end, std::size_t thread) {
          fetch_add_relaxed(
              entries, mark_groups(matrix, columns, begin, end, marker, thread, &long_columns));
        });
    long_columns.mark(matrix, marker, threads_);
  });
  return entries;
}

}  // namespace strider::detail
