// In a component of N vertices, S of them sources, for the subtree below a vertex x of a tree: its
// vertices size(x), x among them, and its sources sources(x). Then the sum of the dependencies on
//   - a vertex v of a tree is
//       (S - sources(v)) * (size(v) - 1)            from above to below
//       + sum over its children c of sources(c) * (N - size(c) - 1)     from below to the rest
//   - a vertex v of the core is the same, where what hangs off v is "below" and size(v), sources(v)
//     take it in; plus what a search of the core finds out: from each vertex r of the core, counted
//     sources(r) times, with size(w) targets at each vertex w.
#include <utility>
#include <vector>

#include "algorithms/bc/reduced_problem.hpp"
#include "base/memory.hpp"
#include "base/stop.hpp"
#include "graph/layout/prune.hpp"

namespace strider::detail {
namespace {

/// Between two looks at the stop flag.
constexpr std::size_t kVerticesTogether = 1U << 16U;

/// Pruned vertices, each after those that hang off it.
std::vector<Vertex> leaves_first(const Pruning& pruning, Vertex n) {
  std::vector<Vertex> children(n, 0);
  for (Vertex v = 0; v < n; ++v) {
    if (!pruning.is_core(v)) ++children[pruning.toward_core[v]];
  }
  std::vector<Vertex> order;
  order.reserve(n - pruning.num_core);
  for (Vertex v = 0; v < n; ++v) {
    if (!pruning.is_core(v) && children[v] == 0) order.push_back(v);
  }
  for (std::size_t i = 0; i < order.size(); ++i) {
    const Vertex parent = pruning.toward_core[order[i]];
    if (--children[parent] == 0 && !pruning.is_core(parent)) order.push_back(parent);
  }
  return order;
}

/// What hangs off a vertex, itself among it; or what a component has.
struct Share {
  double size = 0;
  double sources = 0;
  EdgeIndex arcs = 0;
  Share& operator+=(const Share& other) {
    size += other.size;
    sources += other.sources;
    arcs += other.arcs;
    return *this;
  }
};

class TreesApart {
 public:
  TreesApart(const BcProblem& problem, const Pruning& pruning)
      : problem_(problem),
        n_(problem.graph.num_vertices()),
        pruning_(pruning),
        order_(leaves_first(pruning, n_)),
        shares_(n_),
        component_(n_, kNoVertex),
        known_(n_, 0.0) {
    sum_up_trees();
    number_core();
    find_components();
    close_trees();
  }

  [[nodiscard]] ReducedProblem reduced() {
    auto core = std::make_shared<BcProblem>();
    core->graph = core_graph();
    for (const Vertex v : core_) {
      core->target_weights.push_back(shares_[v].size);
      core->source_weights.push_back(shares_[v].sources);
      if (shares_[v].sources > 0) core->sources.push_back(to_core_[v]);
    }
    core->precision = problem_.precision;
    core->threads = problem_.threads;
    ReducedProblem reduced;
    reduced.problem = std::move(core);
    reduced.to_original =
        [core = core_, known = SharedArray<double>(std::move(known_))](const Array<double>& sums) {
          Array<double> original = Array<double>::copy_of(known.span());
          for (std::size_t i = 0; i < core.size(); ++i) original[core[i]] += sums[i];
          return original;
        };
    EdgeIndex arcs = 0;
    for (const Share& component : components_) {
      arcs += static_cast<EdgeIndex>(component.sources) * component.arcs;
    }
    reduced.arcs = arcs;
    return reduced;
  }

 private:
  void sum_up_trees() {
    for (Vertex v = 0; v < n_; ++v) shares_[v] = {1, 0, problem_.graph.out().degree(v)};
    for (const Vertex source : problem_.sources) shares_[source].sources = 1;
    for (const Vertex v : order_) shares_[pruning_.toward_core[v]] += shares_[v];
  }

