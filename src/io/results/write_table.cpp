#include "io/results/write_table.hpp"

#include <algorithm>
#include <memory>

#include "base/parallel.hpp"
#include "io/results/encoder.hpp"
#include "io/results/parquet.hpp"

namespace strider {
namespace {

void write_parquet(const ResultTable& table, const std::string& path) {
  const std::unique_ptr<TableFile> file =
      make_parquet_file(table.schema(), table.labels, table.num_vertices, path);
  for_each_rows(table, 0, table.num_rows,
                [&](std::size_t, std::span<const Cell> cells) { file->append(cells); });
  file->finish();
}

}  // namespace

void write_table(const ResultTable& table, const std::string& path, ResultFormat format,
                 int threads) {
  if (format == ResultFormat::kParquet) return write_parquet(table, path);
  const std::unique_ptr<Encoder> encoder =
      make_encoder(format, table.schema(), table.labels, table.num_vertices);
  OutputSink sink(path);
  const std::uint64_t num_blocks =
      std::max<std::uint64_t>((table.num_rows + kRowsInBlock - 1) / kRowsInBlock, 1);
  const auto format_block = [&](std::uint64_t number, TextBuffer& text) {
    if (number == 0) text.append(encoder->head(table.num_rows));
    const std::size_t begin = number * kRowsInBlock;
    append_rows(*encoder, table, 0, begin, std::min(table.num_rows, begin + kRowsInBlock), text);
    if (number + 1 == num_blocks) text.append(encoder->tail());
  };
  // Plain rows are made as fast as a file system takes them, so more threads only get in the way.
  const Compression compression = compression_of_name(path);
  const int workers = compression == Compression::kNone ? 1 : resolve_threads(threads);
  write_text_blocks(sink, compression, {num_blocks, format_block}, workers);
  sink.commit();
}

void write_report(const std::string& path, std::string_view text) {
  OutputSink sink(path);
  sink.write(text);
  sink.commit();
}

}  // namespace strider
