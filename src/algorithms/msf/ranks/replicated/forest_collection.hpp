// The edges of the forest that ranks came upon, and their way to the owners of their smaller ends.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/msf/keyed_edge.hpp"
#include "algorithms/msf/ranks/taken_edges.hpp"
#include "base/memory.hpp"
#include "comm/by_rank.hpp"
#include "comm/collective_error.hpp"
#include "comm/communicator.hpp"
#include "partition/owner_map.hpp"
#include "ranks/memory/node_memory.hpp"
#include "strider/dist_msf.hpp"

namespace strider::detail {

/// Edges in the input's numbers; the ranks own blocks of consecutive vertices.
template <class W>
class ForestCollection {
 public:
  using Key = WeightKey<W>;
  using Edge = KeyedEdge<Key>;

  /// Both outlive this.
  ForestCollection(const comm::Communicator& comm, const OwnerMap& owners, Vertex begin,
                   WeightOrder<W> order)
      : comm_(comm),
        owners_(owners),
        order_(order),
        begin_(begin),
        rows_(owners.size(comm.rank())) {
    own_.reserve(rows_);
  }
  /// Bytes of the edges: own vertices have less than one each in the forest, which is sorted, and
  /// find one for another rank at most. What comes beyond that is asked for when it does.
  [[nodiscard]] static std::uint64_t bytes(std::uint64_t own_vertices) {
    return own_vertices * (2 * sizeof(TakenEdge<Key>) + 2 * sizeof(Edge));
  }

  void clear() {
    own_.clear();
    others_.clear();
  }
  /// Edges appended so far.
  [[nodiscard]] std::size_t size() const { return own_.size() + others_.size(); }
  void append(const Edge& edge) {
    if (edge.u - begin_ < rows_) {
      own_.add({edge.u - begin_, edge.key, edge.v});
    } else {
      others_.push_back(edge);
    }
  }

  /// Fills `edges` with those of all ranks whose smaller ends are this rank's, ascending.
  /// Collective. Throws MemoryError on all ranks.
  void deliver(std::vector<GlobalMsfEdge<W>>& edges) {
    std::vector<std::uint64_t> counts;
    std::vector<std::uint64_t> received_counts;
    std::vector<Edge> sent;
    comm::try_on_all_ranks(comm_, [&] {
      NodeMemory(comm_).require(others_.size() * sizeof(Edge), "edges of a spanning forest");
      sent.resize(others_.size());
      counts = comm::group_by_rank(
          std::span<const Edge>(others_), comm_.size(),
          [&](const Edge& edge) { return owners_.owner(edge.u); }, std::span(sent));
      received_counts.resize(counts.size());
    });
    const Array<Edge> came = comm::checked_all_to_all(comm_, std::span<const Edge>(sent), counts,
                                                      std::span(received_counts));
    comm::try_on_all_ranks(comm_, [&] {
      const std::size_t all = own_.size() + came.size();
      // The centre of a star has them all, and the ranks beside its owner none.
      if (all > rows_) {
        require_memory((all - rows_) * 2 * sizeof(TakenEdge<Key>), "edges of a spanning forest");
      }
      if (all > edges.capacity()) {
        NodeMemory(comm_).require(all * sizeof(GlobalMsfEdge<W>), "edges of a spanning forest");
      }
      for (const Edge& edge : came) own_.add({edge.u - begin_, edge.key, edge.v});
      edges.resize(own_.size());
      own_.write_sorted(rows_, [&](std::size_t place, const TakenEdge<Key>& edge) {
        edges[place] = {GlobalVertex{begin_} + edge.u, edge.v, order_.weight(edge.key)};
      });
    });
  }

 private:
  const comm::Communicator& comm_;
  const OwnerMap& owners_;
  WeightOrder<W> order_;
  Vertex begin_;
  Vertex rows_;
  TakenEdges<Key> own_;
  std::vector<Edge> others_;
};

}  // namespace strider::detail
