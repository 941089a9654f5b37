// The edges of the forest that ranks have found, and how they get to the owners of their smaller
// ends: sorted there by counting, or marked in the rows.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <numeric>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "algorithms/msf/keyed_edge.hpp"
#include "algorithms/msf/ranks/boruvka/fragment_messages.hpp"
#include "algorithms/msf/ranks/rank_rows.hpp"
#include "algorithms/msf/taken_arcs.hpp"
#include "base/memory.hpp"
#include "base/parallel.hpp"
#include "base/scan.hpp"
#include "base/workspace.hpp"
#include "comm/by_rank.hpp"
#include "comm/collective_error.hpp"
#include "comm/communicator.hpp"
#include "comm/two_level_exchange.hpp"
#include "partition/owner_map.hpp"
#include "ranks/memory/node_memory.hpp"
#include "ranks/one_d/graph_1d.hpp"
#include "strider/dist_msf.hpp"

namespace strider::detail {

/// An edge of the forest: the name of its smaller end, the larger one in the input's numbers.
template <class Key>
struct TakenEdge {
  Vertex u;
  Key key;
  GlobalVertex v;
};

/// Sorts edges by ends without comparing but those of one smaller end, keeping its workspace: in
/// groups of near names first, so that the places of a group's edges stay in the cache.
template <class Key>
class TakenEdges {
 public:
  void clear() { edges_.clear(); }
  void reserve(std::size_t edges) { edges_.reserve(edges); }
  [[nodiscard]] std::size_t size() const { return edges_.size(); }
  void add(const TakenEdge<Key>& edge) { edges_.push_back(edge); }

  /// write(place, edge) for all edges, place being that in the order of (u, v). Names are below
  /// `names`.
  template <class Write>
  void write_sorted(Vertex names, Write&& write) {
    constexpr Vertex kMostGroups = 1U << 10U;
    if (edges_.empty()) return;
    const auto shift = static_cast<unsigned>(std::bit_width((names - 1) / kMostGroups));
    group(((names - 1) >> shift) + std::size_t{1}, shift);
    std::vector<std::uint32_t> places;
    for (std::size_t g = 0, begin = 0; g < ends_.size(); begin = ends_[g++]) {
      sort_group(std::span(grouped_).subspan(begin, ends_[g] - begin), shift, places);
      for (std::size_t i = begin; i < ends_[g]; ++i) write(i, grouped_[i]);
    }
  }

 private:
  using Edge = TakenEdge<Key>;

  void group(std::size_t groups, unsigned shift) {
    ends_.assign(groups + 1, 0);
    for (const Edge& edge : edges_) ++ends_[(edge.u >> shift) + std::size_t{1}];
    for (std::size_t g = 1; g < ends_.size(); ++g) ends_[g] += ends_[g - 1];
    grouped_.resize(edges_.size());
    for (const Edge& edge : edges_) grouped_[ends_[edge.u >> shift]++] = edge;
    ends_.pop_back();
  }

  void sort_group(std::span<Edge> edges, unsigned shift, std::vector<std::uint32_t>& places) {
    const Vertex mask = (Vertex{1} << shift) - 1;
    places.assign(mask + std::size_t{2}, 0);
    for (const Edge& edge : edges) ++places[(edge.u & mask) + std::size_t{1}];
    for (std::size_t i = 1; i < places.size(); ++i) places[i] += places[i - 1];
    sorted_.resize(edges.size());
    for (const Edge& edge : edges) sorted_[places[edge.u & mask]++] = edge;
    std::copy(sorted_.begin(), sorted_.end(), edges.begin());
    for (std::size_t begin = 0, end = 0; begin < edges.size(); begin = end) {
      end = begin + 1;
      while (end < edges.size() && edges[end].u == edges[begin].u) ++end;
      if (end - begin > 1) std::ranges::sort(edges.subspan(begin, end - begin), {}, &Edge::v);
    }
  }

  std::vector<Edge> edges_;
  std::vector<Edge> grouped_;
  std::vector<Edge> sorted_;       // of one group
  std::vector<std::size_t> ends_;  // of the groups
};

/// The edges of the forest whose smaller ends a rank owns, marked in its rows: nothing is to be
/// sorted then. Precondition: the owners do not shuffle, so that a rank's vertices ascend in its
/// numbers as in the input's, at even distances.
template <class W>
class ForestMarks {
 public:
  /// `graph` outlives this.
  ForestMarks(const WeightedGraph1d<W>& graph, WeightOrder<W> order, int threads)
      : graph_(graph), rows_(graph.topology.rows), order_(order), threads_(threads) {}

  /// Marks the arc of an edge in `taken`. Preconditions: there is one; its row ascends.
  void mark(Vertex row, Vertex local_id, std::span<std::uint8_t> taken) const {
    const auto neighbors = rows_.neighbors(row);
    const auto place = std::ranges::lower_bound(neighbors, local_id) - neighbors.begin();
    taken[rows_.offsets()[row] + static_cast<EdgeIndex>(place)] = 1;
  }

