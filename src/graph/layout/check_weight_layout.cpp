#include "graph/layout/check_weight_layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <limits>
#include <span>
#include <string_view>

#include "base/parallel.hpp"
#include "strider/error.hpp"

namespace strider::detail {
namespace {

void require(bool holds, const std::string& origin, std::string_view fault) {
  if (holds) return;
  throw InputError(
      origin, 0,
      fmt::format("the layout by weight does not match its graph: {}; prepare the graph again",
                  fault));
}

template <class W>
void check_rows(const WeightLayout<W>& layout, const Csr& csr, const std::string& origin,
                int threads) {
  if (!layout.is_reordered()) return;
  const Vertex n = csr.num_vertices();
  require(layout.offsets[0] == 0 && layout.offsets[n] == csr.num_arcs(), origin,
          "its rows do not span all edges");
  parallel_chunks(n, threads, [&](std::size_t begin, std::size_t end, int) {
    bool in_range = true;
    for (std::size_t p = begin; p < end; ++p) {
      in_range = in_range && layout.position_of[p] < n && layout.vertex_at[p] < n;
    }
    require(in_range, origin, "a position is out of range");
    bool inverse = true;
    bool fit = true;
    for (std::size_t p = begin; p < end; ++p) {
      inverse = inverse && layout.vertex_at[layout.position_of[p]] == p;
      fit = fit && layout.offsets[p] <= layout.offsets[p + 1] &&
            layout.offsets[p + 1] - layout.offsets[p] == csr.degree(layout.vertex_at[p]);
    }
    require(inverse, origin, "its positions are not a permutation of the vertices");
    require(fit, origin, "a row is not as long as that of its vertex");
  });
}

/// Calls look(target, weight) for each arc of a chunk; look returns whether it is sound.
template <class W, class Look>
bool all_arcs(const WeightLayout<W>& layout, std::size_t begin, std::size_t end, Look look) {
  bool all = true;
  if constexpr (std::is_same_v<W, std::uint32_t>) {
    if (layout.is_packed()) {
      for (std::size_t e = begin; e < end; ++e) {
        const std::uint32_t arc = layout.packed[e];
        all &= look(layout.packing.target(arc), layout.packing.weight(arc));
      }
      return all;
    }
  }
  for (std::size_t e = begin; e < end; ++e)
    all &= look(layout.arcs[e].target, layout.arcs[e].weight);
  return all;
}

template <class W>
void check_arcs(const WeightLayout<W>& layout, const Csr& csr, const std::string& origin,
                int threads) {
  const Vertex n = csr.num_vertices();
  const W most = layout.max_finite;
  require(most >= 0 && most <= std::numeric_limits<W>::max(), origin,
          "the largest weight that it names is not a finite number from 0 on");
  parallel_chunks(csr.num_arcs(), threads, [&](std::size_t begin, std::size_t end, int) {
    const bool sound = all_arcs(layout, begin, end, [n, most](Vertex target, W weight) {
      const bool infinite = weight > std::numeric_limits<W>::max();
      return (target < n) & (((weight >= 0) & (weight <= most)) | infinite);
    });
    require(sound, origin, "an edge is out of range");
  });
}

template <class W>
W largest_finite(std::span<const W> weights, int threads) {
  std::atomic<W> largest{0};
  parallel_chunks(weights.size(), threads, [&](std::size_t begin, std::size_t end, int) {
    W mine = 0;
    for (const W weight : weights.subspan(begin, end - begin)) {
      if (weight <= std::numeric_limits<W>::max()) mine = std::max(mine, weight);
    }
    // Relaxed: the end of the parallel region orders what is read below.
    W known = largest.load(std::memory_order_relaxed);
    while (known < mine && !largest.compare_exchange_weak(known, mine, std::memory_order_relaxed)) {
    }
  });
  return largest.load(std::memory_order_relaxed);
}

}  // namespace

template <class W>
void check_weight_layout_bounds(const WeightLayout<W>& layout, const Graph& graph,
                                const std::string& origin, int threads) {
  check_rows(layout, graph.out(), origin, threads);
  check_arcs(layout, graph.out(), origin, threads);
}

template <class W>
void check_weight_layout(const WeightLayout<W>& layout, const WeightedGraph<W>& graph,
                         const std::string& origin, int threads) {
  check_weight_layout_bounds(layout, graph.topology(), origin, threads);
  require(largest_finite(graph.weights().span(), threads) == layout.max_finite, origin,
          "the largest weight that it names is not that of the graph");
  const auto made = make_weight_layout(graph, layout.max_finite, layout.order, threads);
  const LayoutSections expected = to_sections(*made);
  const LayoutSections found = to_sections(layout);
  for (std::size_t i = 0; i < expected.arrays().size(); ++i) {
    const auto& array = expected.arrays()[i];
    const auto& other = found.arrays()[i];
    require(std::ranges::equal(array.bytes, other.bytes), origin,
            fmt::format("its '{}' differs from what the graph gives", array.name));
  }
}

template void check_weight_layout_bounds(const WeightLayout<float>&, const Graph&,
                                         const std::string&, int);
template void check_weight_layout_bounds(const WeightLayout<double>&, const Graph&,
                                         const std::string&, int);
template void check_weight_layout_bounds(const WeightLayout<std::uint32_t>&, const Graph&,
                                         const std::string&, int);

template void check_weight_layout(const WeightLayout<float>&, const WeightedGraph<float>&,
                                  const std::string&, int);
template void check_weight_layout(const WeightLayout<double>&, const WeightedGraph<double>&,
                                  const std::string&, int);
template void check_weight_layout(const WeightLayout<std::uint32_t>&,
                                  const WeightedGraph<std::uint32_t>&, const std::string&, int);

}  // namespace strider::detail
