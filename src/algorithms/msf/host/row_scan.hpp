// One look at every adjacency list: the first edge of each vertex, and the light edges.
#pragma once

#include <algorithm>
#include <cstdint>

#include "algorithms/msf/host/edge_buffer.hpp"
#include "algorithms/msf/keyed_edge.hpp"

namespace strider::detail {

/// Which edges are light: those with a smaller key, and those of this key whose smaller end is at
/// most `last`. So a limit can lie inside a great class of equal weights.
template <class Key>
struct LightLimit {
  Key key;
  Vertex last;
};

template <class W>
struct RowScan {
  using Key = WeightKey<W>;

  const EdgeIndex* offsets;
  const Vertex* targets;
  const W* weights;
  bool has_self_loops;
  WeightOrder<W> order;
  bool wants_light;  ///< else no edge is light, whatever the limit
  LightLimit<Key> limit;
  // By vertex: the other end and the key of its first edge; kNoVertex where it has none.
  Vertex* first_other;
  Key* first_key;

  /// Whether edges of the key, or of lesser ones, are light in the row of u; false where none is.
  [[nodiscard]] bool row_limit(Vertex u, Key& key) const {
    const bool all_of_key = u <= limit.last;
    key = static_cast<Key>(limit.key - (all_of_key ? 0 : 1));
    return wants_light && (all_of_key || limit.key != 0);
  }
};

/// The least and the greatest key met: NaN lies outside of all numbers.
template <class Key>
struct KeyRange {
  Key least = static_cast<Key>(~Key{0});
  Key greatest = 0;
  void add(Key key) {
    least = std::min(least, key);
    greatest = std::max(greatest, key);
  }
  void add(const KeyRange& range) {
    least = std::min(least, range.least);
    greatest = std::max(greatest, range.greatest);
  }
};

/// The rows of vertices [begin, end): fills first_other and first_key, and appends the light edges
/// from their smaller ends. Uses the best vectors that the machine has.
template <class W>
void scan_rows(const RowScan<W>& scan, Vertex begin, Vertex end,
               EdgeBuffer<KeyedEdge<WeightKey<W>>>& light, KeyRange<WeightKey<W>>& range);

/// One row without vectors: the same to the bit.
template <class W>
inline void scan_row_scalar(const RowScan<W>& scan, Vertex u,
                            EdgeBuffer<KeyedEdge<WeightKey<W>>>& light,
                            KeyRange<WeightKey<W>>& range) {
  using Key = WeightKey<W>;
  const EdgeIndex begin = scan.offsets[u];
  const EdgeIndex end = scan.offsets[u + std::size_t{1}];
  Key limit{};
  const bool has_light = scan.row_limit(u, limit);
  auto* out = light.make_room(end - begin);
  Vertex first = kNoVertex;
  Key first_key = static_cast<Key>(~Key{0});
  for (EdgeIndex i = begin; i < end; ++i) {
    const Vertex v = scan.targets[i];
    if (scan.has_self_loops && v == u) continue;
    const Key key = scan.order.key(scan.weights[i]);
    range.add(key);
    const bool earlier = key < first_key || (key == first_key && v < first);
    first = earlier ? v : first;
    first_key = earlier ? key : first_key;
    *out = {u, v, key};
    out += has_light && key <= limit && v > u ? 1 : 0;
  }
  light.grow_to(out);
  scan.first_other[u] = first;
  scan.first_key[u] = first_key;
}

template <class W>
void scan_rows_scalar(const RowScan<W>& scan, Vertex begin, Vertex end,
                      EdgeBuffer<KeyedEdge<WeightKey<W>>>& light, KeyRange<WeightKey<W>>& range) {
  for (Vertex u = begin; u < end; ++u) scan_row_scalar(scan, u, light, range);
}

}  // namespace strider::detail
