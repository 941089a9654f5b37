// What the columns of a plain edge list are.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/readers.hpp"

namespace strider {

/// How the fields of a line are distinguished.
enum class Separator : char { kBlanks = ' ', kComma = ',', kSemicolon = ';', kTab = '\t' };

/// One field of a line, without the blanks and the quotes around it.
struct Field {
  const char* at;
  std::string_view text;
};

/// The fields of the line at `at`.
[[nodiscard]] std::vector<Field> split_fields(const char* at, Separator separator);

/// Moves `at` behind the next field and its separator; returns the field.
[[nodiscard]] Field next_field(const char*& at, Separator separator);

/// What is found out by looking at the comments and the first rows of an edge list.
struct EdgeListLayout {
  Separator separator = Separator::kBlanks;
  bool text_labels = false;
  unsigned columns = 2;
  unsigned source_column = 0;
  unsigned target_column = 1;             ///< behind the source's
  std::optional<unsigned> weight_column;  ///< behind the target's

  /// Counts in lines of their own before the edges.
  std::optional<std::uint64_t> announced_vertices;
  std::optional<std::uint64_t> announced_edges;
  const char* announcement = nullptr;

  std::optional<Directedness> directedness;
  std::string directedness_reason;
  std::vector<std::string> notes;
  std::string_view body;  ///< from the first edge on
};

/// Throws ParseFault where the first rows are no edges.
[[nodiscard]] EdgeListLayout find_edge_list_layout(const NamedText& input);

}  // namespace strider
