// One look at every adjacency list: the first edge of each vertex, and the light edges.
#pragma once

#include <algorithm>
#include <cstdint>

#include "algorithms/msf/keyed_edge.hpp"
#include "base/branchless.hpp"

namespace strider::detail {

/// Which edges are light: those with a smaller key, and those of this key whose smaller end is at
/// most `last`. So a limit can lie inside a great class of equal weights.
template <class Key>
struct LightLimit {
  Key key;
  Vertex last;
};

/// The light edges of some rows, from their smaller ends: edge i leads from rows[i] to targets[i]
/// and has keys[i]. Apart, as vectors write them.
template <class Key>
class LightEdges {
 public:
  /// Where edges go next.
  struct Cursor {
    Vertex* row;
    Vertex* target;
    Key* key;
    void advance(std::size_t count) {
      row += count;
      target += count;
      key += count;
    }
  };

  [[nodiscard]] std::size_t size() const { return rows_.size(); }
  [[nodiscard]] KeyedEdge<Key> operator[](std::size_t i) const {
    return {rows_.span()[i], targets_.span()[i], keys_.span()[i]};
  }
  [[nodiscard]] const Vertex* targets() const { return targets_.span().data(); }

  void clear() {
    rows_.clear();
    targets_.clear();
    keys_.clear();
  }
  /// As EdgeBuffer has it.
  [[nodiscard]] Cursor make_room(std::size_t count) {
    return {rows_.make_room(count), targets_.make_room(count), keys_.make_room(count)};
  }
  void grow_to(const Cursor& end) {
    rows_.grow_to(end.row);
    targets_.grow_to(end.target);
    keys_.grow_to(end.key);
  }

 private:
  EdgeBuffer<Vertex> rows_;
  EdgeBuffer<Vertex> targets_;
  EdgeBuffer<Key> keys_;
};

/// Places of targets in another order than that of their numbers: the first ones come behind those
/// that follow them.
struct TargetPlaces {
  Vertex first_end = 0;  ///< targets [0, first_end) ...
  Vertex next_end = 0;   ///< ... come behind [first_end, next_end); both 0: no other order

  [[nodiscard]] Vertex place(Vertex target) const {
    return target + (target < first_end ? next_end : 0) + (target >= next_end ? first_end : 0);
  }
  [[nodiscard]] Vertex target(Vertex place) const {
    const Vertex behind = place - next_end;
    return place < next_end ? place : behind < first_end ? behind : place - first_end;
  }
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
  // By vertex, from `base` on: the place of the other end and the key of its first edge; kNoVertex
  // where it has none.
  TargetPlaces places = {};
  Vertex base = 0;
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
  void add(Key low, Key high) {
    least = std::min(least, low);
    greatest = std::max(greatest, high);
  }
};

/// The rows of vertices [begin, end): fills first_other and first_key, and appends the light edges.
/// Uses the best vectors that the machine has.
template <class W>
void scan_rows(const RowScan<W>& scan, Vertex begin, Vertex end, LightEdges<WeightKey<W>>& light,
               KeyRange<WeightKey<W>>& range);

/// The same without vectors, to the bit.
template <class W>
void scan_rows_scalar(const RowScan<W>& scan, Vertex begin, Vertex end,
                      LightEdges<WeightKey<W>>& light, KeyRange<WeightKey<W>>& range) {
  using Key = WeightKey<W>;
  KeyRange<Key> keys;  // where the caller's lies, another thread's may be beside it
  for (Vertex u = begin; u < end; ++u) {
    const EdgeIndex row = scan.offsets[u];
    const EdgeIndex row_end = scan.offsets[u + std::size_t{1}];
    Vertex first = kNoVertex;
    Key first_key = static_cast<Key>(~Key{0});
    for (EdgeIndex i = row; i < row_end; ++i) {
      const Vertex v = scan.targets[i];
      const Key key = scan.order.key(scan.weights[i]);
      if (scan.has_self_loops && v == u) continue;
      keys.add(key, key);
      const Vertex place = scan.places.place(v);
      const bool earlier = (key < first_key) | ((key == first_key) & (place < first));
      first = earlier ? place : first;
      first_key = earlier ? key : first_key;
    }
    scan.first_other[u - scan.base] = first;
    scan.first_key[u - scan.base] = first_key;

    Key limit{};
    if (!scan.row_limit(u, limit)) continue;
    auto out = light.make_room(row_end - row);
    for (EdgeIndex i = row; i < row_end; ++i) {
      const Vertex v = scan.targets[i];
      const Key key = scan.order.key(scan.weights[i]);
      *out.row = u;
      *out.target = v;
      *out.key = key;
      out.advance(both(key <= limit, v > u) ? 1 : 0);
    }
    light.grow_to(out);
  }
  range.add(keys.least, keys.greatest);
}

}  // namespace strider::detail
