// Edges as the methods order them, and lists of what parts of a loop find.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "base/memory.hpp"
#include "graph/weight_order.hpp"
#include "strider/array.hpp"
#include "strider/graph.hpp"

namespace strider::detail {

/// u < v. Ordered as forests choose edges: by (weight, smaller end, larger end).
template <class Key>
struct KeyedEdge {
  Vertex u;
  Vertex v;
  Key key;

  [[nodiscard]] friend bool operator<(const KeyedEdge& a, const KeyedEdge& b) {
    if (a.key != b.key) return a.key < b.key;
    return a.ends() < b.ends();
  }
  /// Both ends in one number that orders them.
  [[nodiscard]] std::uint64_t ends() const { return std::uint64_t{u} << 32U | v; }
};

/// The edge {u, v} with its smaller end first.
template <class Key>
[[nodiscard]] KeyedEdge<Key> keyed_edge(Vertex u, Vertex v, Key key) {
  return u < v ? KeyedEdge<Key>{u, v, key} : KeyedEdge<Key>{v, u, key};
}

/// An edge of the graph and the fragments it connects.
template <class Key>
struct Candidate {
  Vertex a;
  Vertex b;
  KeyedEdge<Key> edge;
  [[nodiscard]] friend bool operator<(const Candidate& x, const Candidate& y) {
    return x.edge < y.edge;
  }
};

/// Grows at the end; what it has grown to stays for the next run. On cache lines of its own: those
/// of several threads lie side by side.
template <class T>
class alignas(128) EdgeBuffer {
 public:
  void clear() { size_ = 0; }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::span<const T> span() const { return storage_.span().first(size_); }
  [[nodiscard]] std::span<T> span() { return storage_.span().first(size_); }

  /// Room for `count` more at the end: write them there, then say how many by grow_to. One more may
  /// be written and not counted. Throws MemoryError.
  [[nodiscard]] T* make_room(std::size_t count) {
    if (storage_.size() - size_ <= count) reallocate(count);
    return storage_.data() + size_;
  }
  /// Forgets all elements; room for `count`.
  [[nodiscard]] T* restart(std::size_t count) {
    clear();
    return make_room(count);
  }
  /// The elements now end before `end`, which lies in the room made.
  void grow_to(const T* end) { size_ = static_cast<std::size_t>(end - storage_.data()); }

 private:
  void reallocate(std::size_t count) {
    const std::size_t capacity = std::max<std::size_t>(2 * storage_.size(), size_ + count + 64);
    constexpr std::size_t kMinCheckedBytes = 1U << 24U;
    if (capacity * sizeof(T) >= kMinCheckedBytes) {
      require_memory(capacity * sizeof(T), "the light edges of the graph");
    }
    Array<T> larger(capacity);
    if (size_ > 0) std::memcpy(larger.data(), storage_.data(), size_ * sizeof(T));
    storage_ = std::move(larger);
  }

  Array<T> storage_;
  std::size_t size_ = 0;
};

/// A forest as an engine finds it: the first `count` edges, in any order; or, where `taken` is not
/// empty, the arcs marked in it by 1, each from its smaller end, in rows that ascend.
template <class W>
struct ForestEdges {
  Array<KeyedEdge<WeightKey<W>>> edges;
  std::size_t count = 0;
  std::span<const std::uint8_t> taken;

  /// Room for the forest of n vertices; nothing in it.
  void clear(Vertex n) {
    if (edges.size() < n) edges = Array<KeyedEdge<WeightKey<W>>>(n);
    count = 0;
    taken = {};
  }
  void append(const KeyedEdge<WeightKey<W>>& edge) { edges[count++] = edge; }
};

/// Starts of parts of the rows with about as many rows and entries together, and the end: one part
/// for one thread, several for each of more.
[[nodiscard]] std::vector<Vertex> cut_in_parts(const Csr& rows, int threads);

/// Throws WeightError: the weight of the edge between vertices of these labels is NaN.
[[noreturn]] void refuse_nan(const std::string& smaller, const std::string& larger);
/// The same of {u, v}.
[[noreturn]] void refuse_nan(const Graph& graph, Vertex u, Vertex v);

/// Every edge of the graph but self-loops, once, by ascending smaller end. Throws UsageError for
/// NaN, MemoryError.
template <class W>
[[nodiscard]] Array<KeyedEdge<WeightKey<W>>> collect_edges(const WeightedGraph<W>& graph,
                                                           WeightOrder<W> order, int threads);

}  // namespace strider::detail
