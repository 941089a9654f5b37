// Kruskal's method on a block of vertices that fits the cache, as far as the block can know.
//
//   every vertex whose first edge stays in the block hooks itself to the other end (Borůvka)
//   for the other edges of the block, in their order:
//     an edge that leaves the block: closes the tree of its end
//     an edge within a tree: is the heaviest on a cycle, so in no forest
//     an edge between two closed trees: stays open, as a lighter way may lead round outside
//     any other edge is the first one that leaves an open tree, so in the forest
//
// Invariant: all edges that leave a tree and come before the one looked at have closed it. So what
// is taken is taken by the cut property; open edges are no more than closed trees, and these no
// more than the ends of edges that leave the block. Where vertices lie outside of all blocks, it is
// not known which edges to them come before others of the same weight: they close trees as if they
// all did, which leaves more edges open, and takes none that is not certain. Contraction of local
// edges before the rest of the graph is looked at is after Sanders and Schimek, Engineering
// massively parallel MST algorithms, 2023.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/msf/host/block_arcs.hpp"
#include "algorithms/msf/host/row_scan.hpp"
#include "algorithms/msf/keyed_edge.hpp"
#include "algorithms/msf/taken_arcs.hpp"
#include "graph/union_find.hpp"

namespace strider::detail {

/// Rows of vertices 0 .. size - 1 of an undirected graph; what the pointers lead to outlives this.
/// Targets from `size` on are vertices outside, as another rank's are: no row is theirs, and where
/// they stand in the order of vertices is not known.
template <class W>
struct BlockRows {
  const EdgeIndex* offsets;
  const Vertex* targets;  ///< of a row ascending
  const W* weights;       ///< by place of the target
  Vertex size;
  bool has_self_loops;
  std::span<const Vertex> border;  ///< the vertices that edges lead outside from, ascending

  [[nodiscard]] EdgeIndex num_arcs() const { return offsets[size]; }
};

/// Of a whole graph, nothing of which lies outside.
template <class W>
[[nodiscard]] BlockRows<W> block_rows_of(const WeightedGraph<W>& graph) {
  const Csr& csr = graph.topology().out();
  return {.offsets = csr.offsets().data(),
          .targets = csr.targets().data(),
          .weights = graph.weights().data(),
          .size = csr.num_vertices(),
          .has_self_loops = graph.topology().num_self_loops() > 0,
          .border = {}};
}

/// The block that vertices [begin, begin + size) are, with workspace for one after the other.
template <class W>
class BlockKruskal {
 public:
  using Key = WeightKey<W>;
  using OpenEdges = EdgeBuffer<Candidate<Key>>;

  /// Vertices of a block at most: fragments are numbered by 16 bits, of which some mean other
  /// blocks.
  static constexpr Vertex kMostVertices = 1U << 15U;

  /// What is found out about the rows, by the place of an arc or by vertex.
  struct Findings {
    std::uint8_t* taken;       ///< 1 for an arc u -> v, u < v, of the forest; else 0
    std::uint16_t* component;  ///< of the block's vertices, numbered within it
  };

  BlockKruskal(const BlockRows<W>& rows, WeightOrder<W> order, Vertex most_vertices);

  /// Finds the edges of the forest that it can for [begin, end). Appends the edges that stay open
  /// and those that lead to later blocks: `a` is the smaller end, `b` the larger one, and the edge
  /// goes by the place of its arc. Returns the number of components.
  /// What it gives is of no use once fits() is false: a weight is NaN, or neighbours do not ascend
  /// strictly.
  Vertex span(Vertex begin, Vertex end, const Findings& findings, OpenEdges& open);
  [[nodiscard]] bool fits() const { return fits_; }

 private:
  static constexpr unsigned kMostDigitBits = 11;  // as many write streams as stay in the cache

  // What is known of a tree. One of several parts, which open edges join, has been closed: so a
  // state holds for all parts.
  static constexpr std::uint8_t kOpen = 0;
  static constexpr std::uint8_t kClosed = 1;
  static constexpr std::uint8_t kOfSeveral = 2;

