#include "graph/layout/choose.hpp"

#include <algorithm>
#include <bit>
#include <vector>

#include "base/random.hpp"
#include "graph/layout/locality_layout.hpp"

namespace strider::detail {
namespace {

/// A search of this many arcs takes a tenth of a millisecond and shows how fast levels grow.
constexpr EdgeIndex kMostArcs = 1U << 15U;
constexpr int kSamples = 8;
/// If so many samples are cut off and grow slowly, the graph is deep.
constexpr int kDeepSamples = 4;
constexpr EdgeIndex kMinLayoutArcs = 1U << 14U;

struct Sample {
  std::size_t reached = 0;
  Level depth = 0;
  bool cut_off = false;  ///< at kMostArcs
};

/// Searches breadth-first until kMostArcs are followed. Leaves `visited` as it found it, all false.
Sample sample_search(const Csr& csr, Vertex source, std::vector<bool>& visited) {
  std::vector<Vertex> queue{source};
  visited[source] = true;
  EdgeIndex arcs = 0;
  Level depth = 0;
  std::size_t level_end = 1;
  for (std::size_t i = 0; i < queue.size() && arcs < kMostArcs; ++i) {
    if (i == level_end) {
      ++depth;
      level_end = queue.size();
    }
    for (const Vertex v : csr.neighbors(queue[i])) {
      if (++arcs == kMostArcs) break;
      if (visited[v]) continue;
      visited[v] = true;
      queue.push_back(v);
    }
  }
  for (const Vertex v : queue) visited[v] = false;
  return {queue.size(), depth, arcs == kMostArcs};
}

/// Whether levels grow slower than they do in a tree whose vertices have a child and a half on
/// average: such a tree of r vertices has log(r) / log(1.5) levels, less than twice the bits of r.
bool grows_slowly(const Sample& sample) {
  return sample.depth > 2 * static_cast<Level>(std::bit_width(sample.reached));
}

/// Whether levels grow faster than in a tree whose vertices have four children each, which has
/// log(r) / log(4) levels, half the bits of r. No further sample is needed then: on a small graph
/// the samples would take longer than the search.
bool is_certainly_shallow(const Sample& sample) {
  return sample.cut_off && 2 * sample.depth <= static_cast<Level>(std::bit_width(sample.reached));
}

}  // namespace

bool has_high_diameter(const Graph& graph) {
  if (graph.num_vertices() == 0) return false;
  std::vector<bool> visited(graph.num_vertices(), false);
  CounterRng rng(0, 0);
  Sample largest;
  int deep = 0;
  for (int i = 0; i < kSamples; ++i) {
    const auto source = static_cast<Vertex>(rng.below(graph.num_vertices()));
    const Sample sample = sample_search(graph.out(), source, visited);
    if (is_certainly_shallow(sample)) return false;
    if (sample.cut_off && grows_slowly(sample) && ++deep == kDeepSamples) return true;
    if (sample.reached > largest.reached) largest = sample;
  }
  return grows_slowly(largest);
}

bool has_hubs(const Csr& csr) {
  const EdgeIndex high = 4 * (csr.num_arcs() / std::max(csr.num_vertices(), Vertex{1}) + 1);
  EdgeIndex arcs_of_hubs = 0;
  for (Vertex v = 0; v < csr.num_vertices(); ++v) {
    if (csr.degree(v) >= high) arcs_of_hubs += csr.degree(v);
  }
  return arcs_of_hubs > csr.num_arcs() / 4;
}

Layout suitable_layout(const Graph& graph) {
  if (graph.is_directed() || graph.num_arcs() < kMinLayoutArcs) return Layout::kNone;
  if (!has_high_diameter(graph)) return Layout::kDegree;
  return graph.num_vertices() <= LocalityLayout::kMaxVertices ? Layout::kLocality : Layout::kNone;
}

}  // namespace strider::detail
