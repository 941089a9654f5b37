#include "io/results/result_sink.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstring>
#include <limits>

#include "strider/error.hpp"
#include "strider/results.hpp"

namespace strider {

ResultSink::ResultSink(const std::string& path) {
  if (path != "-") file_.emplace(path);
}

void ResultSink::write(const void* data, std::size_t bytes) {
  if (file_) {
    file_->write(data, bytes);
    return;
  }
  const char* next = static_cast<const char*>(data);
  while (bytes > 0) {
    const ssize_t written = ::write(STDOUT_FILENO, next, bytes);
    if (written < 0) {
      if (errno == EINTR) continue;
      throw InputError("standard output", 0,
                       fmt::format("cannot be written: {}", std::strerror(errno)));
    }
    next += written;
    bytes -= static_cast<std::size_t>(written);
  }
}

void ResultSink::commit() {
  if (file_) file_->commit();
}

void append_number(std::uint64_t number, std::string& out) {
  const fmt::format_int digits(number);
  out.append(digits.data(), digits.size());
}

void append_number(double number, std::string& out) {
  constexpr std::size_t kLongest = 32;  // -1.7976931348623157e+308 has 24
  char digits[kLongest];
  out.append(digits, std::to_chars(digits, digits + kLongest, number).ptr);
}

// The head's length is padded to a multiple of 64 bytes.
std::string npy_head(std::string_view descr, std::string_view shape) {
  std::string dictionary =
      fmt::format("{{'descr': {}, 'fortran_order': False, 'shape': {}, }}", descr, shape);
  constexpr std::size_t kPreamble = 10;
  while ((kPreamble + dictionary.size() + 1) % 64 != 0) dictionary += ' ';
  dictionary += '\n';
  std::string head("\x93NUMPY\x01\x00", 8);
  head += static_cast<char>(dictionary.size() & 0xFFU);
  head += static_cast<char>(dictionary.size() >> 8U);
  return head + dictionary;
}

void append_label(const Labels& labels, GlobalVertex v, std::string& out) {
  if (labels.kind() == LabelKind::kDense) {
    append_number(labels.base() + v, out);
  } else {
    labels.append_label(static_cast<Vertex>(v), out);
  }
}

std::int64_t npy_label(const Labels& labels, GlobalVertex v) {
  const std::uint64_t number = labels.kind() == LabelKind::kDense
                                   ? labels.base() + v
                                   : labels.number(static_cast<Vertex>(v));
  if (number > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
    throw UsageError(fmt::format("label {} does not fit an .npy file: write .tsv instead", number));
  }
  return static_cast<std::int64_t>(number);
}

void require_numeric_labels(const Labels& labels) {
  if (labels.kind() == LabelKind::kText) {
    throw UsageError("text labels do not fit an .npy file: write .tsv instead");
  }
}

void require_tsv_labels(const Labels& labels, std::size_t num_vertices) {
  if (labels.kind() != LabelKind::kText) return;
  std::string label;
  for (std::size_t v = 0; v < num_vertices; ++v) {
    label.clear();
    labels.append_label(static_cast<Vertex>(v), label);
    if (label.empty() || label.find_first_of("\t\n\r") != std::string::npos) {
      throw UsageError(
          fmt::format("a .tsv file cannot hold the label of vertex {}: it is empty or contains a "
                      "tab or a line break",
                      v));
    }
  }
}

std::optional<ResultFormat> result_format_from_path(std::string_view path) {
  if (path == "-") return ResultFormat::kTsv;
  const std::string_view name = path.substr(path.find_last_of('/') + 1);
  const std::size_t dot = name.find_last_of('.');
  const std::string_view suffix = dot == std::string_view::npos ? "" : name.substr(dot);
  if (suffix.empty() || suffix == ".tsv" || suffix == ".txt") return ResultFormat::kTsv;
  if (suffix == ".npy") return ResultFormat::kNpy;
  if (suffix == ".ldbc") return ResultFormat::kLdbc;
  return std::nullopt;
}

void write_report(const std::string& path, std::string_view text) {
  ResultSink sink(path);
  sink.write(text.data(), text.size());
  sink.commit();
}

}  // namespace strider