  /// Writes the edges of the arcs marked, ascending by (u, v). `border`: the rows with edges to
  /// other ranks' vertices, ascending. O(arcs).
  void write(std::span<const std::uint8_t> taken, std::span<const Vertex> border,
             std::vector<GlobalMsfEdge<W>>& edges) const {
    constexpr std::size_t kMinParallelWork = 1U << 13U;
    const EdgeIndex* const offsets = rows_.offsets().data();
    const int parts = taken.size() < kMinParallelWork ? 1 : threads_;
    std::vector<std::size_t> starts(static_cast<std::size_t>(parts) + 1, 0);
    parallel_parts(rows_.num_vertices(), parts, [&](Range range, std::size_t part) {
      const auto marks =
          taken.subspan(offsets[range.begin], offsets[range.end] - offsets[range.begin]);
      starts[part] = std::reduce(marks.begin(), marks.end(), std::size_t{0});
    });
    edges.resize(exclusive_scan(std::span(starts), 1));
    parallel_parts(rows_.num_vertices(), parts, [&](Range range, std::size_t part) {
      write_part(range, taken.data(), border, edges.data() + starts[part]);
    });
  }

 private:
  // Rows whose edges stay in the cache until all of their ends are right.
  static constexpr std::size_t kRows = 1U << 11U;

  void write_part(Range range, const std::uint8_t* taken, std::span<const Vertex> border,
                  GlobalMsfEdge<W>* out) const {
    if (range.begin == range.end) return;
    const Graph1d& graph = graph_.topology;
    const EdgeIndex* const offsets = rows_.offsets().data();
    const GlobalVertex base = graph.global_of(local_vertex(0));
    const GlobalVertex step =
        rows_.num_vertices() == 1 ? 1 : graph.global_of(local_vertex(1)) - base;
    const EdgeIndex stop = end_of_taken(taken, offsets[range.begin], offsets[range.end]);
    const auto* const targets = rows_.targets().data();
    const auto* const weights = graph_.weights.data();
    auto on_border = std::ranges::lower_bound(border, range.begin);
    std::vector<std::uint16_t> sources;
    for (std::size_t first = range.begin; first < range.end; first += kRows) {
      const std::size_t last = std::min(first + kRows, range.end);
      GlobalMsfEdge<W>* const begin = out;
      out = write_taken_arcs(offsets, Range{first, last}, stop, taken, sources, out,
                             [&](Vertex u, EdgeIndex arc) {
                               return GlobalMsfEdge<W>{base + step * u, base + step * targets[arc],
                                                       order_.weight(order_.key(weights[arc]))};
                             });
      if (on_border == border.end() || *on_border >= last) continue;
      while (on_border != border.end() && *on_border < last) ++on_border;
      name_others(std::span(begin, out), base, step);
    }
  }

  /// What local ids of other ranks' vertices were taken for gets its name, and place.
  void name_others(std::span<GlobalMsfEdge<W>> edges, GlobalVertex base, GlobalVertex step) const {
    const GlobalVertex end = base + step * rows_.num_vertices();
    for (GlobalMsfEdge<W>& edge : edges) {
      if (edge.v < end) continue;
      const auto other = static_cast<std::uint32_t>((edge.v - base) / step);
      edge.v = graph_.topology.global_of(local_id(other));
    }
    const auto ends = [](const GlobalMsfEdge<W>& edge) { return std::tuple(edge.u, edge.v); };
    if (!std::ranges::is_sorted(edges, {}, ends)) std::ranges::sort(edges, {}, ends);
  }

  const WeightedGraph1d<W>& graph_;
  const Csr& rows_;
  WeightOrder<W> order_;
  int threads_;
};

/// Edges by names and local ids of any partition; they travel packed.
template <class W>
class ForestDelivery {
 public:
  using Key = WeightKey<W>;

  /// All but the workspace, which counts the edges, outlive this.
  ForestDelivery(Workspace& workspace, const comm::TwoLevelExchange& exchange,
                 const WeightedGraph1d<W>& graph, const OrderedNames& names, WeightOrder<W> order,
                 int threads)
      : exchange_(exchange),
        graph_(graph.topology),
        names_(names),
        order_(order),
        marker_(graph, order, threads),
        num_rows_(graph_.num_rows()),
        format_(EdgeFormat::of(graph_.owners.num_vertices())) {
    format_.fragment_bytes = 0;
    workspace.count("the edges of the forest", num_rows_ * kEdgeBytes);
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
        require_memory((all - num_rows_) * kEdgeBytes, "edges of a spanning forest");
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
  /// Of an edge that is delivered, and twice while they are sorted.
  static constexpr std::uint64_t kEdgeBytes = 2 * sizeof(TakenEdge<Key>) + sizeof(GlobalMsfEdge<W>);

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

/// Edges in the input's numbers; the ranks own blocks of consecutive vertices.
template <class W>
class ForestCollection {
 public:
  using Key = WeightKey<W>;
  using Edge = KeyedEdge<Key>;

  /// Counts as many edges as there are own vertices: these have less than one each in the forest,
  /// which is sorted, and find one for another rank at most. What comes beyond that is asked for
  /// when it does. The communicator and the map outlive this.
  ForestCollection(Workspace& workspace, const comm::Communicator& comm, const OwnerMap& owners,
                   Vertex begin, WeightOrder<W> order)
      : comm_(comm),
        owners_(owners),
        order_(order),
        begin_(begin),
        rows_(owners.size(comm.rank())) {
    workspace.count("the edges of the forest",
                    rows_ * (2 * sizeof(TakenEdge<Key>) + 2 * sizeof(Edge)));
    workspace.when_taken([this] { own_.reserve(rows_); });
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
