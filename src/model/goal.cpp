// The steps of a modelled search as a schedule for LogGOPSim (Hoefler, Schneider and Lumsdaine
// 2010), in its language GOAL.
//
// A schedule is a list of rounds, which all ranks have in common: a round's number is the tag of
// its messages. On a rank a round begins where all messages of the one before are sent and
// received.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "base/atomic_file.hpp"
#include "comm/traffic.hpp"
#include "partition/grid.hpp"
#include "strider/error.hpp"
#include "strider/model.hpp"

namespace strider {
namespace {

using comm::StepKind;

enum class Members { kAll, kLeaders, kNode, kRow, kColumn };
enum class Pattern {
  kShift,   ///< to the members at a distance of `first` to `last`, round the group
  kGather,  ///< to the member `first` below, along a binomial tree
  kSpread   ///< the same upwards
};

struct Round {
  double computing_s = 0;  ///< before its messages
  Members members = Members::kAll;
  Pattern pattern = Pattern::kShift;
  int first = 1;
  int last = 0;
  double bytes = 0;  ///< of a message
};

/// One rank's place in a group.
struct Place {
  int index = 0;
  int size = 1;
  int base = 0;
  int stride = 1;
  [[nodiscard]] int rank_of(int member) const { return base + member * stride; }
};

class Schedule {
 public:
  Schedule(const SearchModel& found, const ModelOptions& options)
      : ranks_(options.ranks),
        on_node_(std::min(options.ranks, options.machine.ranks_per_node)),
        nodes_((ranks_ - 1) / on_node_ + 1) {
    if (!found.grid.empty()) grid_ = strider::detail::parse_grid(found.grid, ranks_);
    std::vector<double> computing;
    for (const ModelLevel& level : found.levels) computing.push_back(level.computing_s);
    for (const ModelStep& step : found.steps) {
      add(step, std::exchange(computing.at(step.level), 0));
    }
    Round rest;
    for (const double seconds : computing) rest.computing_s += seconds;
    rest.computing_s += handled_;
    rounds_.push_back(rest);
  }

  /// Sent by all ranks.
  [[nodiscard]] double messages() const {
    double sum = 0;
    for (const Round& round : rounds_) sum += std::max(0, round.last - round.first + 1);
    return sum * ranks_;
  }

  void write(AtomicFile& file) const {
    fmt::memory_buffer text;
    file.write(fmt::format("num_ranks {}\n", ranks_));
    for (int rank = 0; rank < ranks_; ++rank) {
      text.clear();
      write_rank(rank, text);
      file.write(text.data(), text.size());
    }
  }

 private:
  void add(const ModelStep& step, double computing_s) {
    Round round{.computing_s = computing_s + handled_, .members = members_of(step)};
    handled_ = step.computing_s;
    const std::size_t first = rounds_.size();
    const auto is = [&](StepKind kind) { return step.kind == comm::step_kind_name(kind); };
    round.bytes = step.bytes / std::max(step.messages, 1.0);
    if (is(StepKind::kReduce) || is(StepKind::kBroadcast)) {
      add_tree(round, is(StepKind::kReduce) ? Pattern::kGather : Pattern::kSpread);
    } else if (is(StepKind::kAllReduce) || is(StepKind::kBarrier)) {
      add_all_reduce(round, step.group);
    } else if (step.times > 1) {
      round.last = 1;
      rounds_.insert(rounds_.end(), static_cast<std::size_t>(step.times), round);
    } else {
      const double barrier = is(StepKind::kSparse) ? 2.0 * (step.group - 1) : 0;
      const double messages = std::max(0.0, step.messages - barrier);
      round.bytes = step.bytes / std::max(messages, 1.0);
      round.last = std::min(step.peers, static_cast<int>(std::ceil(messages / ranks_)));
      rounds_.push_back(round);
      if (barrier > 0) add_all_reduce({.members = round.members}, step.group);
    }
    for (std::size_t i = first + 1; i < rounds_.size(); ++i) rounds_[i].computing_s = 0;
  }

  [[nodiscard]] Members members_of(const ModelStep& step) const {
    const auto is = [&](StepKind kind) { return step.kind == comm::step_kind_name(kind); };
    if (is(StepKind::kReduce) || is(StepKind::kBroadcast)) return Members::kNode;
    if (step.group == ranks_) return Members::kAll;
    if (is(StepKind::kAllReduce)) return Members::kLeaders;
    return step.phase == comm::phase_name(comm::Phase::kExpand) ? Members::kColumn : Members::kRow;
  }

