#include "io/results/encoder.hpp"

#include <algorithm>
#include <vector>

#include "base/stop.hpp"

namespace strider {

std::unique_ptr<Encoder> make_encoder(ResultFormat format, const TableSchema& schema,
                                      const Labels& labels, std::uint64_t num_vertices) {
  switch (format) {
    case ResultFormat::kTsv:
      return make_tsv_encoder(schema, labels, num_vertices);
    case ResultFormat::kCsv:
      return make_csv_encoder(schema, labels);
    case ResultFormat::kJson:
      return make_json_encoder(schema, labels, num_vertices);
    case ResultFormat::kNpy:
      return make_npy_encoder(schema, labels);
    case ResultFormat::kLdbc:
      return make_ldbc_encoder(schema, labels);
    case ResultFormat::kParquet:
      break;
  }
  return nullptr;
}

void for_each_rows(
    const ResultTable& table, std::size_t begin, std::size_t end,
    const std::function<void(std::size_t first, std::span<const Cell> cells)>& visit) {
  constexpr std::size_t kRowsAtOnce = 512;  // their cells stay in the first cache
  const std::size_t width = table.columns.size();
  std::vector<Cell> cells(width * std::min(kRowsAtOnce, end - begin));
  for (; begin < end; begin += kRowsAtOnce) {
    throw_if_stopped();
    const std::size_t count = std::min(kRowsAtOnce, end - begin);
    table.fill(begin, count, cells.data());
    visit(begin, std::span(cells).first(count * width));
  }
}

void append_rows(const Encoder& encoder, const ResultTable& table, std::uint64_t first_row,
                 std::size_t begin, std::size_t end, TextBuffer& out) {
  for_each_rows(table, begin, end, [&](std::size_t first, std::span<const Cell> cells) {
    encoder.append(first_row + first, cells, out);
  });
}

}  // namespace strider
