// Steps, with what collectives count as.
#pragma once

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "model/search_steps.hpp"

namespace strider::model {

/// In 1D, where fewer of a rank's vertices are ghosts elsewhere, only those are named there: as
/// range_form in ranks/one_d/local_ids.hpp, which this room may not see.
inline constexpr double kPlainShare = 0.25;

/// Gathers the steps of a search; `ranks` of all.
class StepList {
 public:
  explicit StepList(int ranks) : ranks_(ranks) {}

  /// Messages to `peers` others from each rank, of that many bytes in all.
  void round(comm::Phase phase, std::size_t level, int peers, double bytes) {
    sparse_round(phase, level, peers, double{1} * ranks_ * peers, bytes);
  }
  /// The same, but that of the messages only some are sent.
  void sparse_round(comm::Phase phase, std::size_t level, int peers, double messages,
                    double bytes) {
    add({phase, 0, StepKind::kRound, peers + 1, 1, peers, messages, bytes}, level);
  }
  /// Messages that the receiver does not know of, to at most `peers` others from each rank, and the
  /// barrier after them.
  void sparse(comm::Phase phase, std::size_t level, int peers, double messages, double bytes) {
    const double barrier = 2.0 * (ranks_ - 1);
    add({phase, 0, StepKind::kSparse, ranks_, 1, peers, messages + barrier, bytes}, level);
  }
  /// Messages to some of `peers` others from each rank, whose lengths the receiver knows.
  void all_to_all(comm::Phase phase, std::size_t level, int peers, double messages, double bytes) {
    add({phase, 0, StepKind::kAllToAll, peers + 1, 1, peers, messages, bytes}, level);
  }
  /// So many messages of each rank to its neighbour in a ring, one after the other.
  void ring(comm::Phase phase, std::size_t level, int group, int messages, double bytes) {
    add({phase, 0, StepKind::kRound, group, messages, 1, double{1} * ranks_ * messages, bytes},
        level);
  }
  /// Of all ranks, of `bytes` each.
  void all_reduce(comm::Phase phase, std::size_t level, double bytes) {
    collective(phase, level, StepKind::kAllReduce, ranks_, 2.0 * (ranks_ - 1), bytes);
  }
  /// In groups of up to `group` ranks, with so many messages in all, of `bytes` each
  /// (comm/traffic.hpp).
  void collective(comm::Phase phase, std::size_t level, StepKind kind, int group, double messages,
                  double bytes) {
    add({phase, 0, kind, group, 1, 0, messages, messages * bytes}, level);
  }

  [[nodiscard]] std::vector<Step> take() && { return std::move(steps_); }

 private:
  void add(Step step, std::size_t level) {
    if (step.group < 2) return;
    step.level = static_cast<std::uint32_t>(level);
    steps_.push_back(step);
  }

  int ranks_;
  std::vector<Step> steps_;
};

/// Of `vertices` vertices, each in any of `parts` parts: the sum of body(share) over all parts,
/// expected, where a part has that share of them. O(vertices / parts), at most some hundred calls.
template <class F>
[[nodiscard]] double sum_over_parts(double vertices, int parts, const F& body) {
  const double mean = vertices / parts;
  constexpr double kMany = 50;  // from here on parts are about equal
  if (parts == 1 || mean > kMany) return parts * body(1.0 / parts);
  const double all = std::max(1.0, std::round(vertices));
  double sum = 0;
  double probability = std::exp(all * std::log1p(-1.0 / parts));
  for (double here = 1; here <= all && here < mean + 10 * std::sqrt(mean) + 10; ++here) {
    probability *= (all - here + 1) / here / (parts - 1);
    sum += probability * body(here / all);
  }
  return parts * sum;
}

}  // namespace strider::model
