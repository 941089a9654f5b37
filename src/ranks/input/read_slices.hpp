// A file of which each rank reads its part.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "comm/communicator.hpp"
#include "io/native/stored_build.hpp"
#include "ranks/edges/edge_source.hpp"
#include "ranks/input/vertex_names.hpp"
#include "strider/io.hpp"

namespace strider::detail {

struct SlicedFile {
  std::unique_ptr<EdgeSource> edges;
  /// The same on all ranks, and as read_edges gives them.
  InputFacts facts;
  VertexNames names;
  std::optional<native::StoredBuild> stored = {};  ///< of a native container
};

/// Reads the edges that read_edges reads, each rank its part: with the same vertices, labels,
/// directedness, weights and facts, whatever the number of ranks. All ranks must see the file.
/// Tuples of Graph500 stay in the file and are read when they are asked for, unless a directed
/// graph is; otherwise a rank holds the edges of its part: 8 or 16 bytes each, and their weights.
///
/// What cannot be read in parts (formats with RankReading::kWhole, Matrix Market in array layout,
/// compressed files, pipes, edge lists with text labels or quotes) is read by rank 0, which needs
/// the memory of one machine for it and hands out the edges. Of a pipe only rank 0 must see
/// anything.
///
/// Throws on all ranks InputError, with file and line as read_edges has them; MemoryError.
/// Collective.
[[nodiscard]] SlicedFile read_slices(const comm::Communicator& comm, const std::string& path,
                                     const ReadOptions& options = {});

}  // namespace strider::detail