  struct LocalEdge {
    Key key;
    std::uint32_t arc;   // from the first one of the block
    std::uint32_t ends;  // fragments, as BlockArcs has them

    [[nodiscard]] Vertex a() const { return ends & 0xFFFFU; }
    [[nodiscard]] Vertex b() const { return ends >> 16U; }
    // Edges with an end in the block: of equal weights those with a smaller end below come first,
    // all others by their arcs.
    [[nodiscard]] std::uint64_t rank(Key least) const {
      return std::uint64_t{static_cast<Key>(key - least)} << 1U | (b() != kBelowBlock ? 1U : 0U);
    }
    [[nodiscard]] friend bool operator<(const LocalEdge& x, const LocalEdge& y) {
      if (x.key != y.key) return x.key < y.key;
      const bool x_first = x.b() == kBelowBlock;
      const bool y_first = y.b() == kBelowBlock;
      return x_first != y_first ? x_first : x.arc < y.arc;
    }
  };

  void scan();
  void prefer_outside();
  void hook();
  void collect(std::uint8_t* taken);
  void sort();
  template <class From>
  void sort_by_digit(From from, std::span<LocalEdge> to, Key least, unsigned shift, unsigned bits);
  void join(std::uint8_t* taken);
  Vertex number(const Findings& findings, OpenEdges& open);

  BlockRows<W> rows_;
  WeightOrder<W> order_;
  bool fits_ = true;

