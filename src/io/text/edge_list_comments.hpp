// What the comments of an edge list say.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "strider/types.hpp"

namespace strider {

/// The lines that SNAP, KONECT and this library write before the edges, or behind them.
struct EdgeListComments {
  std::optional<Directedness> directedness;
  std::string directedness_reason;
  /// "# Nodes: N". Their numbers may be any.
  std::optional<std::uint64_t> num_vertices;
  /// "# Labels: A to B": the vertices are these numbers.
  struct Range {
    std::uint64_t first;
    std::uint64_t last;
  };
  std::optional<Range> labels;
  const char* labels_at = nullptr;
  bool labels_are_text = false;    ///< "# Labels: text"
  bool labels_are_listed = false;  ///< "# Labels: listed": there are no others than in the edges
  /// Whether there is a comment "# Labels:".
  [[nodiscard]] bool says_labels() const { return labels || labels_are_text || labels_are_listed; }
  bool without_weights = false;  ///< KONECT: "unweighted", "positive"
  /// The words of the last comment before the first row: often the names of the columns.
  std::vector<std::string> last_words;
};

/// Adds what the comment at `at` says. Throws ParseFault for bipartite KONECT files.
void read_edge_list_comment(const char* at, EdgeListComments& comments);

/// Adds what the comments at the end of `text` say.
void read_edge_list_trailer(std::string_view text, EdgeListComments& comments);

}  // namespace strider
