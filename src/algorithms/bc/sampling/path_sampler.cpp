#include "algorithms/bc/sampling/path_sampler.hpp"

#include <algorithm>
#include <utility>

#include "base/stop.hpp"

namespace strider::detail {
namespace {

/// The numbers of paths to both ends of an edge, multiplied. Mantissas up to 2^1024 must not be.
PathCount product(const PathCount& a, const PathCount& b) {
  return {a.mantissa * PathCount::kStepDown * b.mantissa, a.exponent + b.exponent};
}

/// Draws one of the counts that `total` is the sum of, each as likely as it is large: subtracts one
/// after the other from a random share of the total.
class Draw {
 public:
  Draw(const PathCount& total, CounterRng& rng)
      : exponent_(total.exponent), left_(total.mantissa * rng.uniform()) {}
  /// Whether it is this one.
  bool take(const PathCount& count) {
    left_ -= count.exponent == exponent_ ? count.mantissa
                                         : count.mantissa * steps_down(exponent_ - count.exponent);
    return left_ < 0;
  }

 private:
  std::int32_t exponent_;
  double left_;
};

}  // namespace

PathSampler::PathSampler(Workspace& workspace, Graph graph)
    : graph_(std::move(graph)),
      forward_{&graph_.out(), &graph_.in(), {}, 0, 0},
      backward_{&graph_.in(), &graph_.out(), {}, 0, 0} {
  const std::size_t n = graph_.num_vertices();
  workspace.declare("the ends that have reached a vertex", owners_, n);
  workspace.declare("the levels", depths_, n);
  workspace.declare("the path counts", counts_, n);
  workspace.count("the vertices reached", saturating_mul(n, 3 * sizeof(Vertex)));
  workspace.when_taken([this] { std::ranges::fill(owners_, Owner::kNone); });
}

const std::vector<Vertex>& PathSampler::sample(Vertex source, Vertex target, CounterRng& rng) {
  path_.clear();
  middle_edges_.clear();
  start(forward_, Owner::kForward, source);
  start(backward_, Owner::kBackward, target);
  bool met = false;
  while (!met && !forward_.level.empty() && !backward_.level.empty()) {
    throw_if_stopped();
    met = forward_.level_edges <= backward_.level_edges ? expand(forward_, Owner::kForward)
                                                        : expand(backward_, Owner::kBackward);
  }
  if (met) {
    const MiddleEdge middle = draw_middle_edge(rng);
    walk_to_end(forward_, Owner::kForward, middle.forward, rng);
    walk_to_end(backward_, Owner::kBackward, middle.backward, rng);
  }
  clear();
  return path_;
}

void PathSampler::start(Side& side, Owner owner, Vertex from) {
  side.level.assign(1, from);
  side.level_edges = side.ahead->degree(from);
  side.depth = 0;
  owners_[from] = owner;
  depths_[from] = 0;
  counts_[from] = {1, 0};
  touched_.push_back(from);
}

// An edge between the two sides connects their last levels: the other side would already have found
// an edge from this level to one of its earlier levels.
bool PathSampler::expand(Side& side, Owner owner) {
  next_.clear();
  EdgeIndex next_edges = 0;
  for (const Vertex u : side.level) {
    counts_[u].normalize();
    for (const Vertex v : side.ahead->neighbors(u)) {
      if (owners_[v] == Owner::kNone) {
        owners_[v] = owner;
        depths_[v] = side.depth + 1;
        counts_[v] = counts_[u];
        next_.push_back(v);
        next_edges += side.ahead->degree(v);
      } else if (owners_[v] != owner) {
        middle_edges_.push_back(owner == Owner::kForward ? MiddleEdge{u, v} : MiddleEdge{v, u});
      } else if (depths_[v] == side.depth + 1) {
        counts_[v] += counts_[u];
      }
    }
  }
  touched_.insert(touched_.end(), next_.begin(), next_.end());
  if (!middle_edges_.empty()) {
    // The other side's last level has not been expanded, and so not been normalized.
    const Side& other = owner == Owner::kForward ? backward_ : forward_;
    for (const Vertex v : other.level) counts_[v].normalize();
    return true;
  }
  side.level.swap(next_);
  side.level_edges = next_edges;
  ++side.depth;
  return false;
}

PathSampler::MiddleEdge PathSampler::draw_middle_edge(CounterRng& rng) const {
  PathCount total;
  for (const MiddleEdge& edge : middle_edges_) {
    total += product(counts_[edge.forward], counts_[edge.backward]);
  }
  Draw draw(total, rng);
  for (const MiddleEdge& edge : middle_edges_) {
    if (draw.take(product(counts_[edge.forward], counts_[edge.backward]))) return edge;
  }
  return middle_edges_.back();  // what rounding lost
}

void PathSampler::walk_to_end(const Side& side, Owner owner, Vertex from, CounterRng& rng) {
  for (Vertex v = from; depths_[v] > 0;) {
    path_.push_back(v);
    Draw draw(counts_[v], rng);
    Vertex before = kNoVertex;
    for (const Vertex u : side.back->neighbors(v)) {
      if (owners_[u] != owner || depths_[u] + 1 != depths_[v]) continue;
      before = u;
      if (draw.take(counts_[u])) break;
    }
    v = before;
  }
}

void PathSampler::clear() {
  for (const Vertex v : touched_) owners_[v] = Owner::kNone;
  touched_.clear();
}

}  // namespace strider::detail