  void add_tree(Round round, Pattern pattern) {
    round.pattern = pattern;
    std::vector<Round> tree;
    for (int distance = 1; distance < on_node_; distance *= 2) {
      round.first = round.last = distance;
      tree.push_back(round);
    }
    if (pattern == Pattern::kSpread) std::ranges::reverse(tree);
    rounds_.insert(rounds_.end(), tree.begin(), tree.end());
  }

  /// By dissemination: in the end all members have heard of all others.
  void add_all_reduce(Round round, int group) {
    for (int distance = 1; distance < group; distance *= 2) {
      round.first = round.last = distance;
      rounds_.push_back(round);
    }
  }

  [[nodiscard]] Place place(int rank, Members members) const {
    switch (members) {
      case Members::kNode: {
        const int base = rank / on_node_ * on_node_;
        return {rank - base, std::min(on_node_, ranks_ - base), base, 1};
      }
      case Members::kLeaders:
        // A rank that is none is alone.
        if (rank % on_node_ != 0) return {0, 1, rank, 1};
        return {rank / on_node_, nodes_, 0, on_node_};
      case Members::kRow:
        return {rank % grid_.columns, grid_.columns, rank / grid_.columns * grid_.columns, 1};
      case Members::kColumn:
        return {rank / grid_.columns, grid_.rows, rank % grid_.columns, grid_.columns};
      case Members::kAll:
        break;
    }
    return {rank, ranks_, 0, 1};
  }

  /// Calls send(rank) and receive(rank) for each message of a rank.
  template <class Send, class Receive>
  void for_each_message(int rank, const Round& round, const Send& send,
                        const Receive& receive) const {
    const Place at = place(rank, round.members);
    if (round.pattern == Pattern::kShift) {
      for (int by = round.first; by <= std::min(round.last, at.size - 1); ++by) {
        send(at.rank_of((at.index + by) % at.size));
        receive(at.rank_of((at.index + at.size - by) % at.size));
      }
      return;
    }
    const int distance = round.first;
    const bool is_low = at.index % (2 * distance) == 0 && at.index + distance < at.size;
    const bool is_high = at.index % (2 * distance) == distance;
    const bool gathers = round.pattern == Pattern::kGather;
    if (is_low)
      gathers ? receive(at.rank_of(at.index + distance)) : send(at.rank_of(at.index + distance));
    if (is_high)
      gathers ? send(at.rank_of(at.index - distance)) : receive(at.rank_of(at.index - distance));
  }

  void write_rank(int rank, fmt::memory_buffer& text) const {
    auto out = fmt::appender(text);
    fmt::format_to(out, "\nrank {} {{\n", rank);
    std::size_t label = 0;
    std::size_t begin = 0;  // the first label of the round before; 0: there is none
    for (std::size_t tag = 0; tag < rounds_.size(); ++tag) {
      const Round& round = rounds_[tag];
      const std::size_t calc = ++label;
      fmt::format_to(out, "l{}: calc {:.0f}\n", calc, 1e9 * round.computing_s);
      for (std::size_t before = begin; before != 0 && before < calc; ++before) {
        fmt::format_to(out, "l{} requires l{}\n", calc, before);
      }
      const auto line = [&](const char* what, const char* where, int other) {
        fmt::format_to(out, "l{}: {} {:.0f}b {} {} tag {}\n", ++label, what,
                       std::max(1.0, round.bytes), where, other, tag);
        fmt::format_to(out, "l{} requires l{}\n", label, calc);
      };
      for_each_message(
          rank, round, [&](int to) { line("send", "to", to); },
          [&](int from) { line("recv", "from", from); });
      begin = calc;
    }
    fmt::format_to(out, "}}\n");
  }

  int ranks_;
  int on_node_;
  int nodes_;
  strider::detail::Grid grid_ = {};
  double handled_ = 0;  // computing that the messages before take
  std::vector<Round> rounds_;
};

}  // namespace

void write_goal(const SearchModel& found, const ModelOptions& options, const std::string& path) {
  const Schedule schedule(found, options);
  constexpr double kMost = 4e6;
  if (schedule.messages() > kMost) {
    throw UsageError(
        fmt::format("a schedule has at most {:.0f} messages, this one {:.0f}: use fewer ranks",
                    kMost, schedule.messages()));
  }
  AtomicFile file(path);
  schedule.write(file);
  file.commit();
}

}  // namespace strider
