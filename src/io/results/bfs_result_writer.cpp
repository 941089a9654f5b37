#include <fmt/format.h>

#include <limits>

#include "io/results/result_sink.hpp"
#include "strider/results.hpp"

namespace strider {
namespace {

void write_tsv(ResultSink& sink, const Labels& labels, std::span<const Vertex> parents,
               LevelView levels) {
  require_tsv_labels(labels, parents.size());
  write_rows(sink, "vertex\tlevel\tparent\n", parents.size(), [&](std::size_t i, std::string& out) {
    const auto v = static_cast<Vertex>(i);
    labels.append_label(v, out);
    if (parents[v] == kNoVertex) {
      out += "\t-1\t-1\n";
      return;
    }
    out += '\t';
    append_number(std::uint64_t{levels[v]}, out);
    out += '\t';
    labels.append_label(parents[v], out);
    out += '\n';
  });
}

void write_ldbc(ResultSink& sink, const Labels& labels, std::span<const Vertex> parents,
                LevelView levels) {
  constexpr std::uint64_t kLdbcUnreached = std::numeric_limits<std::int64_t>::max();
  write_rows(sink, "", parents.size(), [&](std::size_t i, std::string& out) {
    const auto v = static_cast<Vertex>(i);
    labels.append_label(v, out);
    out += ' ';
    append_number(parents[v] == kNoVertex ? kLdbcUnreached : std::uint64_t{levels[v]}, out);
    out += '\n';
  });
}

void write_npy(ResultSink& sink, const Labels& labels, std::span<const Vertex> parents,
               LevelView levels) {
  require_numeric_labels(labels);
  std::string head = npy_head("'<i8'", fmt::format("({}, 3)", parents.size()));
  write_rows(sink, std::move(head), parents.size(), [&](std::size_t i, std::string& out) {
    const auto v = static_cast<Vertex>(i);
    const bool reached = parents[v] != kNoVertex;
    append_value(npy_label(labels, v), out);
    append_value(reached ? std::int64_t{levels[v]} : std::int64_t{-1}, out);
    append_value(reached ? npy_label(labels, parents[v]) : std::int64_t{-1}, out);
  });
}

}  // namespace

void write_bfs_result(const Labels& labels, std::span<const Vertex> parents, LevelView levels,
                      const std::string& path, ResultFormat format) {
  ResultSink sink(path);
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

}  // namespace strider
