// The edges of a rank's rows that a step works on: first the light ones, later what is left of the
// others. Only for boruvka.cpp.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "algorithms/msf/host/row_scan.hpp"
#include "algorithms/msf/keyed_edge.hpp"
#include "algorithms/msf/ranks/rank_rows.hpp"
#include "base/parallel.hpp"
#include "base/prefetch.hpp"
#include "base/workspace.hpp"
#include "graph/bitmap.hpp"
#include "ranks/one_d/graph_1d.hpp"

namespace strider::detail {

/// Behind all edges.
template <class Key>
inline constexpr KeyedEdge<Key> kLastEdge{kNoVertex, kNoVertex, static_cast<Key>(~Key{0})};

/// Which of two ranks keeps an edge between them. Knows of the local ids of other ranks whose
/// vertices they are, asked row by row: the local ids of a row ascend, and so do their ranks.
class CutSide {
 public:
  explicit CutSide(const Graph1d& graph) : graph_(graph), num_rows_(graph.num_rows()) {}

  [[nodiscard]] bool is_cut(Vertex local_id) const { return local_id >= num_rows_; }

  struct Other {
    int rank;
    bool kept_here;  ///< of the two ranks, this one keeps the edge
  };
  /// Of the edge from an own vertex to a local id that is another rank's. Both ranks get the same
  /// answer, one half of the edges each: by a hash of what their owners call the ends.
  [[nodiscard]] Other look_at(Vertex row, Vertex local_id) {
    if (local_id < begin_ || local_id >= end_) find_range(local_id);
    const std::uint32_t there = locals_ == nullptr ? local_id - begin_ : locals_[local_id - begin_];
    const bool first = graph_.rank < rank_;
    const std::uint32_t low = first ? row : there;
    const std::uint32_t high = first ? there : row;
    return {rank_, lower_keeps(low, high) == first};
  }

 private:
  void find_range(Vertex local_id) {
    rank_ = graph_.owner_of(detail::local_id(local_id));
    const IdRange& range = graph_.local_ids.range(rank_);
    begin_ = range.begin;
    end_ = range.begin + range.size;
    locals_ = range.form == IdRange::Form::kPlain ? nullptr : range.locals.data();
  }

  const Graph1d& graph_;
  std::uint32_t num_rows_;
  int rank_ = -1;
  std::uint32_t begin_ = 0;
  std::uint32_t end_ = 0;
  const std::uint32_t* locals_ = nullptr;
};

/// The light edges of a rank.
template <class Key>
struct LightPart {
  EdgeBuffer<KeyedEdge<Key>> inner;  ///< in names, each once
  /// To vertices of other ranks; each on one of the two ranks.
  EdgeBuffer<Candidate<Key>> cut;
  /// By rank: the own vertices, ascending, of edges that that rank keeps.
  std::vector<std::vector<std::uint32_t>> asked;
};

/// An edge by local ids, of which `a` is the rank's own.
template <class Key>
struct LocalIdPair {
  Vertex a;
  Vertex b;
  Key key;
};

template <class W>
class LocalEdges {
 public:
  using Key = WeightKey<W>;
  using Edge = KeyedEdge<Key>;

  LocalEdges(Workspace& workspace, std::shared_ptr<const WeightedGraph1d<W>> graph,
             WeightOrder<W> order, int threads)
      : graph_(std::move(graph)),
        order_(order),
        threads_(threads),
        names_(workspace, graph_->topology),
        connected_(count_connected(rows())),
        part_starts_(cut_in_parts(rows(), threads)),
        light_(part_starts_.size() - 1),
        first_(light_.size()),
        heavy_(light_.size()) {
    for (Vertex u = 0; u < rows().num_vertices(); ++u) {
      if (is_connected(u) && rows().neighbors(u).back() >= rows().num_vertices())
        border_.push_back(u);
    }
    for (LightPart<Key>& part : light_) {
      part.asked.resize(static_cast<std::size_t>(graph_->topology.owners.num_ranks()));
    }
  }

  [[nodiscard]] const OrderedNames& names() const { return names_; }
  [[nodiscard]] Vertex num_rows() const { return rows().num_vertices(); }
  /// Rows with entries.
  [[nodiscard]] std::uint64_t connected() const { return connected_; }
  [[nodiscard]] bool is_connected(Vertex row) const { return rows().degree(row) > 0; }
  /// Rows with edges to other ranks' vertices, ascending.
  [[nodiscard]] std::span<const Vertex> border() const { return border_; }

