// Borůvka's rounds: the forest of the edges that all ranks together have between fragments. Only
// for boruvka.cpp.
//
//   while ranks have more edges than one rank takes:
//     first edges: of each fragment, every rank sends its first edge to the owner
//     hook: every fragment hooks itself to the other end of its first edge, which is in the forest;
//       of two that chose each other the smaller one is a root
//     jump: fragments hook themselves to what their targets are hooked to, until these are roots
//     contract: edges connect trees in place of fragments; those within a tree go, and those that
//       close a cycle with earlier ones of their rank
//     share out: edges go to ranks by a hash of the trees that they connect: one rank gets all
//       parallel edges and keeps the first, and all ranks get equal shares whatever the graph
//   rank 0 gets what is left and takes its forest by Kruskal's method
//
// Invariant: the forest of the input is that of the edges left, and the edges appended. O(log n)
// rounds, each of O(edges) work and as many bytes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/msf/ranks/boruvka/fragment_hooking.hpp"
#include "base/key_sort.hpp"
#include "base/random.hpp"

namespace strider::detail {

template <class Key>
class BoruvkaRounds {
 public:
  using Edge = FragmentEdge<Key>;

  /// `fragments` outlives this. Rounds end once all ranks have no more than `gather_edges`.
  BoruvkaRounds(FragmentHooking& fragments, std::uint64_t gather_edges)
      : fragments_(fragments),
        exchange_(fragments.exchange()),
        comm_(exchange_.comm()),
        global_ids_(fragments.global_ids()),
        memory_(fragments.memory()),
        format_(EdgeFormat::of(global_ids_.count())),
        gather_edges_(gather_edges),
        to_one_rank_(static_cast<std::size_t>(comm_.size()), 0) {}

  /// Appends the edges of the forest of all ranks' edges to `forest`, each on some rank. `edges`
  /// ascend; their fragments are hooked to none. Returns how many edges all ranks had.
  /// Collective. Throws MemoryError on all ranks.
  std::uint64_t run(std::vector<Edge> edges, std::vector<Edge>& forest) {
    memory_.restart();
    const std::uint64_t all = count_all(edges);
    std::uint64_t left = all;
    for (; left > gather_edges_; left = count_all(edges)) {
      ++rounds_;
      std::vector<Edge> firsts = first_edges(edges);
      fragments_.jump(hook(std::move(firsts), forest));
      contract(edges);
      share_out(edges);
    }
    if (left > 0) finish_on_rank_0(std::move(edges), forest);
    return all;
  }

  /// Of all runs since restart().
  [[nodiscard]] std::uint32_t rounds() const { return rounds_; }
  void restart() { rounds_ = 0; }

 private:
  /// Of all ranks. Collective.
  [[nodiscard]] std::uint64_t count_all(const std::vector<Edge>& edges) const {
    return comm_.all_reduce(std::uint64_t{edges.size()}, comm::Reduction::kSum);
  }

  /// Returns the first edges that ranks have of the fragments owned here: each fragment as end `a`.
  /// Collective.
  [[nodiscard]] std::vector<Edge> first_edges(const std::vector<Edge>& edges) const {
    const comm::PhaseScope phase(comm_.traffic(), comm::Phase::kReduce);
    std::vector<Edge> candidates;
    std::vector<std::uint64_t> counts;
    comm::try_on_all_ranks(comm_, [&] {
      Workspace workspace;
      FragmentNumbers numbers(workspace, global_ids_.count(), 2 * edges.size());
      // As they are found, and by rank.
      workspace.count("candidates", 2 * edges.size() * 2 * sizeof(Edge));
      workspace.take(kFragmentEdges, memory_);
      const auto add = [&](const Edge& edge) {
        // The first edge of a fragment brings its number.
        if (numbers.number(edge.a) == candidates.size()) candidates.push_back(edge);
      };
      for (const Edge& edge : edges) {
        add(edge);
        add({edge.b, edge.a, edge.u, edge.v, edge.key});
      }
      candidates = group_by_rank(
          candidates, comm_.size(), [&](const Edge& edge) { return global_ids_.owner(edge.a); },
          counts);
    });
    std::vector<std::size_t> starts;
    return exchange_edges<Key>(exchange_, format_, candidates, counts, starts);
  }

  /// Hooks the fragments owned here by the first of their candidates, and appends those to
  /// `forest`. Returns the fragments, by own numbers. Collective.
  [[nodiscard]] std::vector<std::uint32_t> hook(std::vector<Edge> candidates,
                                                std::vector<Edge>& forest) {
    const comm::PhaseScope phase(comm_.traffic(), comm::Phase::kExchange);
    std::vector<std::uint32_t> fragments;
    std::vector<std::uint64_t> others;
    comm::try_on_all_ranks(comm_, [&] {
      std::ranges::sort(
          candidates, [](const Edge& x, const Edge& y) { return x.a != y.a ? x.a < y.a : x < y; });
      candidates.erase(std::unique(candidates.begin(), candidates.end(),
                                   [](const Edge& x, const Edge& y) { return x.a == y.a; }),
                       candidates.end());
      // The edges of the forest, too.
      memory_.require(candidates.size() * (sizeof(fragments[0]) + sizeof(others[0]) + sizeof(Edge)),
                      kFragmentEdges);
      fragments.reserve(candidates.size());
      others.reserve(candidates.size());
      for (const Edge& edge : candidates) {
        fragments_.hook(fragments_.own(edge.a), edge.b);
        fragments.push_back(fragments_.own(edge.a));
        others.push_back(edge.b);
      }
    });
    const std::vector<std::uint64_t> theirs = fragments_.ask_hooked(others);
    comm::try_on_all_ranks(comm_, [&] {
      for (std::size_t i = 0; i < candidates.size(); ++i) {
        const Edge& edge = candidates[i];
        if (theirs[i] == edge.a && edge.a < edge.b) {
          fragments_.hook(fragments_.own(edge.a), edge.a);
        } else {
          forest.push_back(edge);
        }
      }
    });
    return fragments;
  }

