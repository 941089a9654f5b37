// Tables of edges in Parquet, Arrow and Feather files, by the Arrow library.
#include <arrow/api.h>
#include <arrow/io/memory.h>
#include <arrow/ipc/reader.h>
#include <fmt/format.h>
#include <parquet/arrow/reader.h>
#include <parquet/arrow/schema.h>
#include <parquet/exception.h>
#include <parquet/file_reader.h>

#include <algorithm>
#include <cmath>

#include "base/memory.hpp"
#include "base/parallel.hpp"
#include "base/quote.hpp"
#include "io/binary/arrow_status.hpp"
#include "io/column_names.hpp"
#include "io/edge_collector.hpp"
#include "io/edge_table.hpp"
#include "io/readers.hpp"
#include "io/text/text_labels.hpp"
#include "strider/error.hpp"

namespace strider {
namespace {

using TablePtr = std::shared_ptr<arrow::Table>;

constexpr std::string_view kRead = "read";

std::shared_ptr<arrow::io::BufferReader> reader_of(const NamedText& input) {
  return std::make_shared<arrow::io::BufferReader>(
      std::make_shared<arrow::Buffer>(reinterpret_cast<const std::uint8_t*>(input.text.data()),
                                      static_cast<std::int64_t>(input.text.size())));
}

bool is_number(const arrow::DataType& type) {
  return arrow::is_integer(type.id()) || arrow::is_floating(type.id());
}
bool is_text(const arrow::DataType& type) {
  return arrow::is_base_binary_like(type.id()) || type.id() == arrow::Type::STRING_VIEW;
}
const arrow::DataType& value_type(const arrow::DataType& type) {
  return type.id() == arrow::Type::DICTIONARY
             ? *static_cast<const arrow::DictionaryType&>(type).value_type()
             : type;
}

/// Calls found(i, value) for each value of `array`, whose elements `index_of(i)` selects.
template <class Concrete, class IndexOf, class F>
void for_each_of(const arrow::Array& array, std::int64_t size, const IndexOf& index_of,
                 const F& found) {
  const auto& values = static_cast<const Concrete&>(array);
  for (std::int64_t i = 0; i < size; ++i) found(i, values.GetView(index_of(i)));
}

/// The elements of a column, of whichever type of numbers or texts.
class ColumnReader {
 public:
  ColumnReader(const arrow::ChunkedArray& column, std::string name, const std::string& path)
      : column_(column), name_(std::move(name)), path_(path) {
    if (column.null_count() > 0) refuse("has rows without a value");
  }

  [[nodiscard]] bool has_text() const { return is_text(value_type(*column_.type())); }

  /// Calls found(row, value) for each row in order, where value is a number or a string_view.
  template <class F>
  void for_each(const F& found) const {
    std::int64_t first = 0;
    for (const auto& chunk : column_.chunks()) {
      const auto shifted = [&](std::int64_t i, auto value) {
        found(static_cast<std::uint64_t>(first + i), value);
      };
      if (chunk->type_id() == arrow::Type::DICTIONARY) {
        const auto& coded = static_cast<const arrow::DictionaryArray&>(*chunk);
        visit(
            *coded.dictionary(), chunk->length(),
            [&](std::int64_t i) { return coded.GetValueIndex(i); }, shifted);
      } else {
        visit(
            *chunk, chunk->length(), [](std::int64_t i) { return i; }, shifted);
      }
      first += chunk->length();
    }
  }

  [[noreturn]] void refuse(std::string_view why) const {
    throw InputError(path_, 0, fmt::format("column {} {}", in_quotes(name_), why));
  }
  [[noreturn]] void refuse_row(std::uint64_t row, std::string_view expected) const {
    throw InputError(path_, 0,
                     fmt::format("column {} has no {} in row {}", in_quotes(name_), expected, row));
  }

