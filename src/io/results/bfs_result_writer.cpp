#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <limits>
#include <optional>

#include "base/atomic_file.hpp"
#include "strider/error.hpp"
#include "strider/results.hpp"

namespace strider {
namespace {

/// Where the bytes go: a file that appears when all are there, or the standard output.
class Sink {
 public:
  explicit Sink(const std::string& path) {
    if (path != "-") file_.emplace(path);
  }

  void write(const void* data, std::size_t bytes) {
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

  void commit() {
    if (file_) file_->commit();
  }

 private:
  std::optional<AtomicFile> file_;
};

/// append_row(v, buffer) for every vertex, written in pieces of a size that a pipe likes.
template <class AppendRow>
void write_rows(Sink& sink, std::string buffer, std::size_t num_vertices, AppendRow append_row) {
  constexpr std::size_t kPiece = 1 << 18;
  for (std::size_t v = 0; v < num_vertices; ++v) {
    append_row(static_cast<Vertex>(v), buffer);
    if (buffer.size() >= kPiece) {
      sink.write(buffer.data(), buffer.size());
      buffer.clear();
    }
  }
  sink.write(buffer.data(), buffer.size());
}

void append_number(std::uint64_t number, std::string& out) {
  const fmt::format_int digits(number);
  out.append(digits.data(), digits.size());
}

std::int64_t signed_label(const Labels& labels, Vertex v) {
  const std::uint64_t number = labels.number(v);
  if (number > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
    throw UsageError(fmt::format("label {} does not fit an .npy file: write .tsv instead", number));
  }
  return static_cast<std::int64_t>(number);
}

void append_value(std::int64_t value, std::string& out) {
  out.append(reinterpret_cast<const char*>(&value), sizeof(value));
}

// The .npy format, version 1.0: the header's length is padded to a multiple of 64 bytes.
std::string npy_header(std::size_t rows) {
  std::string dictionary =
      fmt::format("{{'descr': '<i8', 'fortran_order': False, 'shape': ({}, 3), }}", rows);
  constexpr std::size_t kPreamble = 10;
  while ((kPreamble + dictionary.size() + 1) % 64 != 0) dictionary += ' ';
  dictionary += '\n';
  std::string header("\x93NUMPY\x01\x00", 8);
  header += static_cast<char>(dictionary.size() & 0xFFU);
  header += static_cast<char>(dictionary.size() >> 8U);
  return header + dictionary;
}

/// A reader could not tell such a label from the end of its cell.
void check_labels_for_tsv(const Labels& labels, std::size_t num_vertices) {
  if (labels.kind() != LabelKind::kText) return;
  std::string label;
  for (std::size_t v = 0; v < num_vertices; ++v) {
    label.clear();
    labels.append_label(static_cast<Vertex>(v), label);
    if (label.empty() || label.find_first_of("\t\n\r") != std::string::npos) {
      throw UsageError(fmt::format(
          "a .tsv file cannot hold the label of vertex {}: it is empty, or has a tab or line break",
          v));
    }
  }
}

void write_tsv(Sink& sink, const Labels& labels, std::span<const Vertex> parents,
               LevelView levels) {
  check_labels_for_tsv(labels, parents.size());
  write_rows(sink, "vertex\tlevel\tparent\n", parents.size(), [&](Vertex v, std::string& out) {
    labels.append_label(v, out);
    if (parents[v] == kNoVertex) {
      out += "\t-1\t-1\n";
      return;
    }
    out += '\t';
    append_number(levels[v], out);
    out += '\t';
    labels.append_label(parents[v], out);
    out += '\n';
  });
}

void write_ldbc(Sink& sink, const Labels& labels, std::span<const Vertex> parents,
                LevelView levels) {
  write_rows(sink, "", parents.size(), [&](Vertex v, std::string& out) {
    labels.append_label(v, out);
    out += ' ';
    append_number(parents[v] == kNoVertex ? std::numeric_limits<std::int64_t>::max() : levels[v],
                  out);
    out += '\n';
  });
}

void write_npy(Sink& sink, const Labels& labels, std::span<const Vertex> parents,
               LevelView levels) {
  if (labels.kind() == LabelKind::kText) {
    throw UsageError("text labels do not fit an .npy file: write .tsv instead");
  }
  write_rows(sink, npy_header(parents.size()), parents.size(), [&](Vertex v, std::string& out) {
    const bool reached = parents[v] != kNoVertex;
    append_value(signed_label(labels, v), out);
    append_value(reached ? std::int64_t{levels[v]} : -1, out);
    append_value(reached ? signed_label(labels, parents[v]) : -1, out);
  });
}

}  // namespace

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

void write_bfs_result(const Labels& labels, std::span<const Vertex> parents, LevelView levels,
                      const std::string& path, ResultFormat format) {
  Sink sink(path);
  switch (format) {
    case ResultFormat::kTsv:
      write_tsv(sink, labels, parents, levels);
      break;
    case ResultFormat::kNpy:
      write_npy(sink, labels, parents, levels);
      break;
    case ResultFormat::kLdbc:
      write_ldbc(sink, labels, parents, levels);
      break;
  }
  sink.commit();
}

void write_report(const std::string& path, std::string_view text) {
  Sink sink(path);
  sink.write(text.data(), text.size());
  sink.commit();
}

}  // namespace strider
