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
};

/// Throws ParseFault where the header is none, or announces what the file cannot hold.
[[nodiscard]] MetisFile read_metis_header(const NamedText& input, int threads);

}  // namespace strider
