// NumPy: an array of records, with a field for each column.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "io/results/binary_cells.hpp"
#include "io/results/encoder.hpp"
#include "strider/error.hpp"

namespace strider {
namespace {

/// What messages call it.
constexpr std::string_view kFile = "an .npy file";

struct NumpyType {
  std::string_view name;
  std::size_t bytes;
};

NumpyType numpy_type(CellType type) {
  switch (type) {
    case CellType::kLabel:
    case CellType::kCount:
      return {"<i8", sizeof(std::int64_t)};
    case CellType::kUint32:
      return {"<u4", sizeof(std::uint32_t)};
    case CellType::kFloat:
      return {"<f4", sizeof(float)};
    case CellType::kDistance:
    case CellType::kDouble:
      break;
  }
  return {"<f8", sizeof(double)};
}

class NpyEncoder final : public Encoder {
 public:
  NpyEncoder(const TableSchema& schema, const Labels& labels) : schema_(schema), labels_(labels) {
    for (const Column& column : schema.columns) record_bytes_ += numpy_type(column.type).bytes;
  }

  // The head's length is padded to a multiple of 64 bytes.
  [[nodiscard]] std::string head(std::uint64_t num_rows) const override {
    std::vector<std::string> fields;
    for (const Column& column : schema_.columns) {
      fields.push_back(fmt::format("('{}', '{}')", column.name, numpy_type(column.type).name));
    }
    std::string dictionary =
        fmt::format("{{'descr': [{}], 'fortran_order': False, 'shape': ({},), }}",
                    fmt::join(fields, ", "), num_rows);
    constexpr std::size_t kPreamble = 10;
    while ((kPreamble + dictionary.size() + 1) % 64 != 0) dictionary += ' ';
    dictionary += '\n';
    std::string head("\x93NUMPY\x01\x00", 8);
    head += static_cast<char>(dictionary.size() & 0xFFU);
    head += static_cast<char>(dictionary.size() >> 8U);
    return head + dictionary;
  }

  void append(std::uint64_t /*first*/, std::span<const Cell> cells,
              TextBuffer& out) const override {
    const std::size_t bytes = cells.size() / schema_.columns.size() * record_bytes_;
    char* field = out.room(bytes);
    out.advance_to(field + bytes);
    for (std::size_t c = 0; c < schema_.columns.size(); ++c) {
      const CellType type = schema_.columns[c].type;
      put_column(type, cells.subspan(std::min(c, cells.size())), field);
      field += numpy_type(type).bytes;
    }
  }

 private:
  /// Writes the column that `cells` begin with into the records, from its first field on.
  void put_column(CellType type, std::span<const Cell> cells, char* field) const {
    switch (type) {
      case CellType::kLabel:
        return put(cells, field, [this](const Cell& cell) {
          return cell.is_missing() ? -1 : signed_label(labels_[cell.as<GlobalVertex>()], kFile);
        });
      case CellType::kCount:
        return put(cells, field, [](const Cell& cell) {
          return cell.is_missing() ? -1 : cell.as<std::int64_t>();
        });
      case CellType::kUint32:
        return put(cells, field, [](const Cell& cell) { return cell.as<std::uint32_t>(); });
      case CellType::kDistance:
        return put(cells, field, [](const Cell& cell) { return exact_distance(cell, kFile); });
      case CellType::kFloat:
        return put(cells, field, real_or_infinite<float>);
      case CellType::kDouble:
        return put(cells, field, real_or_infinite<double>);
    }
  }

  template <class Convert>
  void put(std::span<const Cell> cells, char* field, const Convert& convert) const {
    for (std::size_t i = 0; i < cells.size(); i += schema_.columns.size()) {
      const auto value = convert(cells[i]);
      std::memcpy(field, &value, sizeof(value));
      field += record_bytes_;
    }
  }

  TableSchema schema_;
  NumberLabels labels_;
  std::size_t record_bytes_ = 0;
};

}  // namespace

std::unique_ptr<Encoder> make_npy_encoder(const TableSchema& schema, const Labels& labels) {
  if (labels.kind() == LabelKind::kText) {
    throw UsageError("text labels do not fit an .npy file: write .tsv, .csv or .json instead");
  }
  return std::make_unique<NpyEncoder>(schema, labels);
}

}  // namespace strider
