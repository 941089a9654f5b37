// Rows of results that other programs wrote: what a row says of vertices, and what is wrong with
// it.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/quote.hpp"
#include "io/results/read_rows.hpp"
#include "strider/array.hpp"
#include "strider/error.hpp"
#include "strider/labels.hpp"
#include "strider/types.hpp"

namespace strider {

/// The line of a text, or the row of an array, that is read.
struct RowPlace {
  const std::string& path;
  std::uint64_t line;

  /// Throws InputError.
  [[noreturn]] void fail(const std::string& message) const {
    throw InputError(path, line, message);
  }
};

/// The vertices of the graph that a result is of. `labels` outlive it.
struct ClaimedVertices {
  const Labels& labels;
  Vertex count;

  [[nodiscard]] std::optional<Vertex> find(std::string_view label) const {
    return labels.find(label, count);
  }
  /// Throws InputError if there is no such vertex.
  [[nodiscard]] Vertex at(std::string_view label, const RowPlace& place) const {
    const auto vertex = find(label);
    if (!vertex) place.fail(fmt::format("the graph has no vertex {}", in_quotes(label)));
    return *vertex;
  }
};

[[noreturn]] inline void refuse_second_row(std::string_view label, const RowPlace& place) {
  place.fail(fmt::format("vertex {} has a second row", in_quotes(label)));
}

/// A tree as its rows claim it: a vertex, its depth of type Depth (level or distance), its parent.
template <class Depth>
struct ClaimedTree {
  Array<Vertex> parents;  ///< kNoVertex if unreached; the number of vertices if unknown
  Array<Depth> depths;
  /// The one vertex that is its own parent, if there is just one.
  std::optional<Vertex> source;
  bool has_depths = true;
  std::vector<std::uint8_t> has_row;  ///< by vertex: 1 or 0
};

/// Reads columns in the order vertex, depth, parent; the depth may be optional. parse(text, place)
/// gives a depth; `unreached` is that of unreached vertices, and of those without a row. Throws
/// InputError with file and line.
template <class Depth, class Parse>
[[nodiscard]] ClaimedTree<Depth> read_claimed_tree(const std::string& path, std::string_view bytes,
                                                   const WantedColumns& columns,
                                                   const ClaimedVertices& vertices, Depth unreached,
                                                   const Parse& parse) {
  ClaimedTree<Depth> tree{.parents = Array<Vertex>(vertices.count, kNoVertex),
                          .depths = Array<Depth>(vertices.count, unreached),
                          .source = {},
                          .has_row = std::vector<std::uint8_t>(vertices.count, 0)};
  int sources = 0;
  const auto add = [&](const RowPlace& place, std::string_view vertex, std::string_view depth,
                       std::string_view parent) {
    const Vertex v = vertices.at(vertex, place);
    if (tree.has_row[v] != 0) refuse_second_row(vertex, place);
    tree.has_row[v] = 1;
    const bool has_depth = depth.data() != nullptr;
    if (has_depth) tree.depths[v] = parse(depth, place);
    const auto found = vertices.find(parent);
    // A vertex may be called "-1" too; then the depth tells.
    const bool is_unreached =
        parent == "-1" && (!found || (has_depth && tree.depths[v] == unreached));
    if (is_unreached) return;
    tree.parents[v] = found.value_or(vertices.count);
    if (tree.parents[v] != v) return;
    tree.source = v;
    ++sources;
  };
  tree.has_depths = read_rows(path, bytes, columns,
                              [&](std::uint64_t line, std::span<const std::string_view> cells) {
                                add({path, line}, cells[0], cells[1], cells[2]);
                              });
  if (sources != 1) tree.source.reset();
  return tree;
}

}  // namespace strider
