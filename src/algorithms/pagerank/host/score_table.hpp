// The scores of vertices, and what an iteration does with them once it is known what came along the
// arcs. What a vertex sends along each of its own is computed once, when its score changes.
//
// Sums over vertices are those of blocks, in order, so that threads do not change them.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <type_traits>
#include <utility>

#include "algorithms/pagerank/iteration.hpp"
#include "base/parallel.hpp"
#include "base/workspace.hpp"
#include "strider/types.hpp"

namespace strider::detail {

/// What an entry of a table is to its sums.
enum class ScoreRole : std::uint8_t {
  kCounted,
  kCopy,    ///< counted elsewhere
  kUnused,  ///< no vertex: it is left alone
};
struct AllCounted {
  constexpr ScoreRole operator()(Vertex /*v*/) const { return ScoreRole::kCounted; }
};

/// Score is the type of what is kept of a vertex: float or double. Sums are double.
template <class Score, class Roles = AllCounted>
class ScoreTable {
 public:
  struct Sizes {
    Vertex vertices;
    /// At least as many: places of sent() beyond are for others to fill.
    std::size_t senders;
  };

  /// Works once the workspace is taken.
  ScoreTable(Workspace& workspace, Sizes sizes, int threads, Roles roles = {})
      : num_vertices_(sizes.vertices), threads_(threads), roles_(roles) {
    workspace.declare("the scores", scores_, num_vertices_);
    workspace.declare("the scores before", earlier_, num_vertices_);
    workspace.declare("what vertices send", sent_, sizes.senders);
    workspace.declare("what vertices send next", next_sent_, sizes.senders);
    workspace.declare("the weights of vertices", shares_, num_vertices_);
    workspace.declare("sums of blocks", sums_, (num_vertices_ + kBlock - 1) / kBlock);
  }

  /// out_weight(v) is that of the arcs from v, jump(v) the probability of a jump there. The sums
  /// are `change` of out_weight and `total` of jumps to vertices with arcs.
  template <class OutWeight, class Jump>
  PageRankSums weigh(const OutWeight& out_weight, const Jump& jump) {
    return in_blocks([&](Vertex v, PageRankSums& sums) {
      const double weight = out_weight(v);
      shares_[v] = static_cast<Score>(weight > 0 ? 1 / weight : 0);
      sums.change += weight;
      sums.total += weight > 0 ? jump(v) : 0;
    });
  }
  /// `uniform` is 1 / the number of all vertices.
  template <class Jump>
  PageRankSums start(const PageRankStart& start, double uniform, const Jump& jump) {
    const PageRankSums sums = in_blocks([&](Vertex v, PageRankSums& block) {
      const double by_weight = shares_[v] > 0 ? start.by_weight / shares_[v] : 0;
      set(v, start.uniform * uniform + start.personal * jump(v) + by_weight, block);
    });
    std::swap(sent_, next_sent_);
    return sums;
  }
  /// came(v) is the sum of what was sent along the arcs to v.
  template <class Came, class Jump>
  PageRankSums step(const PageRankStep& step, const Came& came, const Jump& jump) {
    const PageRankSums sums = in_blocks([&](Vertex v, PageRankSums& block) {
      const double score = scores_[v];
      const double change = step.damping * came(v) + step.jumps * jump(v) - score;
      const double earlier = step.weight == 1 ? 0 : static_cast<double>(earlier_[v]);
      const double moved = score + change;
      if (step.keeps) earlier_[v] = scores_[v];
      block.change += std::abs(change);
      set(v, step.weight == 1 ? moved : earlier + step.weight * (moved - earlier), block);
    });
    std::swap(sent_, next_sent_);
    return sums;
  }

  /// By vertex, and what others filled in: they do so after each start() and step().
  [[nodiscard]] std::span<Score> sent() { return sent_.span(); }
  [[nodiscard]] std::span<const Score> scores() const { return scores_.span(); }
  /// The last call: the scores, times `factor`.
  [[nodiscard]] Array<double> take_scores(double factor) {
    Array<double> scores;
    if constexpr (std::is_same_v<Score, double>) {
      scores = std::move(scores_);
    } else {
      scores = take_array<Array<double>>(num_vertices_, "the scores");
      std::copy(scores_.begin(), scores_.end(), scores.begin());
    }
    if (factor != 1) {
      for (double& score : scores) score *= factor;
    }
    return scores;
  }

 private:
  static constexpr std::size_t kBlock = 2048;

  void set(Vertex v, double score, PageRankSums& sums) {
    const Score share = shares_[v];
    scores_[v] = static_cast<Score>(score);
    next_sent_[v] = scores_[v] * share;
    sums.total += score;
    sums.dangling += share == 0 ? score : 0;
  }
  /// body(v, sums) for all vertices. Returns the sums of those that count.
  template <class Body>
  PageRankSums in_blocks(const Body& body) {
    parallel_for(
        0, sums_.size(), threads_,
        [&](std::size_t block) {
          PageRankSums sums;
          PageRankSums of_copies;
          const std::size_t end = std::min<std::size_t>(num_vertices_, (block + 1) * kBlock);
          for (std::size_t i = block * kBlock; i < end; ++i) {
            const auto v = static_cast<Vertex>(i);
            const ScoreRole role = roles_(v);
            if (role != ScoreRole::kUnused) {
              body(v, role == ScoreRole::kCounted ? sums : of_copies);
            }
          }
          sums_[block] = sums;
        },
        1);
    PageRankSums all;
    for (const PageRankSums& sums : sums_) all += sums;
    return all;
  }

  Vertex num_vertices_;
  int threads_;
  Roles roles_;
  Array<Score> scores_;
  Array<Score> earlier_;
  Array<Score> sent_;
  Array<Score> next_sent_;
  Array<Score> shares_;  ///< 1 / the weight of the arcs from a vertex; 0: there are none
  Array<PageRankSums> sums_;
};

/// The probability of a jump to each vertex of a personalization, or to each of so many.
class Jumps {
 public:
  Jumps(std::span<const double> personalization, double num_vertices)
      : values_(personalization), uniform_(1 / num_vertices) {
    double sum = 0;
    for (const double value : values_) sum += value;
    factor_ = values_.empty() ? uniform_ : 1 / sum;
  }
  [[nodiscard]] double operator()(std::uint64_t v) const {
    return values_.empty() ? factor_ : factor_ * values_[v];
  }
  [[nodiscard]] double uniform() const { return uniform_; }

 private:
  std::span<const double> values_;
  double uniform_;
  double factor_;
};

}  // namespace strider::detail
