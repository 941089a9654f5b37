// Fragments by numbers: those that all ranks call them by, and small ones of a rank's own; and the
// forest of the edges that one rank has between them.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/msf/keyed_edge.hpp"
#include "base/key_sort.hpp"
#include "base/random.hpp"
#include "base/workspace.hpp"
#include "graph/union_find.hpp"
#include "partition/owner_map.hpp"
#include "strider/array.hpp"
#include "strider/error.hpp"
#include "strider/types.hpp"

namespace strider::detail {

/// The vertices of all ranks in one line, those of rank 0 first: numbers that say which rank owns a
/// vertex.
class GlobalIds {
 public:
  GlobalIds() = default;
  explicit GlobalIds(const OwnerMap& owners) : begins_(1, 0) {
    for (int r = 0; r < owners.num_ranks(); ++r) begins_.push_back(begins_.back() + owners.size(r));
  }
  /// Of all ranks together.
  [[nodiscard]] std::uint64_t count() const { return begins_.back(); }
  /// The number of the rank's vertex 0.
  [[nodiscard]] std::uint64_t begin(int rank) const {
    return begins_[static_cast<std::size_t>(rank)];
  }
  [[nodiscard]] std::uint64_t end(int rank) const { return begin(rank + 1); }
  /// O(log ranks).
  [[nodiscard]] int owner(std::uint64_t number) const {
    return static_cast<int>(std::upper_bound(begins_.begin(), begins_.end(), number) -
                            begins_.begin()) -
           1;
  }

 private:
  std::vector<std::uint64_t> begins_;
};

/// Numbers fragment ids, which lie anywhere among the global ids, from 0 in the order in which they
/// come: by a table of all fragment ids where these are few, else by hashing with linear probing.
class FragmentNumbers {
 public:
  /// For up to `most` different fragment ids below `bound`: O(most) memory for any bound. Throws
  /// UsageError where 32 bits do not number them.
  FragmentNumbers(Workspace& workspace, std::uint64_t bound, std::size_t most)
      : direct_(bound <= kTableFactor * std::uint64_t{most} + kSmall) {
    if (std::min<std::uint64_t>(bound, most) >= kNoVertex) {
      throw UsageError("one rank's edges have 2^32 fragments or more: start more ranks");
    }
    workspace.declare("numbers of fragments", numbers_,
                      direct_ ? bound : std::bit_ceil(2 * most + 1));
    workspace.declare("fragments by number", fragment_ids_, most);
    workspace.when_taken([this] {
      std::fill(numbers_.begin(), numbers_.end(), kNoVertex);
      mask_ = numbers_.size() - 1;
    });
  }

  [[nodiscard]] Vertex number(std::uint64_t fragment_id) {
    std::size_t place = direct_ ? fragment_id : mix64(fragment_id) & mask_;
    while (numbers_[place] != kNoVertex) {
      if (direct_ || fragment_ids_[numbers_[place]] == fragment_id) return numbers_[place];
      place = (place + 1) & mask_;
    }
    numbers_[place] = count_;
    fragment_ids_[count_] = fragment_id;
    return count_++;
  }
  [[nodiscard]] Vertex count() const { return count_; }
  [[nodiscard]] std::uint64_t fragment_id(Vertex number) const { return fragment_ids_[number]; }
  /// By number.
  [[nodiscard]] Array<std::uint64_t> fragment_ids() && {
    fragment_ids_.truncate(count_);
    return std::move(fragment_ids_);
  }

 private:
  /// A table of all may have so many places for each fragment id that there may be: hashing takes 2
  /// to 4.
  static constexpr std::uint64_t kTableFactor = 4;
  static constexpr std::uint64_t kSmall = 1U << 14U;

