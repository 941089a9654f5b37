// What a rank has sent, by phase and level: counted where it is handed to MPI.
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

/// Counters of one rank, shared by a communicator and those split from it.
class Traffic {
 public:
  /// What is sent from now on is for `phase`.
  void enter(Phase phase) { phase_ = phase; }
  [[nodiscard]] Phase phase() const { return phase_; }
  /// What is sent from now on belongs to that level; levels from 0 without gaps.
  void begin_level(std::uint32_t level) {
    if (levels_.size() <= level) levels_.resize(level + 1ULL);
    level_ = level;
  }
  /// Another collective operation, which all ranks of a communicator take part in and wait for.
  void add_collective_round() { ++collective_rounds_; }
  /// Calls of communicators and sparse exchanges since the restart, an all-to-all as two: one tells
  /// how much comes. None of one rank only.
  [[nodiscard]] std::uint64_t collective_rounds() const { return collective_rounds_; }
  /// Forgets all sums and collective rounds; the level is 0.
  void restart();

  void add_bytes(std::uint64_t bytes, std::uint64_t messages) {
    TrafficSum& sum = levels_[level_][static_cast<std::size_t>(phase_)];
    sum.bytes += bytes;
    sum.messages += messages;
  }
  void add_seconds(double seconds) {
    levels_[level_][static_cast<std::size_t>(phase_)].seconds += seconds;
  }

  [[nodiscard]] const std::vector<TrafficByPhase>& by_level() const { return levels_; }
  [[nodiscard]] TrafficByPhase by_phase() const;
  [[nodiscard]] TrafficSum total() const;

 private:
  std::vector<TrafficByPhase> levels_ = std::vector<TrafficByPhase>(1);
  std::size_t level_ = 0;
  std::uint64_t collective_rounds_ = 0;
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

/// Counts the time of a scope as communication.
class CommunicationTime {
 public:
  explicit CommunicationTime(Traffic& traffic) : traffic_(&traffic) {}
  ~CommunicationTime() { traffic_->add_seconds(timer_.seconds()); }
  CommunicationTime(const CommunicationTime&) = delete;
  CommunicationTime& operator=(const CommunicationTime&) = delete;

 private:
  Traffic* traffic_;
  Timer timer_;
};

}  // namespace strider::comm
