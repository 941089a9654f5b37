// Brandes' algorithm on one thread, for many sources at once on many threads.
//
//   queue = {source}, place(source) = 0, count[0] = 1
//   for each place i of the queue, in order: for each neighbour v of its vertex:
//     a v without a place gets the next one, with count 0
//     if place(v) is on the next level: count[place(v)] += count[i], and it is noted as a successor
//   for each place i, backwards:
//     dependency = count[i] * sum of coefficient[p] over the successors p noted for it
//     coefficient[i] = (weight + dependency) / count[i], in the place of count[i]
//
// Whatever a search knows of a vertex is kept by its place in the queue: a level is a range of
// it, so that counts, coefficients and successors of neighbouring levels are neighbours in memory,
// whatever the graph. Of a vertex itself only its place is kept, four bytes, which also tells its
// level. On the way back nothing is read of the graph. Counts below 2^512, which is nearly all, go
// without a look at exponents. O(n + m) a source.
#include "algorithms/bc/host/queue_search.hpp"

#include <algorithm>
#include <bit>

#include "algorithms/bc/path_count.hpp"
#include "base/prefetch.hpp"
#include "base/stop.hpp"

namespace strider::detail {
namespace {

/// How far ahead in the queue offsets and lists are asked for: some hundred nanoseconds of work.
constexpr std::size_t kOffsetsAhead = 16;
constexpr std::size_t kListsAhead = 8;
/// On the way back, the scores.
constexpr std::size_t kScoresAhead = 16;

class QueueSearch final : public BcEngine {
 public:
  // One more of each than there can be: the next to come is written before it is known to be one.
  QueueSearch(Workspace& workspace, const BcProblem& problem) : problem_(problem) {
    const std::size_t n = problem.graph.num_vertices();
    workspace.declare("the places in the queue", places_, n);
    workspace.declare("the queue", visits_, n + 1);
    workspace.declare("the path counts", counts_, n + 1);
    workspace.declare("the exponents of path counts", exponents_, n + 1);
    workspace.declare("the successors", successors_, most_successors(problem) + 1);
    if (problem.of == BetweennessOf::kEdges) {
      workspace.declare("the arcs to successors", successor_arcs_, most_successors(problem) + 1);
    }
    workspace.when_taken([this] { std::ranges::fill(places_, kNoVertex); });
  }

  std::uint64_t accumulate(std::span<const Vertex> sources, std::span<double> sums) override {
    std::uint64_t arcs = 0;
    for (const Vertex source : sources) {
      if (problem_.of == BetweennessOf::kEdges) {
        arcs += search<BetweennessOf::kEdges>(source, sums);
      } else {
        arcs += search<BetweennessOf::kVertices>(source, sums);
      }
      clear();
    }
    return arcs;
  }

 private:
  enum class Counts { kPlain, kScaled };
  /// Between two looks at the stop flag on the way back; on the way out there is one a level.
  static constexpr std::size_t kVisitsTogether = 1U << 16U;

  struct Visit {
    Vertex vertex;
    Vertex successors;  // how many
  };

  /// Of an undirected edge at most one end succeeds the other.
  static std::size_t most_successors(const BcProblem& problem) {
    return problem.graph.num_arcs() / (problem.graph.is_directed() ? 1 : 2);
  }

  template <BetweennessOf kOf>
  EdgeIndex search(Vertex source, std::span<double> sums) {
    places_[source] = 0;
    visits_[0] = {source, 0};
    counts_[0] = 1;
    head_ = 0;
    level_end_ = tail_ = 1;
    num_successors_ = 0;
    EdgeIndex arcs = expand<kOf, Counts::kPlain>();
    if (head_ == tail_) {
      accumulate<kOf, Counts::kPlain>(source, sums);
    } else {
      std::fill(exponents_.begin(), exponents_.begin() + tail_, 0);
      arcs += expand<kOf, Counts::kScaled>();
      accumulate<kOf, Counts::kScaled>(source, sums);
    }
    return arcs;
  }

