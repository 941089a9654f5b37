// Lists of undirected edges, which have an arc of each or both.
#pragma once

#include <cstddef>
#include <optional>
#include <type_traits>
#include <utility>
#include <variant>

#include "base/atomics.hpp"
#include "base/parallel.hpp"
#include "base/workspace.hpp"
#include "graph/arc_sums.hpp"
#include "strider/array.hpp"
#include "strider/io.hpp"

namespace strider {

namespace undirected_edges_detail {

/// Calls f(array) with the array of the weights; an empty one if there are none.
template <class F>
void with_array(Weights& weights, const F& f) {
  std::visit(
      [&](auto& held) {
        if constexpr (std::is_same_v<std::decay_t<decltype(held)>, std::monostate>) {
          Array<double> none;
          f(none);
        } else {
          f(held);
        }
      },
      weights);
}

}  // namespace undirected_edges_detail

/// What they are, for errors of memory.
inline constexpr const char* kBothArcs = "both arcs of each edge";

/// Whether both arcs of each edge must be listed: `said` of the file is that its edges are
/// undirected, and `options` ask for a directed graph.
[[nodiscard]] inline bool wants_both_arcs(std::optional<Directedness> said,
                                          const ReadOptions& options) {
  return said == Directedness::kUndirected && options.directedness == Directedness::kDirected;
}

/// Says of each edge of a list that it is undirected.
[[nodiscard]] inline bool every_edge(std::size_t) {
  return true;
}

/// Puts the arc the other way behind each edge i that is_undirected(i), with its weight times
/// `reverse_sign`; a self-loop stays one arc. `weights` is empty if there are none. Throws
/// MemoryError where `memory` has not enough.
template <class E, class W, class IsUndirected, class Memory = detail::HostMemory>
void add_reverse_arcs(Array<E>& edges, Array<W>& weights, const IsUndirected& is_undirected,
                      std::type_identity_t<W> reverse_sign = 1, const Memory& memory = {}) {
  const auto has_reverse = [&](std::size_t i) {
    return edges[i].source != edges[i].target && is_undirected(i);
  };
  std::size_t size = edges.size();
  for (std::size_t i = 0; i < edges.size(); ++i) size += has_reverse(i) ? 1 : 0;
  const bool weighted = !weights.empty();
  Array<E> both;
  Array<W> both_weights;
  detail::Workspace workspace;
  workspace.declare("their ends", both, size);
  workspace.declare("their weights", both_weights, weighted ? size : 0);
  workspace.take(kBothArcs, memory);
  std::size_t next = 0;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    if (weighted) both_weights[next] = weights[i];
    both[next++] = edges[i];
    if (!has_reverse(i)) continue;
    if (weighted) both_weights[next] = reverse_sign * weights[i];
    both[next++] = {edges[i].target, edges[i].source};
  }
  edges = std::move(both);
  weights = std::move(both_weights);
}

/// The same of a list whose edges are all undirected.
template <class E>
void add_reverse_arcs(Array<E>& edges, Weights& weights) {
  undirected_edges_detail::with_array(
      weights, [&](auto& held) { add_reverse_arcs(edges, held, every_edge); });
}

/// The sums over all arcs, with their weights unless `weights` is empty.
[[nodiscard]] inline ArcSums sum_arcs(const Array<Edge>& edges, const Array<double>& weights,
                                      int threads) {
  ArcSums all;
  parallel_chunks(edges.size(), threads, [&](std::size_t begin, std::size_t end, int) {
    ArcSums sums;
    for (std::size_t i = begin; i < end; ++i) {
      sums.add(edges[i].source, edges[i].target, weights.empty() ? 0 : mix_weight(weights[i]));
    }
    fetch_add_relaxed(all.forward, sums.forward);
    fetch_add_relaxed(all.backward, sums.backward);
    fetch_add_relaxed(all.ends, sums.ends);
  });
  return all;
}

/// Leaves each undirected edge once in a list of both its arcs: the one to the larger end, and
/// self-loops. `weights` is empty if there are none.
template <class E, class W>
void keep_upper_triangle(Array<E>& edges, Array<W>& weights) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    if (edges[i].source > edges[i].target) continue;
    if (!weights.empty()) weights[kept] = weights[i];
    edges[kept++] = edges[i];
  }
  edges.truncate(kept);
  if (!weights.empty()) weights.truncate(kept);
}
template <class E>
void keep_upper_triangle(Array<E>& edges, Weights& weights) {
  undirected_edges_detail::with_array(weights,
                                      [&](auto& held) { keep_upper_triangle(edges, held); });
}

}  // namespace strider
