#include "ranks/results/shared_table.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "comm/collective_error.hpp"
#include "io/results/encoder.hpp"
#include "io/results/parquet.hpp"
#include "io/results/write_table.hpp"
#include "ranks/results/hand_to_first_rank.hpp"
#include "ranks/results/shared_output.hpp"

namespace strider::detail {
namespace {

std::size_t blocks_of(const ResultTable& table) {
  return (table.num_rows + kRowsInBlock - 1) / kRowsInBlock;
}

/// The rows of `own`, of which the first is number `first_row` of the file, between a head and a
/// tail that most ranks have none of.
TextBlocks text_of(const Encoder& encoder, const ResultTable& own, std::uint64_t first_row,
                   std::string head, std::string tail, bool is_begin) {
  const bool has_ends = is_begin || !tail.empty();
  const std::size_t blocks = std::max<std::size_t>(blocks_of(own), has_ends ? 1 : 0);
  return {blocks, [=, &encoder, &own](std::uint64_t number, TextBuffer& text) {
            if (number == 0) text.append(head);
            const std::size_t begin = number * kRowsInBlock;
            append_rows(encoder, own, first_row, begin,
                        std::min(own.num_rows, begin + kRowsInBlock), text);
            if (number + 1 == blocks) text.append(tail);
          }};
}

/// A rank cannot make its part of such a file by itself, so rank 0 gets all cells and writes them.
void write_parquet(const comm::Communicator& comm, const ResultTable& own,
                   const std::string& path) {
  std::unique_ptr<TableFile> file;
  comm::try_on_all_ranks(comm, [&] {
    if (comm.rank() != 0) return;
    file = make_parquet_file(own.schema(), own.labels, own.num_vertices, path);
  });
  const auto cells_of = [&](std::size_t number) {
    const std::size_t begin = number * kRowsInBlock;
    const std::size_t count = std::min(kRowsInBlock, own.num_rows - begin);
    std::vector<Cell> cells(count * own.columns.size());
    own.fill(begin, count, cells.data());
    return cells;
  };
  hand_to_first_rank<Cell>(comm, blocks_of(own), cells_of,
                           [&](std::span<const Cell> cells) { file->append(cells); });
  comm::try_on_all_ranks(comm, [&] {
    if (comm.rank() == 0) file->finish();
  });
}

}  // namespace

void write_shared_table(const comm::Communicator& comm, const ResultTable& own,
                        const std::string& path, ResultFormat format) {
  if (format == ResultFormat::kParquet) return write_parquet(comm, own, path);
  const std::uint64_t own_rows = own.num_rows;
  const std::uint64_t num_rows = comm.all_reduce(own_rows, comm::Reduction::kSum);
  const std::uint64_t first_row = comm.exclusive_sum(own_rows);
  std::unique_ptr<Encoder> encoder;
  TextBlocks text;
  comm::try_on_all_ranks(comm, [&] {
    encoder = make_encoder(format, own.schema(), own.labels, own.num_vertices);
    const bool is_first = comm.rank() == 0;
    const bool is_last = comm.rank() + 1 == comm.size();
    text = text_of(*encoder, own, first_row, is_first ? encoder->head(num_rows) : "",
                   is_last ? encoder->tail() : "", is_first);
  });
  SharedOutput output(comm, path);
  // Plain rows are made as fast as a file system takes them, so more threads only get in the way.
  output.append(text, 1);
  output.commit();
}

}  // namespace strider::detail
