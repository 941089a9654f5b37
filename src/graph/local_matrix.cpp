#include "graph/local_matrix.hpp"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "base/atomics.hpp"
#include "base/count_ones.hpp"
#include "base/parallel.hpp"
#include "base/parallel_sort.hpp"
#include "base/scan.hpp"
#include "strider/error.hpp"

namespace strider::detail {
namespace {

std::uint32_t column_of(std::uint64_t entry) {
  return static_cast<std::uint32_t>(entry >> 32U);
}
std::uint32_t row_of(std::uint64_t entry) {
  return static_cast<std::uint32_t>(entry);
}

/// Sorts by column, then row, and drops repetitions.
void sort_entries(Array<std::uint64_t>& entries, int threads) {
  Array<std::uint64_t> buffer(threads == 1 ? 0 : entries.size());
  parallel_sort(entries.span(), buffer.span(), threads, std::less<std::uint64_t>());
  entries.truncate(
      static_cast<std::size_t>(std::unique(entries.begin(), entries.end()) - entries.begin()));
}

/// Entries in any order, in parts.
class EntryParts {
 public:
  explicit EntryParts(std::vector<Array<std::uint64_t>> parts) : parts_(std::move(parts)) {}

  [[nodiscard]] std::uint64_t size() const { return size_of(parts_); }
  /// body(column, row). Parallel.
  template <class Body>
  void for_each(int threads, const Body& body) const {
    for (const auto& part : parts_) for_each_of(part, threads, body);
  }
  /// The same, and a part is released once it is read.
  template <class Body>
  void take_each(int threads, const Body& body) {
    for (auto& part : std::exchange(parts_, {})) {
      for_each_of(part, threads, body);
      part = {};
    }
  }
  [[nodiscard]] Array<std::uint64_t> join(int threads) {
    Array<std::uint64_t> all(size());
    std::uint64_t* end = all.data();
    for (auto& part : std::exchange(parts_, {})) {
      parallel_for(0, part.size(), threads, [&](std::size_t i) { end[i] = part[i]; });
      end += part.size();
      part = {};
    }
    return all;
  }

  [[nodiscard]] static std::uint64_t size_of(std::span<const Array<std::uint64_t>> parts) {
    std::uint64_t size = 0;
    for (const auto& part : parts) size += part.size();
    return size;
  }
  template <class Body>
  static void for_each_of(const Array<std::uint64_t>& part, int threads, const Body& body) {
    parallel_chunks(part.size(), threads, [&](std::size_t begin, std::size_t end, int) {
      for (std::size_t i = begin; i < end; ++i) body(column_of(part[i]), row_of(part[i]));
    });
  }

 private:
  std::vector<Array<std::uint64_t>> parts_;
};

/// The entries of a matrix, rows turned into columns.
class TransposedEntries {
 public:
  explicit TransposedEntries(const LocalMatrix& matrix) : matrix_(matrix) {}

  [[nodiscard]] std::uint64_t size() const { return matrix_.num_entries(); }
  template <class Body>
  void for_each(int threads, const Body& body) const {
    matrix_.for_each_column(threads,
                            [&](std::uint32_t column, std::span<const std::uint32_t> rows) {
                              for (const std::uint32_t row : rows) body(row, column);
                            });
  }
  template <class Body>
  void take_each(int threads, const Body& body) {
    for_each(threads, body);
  }

 private:
  const LocalMatrix& matrix_;
};

/// Counts, deals out, and sorts each column by itself. No array has 8 bytes an entry, but those
/// that the entries come in.
template <class Entries>
class CscBuilder {
 public:
  CscBuilder(Entries entries, std::uint32_t num_columns, int threads)
      : entries_(std::move(entries)),
        num_columns_(num_columns),
        threads_(threads),
        offsets_(num_columns + 1ULL) {}

  [[nodiscard]] Csr build() {
    deal();
    return sort_columns() ? compacted() : Csr(std::move(offsets_), std::move(rows_));
  }

 private:
  /// Fills rows_ column by column, each in any order.
  void deal() {
    std::fill(offsets_.begin(), offsets_.end(), EdgeIndex{0});
    entries_.for_each(
        threads_, [&](std::uint32_t column, std::uint32_t) { (void)count_up(offsets_[column]); });
    rows_ = Array<std::uint32_t>(exclusive_scan(offsets_.span(), threads_));
    entries_.take_each(threads_, [&](std::uint32_t column, std::uint32_t row) {
      rows_[count_up(offsets_[column])] = row;
    });
    // Each offset has moved up to where the next column begins.
    std::copy_backward(offsets_.begin(), offsets_.end() - 1, offsets_.end());
    offsets_[0] = 0;
  }
  EdgeIndex count_up(EdgeIndex& counter) const {
    return threads_ == 1 ? counter++ : fetch_add_relaxed(counter, EdgeIndex{1});
  }

