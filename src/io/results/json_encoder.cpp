// JSON: an array with an object for each row, a row a line.
#include <fmt/format.h>

#include <cmath>
#include <string>
#include <vector>

#include "io/results/encoder.hpp"
#include "io/results/require_labels.hpp"
#include "io/results/text_cells.hpp"

namespace strider {
namespace {

constexpr MissingWords kNull{"null", "null"};

void append_string(std::string_view text, TextBuffer& out) {
  constexpr char kFirstPrintable = ' ';
  out.append('"');
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out.append('\\');
      out.append(c);
    } else if (static_cast<unsigned char>(c) < kFirstPrintable) {
      out.append(fmt::format("\\u{:04x}", c));
    } else {
      out.append(c);
    }
  }
  out.append('"');
}

class JsonEncoder final : public Encoder {
 public:
  JsonEncoder(const TableSchema& schema, const Labels& labels)
      : schema_(schema), labels_(labels), numbers_(labels) {
    for (const Column& column : schema.columns) {
      keys_.push_back(fmt::format("{}\"{}\": ", keys_.empty() ? "{" : ", ", column.name));
    }
  }

  [[nodiscard]] std::string head(std::uint64_t /*num_rows*/) const override { return "["; }
  [[nodiscard]] std::string tail() const override { return "\n]\n"; }

  void append(std::uint64_t first, std::span<const Cell> cells, TextBuffer& out) const override {
    const std::size_t width = schema_.columns.size();
    for (std::size_t row = 0; row < cells.size(); row += width) {
      out.append(first + row == 0 ? "\n" : ",\n");
      for (std::size_t c = 0; c < width; ++c) {
        out.append(keys_[c]);
        append_cell(schema_.columns[c].type, cells[row + c], out);
      }
      out.append('}');
    }
  }

 private:
  void append_cell(CellType type, const Cell& cell, TextBuffer& out) const {
    if (cell.is_missing() || is_no_number(type, cell)) return out.append(kNull.number);
    if (type != CellType::kLabel) {
      return out.advance_to(put_number_cell(type, cell, kNull, out.room(kLongestNumberCell)));
    }
    const auto v = cell.as<GlobalVertex>();
    if (!numbers_.are_text()) return out.append_number(numbers_[v]);
    append_string(labels_.label(static_cast<Vertex>(v)), out);
  }

  /// JSON has neither infinity nor NaN.
  static bool is_no_number(CellType type, const Cell& cell) {
    if (type == CellType::kFloat) return !std::isfinite(cell.as<float>());
    return type == CellType::kDouble && !std::isfinite(cell.as<double>());
  }

  TableSchema schema_;
  const Labels& labels_;
  NumberLabels numbers_;
  std::vector<std::string> keys_;  // with what stands before each
};

}  // namespace

std::unique_ptr<Encoder> make_json_encoder(const TableSchema& schema, const Labels& labels,
                                           std::uint64_t num_vertices) {
  require_utf8_labels(labels, num_vertices, "a .json file");
  return std::make_unique<JsonEncoder>(schema, labels);
}

}  // namespace strider
