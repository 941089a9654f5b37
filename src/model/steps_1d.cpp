// algorithms/bfs/ranks/one_d/search.cpp, as steps.
#include <algorithm>
#include <cmath>

#include "model/search_steps.hpp"
#include "model/set_bytes.hpp"
#include "model/step_list.hpp"

namespace strider::model {
namespace {

using comm::Phase;

/// Of the all-reduce that ends a level: five numbers of 64 bits.
constexpr double kTotalsBytes = 40;
constexpr double kParentBytes = 4;

class Steps1d {
 public:
  Steps1d(const DegreeLaw& law, const SearchProfile& profile, const Scheme& scheme)
      : law_(law),
        profile_(profile),
        ranks_(scheme.ranks),
        encoding_(scheme.encoding),
        most_in_rounds_(scheme.most_in_rounds),
        own_(law.num_vertices() / ranks_),
        pairs_(double{1} * ranks_ * (ranks_ - 1)),
        expected_(pairs_),
        steps_(ranks_) {
    const double ghosts = law.share_with(law.degrees() / (1.0 * ranks_));
    named_ = ghosts >= kPlainShare ? 1 : ghosts;
  }

  std::vector<Step> list() && {
    steps_.all_reduce(Phase::kControl, 0, kTotalsBytes);
    std::size_t known = 0;  // levels before it were expanded bottom-up, if any were
    double remote_parents = 0;
    double most = 0;  // of a level
    double from = 0;  // vertices of that frontier
    for (std::size_t l = 0; l < profile_.num_levels() && profile_.is_expanded(l); ++l) {
      if (profile_.level(l).direction == BfsDirection::kBottomUp) {
        expand(l);
        known = l + 1;
      } else {
        fold(l, known);
        const double remote = profile_.vertices(l + 1) * share_found_elsewhere(l);
        if (remote > most) {
          most = remote;
          from = profile_.vertices(l);
        }
        remote_parents += remote;
      }
      steps_.all_reduce(Phase::kControl, l, kTotalsBytes);
    }
    if (remote_parents > 0) ask_for(remote_parents, from);
    return std::move(steps_).take();
  }

 private:
  /// Of a set of a share of a rank's vertices, all of which have names.
  [[nodiscard]] double bytes_of(double share) const {
    return set_bytes(named_ * own_, std::min(1.0, share / named_), encoding_);
  }

  /// A rank's part of the frontier, as far as another has ghosts of it.
  [[nodiscard]] double frontier_bytes(std::size_t l) const {
    double share = profile_.vertices(l) / law_.num_vertices();
    if (named_ < 1 && l > 0) {
      // Of those found by the level before, the ones that have no neighbour of that rank.
      const auto found = [&](double there) {
        return law_.share_with((1 - there) * profile_.found_by(l - 1),
                               there * law_.degrees() + (1 - there) * profile_.before(l - 1));
      };
      share *= 1 - found(1.0 / ranks_) / std::max(found(0), kLeast);
    }
    return bytes_of(share);
  }

  /// Ghosts that the frontier leads to, unless the rank knows that they were found: they are
  /// neighbours of vertices that it expanded top-down, or were on a level that was expanded
  /// bottom-up, `known` being the level after the last one of these.
  void fold(std::size_t l, std::size_t known) {
    ByClass seen = profile_.before(known > 0 ? known - 1 : 0);
    for (std::size_t i = known; i < l; ++i) seen += profile_.among(i, 1.0 / ranks_);
    const auto of_all = [&](const auto& body) {
      return (ranks_ - 1) * sum_over_parts(profile_.vertices(l), ranks_, [&](double share) {
               return body(law_.share_with(profile_.among(l, share), seen));
             });
    };
    const double bytes = of_all([&](double share) { return bytes_of(share); });
    const double edges = edges_of(l);
    if (l > 0 && follows_top_down(l)) {
      expected_.note(messages_, edges_);
    } else {
      expected_.restart();
    }
    messages_ = of_all([&](double share) { return probability_nonempty(own_, share); });
    edges_ = edges;
    exchange(Phase::kFold, l, expected_.of(edges), messages_, bytes);
  }
  [[nodiscard]] double edges_of(std::size_t l) const {
    return profile_.level(l).arcs * law_.num_arcs();
  }
  [[nodiscard]] bool follows_top_down(std::size_t l) const {
    return l == 0 || profile_.level(l - 1).direction == BfsDirection::kTopDown;
  }
  void expand(std::size_t l) {
    const double vertices = profile_.vertices(l);
    const double degree = law_.num_arcs() / law_.num_connected();
    const double nonempty = (ranks_ - 1) * sum_over_parts(vertices, ranks_, [&](double share) {
                              return 1 - std::exp(-share * vertices * degree / ranks_);
                            });
    // Edges of a frontier that was found bottom-up may not be counted.
    const double edges = follows_top_down(l) ? edges_of(l) : vertices * degree;
    exchange(Phase::kExpand, l, std::min(edges, vertices * (ranks_ - 1)), nonempty,
             pairs_ * frontier_bytes(l));
  }
  /// A round, or of the messages only those that are not empty, if few are expected.
  void exchange(Phase phase, std::size_t l, double expected, double nonempty, double bytes) {
    if (ranks_ - 1 > most_in_rounds_ && comm::are_few_messages(expected, pairs_)) {
      steps_.sparse(phase, l, ranks_ - 1, nonempty, bytes);
    } else {
      steps_.round(phase, l, ranks_ - 1, bytes);
    }
  }
  /// Of the vertices found by a level: those none of whose neighbours there is their owner's.
  [[nodiscard]] double share_found_elsewhere(std::size_t l) const {
    const ByClass& before = profile_.before(l);
    const ByClass& found = profile_.found_by(l);
    const ByClass here = profile_.among(l, 1.0 / ranks_);
    return law_.share_with(found - here, before + here) /
           std::max(law_.share_with(found, before), kLeast);
  }

  /// Which vertices, and the answers: each of `vertices` is asked for at the
  /// rank of one of so many parents, about.
  void ask_for(double vertices, double parents) {
    const double share = vertices / law_.num_vertices() * ranks_ / (ranks_ - 1);
    const auto of_each = [&](const auto& body) {
      return (ranks_ - 1) *
             sum_over_parts(parents, ranks_, [&](double part) { return body(share * part); });
    };
    const std::size_t level = profile_.last();
    steps_.round(Phase::kPredecessors, level, ranks_ - 1,
                 of_each([&](double part) { return bytes_of(part); }));
    steps_.all_to_all(Phase::kPredecessors, level, ranks_ - 1,
                      of_each([&](double part) { return probability_nonempty(own_, part); }),
                      vertices * kParentBytes);
  }

  const DegreeLaw& law_;
  const SearchProfile& profile_;
  int ranks_;
  comm::Encoding encoding_;
  int most_in_rounds_;
  double own_;    // vertices of a rank
  double pairs_;  // of ranks, either way
  double named_;  // share of a rank's vertices that messages have numbers for
  comm::ExpectedMessages expected_;
  double messages_ = 0;  // of the last level top-down, not empty
  double edges_ = 0;     // of its frontier
  StepList steps_;
};

}  // namespace

std::vector<Step> steps_1d(const DegreeLaw& law, const SearchProfile& profile,
                           const Scheme& scheme) {
  return Steps1d(law, profile, scheme).list();
}

}  // namespace strider::model
