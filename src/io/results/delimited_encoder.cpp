// Formats of one line for each row: .tsv, .csv and LDBC Graphalytics.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "io/results/encoder.hpp"
#include "io/results/require_labels.hpp"
#include "io/results/text_cells.hpp"
#include "io/write/csv_cell.hpp"
#include "strider/error.hpp"

namespace strider {
namespace {

void append_plain(std::string_view text, TextBuffer& out) {
  out.append(text);
}

using AppendText = void (*)(std::string_view text, TextBuffer& out);

struct Dialect {
  char separator;
  MissingWords missing;
  AppendText append_text;
  bool has_header;
};

constexpr Dialect kTsv{'\t', {"-1", "inf"}, append_plain, true};
constexpr Dialect kCsv{',', {"-1", "inf"}, append_csv, true};
constexpr Dialect kLdbc{' ', {"9223372036854775807", "infinity"}, append_plain, false};

class DelimitedEncoder final : public Encoder {
 public:
  /// Writes the first `num_columns` columns.
  DelimitedEncoder(const TableSchema& schema, std::size_t num_columns, const Labels& labels,
                   const Dialect& dialect)
      : columns_(schema.columns.first(num_columns)),
        width_(schema.columns.size()),
        labels_(labels),
        numbers_(labels),
        dialect_(dialect) {}

  [[nodiscard]] std::string head(std::uint64_t /*num_rows*/) const override {
    std::string line;
    if (!dialect_.has_header) return line;
    for (const Column& column : columns_) line.append(column.name) += dialect_.separator;
    line.back() = '\n';
    return line;
  }

  void append(std::uint64_t /*first*/, std::span<const Cell> cells,
              TextBuffer& out) const override {
    const std::size_t longest = columns_.size() * (kLongestNumberCell + 1);
    std::string label;
    for (std::size_t row = 0; row < cells.size(); row += width_) {
      char* at = out.room(longest);
      for (std::size_t c = 0; c < columns_.size(); ++c) {
        const Cell& cell = cells[row + c];
        if (c > 0) *at++ = dialect_.separator;
        if (columns_[c].type != CellType::kLabel) {
          at = put_number_cell(columns_[c].type, cell, dialect_.missing, at);
        } else if (cell.is_missing()) {
          at = put_word(dialect_.missing.number, at);
        } else if (!numbers_.are_text()) {
          at = put_number(numbers_[cell.as<GlobalVertex>()], at);
        } else {
          out.advance_to(at);
          append_text_label(cell.as<GlobalVertex>(), label, out);
          at = out.room(longest);
        }
      }
      *at++ = '\n';
      out.advance_to(at);
    }
  }

 private:
  /// `scratch` is memory that calls share.
  void append_text_label(GlobalVertex v, std::string& scratch, TextBuffer& out) const {
    scratch.clear();
    labels_.append_label(static_cast<Vertex>(v), scratch);
    dialect_.append_text(scratch, out);
  }

  std::span<const Column> columns_;
  std::size_t width_;
  const Labels& labels_;
  NumberLabels numbers_;
  Dialect dialect_;
};

/// Whether a label can be distinguished from the end of its cell.
bool fits_tsv(std::string_view label) {
  return !label.empty() && label.find_first_of("\t\n\r") == std::string_view::npos;
}

}  // namespace

std::unique_ptr<Encoder> make_tsv_encoder(const TableSchema& schema, const Labels& labels,
                                          std::uint64_t num_vertices) {
  require_labels(labels, num_vertices, fits_tsv,
                 {"a .tsv file", "it is empty or contains a tab or a line break"});
  return std::make_unique<DelimitedEncoder>(schema, schema.columns.size(), labels, kTsv);
}

std::unique_ptr<Encoder> make_csv_encoder(const TableSchema& schema, const Labels& labels) {
  return std::make_unique<DelimitedEncoder>(schema, schema.columns.size(), labels, kCsv);
}

std::unique_ptr<Encoder> make_ldbc_encoder(const TableSchema& schema, const Labels& labels) {
  if (!schema.unknown_to_ldbc.empty()) {
    throw UsageError(fmt::format(
        "LDBC Graphalytics has no format for {}: write .tsv, .csv, .json or .npy instead",
        schema.unknown_to_ldbc));
  }
  if (labels.kind() == LabelKind::kText) {
    throw UsageError("text labels do not fit an .ldbc file, LDBC vertices are numbers: write .csv");
  }
  constexpr std::size_t kVertexAndValue = 2;
  return std::make_unique<DelimitedEncoder>(schema, kVertexAndValue, labels, kLdbc);
}

}  // namespace strider
