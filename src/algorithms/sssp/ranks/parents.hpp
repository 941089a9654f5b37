// The end of a search: the tree by own vertices. Whoever found a distance knows its parent. A rank
// names those of what it found itself; of a vertex that another rank found, it names the neighbour
// that it has there, or asks where it has several. Owners of delegates ask all ranks.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/sssp/kernels.hpp"
#include "algorithms/sssp/ranks/delegates.hpp"
#include "algorithms/sssp/ranks/local.hpp"
#include "algorithms/sssp/ranks/path_graph.hpp"
#include "base/atomics.hpp"
#include "base/parallel.hpp"
#include "base/workspace.hpp"
#include "comm/sparse_exchange.hpp"
#include "ranks/delegate/delegate_answers.hpp"
#include "ranks/search/ask_ranks.hpp"

namespace strider::detail {

/// What a search leaves on one rank: the part of the tree that belongs to the vertices it owns, by
/// LocalVertex. W is the type of the weights. The arrays are as long as the rank has vertices, and
/// are reused by the next search where they fit.
template <class W>
struct DistSsspTree {
  using Distance = SsspDistance<W>;

  /// In the type in which the library adds weights, exact: the smallest over all paths of the sums
  /// taken from the source on, equal to those of the sequential oracle bit by bit. Infinity, or the
  /// largest integer, where unreached.
  Array<Distance> distances;
  /// In the input's numbers, kNoGlobalVertex where unreached; the source is its own parent. Every
  /// parent closes its child's distance exactly, and the parents lead to the source, whatever
  /// weights are zero.
  Array<GlobalVertex> parents;
  /// Of all ranks, the same on each.
  std::uint64_t num_reached = 0;
  /// Rounds of relaxations, each with an exchange; the same on each rank.
  std::uint64_t num_rounds = 0;

  [[nodiscard]] std::size_t num_vertices() const { return parents.size(); }
  [[nodiscard]] bool is_reached(Vertex v) const { return parents[v] != kNoGlobalVertex; }

  /// Leaves vertices beyond that distance unreached; returns how many of this rank stay.
  std::uint64_t forget_beyond(Distance limit) {
    std::uint64_t reached = 0;
    for (std::size_t v = 0; v < parents.size(); ++v) {
      if (distances[v] > limit) {
        distances[v] = kUnreachedDistance<Distance>;
        parents[v] = kNoGlobalVertex;
      }
      if (parents[v] != kNoGlobalVertex) ++reached;
    }
    return reached;
  }
  /// Makes room for as many vertices. Throws MemoryError.
  void fit(std::size_t vertices) {
    if (parents.size() == vertices) return;
    distances = {};
    parents = {};
    distances = take_array<Array<Distance>>(vertices, "the distances");
    parents = take_array<Array<GlobalVertex>>(vertices, "the parents");
  }
};

template <class W>
class PathParents {
 public:
  /// All outlive it; `sparse` exchanges over `comm`.
  PathParents(Workspace& workspace, const comm::Communicator& comm, comm::SparseExchange& sparse,
              const PathGraph<W>& graph, int threads)
      : comm_(comm), sparse_(sparse), graph_(graph), threads_(threads) {
    std::size_t answers = 0;
    std::size_t questions = 0;
    for (const PathPeer& peer : graph.peers) {
      answers += peer.range_size;
      questions += question_room(peer);
    }
    workspace.declare("the vertices that others found", open_, graph.num_own);
    workspace.declare("ghosts of a peer", ghosts_, graph.most_ghosts());
    workspace.declare("questions for parents", questions_, questions);
    workspace.declare("answers with parents", answers_, answers);
    workspace.count("parents from other ranks", graph.num_own * std::uint64_t{sizeof(Vertex)});
  }

