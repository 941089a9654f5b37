#include "io/results/parquet.hpp"

#include <arrow/api.h>
#include <arrow/io/interfaces.h>
#include <arrow/util/compression.h>
#include <parquet/arrow/writer.h>
#include <parquet/properties.h>

#include <algorithm>
#include <exception>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "io/binary/arrow_status.hpp"
#include "io/results/binary_cells.hpp"
#include "io/results/require_labels.hpp"
#include "io/write/output_sink.hpp"

namespace strider {
namespace {

constexpr std::string_view kFile = "a .parquet file";
constexpr std::string_view kWritten = "written";

/// Readers take groups of rows in parallel, and a group is held in memory until it is complete.
constexpr std::size_t kRowsInGroup = std::size_t{1} << 17U;

/// Passes bytes on to a sink. The library expects a status where the sink throws, so what it threw
/// waits for rethrow().
class SinkStream final : public arrow::io::OutputStream {
 public:
  explicit SinkStream(OutputSink& sink) : sink_(sink) {}

  arrow::Status Write(const void* data, std::int64_t bytes) override {
    if (!error_) {
      try {
        sink_.write({static_cast<const char*>(data), static_cast<std::size_t>(bytes)});
        position_ += bytes;
      } catch (...) {
        error_ = std::current_exception();
      }
    }
    return error_ ? arrow::Status::IOError("the sink has failed") : arrow::Status::OK();
  }
  using arrow::io::OutputStream::Write;
  arrow::Status Close() override {
    closed_ = true;
    return arrow::Status::OK();
  }
  [[nodiscard]] bool closed() const override { return closed_; }
  [[nodiscard]] arrow::Result<std::int64_t> Tell() const override { return position_; }
  void rethrow() const {
    if (error_) std::rethrow_exception(error_);
  }

 private:
  OutputSink& sink_;
  std::int64_t position_ = 0;
  bool closed_ = false;
  std::exception_ptr error_;
};

std::shared_ptr<arrow::DataType> arrow_type(CellType type, bool has_text_labels) {
  switch (type) {
    case CellType::kLabel:
      return has_text_labels ? arrow::utf8() : arrow::int64();
    case CellType::kCount:
      return arrow::int64();
    case CellType::kUint32:
      return arrow::uint32();
    case CellType::kFloat:
      return arrow::float32();
    case CellType::kDistance:
    case CellType::kDouble:
      break;
  }
  return arrow::float64();
}

std::shared_ptr<arrow::Schema> arrow_schema(const TableSchema& schema, bool has_text_labels) {
  arrow::FieldVector fields;
  for (const Column& column : schema.columns) {
    fields.push_back(
        arrow::field(std::string(column.name), arrow_type(column.type, has_text_labels)));
  }
  return arrow::schema(fields);
}

std::shared_ptr<parquet::WriterProperties> writer_properties() {
  parquet::WriterProperties::Builder properties;
  // What pandas takes, too.
  constexpr auto kCodec = arrow::Compression::SNAPPY;
  if (arrow::util::Codec::IsAvailable(kCodec)) properties.compression(kCodec);
  return properties.build();
}

class ParquetFile final : public TableFile {
 public:
  ParquetFile(const TableSchema& schema, const Labels& labels, const std::string& path)
      : columns_(schema.columns),
        labels_(labels),
        numbers_(labels),
        path_(path),
        sink_(path),
        stream_(std::make_shared<SinkStream>(sink_)),
        schema_(arrow_schema(schema, numbers_.are_text())) {
    for (const auto& field : schema_->fields()) {
      builders_.push_back(value_or_throw(arrow::MakeBuilder(field->type()), path_, kWritten));
    }
    auto writer = parquet::arrow::FileWriter::Open(*schema_, arrow::default_memory_pool(), stream_,
                                                   writer_properties());
    require(writer.status());
    writer_ = std::move(writer).ValueUnsafe();
  }

