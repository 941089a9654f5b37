// Threads that go through many short steps together, inside one parallel region.
#pragma once

#include <omp.h>

#include <atomic>
#include <cstddef>
#include <optional>
#include <vector>

#include "base/barrier.hpp"
#include "base/parallel.hpp"
#include "base/stop.hpp"

namespace strider {

/// What the threads of one parallel_team share.
class Team {
 public:
  explicit Team(int threads) : threads_(threads), barrier_(threads) {}

 private:
  friend class Member;
  template <class F>
  friend void parallel_team(int threads, F&& body);

  int threads_;
  SpinBarrier barrier_;
  ExceptionCatcher catcher_;
  // Whether the first member saw the stop flag set: written before a wait, read after it, and in
  // turn as the slots of TeamSum are.
  bool is_stopped_[2] = {false, false};
};

/// One thread's place in a team.
class Member {
 public:
  Member(Team& team, int thread) : team_(&team), thread_(thread) {}

  [[nodiscard]] int thread() const { return thread_; }
  [[nodiscard]] int threads() const { return team_->threads_; }
  [[nodiscard]] bool is_first() const { return thread_ == 0; }
  /// This member's contiguous chunk of [0, size).
  [[nodiscard]] Range chunk(std::size_t size, std::size_t unit = 1) const {
    return static_chunk(size, thread_, team_->threads_, unit);
  }

  /// Waits until every member has come here. What members wrote before, all see after. The first
  /// member looks at the stop flag; if it is set, all learn that they must stop.
  void wait() {
    bool& is_stopped = team_->is_stopped_[++waits_ % 2];
    if (is_first() && stop_requested()) is_stopped = !attempt([] { throw_if_stopped(); });
    team_->barrier_.wait();
    must_stop_ |= is_stopped;
  }

  /// Runs `body`, keeping what it throws for the caller of parallel_team: others wait for this
  /// member, so it must continue to the next TeamSum::wait, where all learn that they must stop.
  /// Returns whether it threw nothing.
  template <class F>
  bool attempt(F&& body) {
    bool done = false;
    team_->catcher_.run([&] {
      body();
      done = true;
    });
    failed_ |= !done;
    return done;
  }
  /// Whether an attempt of any member has failed. The same answer for all members only between a
  /// wait and the next attempt.
  [[nodiscard]] bool has_failed() const { return team_->catcher_.has_caught(); }
  /// Whether an attempt of any member had failed before the last TeamSum::wait, or the stop flag
  /// was set at a wait. The same answer for all members.
  [[nodiscard]] bool must_stop() const { return must_stop_; }

 private:
  template <class T>
  friend class TeamSum;

  Team* team_;
  int thread_;
  unsigned waits_ = 0;
  bool failed_ = false;
  bool must_stop_ = false;
};

/// A barrier that also sums one value a member.
template <class T>
class TeamSum {
 public:
  explicit TeamSum(int threads) : slots_(2 * static_cast<std::size_t>(threads)) {}

  /// Waits for all members; returns the sum of their values.
  T wait(Member& member, const T& value) {
    // Two sets of slots in turn: a member may bring its next value while a slow one still sums this
    // round's. It cannot come a third time before the slow one has come a second.
    Slot* const round =
        slots_.data() + (member.waits_ % 2) * static_cast<std::size_t>(member.threads());
    round[member.thread()] = {value, member.failed_};
    member.wait();
    T sum{};
    for (int t = 0; t < member.threads(); ++t) {
      sum += round[t].value;
      member.must_stop_ |= round[t].failed;
    }
    return sum;
  }

 private:
  struct alignas(64) Slot {
    T value{};
    bool failed = false;
  };
  std::vector<Slot> slots_;
};

/// Hands out the chunks of one loop after another to the members of a team, as they become free.
class ChunkDealer {
 public:
  /// The next chunk of [0, size) in loop number `round`, or nothing when all are dealt. Rounds
  /// count up one by one from the last restart(), with a barrier between each and the next.
  std::optional<Range> deal(unsigned round, std::size_t size, std::size_t chunk) {
    // Sets the counter of the next round: the round before this one, which used it, is over.
    counters_[(round + 1) % 2].next.store(0, std::memory_order_relaxed);
    const std::size_t begin = counters_[round % 2].next.fetch_add(chunk, std::memory_order_relaxed);
    if (begin >= size) return std::nullopt;
    return Range{begin, std::min(size, begin + chunk)};
  }
  /// Before the first of consecutive rounds, whatever its number; by one member.
  void restart() {
    for (Counter& counter : counters_) counter.next.store(0, std::memory_order_relaxed);
  }

 private:
  struct alignas(64) Counter {
    std::atomic<std::size_t> next{0};
  };
  Counter counters_[2];
};

/// body(Member&) on each of `threads` threads, or on fewer where the runtime gives fewer. Throws
/// what the first failed attempt threw.
template <class F>
void parallel_team(int threads, F&& body) {
  throw_if_stopped();
  std::optional<Team> team;
  if (threads == 1) {
    Member member(team.emplace(1), 0);
    body(member);
  } else {
    const std::atomic<bool>* const stop = stop_flag();
#pragma omp parallel num_threads(threads)
    {
      const InheritedStop inherited(stop);
      // The runtime may give fewer threads than asked, and says so only here.
#pragma omp single
      team.emplace(omp_get_num_threads());
      Member member(*team, omp_get_thread_num());
      body(member);
    }
  }
  team->catcher_.rethrow();
}

}  // namespace strider
