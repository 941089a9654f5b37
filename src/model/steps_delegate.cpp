// algorithms/bfs/ranks/delegate/search.cpp, as steps.
#include <algorithm>
#include <cmath>
#include <vector>

#include "model/search_steps.hpp"
#include "model/set_bytes.hpp"
#include "model/step_list.hpp"

namespace strider::model {
namespace {

using comm::Phase;

constexpr double kIdBytes = 4;
constexpr double kLevelBytes = 1;  // of an answer

/// What a level has of each kind, by class.
struct LevelParts {
  ByClass vertices;    ///< of the class
  ByClass normal;      ///< means of neighbours: normal ones, ...
  ByClass delegate;    ///< ... and delegates
  ByClass higher;      ///< share of these that have a higher degree
  double normals = 0;  ///< vertices
  double delegates = 0;
};

class StepsDelegate {
 public:
  StepsDelegate(const DegreeLaw& law, const SearchProfile& profile, const DelegateScheme& scheme)
      : law_(law),
        profile_(profile),
        scheme_(scheme),
        ranks_(scheme.ranks),
        pairs_(double{1} * ranks_ * (ranks_ - 1)),
        own_(law.num_vertices() / ranks_),
        delegates_(law.above(scheme.threshold).vertices),
        steps_(ranks_) {
    for (std::size_t l = 0; l < profile.num_levels(); ++l) parts_.push_back(parts_of(l));
  }

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
  /// By class: vertices of at most `most` neighbours, and none of a kind that they have `mean` of.
  [[nodiscard]] ByClass small_without(const ByClass& mean, double most) const {
    ByClass vertices = law_.vertices() * std::exp(-mean);
    for (std::size_t i = 0; i < vertices.size(); ++i) vertices[i] *= at_most(i, mean[i], most);
    return vertices;
  }
  /// Of these, the ones that have neighbours of another kind, of which they have `some`.
  [[nodiscard]] ByClass small_with(const ByClass& some, const ByClass& mean, double most) const {
    ByClass vertices = law_.vertices_with(some, mean);
    for (std::size_t i = 0; i < vertices.size(); ++i) {
      const double all = mean[i] + some[i];
      // A difference of such has no digits: they have one of the kind, or two with half of `some`.
      constexpr double kFew = 1e-5;
      const auto of_few = [&] {
        return (1 - some[i] / 2) * at_most(i, all, most - 1) +
               some[i] / 2 * at_most(i, all, most - 2);
      };
      const auto of_many = [&] {
        const double small = at_most(i, mean[i], most);
        return small - (at_most(i, all, most) - small) / std::expm1(some[i]);
      };
      vertices[i] *= some[i] < kFew ? of_few() : of_many();
    }
    return vertices;
  }
  /// The probability that a vertex of class i has at most `most` neighbours but for `others` ones.
  [[nodiscard]] double at_most(std::size_t i, double others, double most) const {
    return poisson_tails(std::max(0.0, law_.degrees()[i] - others), most).at_most;
  }

  [[nodiscard]] LevelParts parts_of(std::size_t l) const {
    const ByClass& earlier = profile_.before(l > 0 ? l - 1 : 0);
    // The source is any with neighbours.
    const ByClass& found_by = l > 0 ? profile_.found_by(l - 1) : law_.draws();
    const auto on_level = [&](double most) { return small_with(found_by, earlier, most); };
    LevelParts parts;
    parts.vertices = law_.vertices_with(found_by, earlier);
    const double all = parts.vertices.sum();
    const double normals = std::min(on_level(scheme_.threshold).sum(), all);
    const double counted = profile_.vertices(l);
    const double delegates = counted * (all - normals) / std::max(all, kLeast);
    parts.delegates =
        profile_.level(l).delegates.value_or(std::round(std::min(delegates_, delegates)));
    parts.normals = counted - parts.delegates;
    // An arc's end has at most threshold - 1 others.
    const ByClass ends = on_level(scheme_.threshold - 1);
    const ByClass& neighbours = profile_.on(l);
    const ByClass of_all = law_.neighbours_among(parts.vertices);
    const double scale =
        (law_.vertices() * neighbours).sum() / std::max((law_.vertices() * of_all).sum(), kLeast);
    const double anchor = parts.normals / std::max(counted - delegates, kLeast);
    parts.normal = scale * std::min(anchor, 1.0) * law_.neighbours_among(ends);
    parts.delegate = neighbours - parts.normal;
    parts.delegate[parts.delegate < 0.0] = 0.0;
    parts.higher = law_.neighbours_of_higher_degree(parts.vertices) / (of_all + kLeast);
    return parts;
  }

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
      const ByClass fresh = small_with(share * parts_[l].normal, sent, scheme_.threshold);
      return set_bytes(own_, fresh.sum() / law_.num_vertices());
    });
    const double nn = law_.subgraphs(scheme_.threshold).nn;
    const double messages = pairs_ * -std::expm1(-nn / ranks_ / ranks_);
    steps_.sparse_round(Phase::kExchange, l, ranks_ - 1, messages, (ranks_ - 1) * bytes);
    sent += parts_[l].normal / (1.0 * ranks_);
  }

  void find_parents() {
    const std::size_t level = parts_.size() - 1;
    steps_.all_reduce(Phase::kPredecessors, level, 2 * sizeof(std::uint64_t));
    double questions = 0;
    for (std::size_t l = 0; l + 1 < parts_.size(); ++l) questions += questions_of(l);
    if (questions >= 0.5) {
      ask(level, questions * kIdBytes, questions);
      ask(level, questions * kLevelBytes, questions);
    }
    find_parents_of_delegates(level);
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
    const ByClass left = small_without(not_found, scheme_.threshold);
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
      const ByClass left =
          law_.vertices_with(others, not_here) - small_with(others, not_here, scheme_.threshold);
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
                  pairs_ * set_bytes(delegates_, asked));
    // Behind the values and the set comes their number; values fill words of 8 bytes.
    const double answered = answers / pairs_ / delegates_;
    const double some = probability_nonempty(delegates_, answered);
    steps_.sparse(
        Phase::kPredecessors, level, ranks_ - 1, pairs_ * some,
        pairs_ * (set_bytes(delegates_, answered) + (kIdBytes + 2) * some) + answers * kIdBytes);
  }

  const DegreeLaw& law_;
  const SearchProfile& profile_;
  DelegateScheme scheme_;
  int ranks_;
  double pairs_;      // of ranks, either way
  double own_;        // vertices of a rank
  double delegates_;  // of all levels
  StepList steps_;
  std::vector<LevelParts> parts_;
};

}  // namespace

std::vector<Step> steps_delegate(const DegreeLaw& law, const SearchProfile& profile,
                                 const DelegateScheme& scheme) {
  return StepsDelegate(law, profile, scheme).list();
}

}  // namespace strider::model