  /// Whether a column repeats a row.
  bool sort_columns() {
    unsigned repeated = 0;
    parallel_for(0, num_columns_, threads_, [&](std::size_t c) {
      std::uint32_t* const begin = rows_.data() + offsets_[c];
      std::uint32_t* const end = rows_.data() + offsets_[c + 1];
      std::sort(begin, end);
      if (std::adjacent_find(begin, end) != end) store_relaxed(repeated, 1U);
    });
    return repeated != 0;
  }

  /// Without repetitions. Columns are sorted.
  Csr compacted() {
    Array<EdgeIndex> offsets(num_columns_ + 1ULL);
    offsets[num_columns_] = 0;
    parallel_for(0, num_columns_, threads_, [&](std::size_t c) {
      const std::uint32_t* const begin = rows_.data() + offsets_[c];
      const std::uint32_t* const end = rows_.data() + offsets_[c + 1];
      EdgeIndex kept = 0;
      for (const std::uint32_t* row = begin; row != end; ++row) {
        kept += row == begin || *row != *(row - 1) ? 1 : 0;
      }
      offsets[c] = kept;
    });
    Array<std::uint32_t> rows(exclusive_scan(offsets.span(), threads_));
    parallel_for(0, num_columns_, threads_, [&](std::size_t c) {
      std::unique_copy(rows_.data() + offsets_[c], rows_.data() + offsets_[c + 1],
                       rows.data() + offsets[c]);
    });
    return {std::move(offsets), std::move(rows)};
  }

