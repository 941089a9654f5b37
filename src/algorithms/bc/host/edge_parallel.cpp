// The edge-parallel method: the graph in coordinate form, and in every level all edges are looked
// at. Threads have equal shares of the edges whatever the degrees; O(m) work a level.
//
//   for depth = 0, 1, ... until nothing is found:
//     for all edges (v, w), in parallel: if v has level depth and w none, w gets depth + 1
//     for all edges (v, w), in parallel: if v has level depth and w depth + 1, count(w) += count(v)
//   for depth = deepest, ..., 1:
//     for all edges (v, w) in parallel: if v has level depth and w depth + 1,
//       dependency(v) += count(v) / count(w) * (weight(w) + dependency(w))
//
// The sums need no atomic additions: edges that add to one vertex stand side by side (those into a
// vertex for the counts, those out of it for the dependencies), and a block of edges adds up its
// own before it writes. Only a block's first and last vertex can have edges in other blocks; their
// parts are kept and put together block by block, one after the other. Blocks have a fixed size, so
// that the sums do not depend on the number of threads.
#include <algorithm>

#include "algorithms/bc/host/level_by_level.hpp"

namespace strider::detail {
namespace {

/// The edges of an adjacency in coordinate form: edge k joins keys[k] and the adjacency's target k.
Array<Vertex> coordinates(const Csr& csr) {
  auto keys = take_array<Array<Vertex>>(csr.num_arcs(), "edges in coordinate form");
  for (Vertex v = 0; v < csr.num_vertices(); ++v) {
    std::fill(keys.begin() + csr.offsets()[v], keys.begin() + csr.offsets()[v + 1ULL], v);
  }
  return keys;
}

/// Both ways to sort the edges, shared by all engines; the same one where edges are undirected.
struct Coordinates {
  explicit Coordinates(const Graph& graph) : by_source(coordinates(graph.out())) {
    if (graph.is_directed()) by_target = coordinates(graph.in());
  }
  [[nodiscard]] const Array<Vertex>& sorted_by_target() const {
    return by_target.empty() ? by_source : by_target;
  }
  Array<Vertex> by_source;
  Array<Vertex> by_target;
};

/// Sums over the edges of each vertex, by blocks of edges.
template <class Sum>
class BlockSums {
 public:
  static constexpr std::size_t kBlock = 4096;

  BlockSums(Workspace& workspace, std::size_t num_edges) : num_edges_(num_edges) {
    workspace.declare("the sums of blocks", borders_, 2 * num_blocks());
  }

  [[nodiscard]] std::size_t num_blocks() const { return (num_edges_ + kBlock - 1) / kBlock; }

  /// totals[v] = the sum of term(k, sum) over the edges k of v that have one, for all v that have.
  /// term(k, sum) adds to `sum` and returns whether there was anything to add. All members come
  /// here, and wait for one another.
  template <class Term>
  void add_up(Member& member, std::span<const Vertex> keys, Array<Sum>& totals, const Term& term) {
    for (auto block = static_cast<std::size_t>(member.thread()); block < num_blocks();
         block += static_cast<std::size_t>(member.threads())) {
      add_up_block(block, keys, totals, term);
    }
    member.wait();
    if (member.is_first()) join_borders(totals);
    member.wait();
  }

 private:
  struct Border {
    Vertex vertex = kNoVertex;  // kNoVertex: nothing to add
    Sum sum{};
  };

  template <class Term>
  void add_up_block(std::size_t block, std::span<const Vertex> keys, Array<Sum>& totals,
                    const Term& term) {
    const std::size_t begin = block * kBlock;
    const std::size_t end = std::min(num_edges_, begin + kBlock);
    borders_[2 * block] = {};
    borders_[2 * block + 1] = {};
    for (std::size_t k = begin; k < end;) {
      const std::size_t first = k;
      const Vertex key = keys[k];
      Sum sum{};
      bool any = false;
      for (; k < end && keys[k] == key; ++k) any |= term(k, sum);
      if (!any) continue;
      if (first == begin) {
        borders_[2 * block] = {key, sum};
      } else if (k == end) {
        borders_[2 * block + 1] = {key, sum};
      } else {
        totals[key] = sum;
      }
    }
  }

