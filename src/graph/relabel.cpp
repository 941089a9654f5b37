#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/parallel.hpp"
#include "base/scan.hpp"
#include "base/workspace.hpp"
#include "strider/error.hpp"
#include "strider/graph.hpp"

namespace strider {
namespace {

void check_permutation(const Permutation& permutation, Vertex n, int threads) {
  const auto& [to_new, to_old] = permutation;
  if (to_new.size() != n || to_old.size() != n) {
    throw UsageError(fmt::format(
        "a permutation with arrays of {} and {} vertices does not fit a graph of {} vertices",
        to_new.size(), to_old.size(), n));
  }
  const auto news = to_new.span();
  const auto olds = to_old.span();
  parallel_chunks(n, threads, [&](std::size_t begin, std::size_t end, int) {
    for (std::size_t v = begin; v < end; ++v) {
      if (news[v] >= n || olds[news[v]] != v) {
        throw UsageError(
            fmt::format("the inverse of the permutation does not lead back to vertex {}", v));
      }
    }
  });
}

/// Declares the rows of the relabelled graph.
void declare_rows(detail::Workspace& workspace, const Csr& csr, Array<EdgeIndex>& offsets,
                  Array<Vertex>& targets) {
  workspace.declare("where rows begin", offsets, csr.num_vertices() + 1ULL);
  workspace.declare("the rows", targets, csr.num_arcs());
}

/// Finds where the rows of the relabelled graph begin.
void fill_offsets(const Csr& csr, const Permutation& permutation, int threads,
                  Array<EdgeIndex>& offsets) {
  const Vertex n = csr.num_vertices();
  parallel_for(0, n, threads,
               [&](std::size_t v) { offsets[v] = csr.degree(permutation.to_old[v]); });
  offsets[n] = 0;
  exclusive_scan(offsets.span(), threads);
}

constexpr const char* kRelabelled = "the relabelled graph";
constexpr std::size_t kRowsAtOnce = 256;

Csr relabel_csr(const Csr& csr, const Permutation& permutation, int threads) {
  Array<EdgeIndex> offsets;
  Array<Vertex> targets;
  detail::Workspace workspace;
  declare_rows(workspace, csr, offsets, targets);
  workspace.take(kRelabelled, detail::HostMemory());
  fill_offsets(csr, permutation, threads, offsets);
  parallel_for(
      0, csr.num_vertices(), threads,
      [&](std::size_t v) {
        Vertex* row = targets.data() + offsets[v];
        Vertex* next = row;
        for (const Vertex u : csr.neighbors(permutation.to_old[v])) {
          *next++ = permutation.to_new[u];
        }
        std::sort(row, next);
      },
      kRowsAtOnce);
  return {std::move(offsets), std::move(targets)};
}

/// A graph of the given adjacency that is otherwise the renamed `graph`.
Graph renamed(const Graph& graph, Csr out, const Permutation& permutation, int threads) {
  std::optional<Csr> in;
  if (graph.is_directed() && graph.has_transpose()) {
    in = relabel_csr(graph.in(threads), permutation, threads);
  }
  return Graph(std::move(out), graph.directedness(), graph.num_self_loops(),
               graph.labels().permuted(permutation.to_old.span()), std::move(in));
}

}  // namespace

Graph relabel(const Graph& graph, const Permutation& permutation, int threads) {
  threads = resolve_threads(threads);
  check_permutation(permutation, graph.num_vertices(), threads);
  return renamed(graph, relabel_csr(graph.out(), permutation, threads), permutation, threads);
}

template <class W>
WeightedGraph<W> relabel(const WeightedGraph<W>& graph, const Permutation& permutation,
                         int threads) {
  threads = resolve_threads(threads);
  const Csr& csr = graph.topology().out();
  check_permutation(permutation, csr.num_vertices(), threads);
  Array<EdgeIndex> offsets;
  Array<Vertex> targets;
  Array<W> weights;
  detail::Workspace workspace;
  declare_rows(workspace, csr, offsets, targets);
  workspace.declare("the weights", weights, csr.num_arcs());
  workspace.take(kRelabelled, detail::HostMemory());
  fill_offsets(csr, permutation, threads, offsets);
  parallel_for(
      0, csr.num_vertices(), threads,
      [&](std::size_t v) {
        const Vertex old = permutation.to_old[v];
        const auto neighbors = csr.neighbors(old);
        const auto old_weights = graph.weights(old);
        std::vector<std::pair<Vertex, W>> row(neighbors.size());
        for (std::size_t i = 0; i < row.size(); ++i) {
          row[i] = {permutation.to_new[neighbors[i]], old_weights[i]};
        }
        std::sort(row.begin(), row.end());
        for (std::size_t i = 0; i < row.size(); ++i) {
          targets[offsets[v] + i] = row[i].first;
          weights[offsets[v] + i] = row[i].second;
        }
      },
      kRowsAtOnce);
  return WeightedGraph<W>(
      renamed(graph.topology(), Csr(std::move(offsets), std::move(targets)), permutation, threads),
      std::move(weights));
}

template WeightedGraph<float> relabel(const WeightedGraph<float>&, const Permutation&, int);
template WeightedGraph<double> relabel(const WeightedGraph<double>&, const Permutation&, int);
template WeightedGraph<std::uint32_t> relabel(const WeightedGraph<std::uint32_t>&,
                                              const Permutation&, int);

}  // namespace strider
