// The edges of the forest that a rank came upon, and their way to the owners of their smaller ends.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/msf/keyed_edge.hpp"
#include "algorithms/msf/ranks/boruvka/forest_marks.hpp"
#include "algorithms/msf/ranks/boruvka/fragment_edge.hpp"
#include "algorithms/msf/ranks/boruvka/ordered_names.hpp"
#include "algorithms/msf/ranks/taken_edges.hpp"
#include "base/memory.hpp"
#include "comm/collective_error.hpp"
#include "comm/two_level_exchange.hpp"
#include "ranks/memory/node_memory.hpp"
#include "ranks/one_d/graph_1d.hpp"
#include "strider/dist_msf.hpp"

namespace strider::detail {

template <class W>
class ForestDelivery {
 public:
  using Key = WeightKey<W>;

  /// All outlive this.
  ForestDelivery(const comm::TwoLevelExchange& exchange, const WeightedGraph1d<W>& graph,
                 const OrderedNames& names, WeightOrder<W> order, int threads)
      : exchange_(exchange),
        graph_(graph.topology),
        names_(names),
        order_(order),
        marker_(graph, order, threads),
        num_rows_(graph_.num_rows()),
        format_(EdgeFormat::of(graph_.owners.num_vertices())) {
    format_.fragment_bytes = 0;
  }

  /// For so many edges whose smaller ends are this rank's.
  [[nodiscard]] static std::uint64_t bytes(std::uint64_t own_edges) {
    return own_edges * (2 * sizeof(TakenEdge<Key>) + sizeof(GlobalMsfEdge<W>));
  }

  void clear() {
    own_.clear();
    others_.clear();
    is_marked_ = false;
  }
  /// Edges of own smaller ends are marked by their arcs from now on, until clear(): `marks` has
  /// those found so far. `border` is that of LocalEdges. Both outlive the delivery. Preconditions:
  /// those of ForestMarks.
  void mark_in(std::span<std::uint8_t> marks, std::span<const Vertex> border) {
    marks_ = marks;
    border_ = border;
    is_marked_ = true;
  }
  /// Edges so far whose smaller ends are known to be this rank's, unless marked.
  [[nodiscard]] std::size_t num_own() const { return own_.size(); }

  /// Between own vertices, in names.
  void add_own(const KeyedEdge<Key>& edge) {
    own_.add({edge.u, edge.key, global(names_.local_id(edge.v))});
  }
  /// By local ids, of which one at least is own.
  void add(Vertex a, Vertex b, Key key) {
    if (names_.name(b) < names_.name(a)) std::swap(a, b);
    if (a < num_rows_ && is_marked_) {
      marker_.mark(a, b, marks_);
    } else if (a < num_rows_) {
      own_.add({names_.name(a), key, global(b)});
    } else {
      others_.push_back({0, 0, global(a), global(b), key});
    }
  }
  /// To append edges of any vertices to.
  [[nodiscard]] std::vector<FragmentEdge<Key>>& others() { return others_; }

  /// Fills `edges` with those of all ranks whose smaller ends are this rank's, ascending.
  /// Collective. Throws MemoryError on all ranks.
  void deliver(std::vector<GlobalMsfEdge<W>>& edges) {
    const comm::Communicator& comm = exchange_.comm();
    std::vector<FragmentEdge<Key>> sent;
    std::vector<std::uint64_t> counts;
    comm::try_on_all_ranks(comm, [&] {
      NodeMemory(comm).require(others_.size() * sizeof(FragmentEdge<Key>),
                               "edges of the forest on their way to owners");
      sent = group_by_rank(
          others_, comm.size(),
          [&](const FragmentEdge<Key>& edge) { return graph_.owners.owner(edge.u); }, counts);
    });
    std::vector<std::size_t> starts;
    const auto came = exchange_edges<Key>(exchange_, format_, sent, counts, starts);
    comm::try_on_all_ranks(comm, [&] {
      if (is_marked_) {
        for (const FragmentEdge<Key>& edge : came) {
          const auto other = graph_.local_ids.find(graph_.owners.locate(edge.v));
          marker_.mark(index(graph_.owners.local(edge.u)), index(*other), marks_);
        }
        return marker_.write(marks_, border_, edges);
      }
      const std::size_t all = own_.size() + came.size();
      // The centre of a star has them all, and the ranks beside its owner none.
      if (all > num_rows_) {
        require_memory(bytes(all - num_rows_), "edges of a spanning forest");
      }
      for (const FragmentEdge<Key>& edge : came) {
        own_.add({names_.name(index(graph_.owners.local(edge.u))), edge.key, edge.v});
      }
      edges.resize(own_.size());
      own_.write_sorted(names_.size(), [&](std::size_t place, const TakenEdge<Key>& edge) {
        edges[place] = {global(names_.local_id(edge.u)), edge.v, order_.weight(edge.key)};
      });
    });
  }

 private:
  [[nodiscard]] GlobalVertex global(Vertex local_id) const {
    return local_id < num_rows_ ? graph_.global_of(local_vertex(local_id))
                                : graph_.global_of(detail::local_id(local_id));
  }

  const comm::TwoLevelExchange& exchange_;
  const Graph1d& graph_;
  const OrderedNames& names_;
  WeightOrder<W> order_;
  ForestMarks<W> marker_;
  Vertex num_rows_;
  EdgeFormat format_;
  TakenEdges<Key> own_;
  std::vector<FragmentEdge<Key>> others_;
  bool is_marked_ = false;
  std::span<std::uint8_t> marks_;
  std::span<const Vertex> border_;
};

}  // namespace strider::detail
