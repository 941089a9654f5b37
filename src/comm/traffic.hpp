// What a rank has sent, by level, phase and kind of step: counted where it is handed to MPI.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/timer.hpp"

namespace strider::comm {

/// What communication is for.
enum class Phase : std::uint8_t {
  kControl,      ///< ends of levels, counts, errors of ranks
  kBuild,        ///< edges to their owners
  kExpand,       ///< the frontier to those who hold its edges
  kFold,         ///< vertices found to their owners
  kReduce,       ///< masks of delegates
  kExchange,     ///< normal vertices, relaxations
  kPredecessors  ///< parents, at the end of a search
};
inline constexpr std::size_t kNumPhases = 7;
[[nodiscard]] std::string_view phase_name(Phase phase);

/// How ranks communicate in a step.
enum class StepKind : std::uint8_t {
  kRound,   ///< a message to each peer, and one from each
  kSparse,  ///< messages to ranks that do not know of them, and a barrier
  kAllReduce,
  kReduce,  ///< to one rank
  kBroadcast,
  kAllGather,
  kAllToAll,
  kBarrier,
  kPackets  ///< messages that no rank waits for
};
[[nodiscard]] std::string_view step_kind_name(StepKind kind);

/// A kind of step among so many ranks.
struct StepName {
  StepKind kind = StepKind::kRound;
  int group = 1;
  friend bool operator==(const StepName&, const StepName&) = default;
};

/// Sums of one rank. A point-to-point message counts with its payload; one sent in parts counts as
/// its parts; sends to the rank itself do not count. A collective of p ranks counts as the least
/// that its payload needs, shared evenly among them. In all, of b bytes:
///   all-reduce              2 b (p - 1) bytes    2 (p - 1) messages
///   reduction to one rank     b (p - 1)            (p - 1)
///   broadcast                 b (p - 1)            (p - 1)
///   all-gather, b a rank      b p (p - 1)        2 (p - 1)      b: the mean
///   all-to-all, b a pair      b p (p - 1)        p (p - 1)
///   barrier                   0                  2 (p - 1)
/// What MPI sends to make communicators does not count.
struct TrafficSum {
  std::uint64_t bytes = 0;
  std::uint64_t messages = 0;
  double seconds = 0;  ///< in communication: packing and computing are not in it

  TrafficSum& operator+=(const TrafficSum& other) {
    bytes += other.bytes;
    messages += other.messages;
    seconds += other.seconds;
    return *this;
  }
};

using TrafficByPhase = std::array<TrafficSum, kNumPhases>;

/// All steps of one name in a phase of a level.
struct StepSum {
  std::uint32_t level = 0;
  Phase phase = Phase::kControl;
  StepName name;
  TrafficSum sum;
  std::uint64_t steps = 0;
  /// Of rounds and sparse exchanges: ranks that a rank sends to at most, messages of no bytes, and
  /// the longest. Collectives are MPI's business.
  std::uint64_t peers = 0;
  std::uint64_t empty_messages = 0;
  std::uint64_t largest_message = 0;
};

/// Counters of one rank, shared by a communicator and those split from it.
class Traffic {
 public:
  Traffic() { restart(); }

  /// What is sent from now on is for `phase`.
  void enter(Phase phase) { phase_ = phase; }
  [[nodiscard]] Phase phase() const { return phase_; }
  /// What is sent from now on belongs to that level; levels from 0 without gaps.
  void begin_level(std::uint32_t level);
  /// Forgets all sums; the level is 0.
  void restart();

  /// Another step: a round of messages to `peers` other ranks, or a collective.
  void add_step(StepName name, std::uint64_t peers = 0);
  /// A message of a step.
  void add_message(StepName name, std::uint64_t bytes);
  /// A rank's share of a collective.
  void add_share(StepName name, std::uint64_t bytes, std::uint64_t messages);
  void add_seconds(StepName name, double seconds) { of(name).sum.seconds += seconds; }

  /// Levels that have begun.
  [[nodiscard]] std::uint32_t num_levels() const { return num_levels_; }
  /// Any order; a name may have several sums in a phase of a level, where that began twice.
  [[nodiscard]] const std::vector<StepSum>& step_sums() const { return steps_; }
  [[nodiscard]] std::vector<TrafficByPhase> by_level() const;
  [[nodiscard]] TrafficByPhase by_phase() const;
  [[nodiscard]] TrafficSum total() const;
  /// Collectives that this rank waited for, and sparse exchanges; an all-to-all is two: one tells
  /// how much comes. None of one rank only.
  [[nodiscard]] std::uint64_t collective_rounds() const;

 private:
  /// The sum of the phase and level; O(names in the level).
  [[nodiscard]] StepSum& of(StepName name);

  std::vector<StepSum> steps_;
  std::size_t level_begin_ = 0;  ///< in steps_: of the level since it began
  std::uint32_t level_ = 0;
  std::uint32_t num_levels_ = 1;
  Phase phase_ = Phase::kControl;
};

/// Enters a phase for a scope.
class PhaseScope {
 public:
  PhaseScope(Traffic& traffic, Phase phase) : traffic_(&traffic), before_(traffic.phase()) {
    traffic.enter(phase);
  }
  ~PhaseScope() { traffic_->enter(before_); }
  PhaseScope(const PhaseScope&) = delete;
  PhaseScope& operator=(const PhaseScope&) = delete;

 private:
  Traffic* traffic_;
  Phase before_;
};

/// Counts the time of a scope as communication in steps of a name.
class CommunicationTime {
 public:
  CommunicationTime(Traffic& traffic, StepName name) : traffic_(&traffic), name_(name) {}
  ~CommunicationTime() { traffic_->add_seconds(name_, timer_.seconds()); }
  CommunicationTime(const CommunicationTime&) = delete;
  CommunicationTime& operator=(const CommunicationTime&) = delete;

 private:
  Traffic* traffic_;
  StepName name_;
  Timer timer_;
};

}  // namespace strider::comm