  bool direct_;
  Array<Vertex> numbers_;  // by place in the table
  std::size_t mask_ = 0;
  Array<std::uint64_t> fragment_ids_;
  Vertex count_ = 0;
};

/// The forest of the edges that one rank has: what is not in it is in no forest of more edges.
/// Takes edges in their order, and tells which of them close no cycle (Kruskal's method). Of
/// parallel edges the first is taken.
class OwnForest {
 public:
  /// For up to `edges` edges between fragments of ids below `bound`.
  OwnForest(Workspace& workspace, std::uint64_t bound, std::size_t edges)
      : numbers_(workspace, bound, 2 * edges) {
    workspace.declare("trees of fragments", parents_, 2 * edges);
  }

  [[nodiscard]] bool take(std::uint64_t a, std::uint64_t b) {
    const Vertex v = number(b);
    return DisjointSets(parents_.span()).unite(number(a), v);
  }

  /// body(fragment id, fragment id of its tree) for all fragments met.
  template <class F>
  void for_each_fragment(F&& body) {
    DisjointSets trees(parents_.span());
    for (Vertex f = 0; f < numbers_.count(); ++f) {
      body(numbers_.fragment_id(f), numbers_.fragment_id(trees.find(f)));
    }
  }

 private:
  Vertex number(std::uint64_t fragment_id) {
    const Vertex before = numbers_.count();
    const Vertex number = numbers_.number(fragment_id);
    if (number == before) parents_[number] = number;
    return number;
  }

  FragmentNumbers numbers_;
  Array<Vertex> parents_;
};

/// The same sorting few of many edges, between fragments a and b of small numbers. Keeps its
/// workspace.
template <class Key>
class FilterForest {
 public:
  using Edge = Candidate<Key>;

  /// Declares what run() takes of so many edges, where it has not kept enough.
  void restart(Workspace& workspace, std::size_t edges, Vertex fragments) {
    if (buffer_.size() < edges) workspace.declare("sorting edges", buffer_, edges);
    if (parents_.size() < fragments) workspace.declare("their trees", parents_, fragments);
  }

  /// keep(edge) for the edges of the forest, ascending, once restart() has been taken. First those
  /// that are light for the number of fragments, by a sample, are taken in order (Kruskal's
  /// method); of the others most are within a tree then, and are never sorted (filter-Kruskal,
  /// Osipov, Sanders and Singler 2009).
  template <class Keep>
  void run(std::vector<Edge>& edges, Vertex fragments, int threads, Keep&& keep) {
    constexpr std::size_t kLightPerFragment = 2;
    constexpr std::size_t kMinFilterRatio = 2;
    DisjointSets trees(parents_.span().first(fragments));
    trees.make_singletons();
    const std::size_t wanted = kLightPerFragment * std::size_t{fragments};
    auto light = edges.end();
    if (edges.size() > kMinFilterRatio * wanted) {
      const Key pivot = quantile(edges, wanted);
      light = std::partition(edges.begin(), edges.end(),
                             [&](const Edge& edge) { return edge.edge.key <= pivot; });
    }
    take({edges.begin(), light}, trees, threads, keep);
    const auto end = std::remove_if(light, edges.end(), [&](const Edge& edge) {
      return trees.find(edge.a) == trees.find(edge.b);
    });
    take({light, end}, trees, threads, keep);
  }

 private:
  template <class Keep>
  void take(std::span<Edge> edges, DisjointSets& trees, int threads, Keep& keep) {
    sort_by_key(edges, buffer_.span().first(edges.size()), threads,
                [](const Edge& edge) { return edge.edge.key; });
    for (const Edge& edge : edges) {
      if (trees.unite(edge.a, edge.b)) keep(edge);
    }
  }

  /// About the key that `rank` edges are below.
  static Key quantile(const std::vector<Edge>& edges, std::size_t rank) {
    constexpr std::size_t kSample = 1024;
    std::vector<Key> sample(kSample);
    CounterRng rng(edges.size(), rank);
    for (Key& key : sample) key = edges[rng.below(edges.size())].edge.key;
    const auto at = sample.begin() + static_cast<std::ptrdiff_t>(kSample * rank / edges.size());
    std::nth_element(sample.begin(), at, sample.end());
    return *at;
  }

  Array<Vertex> parents_;
  Array<Edge> buffer_;
};

}  // namespace strider::detail
