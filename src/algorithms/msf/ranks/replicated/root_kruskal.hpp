// The forest of the edges that ranks have between fragments, found by one of them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/msf/keyed_edge.hpp"
#include "algorithms/msf/ranks/forest_delivery.hpp"
#include "base/key_sort.hpp"
#include "base/parallel.hpp"
#include "base/prefetch.hpp"
#include "comm/collective_error.hpp"
#include "graph/union_find.hpp"
#include "ranks/memory/node_memory.hpp"
#include "ranks/search/sample_of_rank.hpp"

namespace strider::detail {

/// Lets rank 0 connect fragments to trees, the lightest edges first, which the ranks have sorted;
/// all ranks then drop those that lie within a tree. So most edges of dense graphs are dropped
/// where they are (filter-Kruskal of Osipov, Sanders and Singler 2009), and one rank does nothing
/// that all could.
template <class W>
class RootKruskal {
 public:
  using Key = WeightKey<W>;
  using Edge = KeyedEdge<Key>;
  using Candidates = std::vector<EdgeBuffer<Candidate<Key>>>;

  /// `comm` outlives this. So few edges in all go to rank 0 at once.
  RootKruskal(const comm::Communicator& comm, int threads, std::uint64_t few_edges = 1U << 16U)
      : comm_(comm), threads_(threads), few_edges_(static_cast<double>(few_edges)) {}

  /// All fragments are trees by themselves again. `fragments`: by vertex, until the last run();
  /// `count` of them. Throws MemoryError on this rank only.
  void restart(std::span<const Vertex> fragments, Vertex count);

  /// Connects trees by the candidates of all ranks, which are used up: fragments or trees as their
  /// ends. Rank 0 appends the edges of the forest to `forest`. Returns how often it got some: the
  /// same on all ranks. Collective. Throws MemoryError on all ranks.
  std::uint32_t run(Candidates& candidates, ForestCollection<W>& forest);

  /// By fragment the one that stands for its tree, after run() on all ranks.
  [[nodiscard]] std::span<const Vertex> trees() const { return trees_.span().first(count_); }

 private:
  static constexpr int kRoot = 0;
  // Edges of a rank that the pivot is chosen from, at most.
  static constexpr std::size_t kSample = 256;
  // Edges for each tree that rank 0 gets at a time: a random graph of these has a giant component.
  static constexpr double kEdgesPerTree = 1.25;
  // For so many edges a tree to drop some first does not pay.
  static constexpr double kMinDropRatio = 2;
  static constexpr double kLeastShare = 0.125;

  /// How many are drawn on a rank with so many candidates.
  [[nodiscard]] std::uint64_t sample_size(std::uint64_t candidates) const {
    return std::min<std::uint64_t>(sample_of_rank(comm_.size(), kSample), candidates);
  }
  [[nodiscard]] std::vector<Edge> draw(const Candidates& candidates, std::uint64_t size) const;
  [[nodiscard]] std::optional<Edge> choose_pivot(const Candidates& candidates) const;
  void take_until(const std::optional<Edge>& pivot, Candidates& candidates);
  void gather_and_connect(ForestCollection<W>& forest);
  void connect_here(std::span<const Edge> edges, ForestCollection<W>& forest);
  void tell_trees();
  void drop_connected(Candidates& candidates);

