// Edges as kernels keep and order them, and the first edge that leaves each fragment.
//
// Edges are ordered by (weight, smaller end, larger end), and rows ascend: so the number of an
// edge's arc from its smaller end orders edges of the same weight. That number is its name here.
#pragma once

#include "simt/simt.hpp"

namespace strider::detail::STRIDER_DEVICE {

using simt::u32;
using simt::u64;

/// Keys and names of 32 bits: both in one word, of which one atomic keeps the least.
struct PackedEdges {
  using Key = u32;
  /// Whether names are compared in a pass of their own, once the least keys are known.
  static constexpr bool kComparesNamesLater = false;

  struct alignas(16) Edge {
    u32 u;  ///< in which fragment its ends are
    u32 v;
    u32 key;
    u32 name;
  };

  /// By fragment; a fragment is named as the vertex that is its root.
  struct Firsts {
    u64* words;

    STRIDER_DEVICE_FUNCTION void clear(u32 fragment) const {
      simt::store(&words[fragment], ~u64{0});  // more than any edge has: names are below 2^32 - 1
    }
    [[nodiscard]] STRIDER_DEVICE_FUNCTION bool has(u32 fragment) const {
      return simt::load(&words[fragment]) != ~u64{0};
    }
    /// The cheap look first: most edges come too late, and an atomic takes longer. Candidates of
    /// other threads only lower the words, so that an old one does. What raises them is clear(), in
    /// the same kernel: a word from before it would turn away edges that are first. The barriers
    /// of the grid before and after clear() rule that out: the first ends the looks at old words,
    /// for has() reads around the multiprocessor's own cache, and the second empties that cache.
    STRIDER_DEVICE_FUNCTION void add_candidate(u32 fragment, const Edge& edge) const {
      if (word(edge) < simt::load_stale(&words[fragment])) {
        simt::atomic_min(&words[fragment], word(edge));
      }
    }
    STRIDER_DEVICE_FUNCTION void add_candidate_name(u32 /*fragment*/, const Edge& /*edge*/) const {}
    [[nodiscard]] STRIDER_DEVICE_FUNCTION bool is_first(u32 fragment, const Edge& edge) const {
      return simt::load_stale(&words[fragment]) == word(edge);
    }
    [[nodiscard]] static STRIDER_DEVICE_FUNCTION u64 word(const Edge& edge) {
      return u64{edge.key} << 32U | edge.name;
    }
  };
};

/// Keys of any width and names of 64 bits: the least key first, then the least name that has it.
template <class KeyBits>
struct SplitEdges {
  using Key = KeyBits;
  static constexpr bool kComparesNamesLater = true;

  struct Edge {
    u32 u;
    u32 v;
    Key key;
    u64 name;
  };

  struct Firsts {
    Key* keys;
    u64* names;

    STRIDER_DEVICE_FUNCTION void clear(u32 fragment) const {
      simt::store(&keys[fragment], static_cast<Key>(~Key{0}));  // which an edge may have, too
      simt::store(&names[fragment], ~u64{0});                   // which no edge has
    }
    [[nodiscard]] STRIDER_DEVICE_FUNCTION bool has(u32 fragment) const {
      return simt::load(&names[fragment]) != ~u64{0};
    }
    STRIDER_DEVICE_FUNCTION void add_candidate(u32 fragment, const Edge& edge) const {
      if (edge.key < simt::load_stale(&keys[fragment])) simt::atomic_min(&keys[fragment], edge.key);
    }
    STRIDER_DEVICE_FUNCTION void add_candidate_name(u32 fragment, const Edge& edge) const {
      if (edge.key == simt::load_stale(&keys[fragment]) &&
          edge.name < simt::load_stale(&names[fragment])) {
        simt::atomic_min(&names[fragment], edge.name);
      }
    }
    [[nodiscard]] STRIDER_DEVICE_FUNCTION bool is_first(u32 fragment, const Edge& edge) const {
      return simt::load_stale(&names[fragment]) == edge.name;
    }
  };
};

/// The light edges are those before it.
template <class Key>
struct LightLimit {
  Key key;
  u64 name;

  [[nodiscard]] STRIDER_DEVICE_FUNCTION bool is_light(Key its_key, u64 its_name) const {
    return its_key < key || (its_key == key && its_name < name);
  }
};

}  // namespace strider::detail::STRIDER_DEVICE
