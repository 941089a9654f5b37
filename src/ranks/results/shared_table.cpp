#include "ranks/results/shared_table.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

#include "comm/collective_error.hpp"
#include "io/compression/compress.hpp"
#include "io/results/encoder.hpp"
#include "io/results/parquet.hpp"
#include "io/results/write_table.hpp"
#include "ranks/results/shared_file.hpp"

namespace strider::detail {
namespace {

/// This rank's part of a file, made anew whenever it is asked for: twice where the rank writes by
/// itself, first to know how long it is. So no rank keeps its part in memory.
struct TextChunks {
  std::size_t count = 0;
  std::function<std::string(std::size_t number)> chunk;
};

std::string packed(Compression compression, std::string_view text) {
  if (compression == Compression::kNone || text.empty()) return std::string(text);
  std::vector<char> bytes;
  compress(compression, text, bytes);
  return {bytes.begin(), bytes.end()};
}

std::size_t blocks_of(const ResultTable& table) {
  return (table.num_rows + kRowsInBlock - 1) / kRowsInBlock;
}

/// The rows of `own`, of which the first is number `first_row` of the file, between a head and a
/// tail that most ranks have none of.
TextChunks chunks_of(const Encoder& encoder, const ResultTable& own, std::uint64_t first_row,
                     std::string head, std::string tail, Compression compression) {
  const std::size_t blocks = blocks_of(own);
  return {blocks + 2, [=, &encoder, &own](std::size_t number) {
            if (number == 0) return packed(compression, head);
            if (number == blocks + 1) return packed(compression, tail);
            const std::size_t begin = (number - 1) * kRowsInBlock;
            TextBuffer text;
            append_rows(encoder, own, first_row, begin,
                        std::min(own.num_rows, begin + kRowsInBlock), text);
            return packed(compression, text.text());
          }};
}

/// Every rank writes its part where those before it end.
void write_in_place(const comm::Communicator& comm, SharedFile& file, const TextChunks& text) {
  std::uint64_t size = 0;
  comm::try_on_all_ranks(comm, [&] {
    for (std::size_t number = 0; number < text.count; ++number) size += text.chunk(number).size();
  });
  std::uint64_t offset = comm.exclusive_sum(size);
  comm::try_on_all_ranks(comm, [&] {
    for (std::size_t number = 0; number < text.count; ++number) {
      const std::string chunk = text.chunk(number);
      file.write_at(offset, chunk);
      offset += chunk.size();
    }
  });
}

/// Calls take(elements) on rank 0 for what make_chunk(0) .. make_chunk(count-1) give on each rank,
/// one rank after the other. Collective.
template <class T, class MakeChunk, class Take>
void hand_to_first_rank(const comm::Communicator& comm, std::size_t count,
                        const MakeChunk& make_chunk, const Take& take) {
  const auto chunks = comm.all_gather(static_cast<std::uint64_t>(count));
  const auto ranks = static_cast<std::size_t>(comm.size());
  std::vector<std::uint64_t> ignored;
  for (std::size_t r = 0; r < ranks; ++r) {
    for (std::size_t number = 0; number < chunks[r]; ++number) {
      std::invoke_result_t<MakeChunk, std::size_t> chunk;
      comm::try_on_all_ranks(comm, [&] {
        if (static_cast<std::size_t>(comm.rank()) == r) chunk = make_chunk(number);
      });
      std::vector<std::uint64_t> counts(ranks, 0);
      counts[0] = chunk.size();
      const Array<T> received = comm.all_to_all<T>(chunk, counts, ignored);
      comm::try_on_all_ranks(comm, [&] {
        if (comm.rank() == 0) take(received.span());
      });
    }
  }
}

void write_in_order(const comm::Communicator& comm, SharedFile& file, const TextChunks& text) {
  hand_to_first_rank<char>(comm, text.count, text.chunk, [&](std::span<const char> chunk) {
    file.append({chunk.data(), chunk.size()});
  });
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
  TextChunks text;
  comm::try_on_all_ranks(comm, [&] {
    encoder = make_encoder(format, own.schema(), own.labels, own.num_vertices);
    const bool is_last = comm.rank() + 1 == comm.size();
    text = chunks_of(*encoder, own, first_row, comm.rank() == 0 ? encoder->head(num_rows) : "",
                     is_last ? encoder->tail() : "", compression_of_name(path));
  });
  SharedFile file(comm, path);
  file.is_file() ? write_in_place(comm, file, text) : write_in_order(comm, file, text);
  file.commit();
}

}  // namespace strider::detail
