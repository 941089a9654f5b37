// Brandes' algorithm (2001), sequential: the oracle that every other method is held against.
//
//   visit the vertices in order of distance from the source; for each vertex w:
//     predecessors(w) = the vertices from which a shortest path steps to w
//     count(w)        = sum of count(v) over the predecessors v         (the source: 1)
//   in reverse order, for each w:
//     for each predecessor v:
//       dependency(v) += count(v) / count(w) * (weight(w) + dependency(w))
//   score(w) += dependency(w) for all w but the source
//
// The predecessors are kept in lists, as in the paper; no other method does so. weight(w) is 1, or
// how much w counts as a target. O(n + m) a source by hops, O((n + m) log n) by lengths.
// Undirected edges of length zero are not for it: a path could be walked to and fro.
#include <algorithm>
#include <queue>
#include <utility>
#include <vector>

#include "algorithms/bc/engine.hpp"
#include "algorithms/bc/path_count.hpp"
#include "base/stop.hpp"
#include "strider/error.hpp"

namespace strider::detail {
namespace {

constexpr WideLength kFar = ~WideLength{0};
/// Between two looks at the stop flag.
constexpr std::size_t kVerticesTogether = 4096;

class Serial final : public BcEngine {
 public:
  explicit Serial(const BcProblem& problem)
      : problem_(problem),
        distance_(problem.graph.num_vertices(), kFar),
        count_(problem.graph.num_vertices()),
        dependency_(problem.graph.num_vertices(), 0),
        predecessors_(problem.graph.num_vertices()) {}

  std::uint64_t accumulate(std::span<const Vertex> sources, std::span<double> sums) override {
    std::uint64_t arcs = 0;
    for (const Vertex source : sources) arcs += accumulate_one(source, sums);
    return arcs;
  }

 private:
  struct Predecessor {
    Vertex vertex;
    EdgeIndex arc;
  };

  std::uint64_t accumulate_one(Vertex source, std::span<double> sums) {
    const TargetWeights weights(problem_);
    order_.clear();
    problem_.lengths ? visit_by_length(source) : visit_by_hops(source);
    count_paths(source);
    double endpoints = 0;
    for (std::size_t i = order_.size(); i-- > 1;) {
      if (i % kVerticesTogether == 0) throw_if_stopped();
      const Vertex w = order_[i];
      const PathCount& paths = count_[w];
      const double coefficient = (weights[w] + dependency_[w]) / paths.mantissa;
      for (const auto& [v, arc] : predecessors_[w]) {
        const double part = count_[v].mantissa *
                            share_of_successor(count_[v].exponent, coefficient, paths.exponent);
        dependency_[v] += part;
        if (problem_.of == BetweennessOf::kEdges) sums[arc] += part;
      }
      if (problem_.of == BetweennessOf::kVertices) {
        sums[w] += problem_.source_weight(source) * dependency_[w];
      }
      if (problem_.counts_endpoints()) {
        sums[w] += weights[w];
        endpoints += weights[w];
      }
    }
    if (problem_.counts_endpoints()) sums[source] += endpoints;
    std::uint64_t arcs = 0;
    for (const Vertex v : order_) {
      arcs += problem_.graph.out().degree(v);
      distance_[v] = kFar;
      count_[v] = {};
      dependency_[v] = 0;
      predecessors_[v].clear();
    }
    return arcs;
  }

  void visit_by_hops(Vertex source) {
    distance_[source] = 0;
    order_.push_back(source);
    for (std::size_t i = 0; i < order_.size(); ++i) {
      if (i % kVerticesTogether == 0) throw_if_stopped();
      const Vertex v = order_[i];
      for (const Vertex w : problem_.graph.out().neighbors(v)) {
        if (distance_[w] != kFar) continue;
        distance_[w] = distance_[v] + 1;
        order_.push_back(w);
      }
    }
  }

  /// Dijkstra's algorithm; vertices at the same distance in the order that zero lengths ask for.
  void visit_by_length(Vertex source) {
    using Entry = std::pair<std::pair<WideLength, Vertex>, Vertex>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
    distance_[source] = 0;
    queue.push({{0, problem_.lengths->rank(source)}, source});
    while (!queue.empty()) {
      if (order_.size() % kVerticesTogether == 0) throw_if_stopped();
      const auto [key, v] = queue.top();
      queue.pop();
      if (key.first != distance_[v]) continue;
      order_.push_back(v);
      const Csr& out = problem_.graph.out();
      for (EdgeIndex arc = out.offsets()[v]; arc < out.offsets()[v + 1ULL]; ++arc) {
        const Vertex w = out.targets()[arc];
        const WideLength through = distance_[v] + (*problem_.lengths)[arc];
        if (through >= distance_[w]) continue;
        distance_[w] = through;
        queue.push({{through, problem_.lengths->rank(w)}, w});
      }
    }
  }

  void count_paths(Vertex source) {
    count_[source] = {1, 0};
    const Csr& out = problem_.graph.out();
    sequential_for(
        0, order_.size(),
        [&](std::size_t i) {
          const Vertex v = order_[i];
          count_[v].normalize();
          for (EdgeIndex arc = out.offsets()[v]; arc < out.offsets()[v + 1ULL]; ++arc) {
            const Vertex w = out.targets()[arc];
            if (!is_step(v, w, arc)) continue;
            count_[w] += count_[v];
            predecessors_[w].push_back({v, arc});
          }
        },
        kVerticesTogether);
  }

  /// Whether a shortest path to w may end with the arc from v.
  [[nodiscard]] bool is_step(Vertex v, Vertex w, EdgeIndex arc) const {
    if (!problem_.lengths) return distance_[w] == distance_[v] + 1;
    if (std::pair(distance_[v], problem_.lengths->rank(v)) >=
        std::pair(distance_[w], problem_.lengths->rank(w)))
      return false;
    return distance_[v] + (*problem_.lengths)[arc] <=
           distance_[w] + problem_.lengths->slack(distance_[w]);
  }

  const BcProblem& problem_;
  std::vector<WideLength> distance_;
  std::vector<PathCount> count_;
  std::vector<double> dependency_;
  std::vector<std::vector<Predecessor>> predecessors_;
  std::vector<Vertex> order_;
};

}  // namespace

BcPlan plan_serial(const BcProblem& problem) {
  if (problem.lengths && !problem.lengths->zero_forest.vertices.empty()) {
    throw UsageError("method serial does not support undirected edges of weight zero: use auto");
  }
  BcPlan plan;
  plan.make_engine = [&problem](Workspace&, int) { return std::make_unique<Serial>(problem); };
  return plan;
}

}  // namespace strider::detail
