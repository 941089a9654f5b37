// What a rank has sent, by phase and level, and in which steps: counted where it is handed to MPI.
// And what it computed meanwhile.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
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

/// What a rank computes for, where a search says so.
enum class Work : std::uint8_t {
  kOther,
  kExpansion,  ///< follows arcs of the frontier, or looks for it along arcs
  kUpdate      ///< packs and unpacks messages, and takes what came
};
inline constexpr std::size_t kNumWorks = 3;

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
  kPackets,     ///< messages and requests that other ranks do not wait for
  kNodePackets  ///< those of them that stay within a node, where messages go by way of nodes
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
/// What MPI sends to make communicators and windows does not count, nor what ranks of a node read
/// and write in memory that they share.
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

/// What a rank did in a level besides communicating.
struct WorkSum {
  // Seconds, twice the same: for what phase, and what it was.
  std::array<double, kNumPhases> of_phase{};
  std::array<double, kNumWorks> of_work{};
  std::uint64_t arcs_examined = 0;
};

/// All steps of one name in a phase.
struct StepSum {
  Phase phase = Phase::kControl;
  StepName name;
  std::uint64_t times = 0;
  std::uint64_t bytes = 0;
  std::uint64_t messages = 0;
  double seconds = 0;
  // Of rounds and sparse exchanges:
  std::uint64_t fan_out = 0;  ///< messages of one step, at most
  std::uint64_t empty_messages = 0;
  std::uint64_t largest_message = 0;  ///< in all its parts
};

/// Counters of one rank, shared by a communicator and those split from it.
class Traffic {
 public:
  Traffic();

  /// What is sent and computed from now on is for `phase`.
  void enter(Phase phase) {
    if (phase == phase_) return;
    note_time();
    phase_ = phase;
  }
  [[nodiscard]] Phase phase() const { return phase_; }
  /// What is computed from now on is `work`.
  void enter(Work work) {
    if (work == current_work_) return;
    note_time();
    current_work_ = work;
  }
  [[nodiscard]] Work current_work() const { return current_work_; }
  /// begin_level() and begin_work() of that level ask for no memory then. Throws std::bad_alloc.
  void make_room_for_level(std::uint32_t level) {
    if (levels_.capacity() <= level) levels_.reserve(2 * std::size_t{level} + 2);
    if (work_.capacity() <= level) work_.reserve(2 * std::size_t{level} + 2);
  }
  /// What is sent and computed from now on belongs to that level; levels from 0 without gaps.
  void begin_level(std::uint32_t level) {
    if (levels_.size() <= level) levels_.resize(level + 1ULL);
    level_ = level;
    begin_work(level);
  }
  /// What is computed from now on belongs to that level. A search that ends without it counts that
  /// for its last level.
  void begin_work(std::uint32_t level) {
    note_time();
    if (work_.size() <= level) work_.resize(level + 1ULL);
    work_level_ = level;
  }
  /// From now on bytes of messages with one receiver are also counted by the rank of the job that
  /// gets them, of so many. Else that costs nothing.
  void record_receivers(std::size_t ranks) { by_receiver_.assign(ranks, 0); }
  [[nodiscard]] bool records_receivers() const { return !by_receiver_.empty(); }
  /// Precondition: records_receivers().
  void add_received(std::size_t rank, std::uint64_t bytes) {
    if (counts_) by_receiver_[rank] += bytes;
  }
  /// Forgets all sums; the level is 0.
  void restart();
  /// The time since the last call, but for that in communication, was computing.
  void note_time();
  /// Arcs that were looked at in this level.
  void add_arcs(std::uint64_t arcs) {
    work_[work_level_].arcs_examined += arcs;
    counts_arcs_ = true;
  }

  /// Another step: a round or a sparse exchange of so many messages, or a collective.
  void add_step(StepName name, std::uint64_t fan_out = 0);
  /// A message of a round or a sparse exchange, sent in so many parts.
  void add_message(StepName name, std::uint64_t bytes, std::uint64_t parts);
  /// What a rank sends for another step, or its share of it.
  void add_share(StepName name, std::uint64_t bytes, std::uint64_t messages);
  /// Time in communication, maybe in steps of one name.
  void add_seconds(double seconds, const StepName* name);

  [[nodiscard]] const std::vector<TrafficByPhase>& by_level() const { return levels_; }
  /// By rank of the job; empty if it is not recorded.
  [[nodiscard]] const std::vector<std::uint64_t>& by_receiver() const { return by_receiver_; }
  /// By level, one at least; seconds of phases that are over, those of the current one until
  /// note_time().
  [[nodiscard]] const std::vector<WorkSum>& work() const { return work_; }
  [[nodiscard]] bool counts_arcs() const { return counts_arcs_; }
  [[nodiscard]] TrafficByPhase by_phase() const;
  [[nodiscard]] TrafficSum total() const;
  /// One a phase and name; those of one rank only are not counted.
  [[nodiscard]] const std::vector<StepSum>& step_sums() const { return steps_; }
  /// Collectives and sparse exchanges; an all-to-all is two: one tells how much comes.
  [[nodiscard]] std::uint64_t collective_rounds() const;

 private:
  [[nodiscard]] StepSum& step(StepName name);

  std::vector<TrafficByPhase> levels_ = std::vector<TrafficByPhase>(1);
  std::vector<WorkSum> work_ = std::vector<WorkSum>(1);
  std::vector<StepSum> steps_;
  std::vector<std::uint64_t> by_receiver_;
  std::size_t level_ = 0;
  std::size_t work_level_ = 0;
  Phase phase_ = Phase::kControl;
  Work current_work_ = Work::kOther;
  Timer since_;  // when time was noted last
  bool counts_ = true;
  bool counts_arcs_ = false;

  friend class UncountedScope;
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

/// Says for a scope what is computed.
class WorkScope {
 public:
  WorkScope(Traffic& traffic, Work work) : traffic_(&traffic), before_(traffic.current_work()) {
    traffic.enter(work);
  }
  ~WorkScope() { traffic_->enter(before_); }
  WorkScope(const WorkScope&) = delete;
  WorkScope& operator=(const WorkScope&) = delete;

 private:
  Traffic* traffic_;
  Work before_;
};

/// Counts the time of a scope as communication, maybe in steps of one name.
class CommunicationTime {
 public:
  explicit CommunicationTime(Traffic& traffic) : traffic_(&traffic) {}
  CommunicationTime(Traffic& traffic, StepName name) : traffic_(&traffic), name_(name) {}
  ~CommunicationTime() { traffic_->add_seconds(timer_.seconds(), name_ ? &*name_ : nullptr); }
  CommunicationTime(const CommunicationTime&) = delete;
  CommunicationTime& operator=(const CommunicationTime&) = delete;

 private:
  Traffic* traffic_;
  std::optional<StepName> name_;
  Timer timer_;
};

/// What is sent and computed in a scope is not counted.
class UncountedScope {
 public:
  explicit UncountedScope(Traffic& traffic) : traffic_(&traffic) {
    traffic.note_time();
    before_ = std::exchange(traffic.counts_, false);
  }
  ~UncountedScope() {
    traffic_->note_time();
    traffic_->counts_ = before_;
  }
  UncountedScope(const UncountedScope&) = delete;
  UncountedScope& operator=(const UncountedScope&) = delete;

 private:
  Traffic* traffic_;
  bool before_ = true;
};

}  // namespace strider::comm
