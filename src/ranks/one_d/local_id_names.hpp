// What the input calls the vertices that local ids stand for.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/workspace.hpp"
#include "ranks/one_d/rows_1d.hpp"
#include "strider/array.hpp"
#include "strider/types.hpp"

namespace strider::detail {

/// Parents are named in every search, so what names them must stay in the cache. Owners of
/// consecutive or of every p-th vertex need a number for each 64 local ids where no range is
/// compact; else there is one for each local id, of four bytes where the graph has so few vertices.
class LocalIdNames {
 public:
  /// `graph` outlives this.
  LocalIdNames(Workspace& workspace, const Graph1d& graph);

  /// The names of local ids; of kNoVertex, kNoGlobalVertex. Precondition: `names` is the begin of
  /// an Array.
  void name(const Vertex* local_ids, std::size_t count, GlobalVertex* names, int threads) const;

 private:
  void fill();

  const Graph1d& graph_;
  std::uint64_t stride_ = 1;
  Array<std::uint64_t> firsts_;  // by 64 local ids
  Array<std::uint32_t> narrow_;  // by local id, or
  Array<std::uint64_t> wide_;    // by local id
};

}  // namespace strider::detail