  const comm::Communicator& comm_;
  int threads_;
  double few_edges_;
  std::span<const Vertex> fragments_;
  Vertex count_ = 0;
  std::uint64_t num_trees_ = 0;  // all fragments in the beginning
  Array<Vertex> trees_;          // by fragment
  std::vector<Edge> taken_;      // to be sent
  std::vector<Edge> buffer_;
};

template <class W>
void RootKruskal<W>::restart(std::span<const Vertex> fragments, Vertex count) {
  fragments_ = fragments;
  count_ = count;
  num_trees_ = count;
  if (trees_.size() < count) {
    // Rank 0 finds an edge for each of them.
    NodeMemory(comm_).require(count * (sizeof(Vertex) + sizeof(Edge)),
                              "the fragments of a spanning forest");
    trees_ = Array<Vertex>(count);
  }
  ConcurrentDisjointSets(trees_.span().first(count)).make_singletons(threads_);
}

template <class W>
std::uint32_t RootKruskal<W>::run(Candidates& candidates, ForestCollection<W>& forest) {
  std::uint32_t rounds = 0;
  for (bool is_last = false; !is_last;) {
    const std::optional<Edge> pivot = choose_pivot(candidates);
    is_last = !pivot.has_value();
    comm::try_on_all_ranks(comm_, [&] {
      take_until(pivot, candidates);
      buffer_.resize(taken_.size());
      sort_by_key(std::span(taken_), std::span(buffer_), threads_,
                  [](const Edge& edge) { return edge.key; });
    });
    ++rounds;
    gather_and_connect(forest);
    tell_trees();
    if (!is_last) drop_connected(candidates);
  }
  return rounds;
}

template <class W>
auto RootKruskal<W>::draw(const Candidates& candidates, std::uint64_t size) const
    -> std::vector<Edge> {
  const std::uint64_t count = sample_size(size);
  std::vector<Edge> drawn;
  // The middle of each of as many equal ranges.
  std::size_t part = 0;
  std::uint64_t before = 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t place = size * (2 * i + 1) / (2 * count);
    while (place - before >= candidates[part].size()) before += candidates[part++].size();
    drawn.push_back(candidates[part].span()[place - before].edge);
  }
  return drawn;
}

/// The last edge to be sent next; nothing where all are. Collective.
template <class W>
auto RootKruskal<W>::choose_pivot(const Candidates& candidates) const -> std::optional<Edge> {
  std::uint64_t size = 0;
  for (const auto& part : candidates) size += part.size();
  std::vector<std::uint64_t> sizes;
  comm::try_on_all_ranks(comm_, [&] { sizes.resize(static_cast<std::size_t>(comm_.size())); });
  comm_.all_gather(size, std::span(sizes));
  const auto total = std::accumulate(sizes.begin(), sizes.end(), std::uint64_t{0});
  const auto trees = static_cast<double>(num_trees_);
  if (static_cast<double>(total) <= std::max(kMinDropRatio * trees, few_edges_)) {
    return std::nullopt;
  }
  const std::vector<Edge> mine =
      comm::try_on_all_ranks(comm_, [&] { return draw(candidates, size); });
  const Array<Edge> sample = comm::checked_all_gather(comm_, std::span<const Edge>(mine));
  std::vector<std::pair<Edge, double>> edges;  // and how many each stands for
  comm::try_on_all_ranks(comm_, [&] { edges.reserve(sample.size()); });
  for (const std::uint64_t of_rank : sizes) {
    const std::uint64_t count = sample_size(of_rank);
    for (std::uint64_t i = 0; i < count; ++i) {
      edges.emplace_back(sample[edges.size()],
                         static_cast<double>(of_rank) / static_cast<double>(count));
    }
  }
  std::sort(edges.begin(), edges.end(),
            [](const auto& a, const auto& b) { return a.first < b.first; });
  // An eighth at least: where edges ascend with the vertices, a few of them connect few trees.
  const double wanted = std::max(kEdgesPerTree * trees, kLeastShare * static_cast<double>(total));
  double before = 0;
  for (const auto& [edge, number] : edges) {
    before += number;
    if (before >= wanted) return edge;
  }
  return std::nullopt;
}

