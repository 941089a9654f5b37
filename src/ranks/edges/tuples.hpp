// The input's edges, just as it lists them, at the owners of the vertices that they lead to: what
// validation and the choice of parents look at, and no search does.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "comm/communicator.hpp"
#include "graph/bad_weight.hpp"
#include "partition/owner_map.hpp"
#include "ranks/edges/edge_source.hpp"
#include "ranks/edges/ghosts.hpp"
#include "ranks/edges/redistribute.hpp"
#include "strider/array.hpp"
#include "strider/generate.hpp"
#include "strider/types.hpp"

namespace strider::detail {

/// This rank's part of the tuples: for each of its vertices the other ends of the tuples that lead
/// to it, repetitions and all. Its vertices are a block of consecutive ones, whatever the partition
/// of the graph that is searched.
template <class W>
class Tuples {
 public:
  Tuples(OwnerMap owners, Directedness directedness)
      : owners_(std::move(owners)), directedness_(directedness) {}

  [[nodiscard]] const OwnerMap& owners() const { return owners_; }
  [[nodiscard]] Directedness directedness() const { return directedness_; }
  /// Local ids of the other ends at vertex v, self-loops once. Local ids ascend with the vertices.
  [[nodiscard]] std::span<const std::uint32_t> row(std::uint32_t v) const {
    return local_ids_.span().subspan(offsets_[v], offsets_[v + 1ULL] - offsets_[v]);
  }
  /// The weight of the tuple at a place among all rows.
  [[nodiscard]] W weight(std::uint64_t place) const {
    if constexpr (std::is_empty_v<W>) {
      return {};
    } else {
      return weights_[place];
    }
  }
  [[nodiscard]] std::uint64_t row_begin(std::uint32_t v) const { return offsets_[v]; }
  /// The vertex of each self-loop, repetitions and all.
  [[nodiscard]] std::span<const std::uint32_t> self_loops() const { return self_loops_; }
  /// What this rank has of edges between two vertices, and of self-loops, whose weight is negative
  /// or no number; such a self-loop has the weight 0 in its row.
  [[nodiscard]] const BadWeight<GlobalVertex, W>& bad_edge() const { return bad_edge_; }
  [[nodiscard]] const BadWeight<GlobalVertex, W>& bad_loop() const { return bad_loop_; }
  [[nodiscard]] std::span<const GlobalVertex> ghosts() const { return ghost_vertices_; }
  [[nodiscard]] std::uint32_t local_id(GlobalVertex v) const { return ghosts_.local_id(v); }
  /// A value of every local id, from the owners' values by vertex. Collective.
  template <class T>
  [[nodiscard]] Array<T> to_local_ids(const comm::Communicator& comm,
                                      std::span<const T> values) const {
    Array<T> sent(subscribed_.size());
    for (std::size_t i = 0; i < sent.size(); ++i) sent[i] = values[subscribed_[i]];
    std::vector<std::uint64_t> counts;
    return comm.all_to_all<T>(std::as_const(sent).span(), subscribed_counts_, counts);
  }

 private:
  template <class>
  friend class TupleCollector;  // tuples.cpp

  OwnerMap owners_;
  Directedness directedness_;
  Array<EdgeIndex> offsets_;
  Array<std::uint32_t> local_ids_;
  Array<W> weights_;  // empty without weights
  std::vector<std::uint32_t> self_loops_;
  BadWeight<GlobalVertex, W> bad_edge_;
  BadWeight<GlobalVertex, W> bad_loop_;
  Ghosts ghosts_;
  std::vector<GlobalVertex> ghost_vertices_;
  // Own vertices that other ranks have local ids of, rank by rank.
  Array<std::uint32_t> subscribed_;
  std::vector<std::uint64_t> subscribed_counts_;
};

/// Brings the tuples of all ranks' slices to their owners. W is the type of the source's weights,
/// or NoWeight. Peak: 24 bytes an end that this rank owns, 4 of which stay; a weight's more each.
/// Throws on all ranks UsageError where an end is no vertex, MemoryError, what the source throws.
/// Collective.
template <class W>
[[nodiscard]] Tuples<W> collect_tuples(const comm::Communicator& comm, const EdgeSource& source,
                                       const RedistributeSettings& settings = {});

extern template Tuples<NoWeight> collect_tuples(const comm::Communicator&, const EdgeSource&,
                                                const RedistributeSettings&);
extern template Tuples<float> collect_tuples(const comm::Communicator&, const EdgeSource&,
                                             const RedistributeSettings&);
extern template Tuples<double> collect_tuples(const comm::Communicator&, const EdgeSource&,
                                              const RedistributeSettings&);
extern template Tuples<std::uint32_t> collect_tuples(const comm::Communicator&, const EdgeSource&,
                                                     const RedistributeSettings&);

}  // namespace strider::detail