  Entries entries_;
  std::uint32_t num_columns_;
  int threads_;
  Array<EdgeIndex> offsets_;
  Array<std::uint32_t> rows_;
};

std::vector<Array<std::uint64_t>> one_part(Array<std::uint64_t> entries) {
  std::vector<Array<std::uint64_t>> parts;
  parts.push_back(std::move(entries));
  return parts;
}

std::uint64_t bytes_of(const Csr& columns) {
  return columns.offsets().span().size_bytes() + columns.targets().span().size_bytes();
}
std::uint64_t bytes_of(const BitmapCsc& columns) {
  return columns.bytes();
}

/// Of a BitmapCsc.
constexpr std::uint64_t kMostEntries = std::numeric_limits<std::uint32_t>::max();

std::uint64_t require_few(std::uint64_t entries) {
  if (entries <= kMostEntries) return entries;
  throw UsageError("a block of the matrix has 2^32 entries or more: start more ranks");
}

/// How many different columns have entries. O(entries), and a bit a column.
template <class Entries>
std::uint64_t count_columns(const Entries& for_each, std::uint32_t num_columns) {
  Array<std::uint64_t> seen(num_columns / 64ULL + 1, 0);
  for_each([&](std::uint32_t column, std::uint32_t) {
    std::uint64_t& word = seen[column / 64];
    const std::uint64_t bit = 1ULL << (column % 64);
    // The plain read first: most columns were seen before, and a read leaves the line shared.
    if ((load_relaxed(word) & bit) == 0) (void)fetch_or_relaxed(word, bit);
  });
  std::uint64_t count = 0;
  for (const std::uint64_t word : seen) count += count_ones(word);
  return count;
}

/// for_each(body) calls body(column, row) of each of so many entries.
template <class ForEach>
MatrixFormat fitting_format(MatrixFormat format, std::uint64_t size, std::uint32_t num_columns,
                            const ForEach& for_each) {
  if (format != MatrixFormat::kAuto) return format;
  const auto entries = static_cast<double>(size);
  const bool sparse =
      size <= kMostEntries &&
      (is_hypersparse(num_columns, num_columns, entries) ||
       is_hypersparse(num_columns, static_cast<double>(count_columns(for_each, num_columns)),
                      entries));
  return sparse ? MatrixFormat::kBitmap : MatrixFormat::kCsc;
}

}  // namespace

BitmapCsc::BitmapCsc(std::span<const std::uint64_t> entries, std::uint32_t num_columns, int threads)
    : rows_(require_few(entries.size())),
      words_(num_columns / kWord + std::size_t{1}),
      before_(words_.size()) {
  // body(first entry of a column, its number), in parallel by words of columns.
  const auto for_each_first = [&](const auto& body) {
    parallel_chunks(words_.size(), threads, [&](std::size_t begin, std::size_t end, int) {
      const auto entry_of = [&](std::size_t w) {
        const auto first = std::ranges::lower_bound(entries, std::uint64_t{w} * kWord << 32U);
        return static_cast<std::size_t>(first - entries.begin());
      };
      const std::size_t last = end == words_.size() ? entries.size() : entry_of(end);
      for (std::size_t i = entry_of(begin); i < last; ++i) {
        const std::uint32_t column = column_of(entries[i]);
        if (i == 0 || column != column_of(entries[i - 1])) body(i, column);
      }
    });
  };
  parallel_for(0, rows_.size(), threads, [&](std::size_t i) { rows_[i] = row_of(entries[i]); });
  parallel_for(0, words_.size(), threads, [&](std::size_t w) { words_[w] = 0; });
  for_each_first([&](std::size_t, std::uint32_t column) {
    words_[column / kWord] |= std::uint64_t{1} << (column % kWord);
  });
  parallel_for(0, words_.size(), threads,
               [&](std::size_t w) { before_[w] = count_ones(words_[w]); });
  const std::uint32_t kept = exclusive_scan(before_.span(), threads);
  starts_ = Array<std::uint32_t>(std::size_t{kept} + 1);
  for_each_first([&](std::size_t i, std::uint32_t column) {
    starts_[place(column)] = static_cast<std::uint32_t>(i);
  });
  starts_[kept] = static_cast<std::uint32_t>(entries.size());
}

LocalMatrix::LocalMatrix(std::vector<Array<std::uint64_t>> parts, std::uint32_t num_rows,
                         std::uint32_t num_columns, MatrixFormat format, int threads)
    : num_rows_(num_rows), num_columns_(num_columns) {
  const MatrixFormat fits = fitting(format, parts, num_columns, threads);
  EntryParts all(std::move(parts));
  if (fits == MatrixFormat::kCsc) {
    columns_ = CscBuilder<EntryParts>(std::move(all), num_columns, threads).build();
  } else {
    Array<std::uint64_t> entries = all.join(threads);
    sort_entries(entries, threads);
    columns_ = BitmapCsc(entries.span(), num_columns, threads);
  }
}

LocalMatrix::LocalMatrix(Array<std::uint64_t> entries, std::uint32_t num_rows,
                         std::uint32_t num_columns, MatrixFormat format, int threads)
    : LocalMatrix(one_part(std::move(entries)), num_rows, num_columns, format, threads) {}

MatrixFormat LocalMatrix::fitting(MatrixFormat format, std::span<const Array<std::uint64_t>> parts,
                                  std::uint32_t num_columns, int threads) {
  return fitting_format(format, EntryParts::size_of(parts), num_columns, [&](const auto& body) {
    for (const auto& part : parts) EntryParts::for_each_of(part, threads, body);
  });
}

std::uint64_t LocalMatrix::bytes() const {
  return visit([](const auto& columns) { return bytes_of(columns); });
}

MatrixFormat LocalMatrix::fitting_transpose(MatrixFormat format, int threads) const {
  return fitting_format(format, num_entries(), num_rows_, [&](const auto& body) {
    TransposedEntries(*this).for_each(threads, body);
  });
}

LocalMatrix LocalMatrix::transposed(MatrixFormat format, int threads) const {
  LocalMatrix turned;
  turned.num_rows_ = num_columns_;
  turned.num_columns_ = num_rows_;
  if (fitting_transpose(format, threads) == MatrixFormat::kCsc) {
    turned.columns_ =
        CscBuilder<TransposedEntries>(TransposedEntries(*this), num_rows_, threads).build();
    return turned;
  }
  Array<std::uint64_t> entries(num_entries());
  const std::uint32_t* const first = visit([](const auto& columns) { return first_row(columns); });
  for_each_column(threads, [&](std::uint32_t column, std::span<const std::uint32_t> rows) {
    std::uint64_t* entry = entries.data() + (rows.data() - first);
    for (const std::uint32_t row : rows) *entry++ = matrix_entry(column, row);
  });
  sort_entries(entries, threads);
  turned.columns_ = BitmapCsc(entries.span(), num_rows_, threads);
  return turned;
}

}  // namespace strider::detail