  void append(std::span<const Cell> cells) override {
    while (!cells.empty()) {
      const std::size_t width = columns_.size();
      const std::size_t rows = std::min(cells.size() / width, kRowsInGroup - rows_);
      for (std::size_t c = 0; c < width; ++c) append_column(c, cells.first(rows * width));
      cells = cells.subspan(rows * width);
      rows_ += rows;
      if (rows_ == kRowsInGroup) write_group();
    }
  }

  void finish() override {
    if (rows_ > 0) write_group();
    require(writer_->Close());
    sink_.commit();
  }

 private:
  void require(const arrow::Status& status) const {
    stream_->rethrow();
    require_ok(status, path_, kWritten);
  }

  /// Appends that cell of every row to its column.
  void append_column(std::size_t column, std::span<const Cell> cells) {
    switch (columns_[column].type) {
      case CellType::kLabel:
        if (numbers_.are_text()) return append_texts(column, cells);
        return put<arrow::Int64Builder>(column, cells, [this](const Cell& cell) {
          return signed_label(numbers_[cell.as<GlobalVertex>()], kFile);
        });
      case CellType::kCount:
        return put<arrow::Int64Builder>(column, cells,
                                        [](const Cell& cell) { return cell.as<std::int64_t>(); });
      case CellType::kUint32:
        return put<arrow::UInt32Builder>(column, cells,
                                         [](const Cell& cell) { return cell.as<std::uint32_t>(); });
      case CellType::kDistance:
        return put<arrow::DoubleBuilder>(
            column, cells, [](const Cell& cell) { return exact_distance(cell, kFile); });
      case CellType::kFloat:
        return put<arrow::FloatBuilder>(column, cells, real_or_infinite<float>);
      case CellType::kDouble:
        return put<arrow::DoubleBuilder>(column, cells, real_or_infinite<double>);
    }
  }

  /// What is missing is null in columns of integers; `convert` makes reals of it.
  template <class Builder, class Convert>
  void put(std::size_t column, std::span<const Cell> cells, const Convert& convert) {
    constexpr bool kIsReal = std::is_floating_point_v<typename Builder::value_type>;
    auto& builder = static_cast<Builder&>(*builders_[column]);
    require(builder.Reserve(static_cast<std::int64_t>(cells.size() / columns_.size())));
    for (std::size_t i = column; i < cells.size(); i += columns_.size()) {
      if (!kIsReal && cells[i].is_missing()) {
        builder.UnsafeAppendNull();
      } else {
        builder.UnsafeAppend(convert(cells[i]));
      }
    }
  }

  void append_texts(std::size_t column, std::span<const Cell> cells) {
    auto& builder = static_cast<arrow::StringBuilder&>(*builders_[column]);
    std::string label;
    for (std::size_t i = column; i < cells.size(); i += columns_.size()) {
      if (cells[i].is_missing()) {
        require(builder.AppendNull());
        continue;
      }
      label.clear();
      labels_.append_label(static_cast<Vertex>(cells[i].as<GlobalVertex>()), label);
      require(builder.Append(label));
    }
  }

  void write_group() {
    arrow::ArrayVector arrays;
    for (const auto& builder : builders_) {
      arrays.push_back(value_or_throw(builder->Finish(), path_, kWritten));
    }
    require(writer_->WriteTable(*arrow::Table::Make(schema_, arrays), kRowsInGroup));
    rows_ = 0;
  }

  std::span<const Column> columns_;
  const Labels& labels_;
  NumberLabels numbers_;
  std::string path_;
  OutputSink sink_;
  std::shared_ptr<SinkStream> stream_;
  std::shared_ptr<arrow::Schema> schema_;
  std::vector<std::unique_ptr<arrow::ArrayBuilder>> builders_;
  std::size_t rows_ = 0;  // that the builders hold
  std::unique_ptr<parquet::arrow::FileWriter> writer_;
};

}  // namespace

void require_parquet(const std::string& /*path*/) {}

std::unique_ptr<TableFile> make_parquet_file(const TableSchema& schema, const Labels& labels,
                                             std::uint64_t num_vertices, const std::string& path) {
  require_utf8_labels(labels, num_vertices, kFile);
  return std::make_unique<ParquetFile>(schema, labels, path);
}

}  // namespace strider
