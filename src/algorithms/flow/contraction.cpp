// Edge connectivity by contraction (Nagamochi, Ono and Ibaraki, "Implementing an efficient minimum
// capacity cut algorithm", Mathematical Programming 1994):
//
//   best = the least degree
//   while there are two vertices:
//     mark edges that are half or more of the degree of an end that no marked edge has yet
//     visit all vertices, next the one with most edges from visited ones, `bound` of them;
//       an edge that brings the bound of its other end from below `best` to it is marked
//       the visited vertices against the others are a cut, which may be a better one
//     contract the marked edges; the least degree may be a better cut
//
// Invariant: no cut of less than `best` edges becomes unknown. Where an edge is half of the degree
// of its end, the end may as well be on the side of the other one, or alone, which has been tried
// (Padberg and Rinaldi, "An efficient algorithm for the minimum capacity cut problem", Mathematical
// Programming 1990): without that a cycle would take a pass for each edge. The edges of `bound`
// connect a vertex so well to visited ones that a cut between the ends of a marked edge has `best`
// edges or more. The last vertex visited has `best` edges or more, so each pass marks one. Bounds
// above `best` tell nothing more, so that they are kept in buckets up to it (Henzinger, Noe, Schulz
// and Strash 2018).
#include "algorithms/flow/contraction.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include "algorithms/flow/contracted.hpp"
#include "base/memory.hpp"
#include "base/stop.hpp"
#include "graph/union_find.hpp"

namespace strider::detail {
namespace {

/// Vertices in buckets by bound, the highest first; of equal ones the last one in.
class Buckets {
 public:
  explicit Buckets(Vertex count) : next_(count, kNoVertex), previous_(count, kNoVertex) {}
  void reset(std::uint64_t bounds) {
    first_.assign(bounds + 1, kNoVertex);
    highest_ = 0;
  }
  void add(Vertex v, std::uint64_t bound) {
    next_[v] = std::exchange(first_[bound], v);
    previous_[v] = kNoVertex;
    if (next_[v] != kNoVertex) previous_[next_[v]] = v;
    highest_ = std::max(highest_, bound);
  }
  void remove(Vertex v, std::uint64_t bound) {
    if (next_[v] != kNoVertex) previous_[next_[v]] = previous_[v];
    (previous_[v] == kNoVertex ? first_[bound] : next_[previous_[v]]) = next_[v];
  }
  /// Precondition: there is one.
  [[nodiscard]] Vertex take_highest() {
    while (first_[highest_] == kNoVertex) --highest_;
    const Vertex v = first_[highest_];
    remove(v, highest_);
    return v;
  }

 private:
  std::vector<Vertex> first_;
  std::vector<Vertex> next_;
  std::vector<Vertex> previous_;
  std::uint64_t highest_ = 0;
};

class Contraction {
 public:
  explicit Contraction(const Graph& graph)
      : graph_(gather(graph)), group_(graph.num_vertices()), best_sides_(graph.num_vertices()) {
    std::iota(group_.begin(), group_.end(), Vertex{0});
  }

  EdgeConnectivity run(const EdgeConnectivityOptions& options) {
    best_ = std::numeric_limits<std::uint64_t>::max();
    while (graph_.size() > 1 && best_ > 0) {
      throw_if_stopped();
      try_least_degree();
      if (best_ == 0) break;
      mark_heavy();
      visit_all();
      contract();
      if (options.on_progress) options.on_progress(group_.size() - graph_.size(), group_.size());
    }
    EdgeConnectivity result;
    result.value = best_;
    result.sides = CutSides::copy_of(best_sides_);
    return result;
  }

 private:
  void try_least_degree() {
    const auto least = std::ranges::min_element(graph_.degrees);
    if (*least >= best_) return;
    best_ = *least;
    const auto alone = static_cast<Vertex>(least - graph_.degrees.begin());
    keep_sides([alone](Vertex group) { return group == alone; });
  }
  template <class F>
  void keep_sides(F&& is_first) {
    sequential_for(0, group_.size(),
                   [&](std::size_t v) { best_sides_[v] = is_first(group_[v]) ? 0 : 1; });
  }

