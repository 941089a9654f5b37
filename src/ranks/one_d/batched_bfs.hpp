// Breadth-first searches side by side on ranks that own rows, 64 at once, a bit of a word each; all
// ranks search together, level by level (graph/batched_bfs.hpp has the listing of one machine):
//
//   pull, where edges lead both ways and the level has many arcs:
//     broadcast the words of owners to ghosts; for own v that some search has not seen, for
//     neighbours u: next[v] |= frontier[u], until all have seen v
//   push else: for own u of the frontier, for neighbours v, ghosts too: next[v] |= frontier[u]
//     reduce the words of ghosts to owners
//   next[v] &= ~seen[v]; seen[v] |= next[v]; tell which searches found v
//
// 8 bytes a ghost and a level travel.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>

#include "base/atomics.hpp"
#include "base/parallel.hpp"
#include "base/workspace.hpp"
#include "comm/collective_error.hpp"
#include "graph/edge_map.hpp"
#include "ranks/halo.hpp"
#include "ranks/one_d/graph_1d.hpp"
#include "strider/types.hpp"

namespace strider::detail {

class BatchedBfsOnRanks {
 public:
  using Word = std::uint64_t;
  static constexpr std::size_t kSources = 64;

  BatchedBfsOnRanks(Workspace& workspace, const comm::Communicator& comm, const Graph1d& graph,
                    int threads)
      : comm_(comm), graph_(graph), threads_(threads), ghosts_(workspace, comm, graph) {
    const Vertex num_ids = std::max(graph.local_ids.size(), graph.num_rows());
    workspace.declare("the searches that have seen a vertex", seen_, graph.num_rows());
    workspace.declare("the frontiers of searches", own_, num_ids);
    workspace.declare("the frontiers of searches", next_, num_ids);
  }

  /// Searches from up to kSources sources, the same on all ranks; some may be the same vertex.
  /// Calls found(v, searches, level) for each own vertex and each level above 0 on which some find
  /// it, by one thread. Collective.
  template <class Found>
  void search(std::span<const GlobalVertex> sources, const Found& found) {
    EdgeIndex arcs = 0;
    comm::try_on_all_ranks(comm_, [&] { arcs = begin(sources); });
    const Word all = sources.size() == kSources ? ~Word{0} : (Word{1} << sources.size()) - 1;
    for (Level level = 1;; ++level) {
      arcs = comm_.all_reduce(arcs, comm::Reduction::kSum);
      if (arcs == 0) return;
      const bool pulls =
          graph_.directedness == Directedness::kUndirected && arcs > graph_.num_arcs / kPushCost;
      ExceptionCatcher caught;
      if (pulls) {
        ghosts_.broadcast<Word>(
            graph_, [&](Vertex v) { return own_[v]; },
            [&](Vertex ghost, Word word) { own_[ghost] = word; });
        caught.run([&] { pull(all); });
      } else {
        caught.run([&] { push(); });
        ghosts_.reduce<Word>(
            graph_, [&](Vertex ghost) { return next_[ghost]; },
            [&](Vertex v, Word word) { next_[v] |= word; });
      }
      caught.run([&] { arcs = settle(level, found); });
      comm::try_on_all_ranks(comm_, [&] { caught.rethrow(); });
      std::swap(own_, next_);
    }
  }

 private:
  /// As of one machine: arcs of a level that is pushed are fewer than the graph's divided by this.
  static constexpr EdgeIndex kPushCost = 8;

  struct Pull {
    const Word* own;
    const Word* seen;
    Word* next;
    Word all;

    struct Value {
      Word wanted;
      Word met;
    };
    [[nodiscard]] Value begin(Vertex v) const { return {all & ~seen[v], 0}; }
    [[nodiscard]] static bool cond(const Value& value) { return value.wanted != 0; }
    bool add(Value& value, Vertex u) const {
      value.met |= own[u];
      return (value.wanted & ~value.met) == 0;
    }
    void apply(Vertex v, const Value& value) const { next[v] = value.wanted & value.met; }
  };

  EdgeIndex begin(std::span<const GlobalVertex> sources) {
    std::ranges::fill(seen_, Word{0});
    std::ranges::fill(own_, Word{0});
    EdgeIndex arcs = 0;
    for (std::size_t i = 0; i < sources.size(); ++i) {
      const OwnedVertex source = graph_.owners.locate(sources[i]);
      if (source.rank != graph_.rank) continue;
      const std::uint32_t v = index(source.vertex);
      own_[v] |= Word{1} << i;
      seen_[v] = own_[v];
      arcs += graph_.rows.degree(v);
    }
    return arcs;
  }
  void pull(Word all) {
    parallel_workers(threads_, [&](Worker& worker) {
      gather(worker, graph_.rows, Pull{own_.data(), seen_.data(), next_.data(), all});
    });
  }
  void push() {
    parallel_workers(threads_, [&](Worker& worker) {
      worker.for_own_part(next_.size(), [&](std::size_t begin, std::size_t end) {
        std::fill(next_.begin() + begin, next_.begin() + end, Word{0});
      });
      worker.wait();
      worker.for_chunks(graph_.num_rows(), kRowsOfChunk, [&](std::size_t begin, std::size_t end) {
        for (auto u = static_cast<Vertex>(begin); u < end; ++u) {
          if (own_[u] == 0) continue;
          for (const Vertex v : graph_.rows.neighbors(u)) {
            if ((own_[u] & ~load_relaxed(next_[v])) != 0) fetch_or_relaxed(next_[v], own_[u]);
          }
        }
      });
    });
  }
  /// The arcs of what was found.
  template <class Found>
  EdgeIndex settle(Level level, const Found& found) {
    EdgeIndex arcs = 0;
    parallel_chunks(graph_.num_rows(), threads_, [&](std::size_t begin, std::size_t end, int) {
      EdgeIndex mine = 0;
      for (auto v = static_cast<Vertex>(begin); v < end; ++v) {
        next_[v] &= ~seen_[v];
        if (next_[v] == 0) continue;
        seen_[v] |= next_[v];
        found(v, next_[v], level);
        mine += graph_.rows.degree(v);
      }
      fetch_add_relaxed(arcs, mine);
    });
    return arcs;
  }

  const comm::Communicator& comm_;
  const Graph1d& graph_;
  int threads_;
  GhostMap ghosts_;
  Array<Word> seen_;  ///< by own vertex
  Array<Word> own_;   ///< by local id: of the level; of ghosts, while it is pulled
  Array<Word> next_;
};

}  // namespace strider::detail