 private:
  template <class IndexOf, class F>
  void visit(const arrow::Array& values, std::int64_t size, const IndexOf& index_of,
             const F& found) const {
    using arrow::Type;
    if (values.null_count() > 0) refuse("has rows without a value");
    switch (values.type_id()) {
      case Type::INT8:
        return for_each_of<arrow::Int8Array>(values, size, index_of, found);
      case Type::INT16:
        return for_each_of<arrow::Int16Array>(values, size, index_of, found);
      case Type::INT32:
        return for_each_of<arrow::Int32Array>(values, size, index_of, found);
      case Type::INT64:
        return for_each_of<arrow::Int64Array>(values, size, index_of, found);
      case Type::UINT8:
        return for_each_of<arrow::UInt8Array>(values, size, index_of, found);
      case Type::UINT16:
        return for_each_of<arrow::UInt16Array>(values, size, index_of, found);
      case Type::UINT32:
        return for_each_of<arrow::UInt32Array>(values, size, index_of, found);
      case Type::UINT64:
        return for_each_of<arrow::UInt64Array>(values, size, index_of, found);
      case Type::FLOAT:
        return for_each_of<arrow::FloatArray>(values, size, index_of, found);
      case Type::DOUBLE:
        return for_each_of<arrow::DoubleArray>(values, size, index_of, found);
      case Type::STRING:
      case Type::BINARY:
        return for_each_of<arrow::BinaryArray>(values, size, index_of, found);
      case Type::LARGE_STRING:
      case Type::LARGE_BINARY:
        return for_each_of<arrow::LargeBinaryArray>(values, size, index_of, found);
      case Type::STRING_VIEW:
        return for_each_of<arrow::StringViewArray>(values, size, index_of, found);
      default:
        refuse(fmt::format("has the type {}: expected integers, floats or strings",
                           printable(values.type()->ToString())));
    }
  }

