#include "graph/local_matrix.hpp"

#include <bit>

#include "base/atomics.hpp"
#include "base/parallel.hpp"
#include "base/parallel_sort.hpp"
#include "base/scan.hpp"

namespace strider::detail {
namespace {

/// Used by kAuto. An offset is twice as long as a name, and the sparse form keeps both for each
/// column that it holds. Where it holds at most a quarter of the columns, it takes less than half
/// of the memory of offsets for all columns, which pays for the search for a name.
constexpr std::uint64_t kSparse = 4;

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

Dcsc make_dcsc(const Array<std::uint64_t>& sorted, std::uint32_t num_columns) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    kept += i == 0 || column_of(sorted[i]) != column_of(sorted[i - 1]) ? 1 : 0;
  }
  Array<std::uint32_t> columns(kept);
  Array<EdgeIndex> offsets(kept + 1);
  Array<std::uint32_t> rows(sorted.size());
  std::size_t k = 0;
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    if (i == 0 || column_of(sorted[i]) != column_of(sorted[i - 1])) {
      columns[k] = column_of(sorted[i]);
      offsets[k++] = i;
    }
    rows[i] = row_of(sorted[i]);
  }
  offsets[kept] = sorted.size();
  return {num_columns, std::move(columns), std::move(offsets), std::move(rows)};
}

/// Counts, deals out, and sorts each column by itself.
class CscBuilder {
 public:
  CscBuilder(Array<std::uint64_t> entries, std::uint32_t num_columns, int threads)
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
    parallel_chunks(entries_.size(), threads_, [&](std::size_t begin, std::size_t end, int) {
      for (std::size_t i = begin; i < end; ++i) (void)count_up(offsets_[column_of(entries_[i])]);
    });
    exclusive_scan(offsets_.span(), threads_);
    rows_ = Array<std::uint32_t>(entries_.size());
    parallel_chunks(entries_.size(), threads_, [&](std::size_t begin, std::size_t end, int) {
      for (std::size_t i = begin; i < end; ++i) {
        rows_[count_up(offsets_[column_of(entries_[i])])] = row_of(entries_[i]);
      }
    });
    entries_ = {};
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

  Array<std::uint64_t> entries_;
  std::uint32_t num_columns_;
  int threads_;
  Array<EdgeIndex> offsets_;
  Array<std::uint32_t> rows_;
};

std::uint64_t bytes_of(const Csr& columns) {
  return columns.offsets().span().size_bytes() + columns.targets().span().size_bytes();
}
std::uint64_t bytes_of(const Dcsc& columns) {
  return columns.bytes();
}

/// How many different columns have entries. O(entries), and a bit a column.
std::uint64_t count_columns(const Array<std::uint64_t>& entries, std::uint32_t num_columns) {
  Array<std::uint64_t> seen(num_columns / 64ULL + 1, 0);
  std::uint64_t count = 0;
  for (const std::uint64_t entry : entries) {
    std::uint64_t& word = seen[column_of(entry) / 64];
    const std::uint64_t bit = 1ULL << (column_of(entry) % 64);
    count += (word & bit) == 0 ? 1 : 0;
    word |= bit;
  }
  return count;
}

}  // namespace

Dcsc::Dcsc(std::uint32_t num_columns, Array<std::uint32_t> columns, Array<EdgeIndex> offsets,
           Array<std::uint32_t> rows)
    : columns_(std::move(columns)), offsets_(std::move(offsets)), rows_(std::move(rows)) {
  if (columns_.empty()) return;
  // As many chunks as columns with entries, or up to twice as many: one or two to look through.
  const std::uint64_t spread = num_columns / columns_.size();
  chunk_bits_ = spread < 2 ? 0 : static_cast<unsigned>(std::bit_width(spread)) - 1;
  const std::size_t num_chunks = ((num_columns - 1ULL) >> chunk_bits_) + 1;
  chunks_ = Array<std::uint32_t>(num_chunks + 1);
  std::size_t k = 0;
  for (std::size_t chunk = 0; chunk <= num_chunks; ++chunk) {
    while (k < columns_.size() && columns_[k] >> chunk_bits_ < chunk) ++k;
    chunks_[chunk] = static_cast<std::uint32_t>(k);
  }
}

LocalMatrix::LocalMatrix(Array<std::uint64_t> entries, std::uint32_t num_rows,
                         std::uint32_t num_columns, MatrixFormat format, int threads)
    : num_rows_(num_rows), num_columns_(num_columns) {
  if (format == MatrixFormat::kAuto) {
    const bool sparse = entries.size() < num_columns / kSparse ||
                        count_columns(entries, num_columns) < num_columns / kSparse;
    format = sparse ? MatrixFormat::kDcsc : MatrixFormat::kCsc;
  }
  if (format == MatrixFormat::kCsc) {
    columns_ = CscBuilder(std::move(entries), num_columns, threads).build();
  } else {
    sort_entries(entries, threads);
    columns_ = make_dcsc(entries, num_columns);
  }
}

std::uint64_t LocalMatrix::bytes() const {
  return visit([](const auto& columns) { return bytes_of(columns); });
}

LocalMatrix LocalMatrix::transposed(MatrixFormat format, int threads) const {
  Array<std::uint64_t> entries(num_entries());
  const std::uint32_t* const first = visit([](const auto& columns) { return first_row(columns); });
  for_each_column(threads, [&](std::uint32_t column, std::span<const std::uint32_t> rows) {
    std::uint64_t* entry = entries.data() + (rows.data() - first);
    for (const std::uint32_t row : rows) *entry++ = matrix_entry(column, row);
  });
  return {std::move(entries), num_columns_, num_rows_, format, threads};
}

}  // namespace strider::detail