  /// Finds the light edges, by parts of the rows; of every own vertex, by name, the first of the
  /// light edges to another rank's vertices. `is_isolated` gets, by own vertex, whether there is
  /// none of these. Throws WeightError where a weight is NaN, MemoryError.
  void find_light(const EdgeLimit<Key>& limit, std::span<Edge> first_cut,
                  std::span<std::uint8_t> is_isolated) {
    for_parts([&](std::size_t part, Range range) {
      find_light_of(range, limit, first_cut, is_isolated, light_[part]);
    });
  }
  /// The same where all edges are light, of those to other ranks' vertices only: first_cut[i] is
  /// the first one of border()[i]. Looks at no other rows. Throws MemoryError.
  void find_cuts(std::span<Edge> first_cut) {
    for (LightPart<Key>& part : light_) clear(part);
    LightPart<Key>& part = light_.front();
    CutSide side(graph_->topology);
    for (std::size_t at = 0; at < border_.size(); ++at) {
      const Vertex u = border_[at];
      const auto neighbors = rows().neighbors(u);
      const auto weights = graph_->weights_of(local_vertex(u));
      Candidate<Key>* cut = part.cut.make_room(neighbors.size());
      Edge first = kLastEdge<Key>;
      const auto others = std::ranges::lower_bound(neighbors, rows().num_vertices());
      for (auto i = static_cast<std::size_t>(others - neighbors.begin()); i < neighbors.size();
           ++i) {
        const Vertex v = neighbors[i];
        const Edge edge = keyed_edge(names_.name(u), names_.name(v), order_.key(weights[i]));
        first = std::min(first, edge);
        keep_or_tell(side.look_at(u, v), {u, v, edge}, cut, part);
      }
      part.cut.grow_to(cut);
      first_cut[at] = first;
    }
  }
  [[nodiscard]] std::span<LightPart<Key>> light() { return light_; }

  // After the light edges have connected trees; `outside` says by local id which vertices are
  // not in the giant one.

  /// Finds the first edges of the vertices outside that are isolated, where they lead to the giant
  /// tree: these are in the forest by the cut property. By part. Throws MemoryError.
  void find_first(const Bitmap& outside, std::span<const std::uint8_t> is_isolated) {
    for_parts([&](std::size_t part, Range range) {
      find_first_of(range, outside, is_isolated, first_[part]);
    });
  }
  [[nodiscard]] std::span<EdgeBuffer<LocalIdPair<Key>>> first() { return first_; }

  /// Finds the edges between trees: `trees` by local id for those outside, else `giant`. Of those
  /// from one vertex to the giant tree only the first, as any later one is the last on a cycle with
  /// it and edges of the tree; none from vertices of the giant, whose edges the others have. By
  /// part. Throws MemoryError.
  void find_heavy(const Bitmap& outside, std::span<const Vertex> trees, Vertex giant) {
    for_parts([&](std::size_t part, Range range) {
      find_heavy_of(range, outside, trees, giant, heavy_[part]);
    });
  }
  [[nodiscard]] std::span<EdgeBuffer<Candidate<Key>>> heavy() { return heavy_; }

 private:
  [[nodiscard]] const Csr& rows() const { return graph_->topology.rows; }
  // Rows scanned at a time: what is found in them stays in the cache until it is looked at.
  static constexpr std::size_t kRowsPerBlock = 1U << 11U;

  /// An edge to another rank's vertex, of an own one that is not below those before.
  static void keep_or_tell(const CutSide::Other& other, const Candidate<Key>& edge,
                           Candidate<Key>*& cut, LightPart<Key>& part) {
    if (other.kept_here) {
      *cut++ = edge;
      return;
    }
    auto& asked = part.asked[static_cast<std::size_t>(other.rank)];
    if (asked.empty() || asked.back() != edge.a) asked.push_back(edge.a);
  }

  static void clear(LightPart<Key>& part) {
    part.inner.clear();
    part.cut.clear();
    for (auto& vertices : part.asked) vertices.clear();
  }

  template <class F>
  void for_parts(F&& body) {
    parallel_for(
        0, light_.size(), threads_,
        [&](std::size_t part) {
          body(part, Range{part_starts_[part], part_starts_[part + 1]});
        },
        1);
  }

