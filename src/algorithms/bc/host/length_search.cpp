// Brandes' algorithm by lengths on one thread, for many sources at once on many threads.
//
//   order the vertices by distance from the source (Dijkstra 1959)
//   for each u in that order: for each arc (u, v) that is a step:  count(v) += count(u)
//   for each u backwards:
//     dependency(u) = count(u) * sum of coefficient(v) over the steps (u, v)
//     coefficient(u) = (weight(u) + dependency(u)) / count(u)
//
// An arc is a step where a shortest path may take it: u comes before v, and the length by way of u
// is no longer than the shortest, but for the rounding of the weights. Distances are exact sums of
// integers, so that this does not depend on the side that a path is looked at from, and counts are
// taken only when all distances are known. Trees of undirected edges of length zero are gone
// through as a whole (zero_flow.hpp). O((n + m) log n) a source.
#include "algorithms/bc/host/length_search.hpp"

#include <algorithm>
#include <limits>
#include <vector>

#include "algorithms/bc/host/zero_tree_flow.hpp"
#include "algorithms/bc/path_count.hpp"
#include "base/stop.hpp"

namespace strider::detail {
namespace {

template <class Length>
class LengthSearch final : public BcEngine {
 public:
  LengthSearch(Workspace& workspace, const BcProblem& problem)
      : problem_(problem),
        out_(problem.graph.out()),
        lengths_(*problem.lengths),
        trees_(workspace, problem.lengths->zero_forest) {
    const std::size_t n = problem.graph.num_vertices();
    workspace.declare("the distances", distances_, n);
    workspace.declare("the path counts", counts_, n);
    workspace.declare("the dependencies", coefficients_, n);
    workspace.count("the order of the vertices", saturating_mul(n, sizeof(Vertex)));
    // Of a usual search.
    workspace.count("the queue", saturating_mul(n, sizeof(Entry)));
    workspace.when_taken([this] {
      std::ranges::fill(distances_, kFar);
      std::ranges::fill(counts_, PathCount{});
      tree_is_open_.assign(lengths_.zero_forest.begins.size(), false);
    });
  }

  std::uint64_t accumulate(std::span<const Vertex> sources, std::span<double> sums) override {
    std::uint64_t arcs = 0;
    for (const Vertex source : sources) {
      sort_by_distance(source);
      count_paths(source);
      accumulate(source, sums);
      for (const Vertex v : order_) {
        arcs += out_.degree(v);
        distances_[v] = kFar;
        counts_[v] = {};
      }
    }
    return arcs;
  }

 private:
  static constexpr Length kFar = ~Length{0};
  /// Between two looks at the stop flag.
  static constexpr std::uint64_t kVerticesTogether = 4096;

  struct Entry {
    Length distance;
    Vertex rank;  // among equally far vertices, the one that zero lengths lead to comes later
    Vertex vertex;
    /// Orders a heap whose top is the nearest.
    bool operator<(const Entry& other) const {
      return distance != other.distance ? distance > other.distance : rank > other.rank;
    }
  };

  [[nodiscard]] Length length(EdgeIndex arc) const {
    if constexpr (sizeof(Length) == sizeof(std::uint64_t)) {
      return lengths_.narrow[arc];
    } else {
      return lengths_.wide[arc];
    }
  }

  void sort_by_distance(Vertex source) {
    order_.clear();
    heap_.assign(1, {0, lengths_.rank(source), source});
    distances_[source] = 0;
    for (std::uint64_t taken = 0; !heap_.empty(); ++taken) {
      if (taken % kVerticesTogether == 0) throw_if_stopped();
      std::pop_heap(heap_.begin(), heap_.end());
      const Entry nearest = heap_.back();
      heap_.pop_back();
      const Vertex u = nearest.vertex;
      if (nearest.distance != distances_[u]) continue;  // has been reached by a shorter way
      order_.push_back(u);
      for (EdgeIndex arc = out_.offsets()[u]; arc < out_.offsets()[u + 1ULL]; ++arc) {
        const Vertex v = out_.targets()[arc];
        const Length through = nearest.distance + length(arc);
        if (through >= distances_[v]) continue;
        distances_[v] = through;
        heap_.push_back({through, lengths_.rank(v), v});
        std::push_heap(heap_.begin(), heap_.end());
      }
    }
  }

  /// body(v, arc) for the steps from u.
  template <class F>
  void for_steps(Vertex u, F&& body) const {
    const Length own = distances_[u];
    for (EdgeIndex arc = out_.offsets()[u]; arc < out_.offsets()[u + 1ULL]; ++arc) {
      const Vertex v = out_.targets()[arc];
      const Length other = distances_[v];
      if (own + length(arc) > other + lengths_.slack(other)) continue;
      const bool before = own != other ? own < other : lengths_.rank(u) < lengths_.rank(v);
      if (before) body(v, arc);
    }
  }