  /// Expands what is in the queue; with plain counts, up to the first that is not. Returns the arcs
  /// of what it expanded.
  template <BetweennessOf kOf, Counts kCounts>
  EdgeIndex expand() {
    const EdgeIndex* const offsets = problem_.graph.out().offsets().data();
    const Vertex* const targets = problem_.graph.out().targets().data();
    Vertex* const places = places_.data();
    Visit* const visits = visits_.data();
    double* const counts = counts_.data();
    Vertex* const successors = successors_.data();
    EdgeIndex arcs = 0;
    std::size_t tail = tail_;
    std::size_t noted = num_successors_;
    for (; head_ < tail; ++head_) {
      if (head_ == level_end_) {
        throw_if_stopped();
        level_end_ = tail;
      }
      const std::size_t next_level = level_end_;
      if (head_ + kOffsetsAhead < tail) {
        prefetch_to_read(offsets + visits[head_ + kOffsetsAhead].vertex);
        prefetch_to_read(targets + offsets[visits[head_ + kListsAhead].vertex]);
      }
      double count = counts[head_];
      if (count >= PathCount::kTooLarge) {
        if constexpr (kCounts == Counts::kPlain) break;
        counts[head_] = count *= PathCount::kStepDown;
        ++exponents_[head_];
      }
      const EdgeIndex begin = offsets[visits[head_].vertex];
      const EdgeIndex end = offsets[visits[head_].vertex + 1ULL];
      const std::size_t noted_before = noted;
      for (EdgeIndex k = begin; k < end; ++k) {
        const Vertex v = targets[k];
        // Without branches: which case holds is hard to foretell.
        const bool is_new = places[v] == kNoVertex;
        const auto place = is_new ? static_cast<Vertex>(tail) : places[v];
        places[v] = place;
        visits[tail].vertex = v;
        counts[tail] = 0;
        tail += is_new ? 1 : 0;
        const bool is_next = place >= next_level;
        successors[noted] = place;
        if constexpr (kOf == BetweennessOf::kEdges) successor_arcs_[noted] = k;
        noted += is_next ? 1 : 0;
        if constexpr (kCounts == Counts::kScaled) {
          const std::int32_t exponent = exponents_[head_];
          exponents_[place] = is_new ? exponent : exponents_[place];
          if (is_next & (exponents_[place] != exponent)) [[unlikely]] {
            add_unlike(place, count, exponent);
            continue;
          }
        }
        counts[place] += value_if(is_next, count);
      }
      visits[head_].successors = static_cast<Vertex>(noted - noted_before);
      arcs += end - begin;
    }
    tail_ = tail;
    num_successors_ = noted;
    return arcs;
  }

  /// `value` or zero. A choice between numbers would become a branch.
  static double value_if(bool condition, double value) {
    const std::uint64_t mask = condition ? ~std::uint64_t{0} : 0;
    return std::bit_cast<double>(std::bit_cast<std::uint64_t>(value) & mask);
  }

  void add_unlike(std::size_t place, double count, std::int32_t exponent) {
    PathCount sum{counts_[place], exponents_[place]};
    sum += PathCount{count, exponent};
    counts_[place] = sum.mantissa;
    exponents_[place] = sum.exponent;
  }

  template <BetweennessOf kOf, Counts kCounts>
  void accumulate(Vertex source, std::span<double> sums) {
    const TargetWeights weights(problem_);
    const double times = problem_.source_weight(source);
    const bool endpoints = problem_.counts_endpoints();
    double reached = 0;
    std::size_t end = num_successors_;
    for (std::size_t i = tail_; i-- > 1;) {
      if (i % kVisitsTogether == 0) throw_if_stopped();
      const Visit visit = visits_[i];
      if constexpr (kOf == BetweennessOf::kVertices) {
        if (i >= kScoresAhead) prefetch_to_write(sums.data() + visits_[i - kScoresAhead].vertex);
      }
      const double dependency = dependency_at<kOf, kCounts>(i, end, sums);
      end -= visit.successors;
      const double weight = weights[visit.vertex];
      if constexpr (kOf == BetweennessOf::kVertices) sums[visit.vertex] += times * dependency;
      if (endpoints) {
        sums[visit.vertex] += weight;
        reached += weight;
      }
      counts_[i] = (weight + dependency) / counts_[i];
    }
    if (endpoints) sums[source] += reached;
    // The source has no score, but its edges have.
    if constexpr (kOf == BetweennessOf::kEdges) dependency_at<kOf, kCounts>(0, end, sums);
  }

  /// Of the vertex at place i, whose successors end at `end`.
  template <BetweennessOf kOf, Counts kCounts>
  double dependency_at(std::size_t i, std::size_t end, std::span<double> sums) const {
    double coefficients = 0;
    for (std::size_t s = end - visits_[i].successors; s < end; ++s) {
      const Vertex successor = successors_[s];
      double coefficient = counts_[successor];
      if constexpr (kCounts == Counts::kScaled) {
        coefficient = share_of_successor(exponents_[i], coefficient, exponents_[successor]);
      }
      coefficients += coefficient;
      if constexpr (kOf == BetweennessOf::kEdges) {
        sums[successor_arcs_[s]] += counts_[i] * coefficient;
      }
    }
    return counts_[i] * coefficients;
  }

  /// Only what was reached, where that is little.
  void clear() {
    if (tail_ > places_.size() / 8) {
      std::fill(places_.begin(), places_.end(), kNoVertex);
    } else {
      for (std::size_t i = 0; i < tail_; ++i) places_[visits_[i].vertex] = kNoVertex;
    }
  }

  const BcProblem& problem_;
  Array<Vertex> places_;  // a vertex: its place in the queue
  Array<Visit> visits_;   // the queue; and so on, by place
  Array<double> counts_;  // mantissas on the way out, coefficients on the way back
  Array<std::int32_t> exponents_;
  Array<Vertex> successors_;         // places, of one place after the other
  Array<EdgeIndex> successor_arcs_;  // which arcs lead to them, where scores of edges are asked for
  std::size_t head_ = 0;
  std::size_t level_end_ = 0;
  std::size_t tail_ = 0;
  std::size_t num_successors_ = 0;
};

}  // namespace

std::unique_ptr<BcEngine> make_queue_search(Workspace& workspace, const BcProblem& problem) {
  return std::make_unique<QueueSearch>(workspace, problem);
}

}  // namespace strider::detail
