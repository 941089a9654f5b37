#include <fmt/format.h>

#include <algorithm>

#include "algorithms/sssp/kernels.hpp"
#include "algorithms/sssp/parents.hpp"
#include "algorithms/sssp/tree.hpp"
#include "base/parallel.hpp"
#include "strider/error.hpp"

namespace strider {
namespace {

template <class W>
void read_parents(detail::SsspTree<W>& tree) {
  if (tree.has_parents) return;
  detail::fit_array(tree.parents, tree.num_vertices, "the parents");
  if (tree.translator) {
    tree.translator->read_parents(tree);
  } else {
    const detail::SsspContext<W>& context = *tree.context;
    detail::derive_parents(context.graph, tree.source, std::as_const(tree.distances).span(),
                           tree.parents.span(), context.options.threads);
  }
  tree.has_parents = true;
}

template <class W>
void count(detail::SsspTree<W>& tree) {
  tree.read_distances();
  const detail::SsspContext<W>& context = *tree.context;
  const auto is_reached = [&](std::size_t v) { return tree.distances[v] != kInfiniteDistance<W>; };
  Vertex vertices = 0;
  EdgeIndex arcs = 0;
  parallel_chunks(tree.distances.size(), context.options.threads,
                  [&](std::size_t begin, std::size_t end, int) {
                    Vertex my_vertices = 0;
                    EdgeIndex my_arcs = 0;
                    for (std::size_t v = begin; v < end; ++v) {
                      if (!is_reached(v)) continue;
                      ++my_vertices;
                      my_arcs += context.out().degree(static_cast<Vertex>(v));
                    }
                    fetch_add_relaxed(vertices, my_vertices);
                    fetch_add_relaxed(arcs, my_arcs);
                  });
  tree.num_reached = vertices;
  tree.num_edges_reached = context.reached_edges.count_if(arcs, is_reached);
}

template <class W>
void read_counts(detail::SsspTree<W>& tree) {
  if (tree.has_counts) return;
  if (!tree.translator || !tree.translator->read_counts(tree)) count(tree);
  tree.has_counts = true;
}

}  // namespace

template <class W>
SsspResult<W>::SsspResult() : tree_(std::make_unique<detail::SsspTree<W>>()) {}
template <class W>
SsspResult<W>::SsspResult(SsspResult&&) noexcept = default;
template <class W>
SsspResult<W>& SsspResult<W>::operator=(SsspResult&&) noexcept = default;
template <class W>
SsspResult<W>::~SsspResult() = default;

template <class W>
Vertex SsspResult<W>::source() const {
  return tree_->source;
}
template <class W>
Vertex SsspResult<W>::num_reached() const {
  read_counts(*tree_);
  return tree_->num_reached;
}
template <class W>
EdgeIndex SsspResult<W>::num_edges_reached() const {
  read_counts(*tree_);
  return tree_->num_edges_reached;
}
template <class W>
std::span<const SsspDistance<W>> SsspResult<W>::distances() const {
  tree_->read_distances();
  return tree_->distances.span();
}
template <class W>
std::span<const Vertex> SsspResult<W>::parents() const {
  read_parents(*tree_);
  return tree_->parents.span();
}

template <class W>
std::vector<Vertex> SsspResult<W>::path_to(Vertex target) const {
  const std::span<const Vertex> parents = this->parents();
  if (target >= parents.size()) {
    throw UsageError(fmt::format("target: {} is not a vertex; the graph has {} vertices", target,
                                 parents.size()));
  }
  std::vector<Vertex> path;
  if (parents[target] == kNoVertex) return path;
  for (Vertex v = target; v != tree_->source; v = parents[v]) {
    path.push_back(v);
    // Only a layout that was forged, and signed again, has other arcs than its graph.
    if (parents[v] == kNoVertex || path.size() > parents.size()) {
      throw InputError("the layout by weight", 0, "is not that of the graph: prepare it again");
    }
  }
  path.push_back(tree_->source);
  std::reverse(path.begin(), path.end());
  return path;
}

template class SsspResult<float>;
template class SsspResult<double>;
template class SsspResult<std::uint32_t>;

}  // namespace strider