  [[nodiscard]] Vertex tree_of(Vertex v) const {
    const auto& tree = lengths_.zero_forest.tree;
    return tree.empty() ? kNoVertex : tree[v];
  }

  void count_paths(Vertex source) {
    counts_[source] = {1, 0};
    sequential_for(
        0, order_.size(),
        [&](std::size_t i) {
          const Vertex u = order_[i];
          const Vertex tree = tree_of(u);
          if (tree == kNoVertex) {
            counts_[u].normalize();
          } else if (!tree_is_open_[tree]) {
            open_tree(tree);
          }
          for_steps(u, [&](Vertex v, EdgeIndex) { counts_[v] += counts_[u]; });
        },
        kVerticesTogether);
  }

  /// All paths that enter the tree are known: those to its nearest vertex from outside are, and
  /// all its vertices are as near.
  void open_tree(Vertex tree) {
    tree_is_open_[tree] = true;
    for (Vertex p = trees_.begin(tree); p < trees_.end(tree); ++p) {
      trees_.at(p).entering = counts_[trees_.vertex(p)];
    }
    const PathCount count = trees_.flows().count_entering(trees_.begin(tree));
    for (Vertex p = trees_.begin(tree); p < trees_.end(tree); ++p)
      counts_[trees_.vertex(p)] = count;
  }

  void accumulate(Vertex source, std::span<double> sums) {
    const TargetWeights weights(problem_);
    double reached = 0;
    for (std::size_t i = order_.size(); i-- > 0;) {
      if (i % kVerticesTogether == 0) throw_if_stopped();
      const Vertex u = order_[i];
      const Vertex tree = tree_of(u);
      if (tree == kNoVertex) {
        const PathCount& count = counts_[u];
        const double dependency = count.mantissa * coefficients_after(u, sums);
        coefficients_[u] = (weights[u] + dependency) / count.mantissa;
        if (problem_.of == BetweennessOf::kVertices && u != source) sums[u] += dependency;
      } else if (tree_is_open_[tree]) {
        close_tree(tree, source, weights, sums);
      }
      if (problem_.counts_endpoints() && u != source) {
        sums[u] += weights[u];
        reached += weights[u];
      }
    }
    if (problem_.counts_endpoints()) sums[source] += reached;
  }

  /// The sum of the coefficients of the successors, in units of u's count.
  double coefficients_after(Vertex u, std::span<double> sums) {
    const PathCount& count = counts_[u];
    double sum = 0;
    for_steps(u, [&](Vertex v, EdgeIndex arc) {
      const double part = share_of_successor(count.exponent, coefficients_[v], counts_[v].exponent);
      if (problem_.of == BetweennessOf::kEdges) sums[arc] += count.mantissa * part;
      sum += part;
    });
    return sum;
  }

  void close_tree(Vertex tree, Vertex source, const TargetWeights& weights,
                  std::span<double> sums) {
    tree_is_open_[tree] = false;
    const PathCount count = counts_[trees_.vertex(trees_.begin(tree))];
    for (Vertex p = trees_.begin(tree); p < trees_.end(tree); ++p) {
      const Vertex v = trees_.vertex(p);
      trees_.at(p).continuing = coefficients_after(v, sums);
      trees_.at(p).ending = v == source ? 0 : weights[v] / count.mantissa;
    }
    const ZeroFlows flows = trees_.flows();
    const double all = flows.spread(trees_.begin(tree));
    for (Vertex p = trees_.begin(tree); p < trees_.end(tree); ++p) {
      const Vertex v = trees_.vertex(p);
      coefficients_[v] = all;
      if (problem_.of == BetweennessOf::kVertices) {
        if (v != source) sums[v] += flows.dependency(p, count.exponent);
      } else if (trees_.parent(p) != kNoVertex) {
        const Vertex parent = trees_.vertex(trees_.parent(p));
        sums[arc_between(v, parent)] += flows.up(p, count.exponent);
        sums[arc_between(parent, v)] += flows.down(p, count.exponent);
      }
    }
  }

  [[nodiscard]] EdgeIndex arc_between(Vertex u, Vertex v) const {
    const auto row = out_.neighbors(u);
    const auto place = std::lower_bound(row.begin(), row.end(), v) - row.begin();
    return out_.offsets()[u] + static_cast<EdgeIndex>(place);
  }

  const BcProblem& problem_;
  const Csr& out_;
  const ArcLengths& lengths_;
  Array<Length> distances_;
  Array<PathCount> counts_;
  Array<double> coefficients_;
  ZeroTreeFlow trees_;
  std::vector<bool> tree_is_open_;
  std::vector<Vertex> order_;
  std::vector<Entry> heap_;
};

}  // namespace

std::unique_ptr<BcEngine> make_length_search(Workspace& workspace, const BcProblem& problem) {
  if (problem.lengths->wide.empty()) {
    return std::make_unique<LengthSearch<std::uint64_t>>(workspace, problem);
  }
  return std::make_unique<LengthSearch<WideLength>>(workspace, problem);
}

}  // namespace strider::detail