  /// Asks owners what the fragments that edges connect are hooked to. Collective.
  void contract(std::vector<Edge>& edges) {
    const comm::PhaseScope phase(comm_.traffic(), comm::Phase::kExchange);
    Array<std::uint64_t> fragment_ids;
    comm::try_on_all_ranks(comm_, [&] {
      Workspace workspace;
      FragmentNumbers numbers(workspace, global_ids_.count(), 2 * edges.size());
      workspace.take(kFragmentEdges, memory_);
      for (Edge& edge : edges) {
        edge.a = numbers.number(edge.a);
        edge.b = numbers.number(edge.b);
      }
      fragment_ids = std::move(numbers).fragment_ids();
    });
    const std::vector<std::uint64_t> trees = fragments_.ask_hooked(fragment_ids.span());
    comm::try_on_all_ranks(comm_, [&] {
      for (Edge& edge : edges) {
        edge.a = trees[edge.a];
        edge.b = trees[edge.b];
      }
      keep_forest(edges);
    });
  }

  /// Collective.
  void share_out(std::vector<Edge>& edges) {
    const comm::PhaseScope phase(comm_.traffic(), comm::Phase::kExchange);
    std::vector<std::uint64_t> counts;
    comm::try_on_all_ranks(comm_, [&] {
      memory_.require(edges.size() * sizeof(Edge), kFragmentEdges);
      edges = group_by_rank(
          edges, comm_.size(),
          [&](const Edge& edge) {
            const std::uint64_t hash =
                mix64(std::min(edge.a, edge.b) ^ mix64(std::max(edge.a, edge.b)));
            return hash % static_cast<std::uint64_t>(comm_.size());
          },
          counts);
    });
    std::vector<std::size_t> starts;
    edges = exchange_edges<Key>(exchange_, format_, edges, counts, starts);
    comm::try_on_all_ranks(comm_, [&] {
      memory_.require(edges.size() * sizeof(Edge), kFragmentEdges);
      merge_edges(edges, std::move(starts));
      keep_forest(edges);
    });
  }

  static void merge_edges(std::vector<Edge>& edges, std::vector<std::size_t> starts) {
    std::vector<Edge> buffer(edges.size());
    const auto merged = merge_runs(std::span(edges), std::span(buffer), std::move(starts));
    if (merged.data() == buffer.data()) edges.swap(buffer);
  }

  /// Drops the edges that close a cycle. Precondition: they ascend.
  void keep_forest(std::vector<Edge>& edges) const {
    Workspace workspace;
    OwnForest forest(workspace, global_ids_.count(), edges.size());
    workspace.take(kFragmentEdges, memory_);
    std::erase_if(edges, [&](const Edge& edge) { return !forest.take(edge.a, edge.b); });
  }

  /// Rank 0 takes the forest of all edges left, and tells owners what their fragments were hooked
  /// to. Collective.
  void finish_on_rank_0(std::vector<Edge> edges, std::vector<Edge>& forest) {
    const comm::PhaseScope phase(comm_.traffic(), comm::Phase::kExchange);
    to_one_rank_[0] = edges.size();
    std::vector<std::size_t> starts;
    edges = exchange_edges<Key>(exchange_, format_, edges, to_one_rank_, starts);
    struct Hooked {
      std::uint64_t fragment;
      std::uint64_t tree;
    };
    NumberMessages answers = comm::try_on_all_ranks(comm_, [&] {
      Workspace workspace;
      OwnForest trees(workspace, global_ids_.count(), edges.size());
      workspace.count("the edges and their fragments",
                      edges.size() * 2 * (sizeof(Edge) + sizeof(Hooked)));
      workspace.take("the last edges between fragments", HostMemory());  // of this rank only
      merge_edges(edges, std::move(starts));
      for (const Edge& edge : edges) {
        if (trees.take(edge.a, edge.b)) forest.push_back(edge);
      }
      std::vector<Hooked> hooked;
      trees.for_each_fragment([&](std::uint64_t fragment, std::uint64_t tree) {
        if (fragment != tree) hooked.push_back({fragment, tree});
      });
      std::vector<std::uint64_t> pairs;
      pairs.reserve(2 * hooked.size());
      std::vector<std::uint64_t> counts;
      for (const Hooked& of_fragment : group_by_rank(
               hooked, comm_.size(), [&](const Hooked& j) { return global_ids_.owner(j.fragment); },
               counts)) {
        pairs.insert(pairs.end(), {of_fragment.fragment, of_fragment.tree});
      }
      for (std::uint64_t& count : counts) count *= 2;
      return pack_numbers(pairs, counts, format_.fragment_bytes);
    });
    const ReceivedNumbers received = exchange_numbers(exchange_, std::move(answers));
    for (std::size_t i = 0; i < received.size(); i += 2) {
      fragments_.hook(fragments_.own(received[i]), received[i + 1]);
    }
  }

  FragmentHooking& fragments_;
  const comm::TwoLevelExchange& exchange_;
  const comm::Communicator& comm_;
  const GlobalIds& global_ids_;
  AskedMemory& memory_;  // for what a step takes
  EdgeFormat format_;
  std::uint64_t gather_edges_;
  std::vector<std::uint64_t> to_one_rank_;  // of counts by rank, as the last exchange begins
  std::uint32_t rounds_ = 0;
};

}  // namespace strider::detail
