// The first line of a METIS file, and its lines counted.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "io/readers.hpp"

namespace strider {

struct MetisHeader {
  std::uint64_t n = 0;
  std::uint64_t m = 0;
  bool vertex_sizes = false;
  unsigned vertex_weights = 0;  ///< a vertex
  bool edge_weights = false;
  const char* at = nullptr;

  [[nodiscard]] unsigned words_per_vertex() const {
    return vertex_weights + (vertex_sizes ? 1 : 0);
  }
  [[nodiscard]] unsigned words_per_entry() const { return edge_weights ? 2 : 1; }
};

/// Whole lines, of which comments are not counted.
struct MetisChunk {
  std::string_view text;
  std::uint64_t lines_before = 0;
  std::uint64_t lines = 0;
  std::uint64_t words = 0;
};

struct MetisFile {
  MetisHeader header;
  std::vector<MetisChunk> chunks;
  // Of the chunks:
  std::uint64_t lines = 0;
  std::uint64_t words = 0;
};

/// The header, and the lines that begin in one part of the bytes behind it, counted. Throws
/// ParseFault where the header is none, or announces what the file cannot hold.
[[nodiscard]] MetisFile open_metis_part(const NamedText& input, int part, int parts, int threads);

/// Tells a part where it stands: lines of the parts before it, lines and words of all. Throws
/// ParseFault where there are too few lines.
void place_metis_part(const NamedText& input, MetisFile& file, std::uint64_t lines_before,
                      std::uint64_t all_lines, std::uint64_t all_words);

}  // namespace strider