  Vertex begin_ = 0;
  Vertex size_ = 0;
  Vertex fragments_ = 0;
  LightEdges<Key> none_;
  Array<Vertex> first_other_;
  Array<Key> first_key_;
  Array<std::uint32_t> places_;        // by vertex of the block: BlockArcs::places
  Array<Vertex> roots_;                // by vertex of the block, then by fragment
  Array<Vertex> trees_;                // by fragment: all edges that closed no cycle
  Array<Vertex> certain_;              // by fragment: of these, the edges of the forest
  Array<std::uint8_t> states_;         // by root in trees_
  EdgeBuffer<std::uint16_t> sources_;  // by arc of the block
  EdgeBuffer<Key> keys_;
  EdgeBuffer<std::uint32_t> arcs_;
  EdgeBuffer<std::uint32_t> ends_;
  EdgeBuffer<LocalEdge> edges_;
  EdgeBuffer<LocalEdge> sorted_;
  EdgeBuffer<LocalEdge> open_;
  std::vector<std::uint32_t> counts_;
};

template <class W>
BlockKruskal<W>::BlockKruskal(const BlockRows<W>& rows, WeightOrder<W> order, Vertex most_vertices)
    : rows_(rows),
      order_(order),
      first_other_(most_vertices),
      first_key_(most_vertices),
      places_(most_vertices),
      roots_(most_vertices),
      trees_(most_vertices),
      certain_(most_vertices),
      states_(most_vertices) {}

template <class W>
Vertex BlockKruskal<W>::span(Vertex begin, Vertex end, const Findings& findings, OpenEdges& open) {
  begin_ = begin;
  size_ = end - begin;
  fits_ &= rows_.offsets[end] - rows_.offsets[begin] < kNoVertex;
  if (!fits_) return 0;
  scan();
  prefer_outside();
  if (!fits_) return 0;  // without an order of weights, ways to roots may lead in circles
  hook();
  collect(findings.taken + rows_.offsets[begin]);
  sort();
  join(findings.taken + rows_.offsets[begin]);
  return number(findings, open);
}

template <class W>
void BlockKruskal<W>::scan() {
  const RowScan<W> scan{.offsets = rows_.offsets,
                        .targets = rows_.targets,
                        .weights = rows_.weights,
                        .has_self_loops = rows_.has_self_loops,
                        .order = order_,
                        .wants_light = false,
                        .limit = {},
                        .base = begin_,
                        .first_other = first_other_.data(),
                        .first_key = first_key_.data()};
  KeyRange<Key> range;
  scan_rows(scan, begin_, begin_ + size_, none_, range);
  if constexpr (std::is_floating_point_v<W>) {
    fits_ &= range.least > range.greatest ||
             (order_.is_number(range.least) && order_.is_number(range.greatest));
  }
}

/// Of first edges of one weight, lets those to vertices outside come first.
template <class W>
void BlockKruskal<W>::prefer_outside() {
  const auto first = std::ranges::lower_bound(rows_.border, begin_);
  for (auto u = first; u != rows_.border.end() && *u - begin_ < size_; ++u) {
    const Vertex x = *u - begin_;
    EdgeIndex i = rows_.offsets[*u + std::size_t{1}];
    for (; i > rows_.offsets[*u] && rows_.targets[i - 1] >= rows_.size; --i) {
      const bool is_first = order_.key(rows_.weights[i - 1]) == first_key_[x];
      if (is_first) first_other_[x] = rows_.targets[i - 1];
    }
  }
}

template <class W>
void BlockKruskal<W>::hook() {
  fragments_ = 0;
  for (Vertex x = 0; x < size_; ++x) {
    const Vertex other = first_other_[x] - begin_;
    const bool inside = other < size_;
    const Vertex there = inside ? other : x;
    // Of two that choose each other the smaller stays a root. No longer cycles exist, as the order
    // of edges has no ties.
    const bool is_root = (there == x) | ((first_other_[there] == begin_ + x) & (x < there));
    places_[x] = (is_root ? x : there) << 16U;
    roots_[x] = fragments_;
    fragments_ += is_root ? 1 : 0;
  }
  for (Vertex x = 0; x < size_; ++x) {
    const auto above = [&](Vertex y) { return places_[y] >> 16U; };
    // As far as most are from their roots; a root is above itself.
    Vertex root = above(above(above(above(x))));
    while (above(root) != root) root = above(root);
    places_[x] |= roots_[root];
  }
}

template <class W>
void BlockKruskal<W>::collect(std::uint8_t* taken) {
  const EdgeIndex first = rows_.offsets[begin_];
  const auto count = static_cast<std::size_t>(rows_.offsets[begin_ + std::size_t{size_}] - first);
  std::uint16_t* const sources = sources_.restart(count + kSourcesPadding);
  fill_sources(rows_.offsets + begin_, size_, sources);
  sources[count] = kNoSource;
  constexpr std::size_t kVector = 16;
  typename BlockArcs<W>::Cursor out{keys_.restart(count + kVector), arcs_.restart(count + kVector),
                                    ends_.restart(count + kVector)};
  const BlockArcs<W> arcs{.begin = begin_,
                          .size = size_,
                          .own = rows_.size,
                          .count = count,
                          .sources = sources,
                          .targets = rows_.targets + first,
                          .weights = rows_.weights + first,
                          .order = order_,
                          .places = places_.data()};
  fits_ &= collect_arcs(arcs, taken, out);
  keys_.grow_to(out.key);
  arcs_.grow_to(out.arc);
  ends_.grow_to(out.ends);
}

template <class W>
void BlockKruskal<W>::sort() {
  LocalEdge* const edges = edges_.restart(keys_.size());
  edges_.grow_to(edges + keys_.size());
  if (keys_.size() == 0) return;
  KeyRange<Key> range;
  for (const Key key : keys_.span()) range.add(key, key);
  const auto bits =
      1 + static_cast<unsigned>(std::bit_width(static_cast<Key>(range.greatest - range.least)));
  const auto found = [&](std::size_t i) {
    return LocalEdge{keys_.span()[i], arcs_.span()[i], ends_.span()[i]};
  };
  const auto in_order = [&](std::size_t i) { return edges_.span()[i]; };
  if (bits > 3 * kMostDigitBits) {
    for (std::size_t i = 0; i < keys_.size(); ++i) edges[i] = found(i);
    std::sort(edges, edges + keys_.size());
    return;
  }
  const unsigned digits = (bits + kMostDigitBits - 1) / kMostDigitBits;
  const unsigned digit_bits = (bits + digits - 1) / digits;
  sort_by_digit(found, edges_.span(), range.least, 0, digit_bits);
  for (unsigned digit = 1; digit < digits; ++digit) {
    sorted_.grow_to(sorted_.restart(keys_.size()) + keys_.size());
    sort_by_digit(in_order, sorted_.span(), range.least, digit * digit_bits, digit_bits);
    std::swap(edges_, sorted_);
  }
}

template <class W>
template <class From>
void BlockKruskal<W>::sort_by_digit(From from, std::span<LocalEdge> to, Key least, unsigned shift,
                                    unsigned bits) {
  const std::uint64_t mask = (std::uint64_t{1} << bits) - 1;
  const auto digit = [&](const LocalEdge& edge) { return edge.rank(least) >> shift & mask; };
  counts_.assign(mask + 1, 0);
  for (std::size_t i = 0; i < to.size(); ++i) ++counts_[digit(from(i))];
  std::uint32_t sum = 0;
  for (std::uint32_t& count : counts_) sum += std::exchange(count, sum);
  for (std::size_t i = 0; i < to.size(); ++i) {
    const LocalEdge edge = from(i);
    to[counts_[digit(edge)]++] = edge;
  }
}

template <class W>
void BlockKruskal<W>::join(std::uint8_t* taken) {
  DisjointSets trees(trees_.span().first(fragments_));
  DisjointSets certain(certain_.span().first(fragments_));
  trees.make_singletons();
  certain.make_singletons();
  std::fill_n(states_.data(), fragments_, kOpen);
  LocalEdge* open = open_.restart(keys_.size());
  for (const LocalEdge& edge : edges_.span()) {
    const Vertex a = trees.find(edge.a());
    if (edge.b() >= kBelowBlock) {
      states_[a] |= kClosed;
      *open = edge;
      open += edge.b() == kAboveBlock ? 1 : 0;
      continue;
    }
    const Vertex b = trees.find(edge.b());
    if (a == b) continue;
    trees.link(a, b);
    const std::uint8_t both = states_[a] & states_[b];
    const std::uint8_t either = states_[a] | states_[b];
    if ((both & kClosed) != 0) {
      states_[std::min(a, b)] = kClosed | kOfSeveral;
      *open++ = edge;
      continue;
    }
    taken[edge.arc] = 1;
    states_[std::min(a, b)] = either;
    // While a tree is certain as a whole, its root is one in both.
    if ((either & kOfSeveral) == 0) {
      certain.link(a, b);
    } else {
      certain.unite(edge.a(), edge.b());
    }
  }
  open_.grow_to(open);
}

template <class W>
Vertex BlockKruskal<W>::number(const Findings& findings, OpenEdges& open) {
  Vertex components = 0;
  // A parent comes before its children.
  for (Vertex f = 0; f < fragments_; ++f) {
    roots_[f] = certain_[f] == f ? components++ : roots_[certain_[f]];
  }
  for (Vertex x = 0; x < size_; ++x) {
    findings.component[begin_ + x] = static_cast<std::uint16_t>(roots_[places_[x] & 0xFFFFU]);
  }
  const EdgeIndex first = rows_.offsets[begin_];
  const std::uint16_t* const sources = sources_.span().data();
  Candidate<Key>* out = open.make_room(open_.size());
  for (const LocalEdge& edge : open_.span()) {
    const EdgeIndex arc = first + edge.arc;
    *out++ = {begin_ + sources[edge.arc],
              rows_.targets[arc],
              {static_cast<Vertex>(arc >> 32U), static_cast<Vertex>(arc), edge.key}};
  }
  open.grow_to(out);
  return components;
}

}  // namespace strider::detail