  void number_core() {
    to_core_.assign(n_, kNoVertex);
    core_.reserve(pruning_.num_core);
    for (Vertex v = 0; v < n_; ++v) {
      if (!pruning_.is_core(v)) continue;
      to_core_[v] = static_cast<Vertex>(core_.size());
      core_.push_back(v);
    }
  }

  void find_components() {
    std::vector<Vertex> queue;
    for (const Vertex root : core_) {
      if (component_[root] != kNoVertex) continue;
      const auto number = static_cast<Vertex>(components_.size());
      components_.emplace_back();
      component_[root] = number;
      queue.assign(1, root);
      for (std::size_t i = 0; i < queue.size(); ++i) {
        if (i % kVerticesTogether == 0) throw_if_stopped();
        components_[number] += shares_[queue[i]];
        for (const Vertex w : problem_.graph.out().neighbors(queue[i])) {
          if (!pruning_.is_core(w) || component_[w] != kNoVertex) continue;
          component_[w] = number;
          queue.push_back(w);
        }
      }
    }
    for (std::size_t i = order_.size(); i-- > 0;) {
      component_[order_[i]] = component_[pruning_.toward_core[order_[i]]];
    }
  }

  void close_trees() {
    for (Vertex v = 0; v < n_; ++v) {
      const Share& all = components_[component_[v]];
      known_[v] += (all.sources - shares_[v].sources) * (shares_[v].size - 1);
      if (pruning_.is_core(v)) continue;
      known_[pruning_.toward_core[v]] += shares_[v].sources * (all.size - shares_[v].size - 1);
    }
    if (!problem_.counts_endpoints()) return;
    for (Vertex v = 0; v < n_; ++v) known_[v] += components_[component_[v]].sources;
    // Not an end of the pair with itself, but of those with all others.
    for (const Vertex v : problem_.sources) known_[v] += components_[component_[v]].size - 2;
  }

  [[nodiscard]] Graph core_graph() const {
    const Csr& out = problem_.graph.out();
    Array<EdgeIndex> offsets(core_.size() + 1);
    offsets[0] = 0;
    for (std::size_t i = 0; i < core_.size(); ++i) {
      offsets[i + 1] = offsets[i] + pruning_.core_degree[core_[i]];
    }
    require_memory(saturating_mul(offsets[core_.size()], sizeof(Vertex)), "the core of the graph");
    Array<Vertex> targets(offsets[core_.size()]);
    std::size_t next = 0;
    sequential_for(0, core_.size(), [&](std::size_t i) {
      for (const Vertex w : out.neighbors(core_[i])) {
        if (pruning_.is_core(w)) targets[next++] = to_core_[w];
      }
    });
    return {Csr(std::move(offsets), std::move(targets)), Directedness::kUndirected, 0};
  }

  const BcProblem& problem_;
  Vertex n_;
  const Pruning& pruning_;
  std::vector<Vertex> order_;
  std::vector<Share> shares_;
  std::vector<Vertex> core_;     // vertices of the core, ascending
  std::vector<Vertex> to_core_;  // their places in it
  std::vector<Vertex> component_;
  std::vector<Share> components_;
  Array<double> known_;
};

}  // namespace

std::optional<ReducedProblem> degree_one_reduction(const BcProblem& problem) {
  if (problem.graph.is_directed() || problem.lengths || problem.of != BetweennessOf::kVertices ||
      !problem.target_weights.empty()) {
    return std::nullopt;
  }
  const Vertex n = problem.graph.num_vertices();
  constexpr std::uint64_t kBytes = sizeof(Share) + sizeof(double) + 8 * sizeof(Vertex);
  require_memory(saturating_mul(n, kBytes), "the trees of the graph");
  const Pruning pruning = prune_trees(problem.graph.out(), problem.threads);
  if (n - pruning.num_core < n / 8 + 1) return std::nullopt;
  return TreesApart(problem, pruning).reduced();
}

}  // namespace strider::detail
