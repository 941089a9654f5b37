// Parts of the two files of a Graphalytics graph, each rank of a cluster one of each file.
#pragma once

#include <cstdint>

#include "io/readers.hpp"
#include "io/text/rows.hpp"
#include "strider/array.hpp"
#include "strider/generate.hpp"

namespace strider {

// Throw InputError with the line in the whole file, MemoryError.

/// The numbers of the vertices whose lines begin in that part of the file's bytes.
[[nodiscard]] Array<std::uint64_t> parse_ldbc_vertices_slice(const NamedText& input, int part,
                                                             int parts, int threads);
/// Refuses a file that lists a vertex twice.
void check_ldbc_vertices(const NamedText& input, std::uint64_t listed, std::uint64_t different);

struct LdbcSlice {
  RawEdges<GlobalEdge> raw;  ///< with the file's numbers
  bool weighted = false;     ///< the file has weights
};
[[nodiscard]] LdbcSlice parse_ldbc_edges_slice(const NamedText& input, const ReadOptions& options,
                                               int part, int parts);

enum class LdbcEnd : std::uint8_t { kSource, kTarget };
/// Refuses that end of edge number `edge` of the part.
[[noreturn]] void fail_unknown_ldbc_vertex(const NamedText& input, int part, int parts,
                                           std::uint64_t edge, LdbcEnd end);

}  // namespace strider