  void mark_heavy() {
    const Vertex count = graph_.size();
    parents_.resize(count);
    sets_ = DisjointSets(parents_);
    sets_.make_singletons();
    std::vector<bool> is_alone(count, true);
    sequential_for(0, count, [&](std::size_t v) {
      if (!is_alone[v]) return;
      for (const auto& [head, edges] : graph_.row(static_cast<Vertex>(v))) {
        if (2 * edges < graph_.degrees[v]) continue;
        sets_.unite(static_cast<Vertex>(v), head);
        is_alone[v] = is_alone[head] = false;
        return;
      }
    });
  }

  void visit_all() {
    const Vertex count = graph_.size();
    // Buckets, and which edges are marked, go by the best cut known before this pass.
    const std::uint64_t limit = best_;
    Buckets buckets(count);
    buckets.reset(limit);
    std::vector<std::uint64_t> bounds(count, 0);
    std::vector<Vertex> turn(count, kNoVertex);
    for (Vertex v = count; v-- > 0;) buckets.add(v, 0);
    std::uint64_t cut = 0;
    Vertex best_turn = kNoVertex;
    for (Vertex visited = 0; visited < count; ++visited) {
      if (visited % 65536 == 0) throw_if_stopped();
      const Vertex v = buckets.take_highest();
      turn[v] = visited;
      cut = cut + graph_.degrees[v] - 2 * bounds[v];
      if (cut < best_ && visited + 1 < count) {
        best_ = cut;
        best_turn = visited;
      }
      for (const auto& [head, edges] : graph_.row(v)) {
        if (turn[head] != kNoVertex) continue;
        const std::uint64_t before = bounds[head];
        bounds[head] += edges;
        if (before >= limit) continue;
        buckets.remove(head, before);
        buckets.add(head, std::min(limit, bounds[head]));
        if (bounds[head] >= limit) sets_.unite(v, head);
      }
    }
    if (best_turn == kNoVertex) return;
    keep_sides([&](Vertex group) { return turn[group] <= best_turn; });
  }

  void contract() {
    const Vertex count = graph_.size();
    // A root is the least vertex of its set, so it is numbered before the others.
    std::vector<Vertex> new_group(count);
    std::vector<Vertex> ends;  // of the members of each group; first, how many these are
    sequential_for(0, count, [&](std::size_t v) {
      const Vertex root = sets_.find(static_cast<Vertex>(v));
      if (root == v) ends.push_back(0);
      new_group[v] = root == v ? static_cast<Vertex>(ends.size() - 1) : new_group[root];
      ++ends[new_group[v]];
    });
    std::inclusive_scan(ends.begin(), ends.end(), ends.begin());
    std::vector<Vertex> members(count);
    std::vector<Vertex> starts = ends;
    sequential_for(0, count, [&](std::size_t i) {
      const std::size_t v = count - 1 - i;
      members[--starts[new_group[v]]] = static_cast<Vertex>(v);
    });
    const auto groups = static_cast<Vertex>(ends.size());
    graph_ = gather(groups, graph_.arcs.size(), [&](Vertex group, auto&& body) {
      for (Vertex i = starts[group]; i < ends[group]; ++i) {
        for (const auto& [head, edges] : graph_.row(members[i])) body(new_group[head], edges);
      }
    });
    sequential_for(0, group_.size(), [&](std::size_t v) { group_[v] = new_group[group_[v]]; });
  }

  Contracted graph_;
  std::vector<Vertex> group_;  // by vertex of the whole graph
  std::vector<std::uint8_t> best_sides_;
  std::uint64_t best_ = 0;
  std::vector<Vertex> parents_;
  DisjointSets sets_{{}};
};

}  // namespace

EdgeConnectivity contract_to_least_cut(const Graph& graph, const EdgeConnectivityOptions& options) {
  // An arc of 16 bytes for each entry, twice while edges are contracted.
  require_memory(graph.num_arcs() * 32 + std::uint64_t{graph.num_vertices()} * 64,
                 "edge connectivity");
  return Contraction(graph).run(options);
}

}  // namespace strider::detail
