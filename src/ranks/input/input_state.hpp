// What a DistInput holds.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "io/native/stored_build.hpp"
#include "ranks/edges/edge_source.hpp"
#include "ranks/input/vertex_names.hpp"
#include "strider/dist_graph.hpp"

namespace strider {

struct DistInput::State {
  std::unique_ptr<const detail::EdgeSource> source;
  std::uint64_t num_edges = 0;  ///< of all ranks
  InputFacts facts;
  detail::VertexNames names;
  std::optional<native::StoredBuild> stored;  ///< of a native container
};

}  // namespace strider
