// algorithms/bfs/ranks/two_d/search.cpp, as steps.
#include <algorithm>
#include <bit>
#include <cmath>

#include "graph/direction_rule.hpp"
#include "model/search_steps.hpp"
#include "model/set_bytes.hpp"
#include "model/step_list.hpp"

namespace strider::model {
namespace {

using comm::Phase;

/// In front of a frontier on a grid of one column: ranks/two_d/grid_exchange.hpp.
constexpr double kLevelSumsBytes = 16;
constexpr double kWordBytes = 8;
/// Each step of a ring is much like the one before: after the first one, of more than so many some
/// count together.
constexpr int kMostGroups = 128;

struct RingSteps {
  int first;
  int count;
};

/// The first one, in which a rank has its own block, by itself; then the others.
std::vector<RingSteps> groups_of(int steps) {
  const int size = (steps - 2) / kMostGroups + 1;
  std::vector<RingSteps> groups = {{0, 1}};
  for (int first = 1; first < steps; first += groups.back().count) {
    groups.push_back({first, std::min(size, steps - first)});
  }
  return groups;
}

class Steps2d {
 public:
  Steps2d(const DegreeLaw& law, const SearchProfile& profile, const Scheme& scheme)
      : law_(law),
        profile_(profile),
        grid_(scheme.grid),
        encoding_(scheme.encoding),
        ranks_(grid_.rows * grid_.columns),
        own_(law.num_vertices() / ranks_),
        block_(scheme.kept * law.num_vertices() / ranks_),
        steps_(ranks_),
        ring_(groups_of(grid_.columns)),
        reported_(ring_.size(), 0) {}

  std::vector<Step> list() && {
    if (grid_.columns > 1) {
      steps_.all_reduce(Phase::kControl, 0, sizeof(std::uint64_t));  // edges of the source
    } else if (!profile_.is_expanded(0)) {
      steps_.all_reduce(Phase::kControl, 0, sizeof(std::uint32_t));
    }
    for (std::size_t l = 0; l < profile_.num_levels() && profile_.is_expanded(l); ++l) {
      if (grid_.columns == 1) {
        share_next_frontier(l);
        continue;
      }
      steps_.round(Phase::kExpand, l, grid_.rows - 1,
                   double{1} * ranks_ * (grid_.rows - 1) * bytes_of(share(profile_.vertices(l))));
      if (profile_.level(l).direction == BfsDirection::kBottomUp) {
        pass_round(l);
      } else {
        fold(l);
      }
      steps_.all_reduce(Phase::kControl, l, 2 * sizeof(std::uint64_t));
    }
    if (grid_.columns > 1) exchange_parents();
    return std::move(steps_).take();
  }

 private:
  [[nodiscard]] const ByClass& before(std::size_t l) const { return profile_.before(l); }
  [[nodiscard]] double share(double vertices) const { return vertices / law_.num_vertices(); }
  [[nodiscard]] double bytes_of(double share) const {
    return set_bytes(block_, share * own_ / block_, encoding_);
  }
  [[nodiscard]] double pairs_in_rows() const { return double{1} * ranks_ * (grid_.columns - 1); }

  void share_next_frontier(std::size_t l) {
    const double next = share(profile_.vertices(l + 1));
    using Form = strider::detail::OneColumnForm;
    const bool listed =
        profile_.level(l).direction == BfsDirection::kTopDown &&
        profile_.level(l).arcs * law_.num_arcs() / ranks_ <= double{Form::kListEntries};
    const double of_block = next * own_ / block_;
    const double set = of_block * Form::kDense >= 1 && !listed
                           ? set_bytes(block_, of_block, comm::Encoding::kBitmap)
                           : bytes_of(next);
    steps_.round(Phase::kExpand, l, ranks_ - 1,
                 double{1} * ranks_ * (ranks_ - 1) * (kLevelSumsBytes + set));
  }

  /// Rows that a rank's columns of the frontier lead to, and which it has not seen before.
  void fold(std::size_t l) {
    const int others = grid_.columns - 1;
    double bytes = 0;  // to one other of the row each
    for (std::size_t group = 1; group < ring_.size(); ++group) {
      const ByClass seen = seen_by(ring_[group], l);
      bytes += ring_[group].count *
               sum_over_parts(profile_.vertices(l), grid_.columns, [&](double share) {
                 return bytes_of(law_.share_with(profile_.among(l, share), seen));
               });
    }
    steps_.round(Phase::kFold, l, others, grid_.rows * bytes);
    const ByClass& found = profile_.found_by(l);
    const ByClass here = profile_.among(l, 1.0 / grid_.columns);
    requested_ += profile_.vertices(l + 1) * law_.share_with(found - here, before(l) + here) /
                  std::max(law_.share_with(found, before(l)), kLeast);
  }

