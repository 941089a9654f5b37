// Brandes' algorithm on one thread, for many sources at once on many threads.
//
//   queue = {source}
//   for each u of the queue, in order: for each neighbour v:
//     a v without a level gets level(u) + 1 and joins the queue
//     if level(v) = level(u) + 1: count(v) += count(u)
//   for each u of the queue, backwards:
//     dependency(u) = count(u) * sum of coefficient(v) over neighbours v of level(u) + 1
//     coefficient(u) = (weight(u) + dependency(u)) / count(u), in the place of count(u)
//
// Level, count and exponent of a vertex share a quarter of a cache line, so that an edge costs one
// access to memory. The coefficient takes the place of the count, which nobody needs after. Counts
// below 2^512, which is nearly all, go without a look at exponents. O(n + m) a source.
#include "algorithms/bc/host/packed_search.hpp"

#include <algorithm>
#include <bit>

#include "algorithms/bc/path_count.hpp"
#include "base/prefetch.hpp"

namespace strider::detail {
namespace {

struct Node {
  double value;  // count.mantissa on the way out, coefficient on the way back
  Level level;
  std::int32_t exponent;
};
constexpr Node kFresh{0, kUnreached, 0};

/// How far ahead in the queue offsets and lists are asked for: some hundred nanoseconds of work.
constexpr std::size_t kOffsetsAhead = 12;
constexpr std::size_t kListsAhead = 6;
/// The vertices on a list are asked for when it has come; of a long one the first, as the core
/// finds the others by itself.
constexpr std::size_t kNodesAhead = 3;
constexpr EdgeIndex kMostNodes = 6;

class PackedSearch final : public BcEngine {
 public:
  explicit PackedSearch(const BcProblem& problem)
      : problem_(problem),
        offsets_(problem.graph.out().offsets().data()),
        targets_(problem.graph.out().targets().data()),
        nodes_(problem.graph.num_vertices(), kFresh),
        // One more than there are vertices: the next to come is written before it is known to be
        // new.
        queue_(problem.graph.num_vertices() + std::size_t{1}) {}

  std::uint64_t accumulate(std::span<const Vertex> sources, std::span<double> sums) override {
    std::uint64_t arcs = 0;
    for (const Vertex source : sources) {
      arcs += search(source);
      if (problem_.of == BetweennessOf::kEdges) {
        walk_back<BetweennessOf::kEdges>(source, sums);
      } else {
        walk_back<BetweennessOf::kVertices>(source, sums);
      }
      clear();
    }
    return arcs;
  }

 private:
  enum class Counts { kPlain, kScaled };

  /// Levels and counts; returns the arcs of the vertices reached.
  EdgeIndex search(Vertex source) {
    nodes_[source] = {1, 0, 0};
    queue_[0] = source;
    head_ = 0;
    tail_ = 1;
    counts_ = Counts::kPlain;
    EdgeIndex arcs = expand<Counts::kPlain>();
    if (head_ < tail_) {
      counts_ = Counts::kScaled;
      arcs += expand<Counts::kScaled>();
    }
    return arcs;
  }

  /// Expands what is in the queue; with plain counts, up to the first that is not.
  template <Counts kCounts>
  EdgeIndex expand() {
    EdgeIndex arcs = 0;
    std::size_t tail = tail_;
    for (; head_ < tail; ++head_) {
      ask_ahead(head_, 1, tail);
      const Vertex u = queue_[head_];
      Node& from = nodes_[u];
      if (from.value >= PathCount::kTooLarge) {
        if constexpr (kCounts == Counts::kPlain) break;
        from.value *= PathCount::kStepDown;
        ++from.exponent;
      }
      const Node own = from;
      const Level next = own.level + 1;
      const EdgeIndex end = offsets_[u + 1ULL];
      arcs += end - offsets_[u];
      for (EdgeIndex k = offsets_[u]; k < end; ++k) {
        const Vertex v = targets_[k];
        Node& to = nodes_[v];
        // Without branches: which of the three cases holds is hard to foretell.
        const bool is_new = to.level == kUnreached;
        queue_[tail] = v;
        tail += is_new ? 1 : 0;
        to.level = is_new ? next : to.level;
        const bool is_next = to.level == next;
        if constexpr (kCounts == Counts::kScaled) {
          to.exponent = is_new ? own.exponent : to.exponent;
          if (is_next & (to.exponent != own.exponent)) [[unlikely]] {
            add_unlike(to, own);
            continue;
          }
        }
        to.value += value_if(is_next, own.value);
      }
    }
    tail_ = tail;
    return arcs;
  }

