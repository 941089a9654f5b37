#include "algorithms/msf/ranks/boruvka/local_edges.hpp"

#include <algorithm>

#include "algorithms/msf/host/row_scan.hpp"
#include "algorithms/msf/ranks/boruvka/cut_side.hpp"
#include "algorithms/msf/ranks/boruvka/local_contraction.hpp"
#include "algorithms/msf/ranks/weighted_rows.hpp"
#include "base/prefetch.hpp"

namespace strider::detail {
namespace {

// Rows scanned at a time: what is found in them stays in the cache until it is looked at.
constexpr std::size_t kRowsPerBlock = 1U << 11U;

/// An edge to another rank's vertex, of an own one that is not below those before.
template <class Key>
void keep_or_tell(const CutSide::Other& other, const ConnectingEdge<Key>& edge,
                  ConnectingEdge<Key>*& cut, LightPart<Key>& part) {
  if (other.kept_here) {
    *cut++ = edge;
    return;
  }
  auto& asked = part.asked[static_cast<std::size_t>(other.rank)];
  if (asked.empty() || asked.back() != edge.a) asked.push_back(edge.a);
}

template <class Key>
void clear(LightPart<Key>& part) {
  part.inner.clear();
  part.cut.clear();
  for (auto& vertices : part.asked) vertices.clear();
}

}  // namespace

template <class W>
LocalEdges<W>::LocalEdges(std::shared_ptr<const WeightedGraph1d<W>> graph, WeightOrder<W> order,
                          int threads)
    : graph_(std::move(graph)),
      order_(order),
      threads_(threads),
      names_(graph_->topology),
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

template <class W>
template <class F>
void LocalEdges<W>::for_parts(F&& body) {
  parallel_for(
      0, light_.size(), threads_,
      [&](std::size_t part) {
        body(part, Range{part_starts_[part], part_starts_[part + 1]});
      },
      1);
}

template <class W>
void LocalEdges<W>::find_light(const EdgeLimit<Key>& limit, std::span<Edge> first_cut,
                               std::span<std::uint8_t> is_isolated) {
  for_parts([&](std::size_t part, Range range) {
    find_light_of(range, limit, first_cut, is_isolated, light_[part]);
  });
}

template <class W>
void LocalEdges<W>::find_light_of(Range range, const EdgeLimit<Key>& limit,
                                  std::span<Edge> first_cut, std::span<std::uint8_t> is_isolated,
                                  LightPart<Key>& part) {
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
    ConnectingEdge<Key>* cut = part.cut.make_room(found.size());
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
  if (std::is_integral_v<W> || keys.least > keys.greatest) return;  // or no edges
  if (!order_.is_number(keys.least) || !order_.is_number(keys.greatest)) {
    refuse_nan(*graph_, order_);
  }
}

template <class W>
void LocalEdges<W>::find_cuts(std::span<Edge> first_cut) {
  for (LightPart<Key>& part : light_) clear(part);
  LightPart<Key>& part = light_.front();
  CutSide side(graph_->topology);
  for (std::size_t at = 0; at < border_.size(); ++at) {
    const Vertex u = border_[at];
    const auto neighbors = rows().neighbors(u);
    const auto weights = graph_->weights_of(local_vertex(u));
    ConnectingEdge<Key>* cut = part.cut.make_room(neighbors.size());
    Edge first = kLastEdge<Key>;
    const auto others = std::ranges::lower_bound(neighbors, rows().num_vertices());
    for (auto i = static_cast<std::size_t>(others - neighbors.begin()); i < neighbors.size(); ++i) {
      const Vertex v = neighbors[i];
      const Edge edge = keyed_edge(names_.name(u), names_.name(v), order_.key(weights[i]));
      first = std::min(first, edge);
      keep_or_tell(side.look_at(u, v), {u, v, edge}, cut, part);
    }
    part.cut.grow_to(cut);
    first_cut[at] = first;
  }
}

template <class W>
template <class F>
void LocalEdges<W>::for_rows(Range range, const Bitmap& set, F&& body) const {
  constexpr std::size_t kRowsAhead = 16;
  std::vector<Vertex> members;
  for (auto u = static_cast<Vertex>(range.begin); u < range.end; ++u) {
    if (set.test(u)) members.push_back(u);
  }
  for (std::size_t at = 0; at < members.size(); ++at) {
    const EdgeIndex row = rows().offsets()[members[std::min(at + kRowsAhead, members.size() - 1)]];
    prefetch_to_read(rows().targets().data() + row);
    prefetch_to_read(graph_->weights.data() + row);
    const Vertex u = members[at];
    body(u, rows().neighbors(u), graph_->weights_of(local_vertex(u)));
  }
}

template <class W>
void LocalEdges<W>::find_first(const Bitmap& outside, std::span<const std::uint8_t> is_isolated) {
  for_parts([&](std::size_t part, Range range) {
    find_first_of(range, outside, is_isolated, first_[part]);
  });
}

template <class W>
void LocalEdges<W>::find_first_of(Range range, const Bitmap& outside,
                                  std::span<const std::uint8_t> is_isolated,
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

template <class W>
void LocalEdges<W>::find_heavy(const Bitmap& outside, std::span<const Vertex> trees, Vertex giant) {
  for_parts([&](std::size_t part, Range range) {
    find_heavy_of(range, outside, trees, giant, heavy_[part]);
  });
}

template <class W>
void LocalEdges<W>::find_heavy_of(Range range, const Bitmap& outside, std::span<const Vertex> trees,
                                  Vertex giant, EdgeBuffer<ConnectingEdge<Key>>& found) const {
  found.clear();
  CutSide side(graph_->topology);
  for_rows(range, outside, [&](Vertex u, auto neighbors, auto weights) {
    ConnectingEdge<Key>* out = found.make_room(neighbors.size());
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

template class LocalEdges<float>;
template class LocalEdges<double>;
template class LocalEdges<std::uint32_t>;

}  // namespace strider::detail