  /// Neighbours of vertices that a rank knows as visited, of the block that came to it in such a
  /// step of the last level bottom-up, before `l`.
  [[nodiscard]] ByClass seen_by(const RingSteps& steps, std::size_t l) const {
    const double columns = grid_.columns;
    ByClass seen = before(0);
    if (after_bottom_up_ > 0) {
      const std::size_t last = after_bottom_up_ - 1;
      const double middle = steps.first + (steps.count - 1) / 2.0;
      seen = before(last) + profile_.among(last, (middle + 1) / columns);
    }
    for (std::size_t i = after_bottom_up_; i < l; ++i) seen += profile_.among(i, 1 / columns);
    return seen;
  }

  /// Blocks of unvisited vertices on their way round the rows; in each step another share of the
  /// frontier is looked for.
  void pass_round(std::size_t l) {
    const double found = profile_.vertices(l + 1) /
                         std::max(law_.share_with(profile_.found_by(l), before(l)), kLeast);
    double left = profile_.unvisited(l + 1);
    for (std::size_t group = 0; group < ring_.size(); ++group) {
      const auto [first, count] = ring_[group];
      const ByClass looked_for = profile_.among(l, double{1} * first / grid_.columns);
      const ByClass then = profile_.among(l, (double{1} * first + count) / grid_.columns);
      const double here =
          found / count * law_.share_with(then - looked_for, before(l) + looked_for);
      reported_[group] += here;
      const double left_on_average = left - here * (count + 1) / 2;
      steps_.ring(Phase::kFold, l, grid_.columns, count,
                  double{1} * ranks_ * count * bytes_of(share(std::max(0.0, left_on_average))));
      left = std::max(0.0, left - here * count);
    }
    after_bottom_up_ = l + 1;
  }

  /// Requests of those found top-down, reports of those found bottom-up; then both their parents,
  /// each as a vertex of a column of the grid.
  void exchange_parents() {
    const auto level = profile_.last();
    const int others = grid_.columns - 1;
    const double requested = share(requested_) / others;
    // Blocks are multiples of 64 vertices.
    const auto columns = static_cast<std::uint64_t>(64.0 * grid_.rows * std::ceil(own_ / 64));
    const auto width = static_cast<double>(std::bit_width(columns - 1));
    double reports = 0;
    double words = 0;
    double messages = 0;
    for (std::size_t group = 1; group < ring_.size(); ++group) {
      const double reported = share(reported_[group]);
      const double messages_each = double{1} * ranks_ * ring_[group].count;
      reports += messages_each * bytes_of(reported);
      const double sent = probability_nonempty(own_, reported + requested);
      messages += messages_each * sent;
      // The last word is filled by half.
      words += messages_each * ((reported + requested) * own_ * width / 64 + sent / 2);
    }
    steps_.round(Phase::kPredecessors, level, others, pairs_in_rows() * bytes_of(requested));
    steps_.round(Phase::kPredecessors, level, others, reports);
    steps_.all_reduce(Phase::kControl, level, sizeof(std::uint32_t));  // whether one has failed
    steps_.all_to_all(Phase::kPredecessors, level, others, messages, words * kWordBytes);
  }

  const DegreeLaw& law_;
  const SearchProfile& profile_;
  strider::detail::Grid grid_;
  comm::Encoding encoding_;
  int ranks_;
  double own_;    // vertices of a rank, ...
  double block_;  // ... and those that have numbers
  StepList steps_;
  std::size_t after_bottom_up_ = 0;  // the level after the last one expanded so; or none
  double requested_ = 0;             // vertices whose parents their owners request
  std::vector<RingSteps> ring_;
  // Found by others in each of the steps of a group, in which these had the block.
  std::vector<double> reported_;
};

}  // namespace

std::vector<Step> steps_2d(const DegreeLaw& law, const SearchProfile& profile,
                           const Scheme& scheme) {
  return Steps2d(law, profile, scheme).list();
}

}  // namespace strider::model