  /// `value` or zero. A choice between numbers would become a branch.
  static double value_if(bool condition, double value) {
    const std::uint64_t mask = condition ? ~std::uint64_t{0} : 0;
    return std::bit_cast<double>(std::bit_cast<std::uint64_t>(value) & mask);
  }

  static void add_unlike(Node& to, const Node& from) {
    PathCount sum{to.value, to.exponent};
    sum += PathCount{from.value, from.exponent};
    to.value = sum.mantissa;
    to.exponent = sum.exponent;
  }

  template <BetweennessOf kOf>
  void walk_back(Vertex source, std::span<double> sums) {
    const TargetWeights weights(problem_, source);
    const double times = problem_.source_weight(source);
    const bool endpoints = problem_.counts_endpoints();
    double reached = 0;
    for (std::size_t i = tail_; i-- > 1;) {
      ask_ahead(i, ~std::size_t{0}, i);
      const Vertex u = queue_[i];
      Node& node = nodes_[u];
      const double dependency = counts_ == Counts::kPlain
                                    ? dependency_of<kOf, Counts::kPlain>(u, node, sums)
                                    : dependency_of<kOf, Counts::kScaled>(u, node, sums);
      const double weight = weights[u];
      if constexpr (kOf == BetweennessOf::kVertices) sums[u] += times * dependency;
      if (endpoints) {
        sums[u] += weight;
        reached += weight;
      }
      node.value = (weight + dependency) / node.value;
    }
    if (endpoints) sums[source] += reached;
    // The source has no score, but its edges have.
    if constexpr (kOf == BetweennessOf::kEdges) {
      dependency_of<kOf, Counts::kScaled>(source, nodes_[source], sums);
    }
  }

  template <BetweennessOf kOf, Counts kCounts>
  double dependency_of(Vertex u, const Node& own, std::span<double> sums) const {
    const Level next = own.level + 1;
    double coefficients = 0;
    const EdgeIndex end = offsets_[u + 1ULL];
    for (EdgeIndex k = offsets_[u]; k < end; ++k) {
      const Node& after = nodes_[targets_[k]];
      const bool is_next = after.level == next;
      double coefficient = value_if(is_next, after.value);
      if constexpr (kCounts == Counts::kScaled) {
        if (is_next & (own.exponent != after.exponent)) [[unlikely]] {
          coefficient = share_of_successor(own.exponent, after.value, after.exponent);
        }
      }
      coefficients += coefficient;
      if constexpr (kOf == BetweennessOf::kEdges) sums[k] += own.value * coefficient;
    }
    return own.value * coefficients;
  }

  /// Asks for what the vertices after `place` in the queue need; `step` is 1, or -1 on the way
  /// back. Places past `end`, or below zero, are none.
  void ask_ahead(std::size_t place, std::size_t step, std::size_t end) const {
    const std::size_t offsets_place = place + step * kOffsetsAhead;
    const std::size_t lists_place = place + step * kListsAhead;
    const std::size_t nodes_place = place + step * kNodesAhead;
    if (offsets_place < end) prefetch_to_read(offsets_ + queue_[offsets_place]);
    if (lists_place < end) prefetch_to_read(targets_ + offsets_[queue_[lists_place]]);
    if (nodes_place >= end) return;
    const Vertex u = queue_[nodes_place];
    const EdgeIndex first = offsets_[u];
    const EdgeIndex last = std::min(offsets_[u + 1ULL], first + kMostNodes);
    for (EdgeIndex k = first; k < last; ++k) prefetch_to_write(nodes_.data() + targets_[k]);
  }

  /// Only what was reached, where that is little.
  void clear() {
    if (tail_ > nodes_.size() / 8) {
      std::fill(nodes_.begin(), nodes_.end(), kFresh);
    } else {
      for (std::size_t i = 0; i < tail_; ++i) nodes_[queue_[i]] = kFresh;
    }
  }

  const BcProblem& problem_;
  const EdgeIndex* offsets_;
  const Vertex* targets_;
  Array<Node> nodes_;
  Array<Vertex> queue_;
  std::size_t head_ = 0;
  std::size_t tail_ = 0;
  Counts counts_ = Counts::kPlain;
};

}  // namespace

std::uint64_t packed_search_bytes(const BcProblem& problem) {
  return problem.graph.num_vertices() * (sizeof(Node) + sizeof(Vertex));
}

std::unique_ptr<BcEngine> make_packed_search(const BcProblem& problem) {
  return std::make_unique<PackedSearch>(problem);
}

}  // namespace strider::detail