/// Moves the candidates up to the pivot to taken_.
template <class W>
void RootKruskal<W>::take_until(const std::optional<Edge>& pivot, Candidates& candidates) {
  taken_.clear();
  std::size_t count = 0;
  for (const auto& part : candidates) {
    for (const Candidate<Key>& candidate : part.span()) {
      count += !pivot || !(*pivot < candidate.edge) ? 1 : 0;
    }
  }
  if (count > taken_.capacity()) {
    NodeMemory(comm_).require(2 * count * sizeof(Edge), "the edges between fragments");
    taken_.reserve(count);
    buffer_.reserve(count);
  }
  for (auto& part : candidates) {
    const auto all = part.span();
    if (!pivot) {
      for (const Candidate<Key>& candidate : all) taken_.push_back(candidate.edge);
      part.clear();
      continue;
    }
    Candidate<Key>* left = all.data();
    for (const Candidate<Key>& candidate : all) {
      if (*pivot < candidate.edge) {
        *left++ = candidate;
      } else {
        taken_.push_back(candidate.edge);
      }
    }
    part.grow_to(left);
  }
}

/// Collective.
template <class W>
void RootKruskal<W>::gather_and_connect(ForestCollection<W>& forest) {
  std::vector<std::uint64_t> counts;
  std::vector<std::uint64_t> received_counts;
  comm::try_on_all_ranks(comm_, [&] {
    counts.assign(static_cast<std::size_t>(comm_.size()), 0);
    received_counts = counts;
    counts[kRoot] = taken_.size();
  });
  Array<Edge> runs = comm::checked_all_to_all(comm_, std::span<const Edge>(taken_), counts,
                                              std::span(received_counts), comm::Receivers::kSome);
  comm::try_on_all_ranks(comm_, [&] {
    if (comm_.rank() != kRoot) return;
    auto buffer = take_array<Array<Edge>>(runs.size(), "the edges between fragments");
    std::vector<std::size_t> starts(1, 0);
    for (const std::uint64_t count : received_counts) starts.push_back(starts.back() + count);
    connect_here(merge_runs(runs.span(), buffer.span(), std::move(starts)), forest);
  });
}

template <class W>
void RootKruskal<W>::connect_here(std::span<const Edge> edges, ForestCollection<W>& forest) {
  constexpr std::size_t kAhead = 16;
  DisjointSets sets(trees_.span().first(count_));
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const Edge& far = edges[std::min(i + 2 * kAhead, edges.size() - 1)];
    prefetch_to_read(&fragments_[far.u]);
    prefetch_to_read(&fragments_[far.v]);
    const Edge& near = edges[std::min(i + kAhead, edges.size() - 1)];
    prefetch_to_read(sets.place(fragments_[near.u]));
    prefetch_to_read(sets.place(fragments_[near.v]));
    if (!sets.unite(fragments_[edges[i].u], fragments_[edges[i].v])) continue;
    forest.append(edges[i]);
    --num_trees_;
  }
  for (Vertex fragment = 0; fragment < count_; ++fragment) {
    trees_[fragment] = trees_[trees_[fragment]];  // that of a smaller one is a root already
  }
}

/// Collective.
template <class W>
void RootKruskal<W>::tell_trees() {
  comm_.broadcast(std::span<std::uint64_t>(&num_trees_, 1), kRoot);
  comm_.broadcast(trees_.span().first(count_), kRoot);
}

template <class W>
void RootKruskal<W>::drop_connected(Candidates& candidates) {
  constexpr std::size_t kAhead = 16;
  parallel_for(
      0, candidates.size(), threads_,
      [&](std::size_t part) {
        const auto all = candidates[part].span();
        Candidate<Key>* left = all.data();
        for (std::size_t i = 0; i < all.size(); ++i) {
          const Candidate<Key>& ahead = all[std::min(i + kAhead, all.size() - 1)];
          prefetch_to_read(&trees_[ahead.a]);
          prefetch_to_read(&trees_[ahead.b]);
          const Vertex a = trees_[all[i].a];
          const Vertex b = trees_[all[i].b];
          *left = {a, b, all[i].edge};
          left += a != b ? 1 : 0;
        }
        candidates[part].grow_to(left);
      },
      1);
}

}  // namespace strider::detail