  /// Fills the tree, whose arrays have the right size. `delegates` is null where there are none.
  /// Throws on all ranks what an attempt of one threw, here or before. Collective.
  void complete(comm::Attempts& attempts, const FoundPaths<W>& paths,
                const DelegateDistances<W>* delegates, DistSsspTree<W>& tree) {
    std::uint64_t reached = 0;
    std::array<std::uint32_t, 2> any_open{};  // vertices, and delegates
    std::vector<std::uint32_t> open_delegates;
    attempts.run([&] {
      reached = name_own(paths, tree);
      list_open(paths, tree);
      if (delegates != nullptr) reached += name_delegates(paths, *delegates, tree, open_delegates);
      any_open = {open_begin_.back() > 0 ? 1U : 0U, open_delegates.empty() ? 0U : 1U};
    });
    const std::size_t kinds = delegates != nullptr ? 2 : 1;
    comm_.all_reduce(std::span(any_open).first(kinds), comm::Reduction::kMax);
    if (any_open[0] != 0) resolve_open(paths, attempts, tree);
    if (any_open[1] != 0) resolve_delegates(paths, *delegates, attempts, open_delegates, tree);
    tree.num_reached = comm_.all_reduce(attempts.have_failed() ? comm::kMayHaveFailed : reached,
                                        comm::Reduction::kSum);
    if (tree.num_reached >= comm::kMayHaveFailed) attempts.throw_on_all_ranks(comm_);
  }

 private:
  using Distance = SsspDistance<W>;

  /// Asks all ranks for the parents of own delegates. Collective.
  void resolve_delegates(const FoundPaths<W>& paths, const DelegateDistances<W>& delegates,
                         comm::Attempts& attempts, std::span<std::uint32_t> open,
                         DistSsspTree<W>& tree) {
    const GraphDelegate& g = *graph_.separated;
    ask_about_delegates(
        sparse_, attempts, g, open, [&](std::uint32_t i) { return delegates.knows_parent(i); },
        [&](std::uint32_t i) {
          // Another delegate, or num_delegates more than an own vertex.
          const Vertex parent = paths.parents[graph_.delegates + i];
          return parent < graph_.num_own ? g.num_delegates + parent : parent - graph_.delegates;
        },
        [&](std::uint32_t i, int from, std::uint32_t parent_id) {
          GlobalVertex& parent = tree.parents[index(g.owners.local(g.delegates[i]))];
          // Of several that found it in the last round, the lowest rank's.
          if (parent == kNoGlobalVertex) parent = g.named(parent_id, from);
        });
  }

  [[nodiscard]] static std::size_t question_room(const PathPeer& peer) {
    return (comm::bound(peer.num_subscribed) + 7) / 8 * 8;
  }

  /// The distances, and the parents that are known here; returns how many are reached.
  std::uint64_t name_own(const FoundPaths<W>& paths, DistSsspTree<W>& tree) const {
    std::uint64_t reached = 0;
    parallel_chunks(graph_.num_own, threads_, [&](std::size_t begin, std::size_t end, int) {
      std::uint64_t reached_here = 0;
      for (std::size_t i = begin; i < end; ++i) {
        const auto v = static_cast<Vertex>(i);
        const bool is_reached = paths.distances[v] != kUnreachedDistance<Distance>;
        reached_here += is_reached ? 1 : 0;
        tree.distances[v] = paths.distances[v];
        tree.parents[v] = is_reached ? parent_of(paths, v) : kNoGlobalVertex;
      }
      fetch_add_relaxed(reached, reached_here);
    });
    return reached;
  }
  [[nodiscard]] GlobalVertex parent_of(const FoundPaths<W>& paths, Vertex v) const {
    if (paths.parent_ranks[v] == graph_.rank) return graph_.global_of(paths.parents[v]);
    const PathPeer& finder = graph_.peer(paths.parent_ranks[v]);
    const std::uint32_t ghost = graph_.only_ghost(v, finder);
    return ghost == kNoVertex ? kNoGlobalVertex : graph_.global_of(finder, ghost);
  }

