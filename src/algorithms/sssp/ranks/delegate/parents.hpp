// Parents in a search with delegates: as far as a rank knows them, and those that others know.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/sssp/kernels.hpp"
#include "algorithms/sssp/ranks/delegate/local.hpp"
#include "algorithms/sssp/ranks/delegate/local_ids.hpp"
#include "algorithms/sssp/ranks/engine.hpp"
#include "base/parallel.hpp"
#include "graph/bitmap.hpp"
#include "ranks/delegate/graph_delegate.hpp"

namespace strider::detail {

/// What DelegatePaths does at the end of a search. `paths` says where each local id stands:
/// distance(), is_reached(), parent(), and parent_rank() of own vertices.
class DelegateParents {
 public:
  /// Of a graph that outlives it.
  DelegateParents(const GraphDelegate& graph, int threads)
      : g_(graph), local_ids_(graph), threads_(threads) {}

  template <class Paths>
  [[nodiscard]] std::vector<ArrivedFrom> open_vertices(const Paths& paths) const {
    std::vector<std::vector<std::uint32_t>> open(static_cast<std::size_t>(g_.owners.num_ranks()));
    for (std::uint32_t v = 0; v < g_.num_local; ++v) {
      if (!paths.is_reached(v) || paths.parent_rank(v) == g_.rank) continue;
      if (only_neighbor(paths, v) == kNoVertex) {
        open[static_cast<std::size_t>(paths.parent_rank(v))].push_back(v);
      }
    }
    std::vector<ArrivedFrom> arrived;
    for (std::size_t r = 0; r < open.size(); ++r) {
      if (!open[r].empty()) arrived.push_back({static_cast<int>(r), std::move(open[r])});
    }
    return arrived;
  }

  /// `source`: the delegate that is the source, or kNoDelegate. `knows`: of which delegates this
  /// rank knows the parent.
  template <class W, class Paths>
  std::uint64_t finish(const Paths& paths, std::uint32_t source, const Bitmap& knows,
                       DistSsspTree<W>& tree, std::vector<std::uint32_t>& open) const {
    parallel_chunks(g_.num_local, threads_, [&](std::size_t begin, std::size_t end, int) {
      for (std::size_t v = begin; v < end; ++v) {
        tree.distances[v] = paths.distance(static_cast<Vertex>(v));
        tree.parents[v] = parent_of(paths, static_cast<Vertex>(v));
      }
    });
    for (const GraphDelegate::Own& own : g_.own_delegates) {
      const std::uint32_t i = index(own.delegate);
      const std::uint32_t v = index(own.vertex);
      tree.distances[v] = paths.distance(local_ids_.delegates + i);
      if (i == source) {
        tree.parents[v] = g_.delegates[i];
      } else if (!paths.is_reached(local_ids_.delegates + i)) {
        continue;
      } else if (knows.test(i)) {
        tree.parents[v] = g_.named(parent_id(paths, i), g_.rank);
      } else {
        open.push_back(i);
      }
    }
    return static_cast<std::uint64_t>(
        std::count_if(tree.distances.begin(), tree.distances.end(),
                      [](SsspDistance<W> d) { return d != kUnreachedDistance<SsspDistance<W>>; }));
  }

  template <class Paths>
  [[nodiscard]] std::vector<std::uint32_t> parents_of(
      const Paths& paths, int owner, std::span<const std::uint32_t> vertices) const {
    const auto begin = g_.ghost_vertices.begin() + begin_of(owner);
    const auto end = g_.ghost_vertices.begin() + end_of(owner);
    std::vector<std::uint32_t> parents;
    for (const std::uint32_t v : vertices) {
      const auto ghost = std::lower_bound(begin, end, v) - g_.ghost_vertices.begin();
      parents.push_back(paths.parent(local_ids_.ghosts + static_cast<Vertex>(ghost)));
    }
    return parents;
  }
  /// The parent of a delegate: another, or num_delegates more than an own vertex.
  template <class Paths>
  [[nodiscard]] std::uint32_t parent_id(const Paths& paths, std::uint32_t delegate) const {
    return parent_id_of(paths.parent(local_ids_.delegates + delegate));
  }

 private:
  [[nodiscard]] std::uint32_t begin_of(int rank) const {
    return g_.ghost_begin[static_cast<std::size_t>(rank)];
  }
  [[nodiscard]] std::uint32_t end_of(int rank) const {
    return g_.ghost_begin[static_cast<std::size_t>(rank) + 1];
  }
  [[nodiscard]] std::uint32_t parent_id_of(Vertex row) const {
    return row < g_.num_local ? g_.num_delegates + row : row - local_ids_.delegates;
  }

  /// As far as this rank knows.
  template <class Paths>
  [[nodiscard]] GlobalVertex parent_of(const Paths& paths, Vertex v) const {
    if (!paths.is_reached(v)) return kNoGlobalVertex;
    if (paths.parent_rank(v) == g_.rank) {
      const Vertex parent = paths.parent(v);
      return parent < local_ids_.ghosts ? g_.named(parent_id_of(parent), g_.rank)
                                        : global_of(parent - local_ids_.ghosts);
    }
    const Vertex neighbor = only_neighbor(paths, v);
    return neighbor == kNoVertex ? kNoGlobalVertex
                                 : g_.owners.global(paths.parent_rank(v), local_vertex(neighbor));
  }
  [[nodiscard]] GlobalVertex global_of(std::uint32_t ghost) const {
    const auto end = std::upper_bound(g_.ghost_begin.begin(), g_.ghost_begin.end(), ghost);
    return g_.owners.global(static_cast<int>(end - g_.ghost_begin.begin()) - 1,
                            local_vertex(g_.ghost_vertices[ghost]));
  }
  /// One of the neighbours on the parent rank is the parent. That rank's number of it where there
  /// is but one, as there mostly is.
  template <class Paths>
  [[nodiscard]] Vertex only_neighbor(const Paths& paths, Vertex v) const {
    const int from = paths.parent_rank(v);
    const std::span<const std::uint32_t> row = g_.nn.row(v);
    const auto first = std::lower_bound(row.begin(), row.end(), g_.num_local + begin_of(from));
    const bool is_only = first + 1 == row.end() || *(first + 1) >= g_.num_local + end_of(from);
    return is_only ? g_.ghost_vertices[*first - g_.num_local] : kNoVertex;
  }

  const GraphDelegate& g_;
  const DelegateLocalIds local_ids_;
  const int threads_;
};

}  // namespace strider::detail
