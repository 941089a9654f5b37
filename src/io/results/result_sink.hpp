// Where results are written, and how their rows get there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/atomic_file.hpp"
#include "strider/labels.hpp"
#include "strider/types.hpp"

namespace strider {

/// A file that appears when all is written, or the standard output ("-").
class ResultSink {
 public:
  explicit ResultSink(const std::string& path);
  void write(const void* data, std::size_t bytes);
  void commit();

 private:
  std::optional<AtomicFile> file_;
};

/// append_row(i, buffer) for i in 0 .. num_rows-1 after `head`, written in chunks of a size that a
/// pipe likes.
template <class AppendRow>
void write_rows(ResultSink& sink, std::string head, std::size_t num_rows, AppendRow append_row) {
  constexpr std::size_t kChunk = 1 << 18;
  std::string buffer = std::move(head);
  for (std::size_t i = 0; i < num_rows; ++i) {
    append_row(i, buffer);
    if (buffer.size() >= kChunk) {
      sink.write(buffer.data(), buffer.size());
      buffer.clear();
    }
  }
  sink.write(buffer.data(), buffer.size());
}

void append_number(std::uint64_t number, std::string& out);
/// In the shortest form that reads back as the same number; "nan" and "inf" where it is none.
void append_number(double number, std::string& out);
/// The bytes of a value, as .npy files have them.
template <class T>
void append_value(T value, std::string& out) {
  out.append(reinterpret_cast<const char*>(&value), sizeof(value));
}

/// The head of an .npy file, version 1.0: `descr` and `shape` as Python writes them.
[[nodiscard]] std::string npy_head(std::string_view descr, std::string_view shape);

/// Appends the label of a vertex. Graphs of more than kMaxVertices vertices have dense labels.
void append_label(const Labels& labels, GlobalVertex v, std::string& out);
/// A label as a number of an .npy file. Throws UsageError where it does not fit.
[[nodiscard]] std::int64_t npy_label(const Labels& labels, GlobalVertex v);
/// Throws UsageError where labels are texts.
void require_numeric_labels(const Labels& labels);
/// Throws UsageError where a label could not be distinguished from the end of its cell.
void require_tsv_labels(const Labels& labels, std::size_t num_vertices);

}  // namespace strider
