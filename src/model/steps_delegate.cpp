// algorithms/bfs/ranks/delegate/search.cpp, as steps.
#include <algorithm>
#include <cmath>
#include <vector>

#include "model/delegate_split.hpp"
#include "model/search_steps.hpp"
#include "model/set_bytes.hpp"
#include "model/step_list.hpp"

namespace strider::model {
namespace {

using comm::Phase;

constexpr double kIdBytes = 4;
constexpr double kLevelBytes = 1;  // of an answer

class StepsDelegate {
 public:
  StepsDelegate(const DegreeLaw& law, const SearchProfile& profile, const Scheme& scheme)
      : law_(law),
        profile_(profile),
        scheme_(scheme),
        encoding_(scheme.encoding),
        split_(law, profile, scheme.threshold),
        ranks_(scheme.ranks),
        pairs_(double{1} * ranks_ * (ranks_ - 1)),
        own_(law.num_vertices() / ranks_),
        delegates_(split_.delegates()),
        parts_(split_.levels()),
        steps_(ranks_) {}

  std::vector<Step> list() && {
    steps_.all_reduce(Phase::kControl, 0, sizeof(std::uint32_t));  // who is the source
    steps_.all_reduce(Phase::kControl, 0, sizeof(std::uint32_t));  // whether one has failed
    steps_.all_reduce(Phase::kControl, 0, 2 * sizeof(std::uint64_t));
    ByClass sent = 0.0 * law_.degrees();
    for (std::size_t l = 0; l < parts_.size(); ++l) {
      if (l + 1 < parts_.size() && parts_[l + 1].delegates > 0) reduce_masks(l);
      if (parts_[l].normals > 0) exchange(l, sent);
      steps_.all_reduce(Phase::kControl, l, 2 * sizeof(std::uint64_t));
    }
    find_parents();
    return std::move(steps_).take();
  }

 private:
  void reduce_masks(std::size_t l) {
    const double bytes = 8 * std::ceil(delegates_ / 64);
    const int on_node = std::min(scheme_.ranks_per_node, ranks_);
    const int nodes = (ranks_ - 1) / on_node + 1;  // the last one may have fewer ranks
    const double others = ranks_ - nodes;
    steps_.collective(Phase::kReduce, l, StepKind::kReduce, on_node, others, bytes);
    steps_.collective(Phase::kReduce, l, StepKind::kAllReduce, nodes, 2.0 * (nodes - 1), bytes);
    steps_.collective(Phase::kReduce, l, StepKind::kBroadcast, on_node, others, bytes);
  }

  /// Ghosts that a rank's normal vertices lead to, each once in a search.
  void exchange(std::size_t l, ByClass& sent) {
    const double bytes = sum_over_parts(parts_[l].normals, ranks_, [&](double share) {
      const ByClass fresh = split_.small_with(share * parts_[l].normal, sent, scheme_.threshold);
      return set_bytes(own_, fresh.sum() / law_.num_vertices(), encoding_);
    });
    const double nn = law_.subgraphs(scheme_.threshold).nn;
    const double messages = pairs_ * -std::expm1(-nn / ranks_ / ranks_);
    steps_.sparse_round(Phase::kExchange, l, ranks_ - 1, messages, (ranks_ - 1) * bytes);
    sent += parts_[l].normal / (1.0 * ranks_);
  }

  void find_parents() {
    const std::size_t level = parts_.size() - 1;
    steps_.all_reduce(Phase::kPredecessors, level, 2 * sizeof(std::uint32_t));
    double questions = 0;
    for (std::size_t l = 0; l + 1 < parts_.size(); ++l) questions += questions_of(l);
    if (questions >= 0.5) {
      ask(level, questions * kIdBytes, questions);
      ask(level, questions * kLevelBytes, questions);
    }
    find_parents_of_delegates(level);
    steps_.all_reduce(Phase::kControl, level, sizeof(std::uint32_t));  // whether one has failed
  }

  void ask(std::size_t level, double bytes, double questions) {
    steps_.sparse(Phase::kPredecessors, level, ranks_ - 1,
                  pairs_ * -std::expm1(-questions / pairs_), bytes);
  }

  /// Of normal vertices that only other ranks found: their neighbours at the first of these, but
  /// for one.
  [[nodiscard]] double questions_of(std::size_t l) const {
    const double there = 1.0 / ranks_;
    const ByClass parents = there * parts_[l].normal;
    ByClass others = 0.0 * parents;
    for (std::size_t i = l + 1; i < std::min(l + 3, parts_.size()); ++i) {
      others += there * parts_[i].normal;
    }
    const ByClass not_found = profile_.before(l) + parts_[l].delegate + parents;
    const ByClass left = split_.small_without(not_found, scheme_.threshold);
    double questions = 0;
    for (std::size_t i = 0; i < left.size(); ++i) {
      if (!(parents[i] > 0)) continue;
      const double found = -std::expm1(-(ranks_ - 1) * parents[i]);
      const double at_finder = parents[i] / -std::expm1(-parents[i]) + others[i];
      questions += left[i] * found * (at_finder - 1);
    }
    return questions;
  }

  /// Of delegates that their owners did not find: they ask all ranks, and those that did answer.
  void find_parents_of_delegates(std::size_t level) {
    double open = 0;
    double answers = 0;
    for (std::size_t l = 0; l + 1 < parts_.size(); ++l) {
      const LevelParts& parts = parts_[l];
      // An arc between delegates is with the owner of the lower degree.
      const ByClass& found_by = profile_.found_by(l);
      const ByClass higher = found_by * parts.higher;
      const ByClass elsewhere = (found_by - higher) / (1.0 * ranks_);
      const ByClass not_here = profile_.before(l) + higher + elsewhere;
      const ByClass others = elsewhere * (ranks_ - 1.0);
      const ByClass left = law_.vertices_with(others, not_here) -
                           split_.small_with(others, not_here, scheme_.threshold);
      for (std::size_t i = 0; i < left.size(); ++i) {
        if (!(left[i] > 0)) continue;
        open += left[i];
        answers += left[i] * (ranks_ - 1) * -std::expm1(-elsewhere[i]) /
                   std::max(-std::expm1(-others[i]), kLeast);
      }
    }
    open = std::min(open, delegates_);
    if (open < 0.5) return;
    const double asked = open / ranks_ / delegates_;
    steps_.sparse(Phase::kPredecessors, level, ranks_ - 1,
                  pairs_ * probability_nonempty(delegates_, asked),
                  pairs_ * set_bytes(delegates_, asked, encoding_));
    // Behind the values and the set comes their number; values fill words of 8 bytes.
    const double answered = answers / pairs_ / delegates_;
    const double some = probability_nonempty(delegates_, answered);
    steps_.sparse(Phase::kPredecessors, level, ranks_ - 1, pairs_ * some,
                  pairs_ * (set_bytes(delegates_, answered, encoding_) + (kIdBytes + 2) * some) +
                      answers * kIdBytes);
  }

  const DegreeLaw& law_;
  const SearchProfile& profile_;
  Scheme scheme_;
  comm::Encoding encoding_;
  DelegateSplit split_;
  int ranks_;
  double pairs_;      // of ranks, either way
  double own_;        // vertices of a rank
  double delegates_;  // of all levels
  const std::vector<LevelParts>& parts_;
  StepList steps_;
};

}  // namespace

std::vector<Step> steps_delegate(const DegreeLaw& law, const SearchProfile& profile,
                                 const Scheme& scheme) {
  return StepsDelegate(law, profile, scheme).list();
}

}  // namespace strider::model
