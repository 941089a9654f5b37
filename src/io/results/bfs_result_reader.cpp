#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include "base/quote.hpp"
#include "base/text.hpp"
#include "io/input_file.hpp"
#include "io/results/read_rows.hpp"
#include "strider/error.hpp"
#include "strider/results.hpp"

namespace strider {
namespace {

constexpr std::array<std::string_view, 3> kTreeColumns{"vertex", "level", "parent"};

/// The claim as it is put together, row by row.
class Rows {
 public:
  Rows(const std::string& path, const Labels& labels, Vertex num_vertices)
      : path_(path), labels_(labels), num_vertices_(num_vertices), seen_(num_vertices, 0) {
    claim_.parents = Array<Vertex>(num_vertices, kNoVertex);
    claim_.levels = Array<Level>(num_vertices, kUnreached);
  }

  /// `level` is an empty view without data if the file has no levels.
  void add(std::uint64_t line, std::string_view vertex, std::string_view parent,
           std::string_view level) {
    const auto v = labels_.find(vertex, num_vertices_);
    if (!v) fail(line, fmt::format("the graph has no vertex {}", in_quotes(vertex)));
    if (seen_[*v] != 0) fail(line, fmt::format("vertex {} has a second row", in_quotes(vertex)));
    seen_[*v] = 1;
    const bool has_level = level.data() != nullptr;
    if (has_level) claim_.levels[*v] = parse_level(line, level);
    if (!is_unreached(parent, has_level, claim_.levels[*v])) {
      claim_.parents[*v] = labels_.find(parent, num_vertices_).value_or(num_vertices_);
      if (claim_.parents[*v] == *v) note_source(*v);
    }
  }

  SubmittedBfs finish(bool has_levels) {
    claim_.has_levels = has_levels;
    if (sources_ != 1) claim_.source.reset();
    if (!has_levels) derive_levels();
    return std::move(claim_);
  }

  [[noreturn]] void fail(std::uint64_t line, const std::string& message) const {
    throw InputError(path_, line, message);
  }

 private:
  /// A vertex may be called "-1" too; then the level tells.
  [[nodiscard]] bool is_unreached(std::string_view parent, bool has_level, Level level) const {
    if (parent != "-1") return false;
    if (has_level && level == kUnreached) return true;
    return !labels_.find(parent, num_vertices_);
  }

  void note_source(Vertex v) {
    claim_.source = v;
    ++sources_;
  }

  Level parse_level(std::uint64_t line, std::string_view text) const {
    if (text == "-1") return kUnreached;
    const auto level = parse_number(text);
    if (!level) fail(line, fmt::format("expected a level, found {}", in_quotes(text)));
    constexpr std::uint64_t kLdbcUnreached = std::numeric_limits<std::int64_t>::max();
    if (*level == kLdbcUnreached) return kUnreached;
    // A level past all others is as wrong as any: it must only stay a level.
    return static_cast<Level>(std::min<std::uint64_t>(*level, kUnreached - 1));
  }

  /// A vertex's level is its parent's plus one. What hangs on a cycle gets none.
  void derive_levels() {
    if (!claim_.source) return;
    claim_.levels[*claim_.source] = 0;
    std::vector<Vertex> path;
    // 1: has a row; 2: on a path walked already, with its level known if it has one.
    std::vector<std::uint8_t>& state = seen_;
    state[*claim_.source] = 2;
    for (Vertex start = 0; start < num_vertices_; ++start) {
      Vertex v = start;
      while (v < num_vertices_ && state[v] != 2) {
        state[v] = 2;
        path.push_back(v);
        v = claim_.parents[v];
      }
      Level level = v < num_vertices_ ? claim_.levels[v] : kUnreached;
      for (; !path.empty(); path.pop_back()) {
        if (level != kUnreached) ++level;
        claim_.levels[path.back()] = level;
      }
    }
  }

  const std::string& path_;
  const Labels& labels_;
  Vertex num_vertices_;
  std::vector<std::uint8_t> seen_;
  int sources_ = 0;
  SubmittedBfs claim_;
};

}  // namespace

SubmittedBfs read_bfs_result(const std::string& path, const Labels& labels, Vertex num_vertices) {
  const InputFile file = InputFile::open(path);
  Rows rows(path, labels, num_vertices);
  const bool has_levels =
      read_rows(path, file.bytes(), {kTreeColumns, "level"},
                [&](std::uint64_t line, std::span<const std::string_view> cells) {
                  rows.add(line, cells[0], cells[2], cells[1]);
                });
  return rows.finish(has_levels);
}

}  // namespace strider
