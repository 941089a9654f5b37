// How a format writes a table row by row. A new format is a class of its own in a file of its own,
// a value of ResultFormat, its suffix in result_format.cpp, and a line in make_encoder. A format by
// columns is none of these: see parquet.hpp.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "io/results/table.hpp"
#include "io/write/text_output.hpp"
#include "strider/results.hpp"

namespace strider {

/// The bytes of a file are head, all rows in order, tail. Parts of the rows are encoded apart, by
/// several threads or ranks, so rows depend only on their cells and their number.
class Encoder {
 public:
  Encoder() = default;
  Encoder(const Encoder&) = delete;
  Encoder& operator=(const Encoder&) = delete;
  virtual ~Encoder() = default;

  /// What stands before the `num_rows` rows.
  [[nodiscard]] virtual std::string head(std::uint64_t num_rows) const = 0;
  /// Appends rows, of which the first is number `first` of the file. Throws UsageError if the
  /// format cannot hold a value.
  virtual void append(std::uint64_t first, std::span<const Cell> cells, TextBuffer& out) const = 0;
  /// What stands behind all rows.
  [[nodiscard]] virtual std::string tail() const { return {}; }
};

/// The encoder of tables with this schema. Throws UsageError if the format does not have such
/// tables, or cannot hold one of the labels. `labels` outlive it. O(1), or O(total length of text
/// labels). Precondition: not kParquet.
[[nodiscard]] std::unique_ptr<Encoder> make_encoder(ResultFormat format, const TableSchema& schema,
                                                    const Labels& labels,
                                                    std::uint64_t num_vertices);

/// The encoders of the formats, under the same conditions.
[[nodiscard]] std::unique_ptr<Encoder> make_tsv_encoder(const TableSchema& schema,
                                                        const Labels& labels,
                                                        std::uint64_t num_vertices);
[[nodiscard]] std::unique_ptr<Encoder> make_csv_encoder(const TableSchema& schema,
                                                        const Labels& labels);
[[nodiscard]] std::unique_ptr<Encoder> make_ldbc_encoder(const TableSchema& schema,
                                                         const Labels& labels);
[[nodiscard]] std::unique_ptr<Encoder> make_npy_encoder(const TableSchema& schema,
                                                        const Labels& labels);
[[nodiscard]] std::unique_ptr<Encoder> make_json_encoder(const TableSchema& schema,
                                                         const Labels& labels,
                                                         std::uint64_t num_vertices);

/// Calls visit(first, cells) for rows begin .. end-1 of `table` in their order, some at once, of
/// which `first` is the first.
void for_each_rows(
    const ResultTable& table, std::size_t begin, std::size_t end,
    const std::function<void(std::size_t first, std::span<const Cell> cells)>& visit);

/// Appends rows begin .. end-1 of `table`, of which row 0 is number `first_row` of the file.
void append_rows(const Encoder& encoder, const ResultTable& table, std::uint64_t first_row,
                 std::size_t begin, std::size_t end, TextBuffer& out);

}  // namespace strider
