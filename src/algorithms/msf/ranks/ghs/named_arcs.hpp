// A rank's arcs as GHS walks them: of each vertex by ascending name, the one with the lightest edge
// first. Self-loops and all but the first of parallel edges are left out.
#pragma once

#include <cstdint>
#include <span>

#include "algorithms/msf/ranks/ghs/edge_name.hpp"
#include "comm/communicator.hpp"
#include "ranks/one_d/graph_1d.hpp"
#include "strider/array.hpp"
#include "strider/dist_msf.hpp"

namespace strider::detail::ghs {

struct NamedArcs {
  NameForm form = NameForm::kEnds;
  std::uint32_t first_vertex = 0;  ///< of the rank, in the input's numbers
  Array<std::uint64_t> offsets;    ///< by own vertex
  Array<std::uint32_t> neighbors;  ///< in the input's numbers
  Array<EdgeName> names;           ///< the keys are those of WeightOrder

  [[nodiscard]] std::uint32_t num_vertices() const {
    return static_cast<std::uint32_t>(offsets.size() - 1);
  }
  [[nodiscard]] std::uint64_t num_arcs() const { return neighbors.size(); }
};

/// Names as `options` want them: short ones where messages are compressed and they tell the edges
/// of all ranks apart. O(m log m) work. Throws UsageError where vertices do not lie in ascending
/// blocks or are 2^32 or more, WeightError where a weight is no number, MemoryError. Collective.
template <class W>
[[nodiscard]] NamedArcs name_arcs(const comm::Communicator& comm, const WeightedGraph1d<W>& graph,
                                  const DistMsfOptions& options);

extern template NamedArcs name_arcs(const comm::Communicator&, const WeightedGraph1d<float>&,
                                    const DistMsfOptions&);
extern template NamedArcs name_arcs(const comm::Communicator&, const WeightedGraph1d<double>&,
                                    const DistMsfOptions&);
extern template NamedArcs name_arcs(const comm::Communicator&,
                                    const WeightedGraph1d<std::uint32_t>&, const DistMsfOptions&);

}  // namespace strider::detail::ghs