  /// Of own delegates. Lists those whose parents other ranks know.
  std::uint64_t name_delegates(const FoundPaths<W>& paths, const DelegateDistances<W>& delegates,
                               DistSsspTree<W>& tree, std::vector<std::uint32_t>& open) const {
    std::uint64_t reached = 0;
    for (const GraphDelegate::Own& own : graph_.separated->own_delegates) {
      const std::uint32_t i = index(own.delegate);
      const std::uint32_t v = index(own.vertex);
      const Distance distance = paths.distances[graph_.delegates + i];
      tree.distances[v] = distance;
      if (distance == kUnreachedDistance<Distance>) continue;
      ++reached;
      if (delegates.is_source(i)) {
        tree.parents[v] = graph_.separated->delegates[i];
      } else if (delegates.knows_parent(i)) {
        tree.parents[v] = graph_.global_of(paths.parents[graph_.delegates + i]);
      } else {
        open.push_back(i);
      }
    }
    return reached;
  }

  /// The vertices without a parent yet, by the rank that found them; those of one ascend.
  void list_open(const FoundPaths<W>& paths, const DistSsspTree<W>& tree) {
    const auto for_each_open = [&](const auto& body) {
      for (Vertex v = 0; v < graph_.num_own; ++v) {
        const bool is_reached = tree.distances[v] != kUnreachedDistance<Distance>;
        if (is_reached && tree.parents[v] == kNoGlobalVertex) {
          body(v, static_cast<std::size_t>(paths.parent_ranks[v]));
        }
      }
    };
    open_begin_.assign(graph_.peers.size() + 1, 0);
    for_each_open([&](Vertex, std::size_t finder) { ++open_begin_[finder + 1]; });
    for (std::size_t r = 0; r < graph_.peers.size(); ++r) open_begin_[r + 1] += open_begin_[r];
    std::vector<std::size_t> next = open_begin_;
    for_each_open([&](Vertex v, std::size_t finder) { open_[next[finder]++] = v; });
  }
  [[nodiscard]] std::span<const Vertex> open_of(int finder) const {
    const auto r = static_cast<std::size_t>(finder);
    return open_.span().subspan(open_begin_[r], open_begin_[r + 1] - open_begin_[r]);
  }

  /// Sends every finder the set of the vertices that it found, and gets the parents in their order.
  /// Collective.
  void resolve_open(const FoundPaths<W>& paths, comm::Attempts& attempts, DistSsspTree<W>& tree) {
    using comm::SparseExchange;
    std::span<Vertex> answers = answers_.span();
    ask_ranks(
        sparse_, attempts,
        [&](auto& messages) {
          std::span<std::byte> room = questions_.span();
          for (const PathPeer& peer : graph_.peers) {
            const std::span<const Vertex> open = open_of(peer.rank);
            if (!open.empty()) {
              GhostFinder finder(peer);
              for (std::size_t i = 0; i < open.size(); ++i) ghosts_[i] = finder.ghost(open[i]);
              const std::size_t bytes =
                  comm::encode(ghosts_.span().first(open.size()), peer.num_subscribed,
                               comm::Encoding::kAuto, room);
              messages.push_back({peer.rank, room.first(bytes)});
            }
            room = room.subspan(question_room(peer));
          }
        },
        [&](const SparseExchange::Incoming& question, auto& messages) {
          const PathPeer& peer = graph_.peer(question.from);
          std::size_t count = 0;
          comm::decode(question.bytes.span(), peer.range_size, ghosts_)
              .for_each([&](std::uint32_t ghost) {
                answers[count++] = paths.parents[peer.range_begin + ghost];
              });
          messages.push_back({peer.rank, std::as_bytes(answers.first(count))});
          answers = answers.subspan(count);
        },
        [&](const SparseExchange::Incoming& answer) {
          const auto* const parents = reinterpret_cast<const Vertex*>(answer.bytes.data());
          const std::span<const Vertex> open = open_of(answer.from);
          for (std::size_t i = 0; i < open.size(); ++i) {
            tree.parents[open[i]] = graph_.named_by(answer.from, parents[i]);
          }
        });
  }

  const comm::Communicator& comm_;
  comm::SparseExchange& sparse_;
  const PathGraph<W>& graph_;
  const int threads_;
  Array<Vertex> open_;
  std::vector<std::size_t> open_begin_;  // by finder
  Array<std::uint32_t> ghosts_;
  Array<std::byte> questions_;
  Array<Vertex> answers_;
};

}  // namespace strider::detail
