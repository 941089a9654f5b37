#include "ranks/two_d/column_names.hpp"

#include <limits>

#include "base/parallel.hpp"
#include "ranks/two_d/dense_numbering.hpp"
#include "ranks/two_d/spread_places.hpp"

namespace strider::detail {
namespace {

/// table[the number of a marked vertex] = vertex.
template <class T>
Array<T> list_offsets(const DenseNumbering& columns, std::size_t size, int threads) {
  Array<T> table(size);
  parallel_for(0, size, threads, [&](std::size_t i) { table[i] = std::numeric_limits<T>::max(); });
  const std::span<const std::uint64_t> words = columns.marks().words();
  parallel_for(0, words.size(), threads, [&](std::size_t w) {
    for (std::uint64_t rest = words[w]; rest != 0; rest &= rest - 1) {
      const std::uint64_t vertex = w * 64 + static_cast<unsigned>(std::countr_zero(rest));
      table[columns.number(vertex)] = static_cast<T>(vertex);
    }
  });
  return table;
}

template <class T>
std::optional<std::uint32_t> find_in(std::span<const T> block, std::uint64_t offset) {
  const auto at = std::ranges::lower_bound(block, offset);
  if (at == block.end() || *at != offset) return std::nullopt;
  return static_cast<std::uint32_t>(at - block.begin());
}

}  // namespace

ColumnNames::ColumnNames(const OwnerMap& owners, const GridPlace& place)
    : shuffle_(owners.shuffle()),
      of_column_(owners.block_size() * static_cast<std::uint64_t>(place.grid().rows)),
      of_block_(owners.block_size()),
      first_own_(place.first_column(place.row())),
      block_size_(place.block_size()),
      own_size_(owners.size(place.rank())),
      num_own_(own_size_),
      grid_row_(place.row()) {
  first_ = of_column_ * static_cast<std::uint64_t>(place.column());
  first_own_name_ = first_ + of_block_ * static_cast<std::uint64_t>(place.row());
}

ColumnNames::ColumnNames(const OwnerMap& owners, const GridPlace& place,
                         const DenseNumbering& columns, int threads)
    : ColumnNames(owners, place) {
  if (!columns.leaves_out()) return;
  if (is_narrow(owners, place)) {
    narrow_ = list_offsets<std::uint32_t>(columns, place.num_columns(), threads);
  } else {
    wide_ = list_offsets<std::uint64_t>(columns, place.num_columns(), threads);
  }
  const auto words_of_block = static_cast<std::size_t>(of_block_ / 64);
  num_own_ = static_cast<std::uint32_t>(
      count_marked(columns.marks().words().subspan(
                       words_of_block * static_cast<std::size_t>(place.row()), words_of_block),
                   threads));
}

std::optional<std::uint32_t> ColumnNames::find(int grid_row, LocalVertex vertex) const {
  const std::uint32_t first = static_cast<std::uint32_t>(grid_row) * block_size_;
  if (!leaves_out()) return first + index(vertex);
  const std::uint64_t offset = of_block_ * static_cast<std::uint64_t>(grid_row) + index(vertex);
  const auto place = narrow_.empty() ? find_in(wide_.span().subspan(first, block_size_), offset)
                                     : find_in(narrow_.span().subspan(first, block_size_), offset);
  if (!place) return std::nullopt;
  return first + *place;
}

std::optional<std::uint32_t> ColumnNames::find_own(std::uint32_t vertex) const {
  const std::optional<std::uint32_t> column = find(grid_row_, local_vertex(vertex));
  if (!column) return std::nullopt;
  return *column - first_own_;
}

template <class T>
void ColumnNames::spread(std::span<const T> by_place, T none, std::span<T> to, int threads) const {
  const auto values_of = [&](std::size_t /*group*/) {
    return [&](std::size_t place) { return by_place[place]; };
  };
  spread_places(*this, values_of, none, to, threads);
}
template void ColumnNames::spread(std::span<const std::uint8_t>, std::uint8_t,
                                  std::span<std::uint8_t>, int) const;
template void ColumnNames::spread(std::span<const std::uint32_t>, std::uint32_t,
                                  std::span<std::uint32_t>, int) const;
template void ColumnNames::spread(std::span<const std::uint64_t>, std::uint64_t,
                                  std::span<std::uint64_t>, int) const;

}  // namespace strider::detail