  void find_light_of(Range range, const EdgeLimit<Key>& limit, std::span<Edge> first_cut,
                     std::span<std::uint8_t> is_isolated, LightPart<Key>& part) {
    clear(part);
    // Both ranks of an edge draw the limit at the same place.
    const Vertex end = limit.parts_a_class() ? names_.count_below(graph_->topology, limit.end) : 0;
    CutSide side(graph_->topology);
    std::vector<Vertex> first_other(kRowsPerBlock);
    std::vector<Key> first_key(kRowsPerBlock);
    LightEdges<Key> found;
    KeyRange<Key> keys;
    for (std::size_t first = range.begin; first < range.end; first += kRowsPerBlock) {
      const std::size_t last = std::min(first + kRowsPerBlock, range.end);
      // Rows hold inner edges twice, of which the scan takes those upward; all edges to others are.
      const RowScan<W> scan{.offsets = rows().offsets().data(),
                            .targets = rows().targets().data(),
                            .weights = graph_->weights.data(),
                            .has_self_loops = false,
                            .order = order_,
                            .wants_light = true,
                            .limit = {limit.key, kNoVertex},
                            .base = static_cast<Vertex>(first),
                            .first_other = first_other.data(),
                            .first_key = first_key.data()};
      found.clear();
      scan_rows(scan, static_cast<Vertex>(first), static_cast<Vertex>(last), found, keys);
      for (auto u = static_cast<Vertex>(first); u < last; ++u) {
        first_cut[names_.name(u)] = kLastEdge<Key>;
        is_isolated[u] = 1;
      }
      Edge* inner = part.inner.make_room(found.size());
      Candidate<Key>* cut = part.cut.make_room(found.size());
      for (std::size_t i = 0; i < found.size(); ++i) {
        constexpr std::size_t kAhead = 16;
        prefetch_to_read(names_.place(found.targets()[std::min(i + kAhead, found.size() - 1)]));
        const auto [u, v, key] = found[i];
        const Edge edge = keyed_edge(names_.name(u), names_.name(v), key);
        if (limit.parts_a_class() && key == limit.key && edge.u >= end) continue;
        if (!side.is_cut(v)) {
          *inner++ = edge;
          continue;
        }
        is_isolated[u] = 0;
        Edge& first_of_u = first_cut[names_.name(u)];
        first_of_u = std::min(first_of_u, edge);
        keep_or_tell(side.look_at(u, v), {u, v, edge}, cut, part);
      }
      part.inner.grow_to(inner);
      part.cut.grow_to(cut);
    }
    refuse_nan_in(keys, *graph_, order_);
  }

  /// body(u, neighbors, weights) for the own vertices of a range in a set by local id.
  template <class F>
  void for_rows(Range range, const Bitmap& set, F&& body) const {
    constexpr std::size_t kRowsAhead = 16;
    std::vector<Vertex> members;
    for (auto u = static_cast<Vertex>(range.begin); u < range.end; ++u) {
      if (set.test(u)) members.push_back(u);
    }
    for (std::size_t at = 0; at < members.size(); ++at) {
      const EdgeIndex row =
          rows().offsets()[members[std::min(at + kRowsAhead, members.size() - 1)]];
      prefetch_to_read(rows().targets().data() + row);
      prefetch_to_read(graph_->weights.data() + row);
      const Vertex u = members[at];
      body(u, rows().neighbors(u), graph_->weights_of(local_vertex(u)));
    }
  }

  void find_first_of(Range range, const Bitmap& outside, std::span<const std::uint8_t> is_isolated,
                     EdgeBuffer<LocalIdPair<Key>>& found) const {
    found.clear();
    for_rows(range, outside, [&](Vertex u, auto neighbors, auto weights) {
      if (is_isolated[u] == 0) return;
      Key first_key = static_cast<Key>(~Key{0});
      Vertex first = kNoVertex;
      for (std::size_t i = 0; i < neighbors.size(); ++i) {
        const Vertex v = neighbors[i];
        const Key key = order_.key(weights[i]);
        if (key > first_key || v == u) continue;
        if (key == first_key && first != kNoVertex && names_.name(first) < names_.name(v)) continue;
        first_key = key;
        first = v;
      }
      if (first == kNoVertex || outside.test(first)) return;
      LocalIdPair<Key>* const out = found.make_room(1);
      *out = {u, first, first_key};
      found.grow_to(out + 1);
    });
  }

  void find_heavy_of(Range range, const Bitmap& outside, std::span<const Vertex> trees,
                     Vertex giant, EdgeBuffer<Candidate<Key>>& found) const {
    found.clear();
    CutSide side(graph_->topology);
    for_rows(range, outside, [&](Vertex u, auto neighbors, auto weights) {
      Candidate<Key>* out = found.make_room(neighbors.size());
      Edge first = kLastEdge<Key>;  // from 0: ordered by v
      for (std::size_t i = 0; i < neighbors.size(); ++i) {
        const Vertex v = neighbors[i];
        const Key key = order_.key(weights[i]);
        if (!outside.test(v)) {
          if (key <= first.key) first = std::min(first, Edge{0, names_.name(v), key});
        } else if (trees[v] != trees[u]) {
          const bool here = side.is_cut(v) ? side.look_at(u, v).kept_here : u < v;
          if (here) *out++ = {trees[u], trees[v], keyed_edge(names_.name(u), names_.name(v), key)};
        }
      }
      if (first.v != kNoVertex) {
        *out++ = {trees[u], giant, keyed_edge(names_.name(u), first.v, first.key)};
      }
      found.grow_to(out);
    });
  }

  std::shared_ptr<const WeightedGraph1d<W>> graph_;
  WeightOrder<W> order_;
  int threads_;
  OrderedNames names_;
  std::uint64_t connected_;
  std::vector<Vertex> border_;
  std::vector<Vertex> part_starts_;  // of as much work each
  std::vector<LightPart<Key>> light_;
  std::vector<EdgeBuffer<LocalIdPair<Key>>> first_;
  std::vector<EdgeBuffer<Candidate<Key>>> heavy_;
};

}  // namespace strider::detail