  const arrow::ChunkedArray& column_;
  std::string name_;
  const std::string& path_;
};

Array<std::uint64_t> numbers_of(const ColumnReader& column, std::uint64_t rows) {
  Array<std::uint64_t> numbers(rows);
  column.for_each([&](std::uint64_t row, auto value) {
    const auto number = vertex_number(value);
    if (!number) column.refuse_row(row, "vertex number from 0");
    numbers[row] = *number;
  });
  return numbers;
}

Array<double> weights_of_column(const ColumnReader& column, std::uint64_t rows) {
  Array<double> weights(rows);
  column.for_each([&](std::uint64_t row, auto value) {
    if constexpr (std::is_arithmetic_v<decltype(value)>) {
      weights[row] = static_cast<double>(value);
      if (!std::isnan(weights[row])) return;
    }
    column.refuse_row(row, "weight");
  });
  return weights;
}

/// Numbered in the order of their first appearance, row by row.
InputEdges list_of_words(const ColumnReader& source, const ColumnReader& target, std::uint64_t rows,
                         std::optional<Array<double>> weights, const ReadOptions& options) {
  require_memory(saturating_mul(rows, 2 * sizeof(std::string_view)), "the labels of vertices");
  std::vector<std::string_view> words(2 * rows);
  for (const auto& [column, offset] : {std::pair{&source, 0}, std::pair{&target, 1}}) {
    column->for_each([&, reader = column, place = offset](std::uint64_t row, auto value) {
      if constexpr (std::is_same_v<decltype(value), std::string_view>) {
        if (value.empty()) reader->refuse_row(row, "label of a vertex");
        words[2 * row + static_cast<std::uint64_t>(place)] = value;
      }
    });
  }
  TextLabels labels;
  InputEdges result;
  result.list.edges = Array<Edge>(rows);
  for (std::uint64_t row = 0; row < rows; ++row) {
    const Vertex u = labels.number(words[2 * row]);
    result.list.edges[row] = {u, labels.number(words[2 * row + 1])};
  }
  result.list.num_vertices = labels.size();
  result.list.labels = labels.labels();
  if (weights) {
    result.list.weights =
        make_weights_by_value(std::move(*weights), resolve_threads(options.threads));
  }
  add_table_facts(result, options);
  return result;
}

ColumnFacts columns_of(const arrow::Schema& schema) {
  ColumnFacts columns;
  for (const auto& field : schema.fields()) {
    columns.names.push_back(field->name());
    columns.are_numbers.push_back(is_number(value_type(*field->type())));
  }
  return columns;
}

/// The columns of the schema that make an edge, with the notes on the choice.
struct ChosenColumns {
  EdgeColumns edge;
  std::vector<std::string> notes;
};

ChosenColumns choose_columns(const arrow::Schema& schema, const std::string& path,
                             const ReadOptions& options) {
  if (schema.num_fields() < 2) {
    throw InputError(path, 0, "expected columns of sources and targets, found fewer");
  }
  ChosenColumns chosen;
  chosen.edge = find_edge_columns(columns_of(schema), options, chosen.notes);
  return chosen;
}

InputEdges list_of_columns_in(const arrow::Table& table, ChosenColumns chosen,
                              const std::string& path, const ReadOptions& options) {
  const auto rows = static_cast<std::uint64_t>(table.num_rows());
  require_memory(saturating_mul(rows, 2 * sizeof(std::uint64_t) + sizeof(GlobalEdge)),
                 "the edges of a table");
  const auto column = [&](std::size_t i) {
    const int place = static_cast<int>(i);
    return ColumnReader(*table.column(place), table.field(place)->name(), path);
  };
  const ColumnReader source = column(chosen.edge.source);
  const ColumnReader target = column(chosen.edge.target);
  std::optional<Array<double>> weights;
  if (chosen.edge.weight && options.weights == ReadWeights::kYes) {
    weights = weights_of_column(column(*chosen.edge.weight), rows);
  }
  if (source.has_text() != target.has_text()) {
    target.refuse(
        "is not of the kind of the column of sources: expected numbers in both, or texts");
  }
  InputEdges result;
  if (source.has_text()) {
    result = list_of_words(source, target, rows, std::move(weights), options);
  } else {
    const auto sources = numbers_of(source, rows);
    const auto targets = numbers_of(target, rows);
    EdgeTable edges{Array<GlobalEdge>(rows), std::move(weights)};
    for (std::uint64_t i = 0; i < rows; ++i) edges.edges[i] = {sources[i], targets[i]};
    result = list_of_table(std::move(edges), path, options);
  }
  result.facts.weighted = chosen.edge.weight.has_value();
  result.facts.notes.insert(result.facts.notes.begin(), chosen.notes.begin(), chosen.notes.end());
  return result;
}

/// The places of the columns to read, which ascend.
std::vector<int> wanted_columns(const EdgeColumns& edge, ReadWeights weights) {
  std::vector<int> wanted{static_cast<int>(edge.source), static_cast<int>(edge.target)};
  if (edge.weight && weights == ReadWeights::kYes) {
    wanted.push_back(static_cast<int>(*edge.weight));
  }
  std::sort(wanted.begin(), wanted.end());
  wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
  return wanted;
}
/// The columns in a table of the wanted ones only.
EdgeColumns renumbered(const EdgeColumns& edge, const std::vector<int>& wanted) {
  const auto place = [&](unsigned column) {
    const auto at = std::lower_bound(wanted.begin(), wanted.end(), static_cast<int>(column));
    return static_cast<unsigned>(at - wanted.begin());
  };
  return {place(edge.source), place(edge.target),
          edge.weight ? std::optional(place(*edge.weight)) : std::nullopt};
}

/// What the columns take at least: as they are in the file, unpacked, or as numbers and offsets.
std::uint64_t bytes_of_columns(const parquet::arrow::FileReader& reader,
                               const arrow::Schema& schema, const std::vector<int>& wanted) {
  const auto metadata = reader.parquet_reader()->metadata();
  const auto rows = static_cast<std::uint64_t>(metadata->num_rows());
  std::uint64_t all = 0;
  for (const int i : wanted) {
    const int bits = value_type(*schema.field(i)->type()).bit_width();
    const std::uint64_t row_bytes =
        bits > 0 ? static_cast<std::uint64_t>(bits) / 8 : sizeof(std::int32_t);
    std::uint64_t unpacked = 0;
    const int leaf = reader.manifest().schema_fields[static_cast<std::size_t>(i)].column_index;
    for (int group = 0; leaf >= 0 && group < metadata->num_row_groups(); ++group) {
      const auto chunk = metadata->RowGroup(group)->ColumnChunk(leaf);
      const std::int64_t size = std::max(std::int64_t{0}, chunk->total_uncompressed_size());
      unpacked = saturating_add(unpacked, static_cast<std::uint64_t>(size));
    }
    all = saturating_add(all, std::max(saturating_mul(rows, row_bytes), unpacked));
  }
  return all;
}

InputEdges read_parquet_table(const NamedText& input, const ReadOptions& options) {
  const auto reader = value_or_throw(
      parquet::arrow::OpenFile(reader_of(input), arrow::default_memory_pool()), input.name, kRead);
  std::shared_ptr<arrow::Schema> schema;
  require_ok(reader->GetSchema(&schema), input.name, kRead);
  ChosenColumns chosen = choose_columns(*schema, input.name, options);
  const std::vector<int> wanted = wanted_columns(chosen.edge, options.weights);
  require_memory(bytes_of_columns(*reader, *schema, wanted), "the columns of a table");
  arrow::FieldVector fields;
  std::vector<std::shared_ptr<arrow::ChunkedArray>> arrays;
  for (const int i : wanted) {
    std::shared_ptr<arrow::ChunkedArray> array;
    require_ok(reader->ReadColumn(i, &array), input.name, kRead);
    fields.push_back(schema->field(i));
    arrays.push_back(std::move(array));
  }
  chosen.edge = renumbered(chosen.edge, wanted);
  const TablePtr table = arrow::Table::Make(arrow::schema(fields), arrays);
  // Each column of a damaged file may have a length of its own.
  require_ok(table->Validate(), input.name, kRead);
  return list_of_columns_in(*table, std::move(chosen), input.name, options);
}

InputEdges read_arrow_table(const NamedText& input, const ReadOptions& options) {
  const auto file = reader_of(input);
  auto reader = value_or_throw(arrow::ipc::RecordBatchFileReader::Open(file), input.name, kRead);
  ChosenColumns chosen = choose_columns(*reader->schema(), input.name, options);
  auto reading = arrow::ipc::IpcReadOptions::Defaults();
  reading.included_fields = wanted_columns(chosen.edge, options.weights);
  chosen.edge = renumbered(chosen.edge, reading.included_fields);
  reader =
      value_or_throw(arrow::ipc::RecordBatchFileReader::Open(file, reading), input.name, kRead);
  arrow::RecordBatchVector batches;
  for (int i = 0; i < reader->num_record_batches(); ++i) {
    batches.push_back(value_or_throw(reader->ReadRecordBatch(i), input.name, kRead));
    require_ok(batches.back()->ValidateFull(), input.name, kRead);
  }
  const TablePtr table =
      value_or_throw(arrow::Table::FromRecordBatches(reader->schema(), batches), input.name, kRead);
  return list_of_columns_in(*table, std::move(chosen), input.name, options);
}

}  // namespace

InputEdges parse_parquet(const NamedText& input, const ReadOptions& options) {
  try {
    return read_parquet_table(input, options);
  } catch (const parquet::ParquetException& error) {
    throw InputError(input.name, 0,
                     fmt::format("is not a Parquet file: {}", printable(error.what())));
  }
}

InputEdges parse_arrow(const NamedText& input, const ReadOptions& options) {
  return read_arrow_table(input, options);
}

}  // namespace strider