  void join_borders(Array<Sum>& totals) {
    Vertex last = kNoVertex;
    for (const Border& border : borders_) {
      if (border.vertex == kNoVertex) continue;
      if (border.vertex == last) {
        totals[last] += border.sum;
      } else {
        totals[border.vertex] = border.sum;
        last = border.vertex;
      }
    }
  }

  std::size_t num_edges_;
  Array<Border> borders_;
};

class EdgeParallel {
 public:
  EdgeParallel(Workspace& workspace, const BcProblem& problem, const Coordinates& edges)
      : problem_(problem),
        edges_(edges),
        arrays_(workspace, problem.graph.num_vertices()),
        count_sums_(workspace, problem.graph.num_arcs()),
        dependency_sums_(workspace, problem.graph.num_arcs()) {
    workspace.declare("the sums of dependencies", dependencies_, problem.graph.num_vertices());
  }

  void clear(Member& member, Vertex) { arrays_.clear(member.chunk(arrays_.levels.size())); }

  void begin(Vertex source) {
    source_ = source;
    arrays_.begin(source);
  }

  Found discover(Member& member, const LevelRange& level) {
    const auto& targets = problem_.graph.out().targets();
    Found found;
    const Range chunk = member.chunk(targets.size());
    for (std::size_t k = chunk.begin; k < chunk.end; ++k) {
      if (load_relaxed(arrays_.levels[edges_.by_source[k]]) != level.depth) continue;
      if (reach(arrays_.levels, targets[k], level.depth + 1)) found.vertices = 1;
    }
    return found;
  }

  Found count(Member& member, const LevelRange& level) {
    const auto& levels = arrays_.levels;
    const std::span<const Vertex> heads = problem_.graph.in().targets().span();
    const std::span<const Vertex> tails = edges_.sorted_by_target().span();
    count_sums_.add_up(member, tails, arrays_.counts, [&](std::size_t k, PathCount& sum) {
      if (levels[heads[k]] + 1 != level.depth || levels[tails[k]] != level.depth) return false;
      sum += arrays_.counts[heads[k]];
      return true;
    });
    const TargetWeights weights(problem_);
    Found found;
    for_level(member, level.depth, [&](Vertex w) {
      arrays_.counts[w].normalize();
      dependencies_[w] = 0;
      found.arcs += problem_.graph.out().degree(w);
      found.weight += weights[w];
    });
    return found;
  }

  void accumulate(Member& member, const LevelRange& level, const DependencySums& sums) {
    const auto& levels = arrays_.levels;
    const auto& counts = arrays_.counts;
    const auto& targets = problem_.graph.out().targets();
    const std::span<const Vertex> keys = edges_.by_source.span();
    dependency_sums_.add_up(member, keys, dependencies_, [&](std::size_t k, double& sum) {
      const Vertex v = keys[k];
      const Vertex w = targets[k];
      if (levels[v] != level.depth || levels[w] != level.depth + 1) return false;
      const double part =
          counts[v].mantissa *
          share_of_successor(counts[v].exponent, arrays_.coefficients[w], counts[w].exponent);
      sums.add_arc(k, part);
      sum += part;
      return true;
    });
    if (level.depth == 0) return;
    for_level(member, level.depth, [&](Vertex v) {
      arrays_.coefficients[v] = sums.close(v, dependencies_[v], counts[v]);
    });
  }

 private:
  template <class F>
  void for_level(const Member& member, Level depth, F&& body) {
    const Range chunk = member.chunk(arrays_.levels.size());
    for (std::size_t v = chunk.begin; v < chunk.end; ++v) {
      if (load_relaxed(arrays_.levels[v]) == depth) body(static_cast<Vertex>(v));
    }
  }

  const BcProblem& problem_;
  const Coordinates& edges_;
  LevelArrays arrays_;
  Array<double> dependencies_;
  BlockSums<PathCount> count_sums_;
  BlockSums<double> dependency_sums_;
  Vertex source_ = 0;
};

}  // namespace

BcPlan plan_edge_parallel(const BcProblem& problem) {
  BcPlan plan;
  plan.batch = usual_batch(problem);
  const auto edges = std::make_shared<const Coordinates>(problem.graph);
  plan.make_engine = [&problem, edges](Workspace& workspace, int threads) {
    return std::make_unique<LevelByLevel<EdgeParallel>>(workspace, problem, threads, *edges);
  };
  plan_threads(problem, plan);
  return plan;
}

}  // namespace strider::detail
