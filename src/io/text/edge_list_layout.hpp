// What the columns of a plain edge list are.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/readers.hpp"
#include "io/text/edge_list_comments.hpp"

namespace strider {

/// How the rows of an edge list are read.
enum class EdgeListRows : std::uint8_t {
  kNumbers,  ///< vertices are numbers, in plain columns
  kWords,    ///< vertices are words, in plain columns
  kCells     ///< cells are quoted or written as reals, or the delimiter is an unusual one
};

/// What is found out by looking at the comments and the first rows of an edge list.
struct EdgeListLayout {
  EdgeListRows rows = EdgeListRows::kNumbers;
  bool text_labels = false;
  char delimiter = ' ';  ///< ' ' stands for any blanks
  unsigned columns = 2;
  unsigned source_column = 0;
  unsigned target_column = 1;
  std::optional<unsigned> weight_column;

  bool may_have_counts = true;  ///< of vertices and edges, before the edges
  /// Counts in lines of their own before the edges.
  std::optional<std::uint64_t> announced_vertices;
  std::optional<std::uint64_t> announced_edges;
  const char* announcement = nullptr;

  EdgeListComments comments;
  UnlistedVertices unlisted = UnlistedVertices::kIsolated;  ///< as the options or a comment say
  std::vector<std::string> notes;
  std::string_view body;  ///< from the first edge on
};

/// What tells a user how to read words, behind the message that `cell` is no number of a vertex;
/// empty if it is no word either.
[[nodiscard]] std::string hint_at_words(std::string_view cell);

/// Throws ParseFault where the first rows are no edges; UsageError where the options name a column
/// that is not there.
[[nodiscard]] EdgeListLayout find_edge_list_layout(const NamedText& input,
                                                   const ReadOptions& options);

}  // namespace strider
