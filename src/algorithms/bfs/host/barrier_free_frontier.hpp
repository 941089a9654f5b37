// Levels of a few hundred vertices, by the thousand: the frontier of graphs of high diameter.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/barrier.hpp"
#include "base/parallel.hpp"
#include "base/stop.hpp"
#include "base/timer.hpp"
#include "strider/array.hpp"
#include "strider/types.hpp"

namespace strider::detail {

/// A vertex found and the name of the one that found it, in one word: one store appends both.
struct Discovery {
  [[nodiscard]] static constexpr std::uint64_t make(Vertex vertex, Vertex parent) {
    return (std::uint64_t{parent} << 32U) | vertex;
  }
  [[nodiscard]] static constexpr Vertex vertex(std::uint64_t discovery) {
    return static_cast<Vertex>(discovery);
  }
  [[nodiscard]] static constexpr Vertex parent(std::uint64_t discovery) {
    return static_cast<Vertex>(discovery >> 32U);
  }
};

/// The frontier of a level-synchronous search, and the loop over its levels.
///
/// Each thread appends what it finds to a list of its own; the frontier is all lists in the order
/// of the threads, and is split evenly in that order, so that a thread mostly continues where it
/// has been and the lists stay in the order that a single thread would give them. A level costs no
/// barrier, but one flag a thread: it publishes its list and waits for those of the others. While
/// the frontier is too small to be shared, the first thread continues by itself, and costs not even
/// that.
///
/// Expander: expand(begin, end, tail, level) expands the discoveries [begin, end) on `level`,
/// appends those of the next level at `tail`, and returns the end of them. It may write, but not
/// count, one word past that end. Two threads may append the same vertex in the same level; each
/// then expands it, to the same effect. look_ahead(begin) asks for what expanding the first of a
/// list will need, while other threads still finish the level; for later ones expand() does so
/// itself. Both may read kPastEnd words past the end of a list: those are discoveries, too, but
/// any. settle(begin, end, level) is called instead of expand() at the depth of the search.
///
/// The first thread looks at the stop flag once a round, and every kLevelsTogether levels that it
/// expands by itself.
class BarrierFreeFrontier {
 public:
  static constexpr std::size_t kPastEnd = 64;

  /// For searches of at most `num_vertices` vertices with at most `max_degree` neighbours. Throws
  /// std::bad_alloc.
  BarrierFreeFrontier(int threads, Vertex num_vertices, EdgeIndex max_degree);

  /// The first level, and the last one that the search may come to. Call it outside of the region.
  /// Throws std::bad_alloc.
  void start(std::span<const std::uint64_t> sources, Level level, Level depth, bool timed);

  /// Called by each of `threads` threads, no more than the frontier was made for, after what
  /// start() and the caller wrote is visible to all. What any expand() has written is visible to
  /// all when it returns. False on the threads that did not fail where one did; that one throws.
  template <class Expander>
  [[nodiscard]] bool run(const Expander& expander, int thread, int threads);

  /// The level after the last that had a vertex.
  [[nodiscard]] Level end_level() const { return end_level_; }
  /// The seconds of each level, the first one's first, where start() asked for them.
  [[nodiscard]] const std::vector<double>& level_seconds() const { return level_seconds_; }

 private:
  // A share smaller than this costs less to expand, a few nanoseconds a vertex, than to hand over.
  static constexpr std::size_t kMinShare = 48;
  static constexpr Level kLevelsTogether = 64;

  struct List {
    const std::uint64_t* begin = nullptr;
    const std::uint64_t* end = nullptr;
    [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(end - begin); }
  };
  enum class State : std::uint8_t { kGoingOn, kFailed };
  // What a thread shows the others. Two of each, used in turn: the one of round r is written anew
  // in round r + 2, when all have published round r + 1 and so have read that of round r.
  struct alignas(128) Flag {
    std::atomic<std::uint64_t> round{0};
    List list;
    Level level = 0;
    State state = State::kGoingOn;
  };
  struct alignas(128) Worker {
    Flag flags[2];
    Array<std::uint64_t> lists[2];  // what it reads and what it writes, in turn
    int writing = 0;
    std::vector<List> frontier;  // all threads' lists of this level
  };

  [[nodiscard]] std::size_t frontier_size(const Worker& me) const;
  /// The list that `me` writes next, with room for what `count` vertices may discover.
  std::uint64_t* room_for(Worker& me, std::size_t count) const;
  /// Notes the time of a level; called by the first thread.
  void end_level_timing() {
    if (timed_) level_seconds_.push_back(timer_.seconds());
    timer_.restart();
  }
  /// Expands [begin, end), or settles it.
  template <class Expander>
  std::uint64_t* expand_level(const Expander& expander, const std::uint64_t* begin,
                              const std::uint64_t* end, std::uint64_t* tail, Level level) const {
    if (level < depth_) return expander.expand(begin, end, tail, level);
    expander.settle(begin, end, level);
    return tail;
  }
  /// False where a thread failed.
  [[nodiscard]] bool exchange(std::uint64_t round, int thread, List found, Level& level);
  void publish(std::uint64_t round, int thread, List found, Level level, State state);

  /// Expands this thread's chunk of the frontier, and by itself for as long as that pays. Returns
  /// what it found; `level` becomes the level of that.
  template <class Expander>
  List expand_chunk(const Expander& expander, Worker& me, int part, int parts, Level& level);

  Vertex num_vertices_;
  EdgeIndex max_degree_;
  std::vector<Worker> workers_;
  std::vector<std::uint64_t> first_list_;  // and kPastEnd words
  std::uint64_t first_round_ = 0;
  Level first_level_ = 0;
  Level depth_ = kUnreached;
  Level end_level_ = 0;
  bool timed_ = false;
  Timer timer_;
  std::vector<double> level_seconds_;
};

template <class Expander>
BarrierFreeFrontier::List BarrierFreeFrontier::expand_chunk(const Expander& expander, Worker& me,
                                                            int part, int parts, Level& level) {
  const Range chunk = static_chunk(frontier_size(me), part, parts);
  std::uint64_t* const found = room_for(me, chunk.end - chunk.begin);
  std::uint64_t* tail = found;
  std::size_t first = 0;  // of the list within the frontier
  for (const List& list : me.frontier) {
    const std::size_t begin = std::clamp(chunk.begin, first, first + list.size());
    const std::size_t end = std::clamp(chunk.end, first, first + list.size());
    if (begin < end) {
      tail = expand_level(expander, list.begin + (begin - first), list.begin + (end - first), tail,
                          level);
    }
    first += list.size();
  }
  ++level;
  return {found, tail};
}

template <class Expander>
bool BarrierFreeFrontier::run(const Expander& expander, int thread, int threads) {
  Worker& me = workers_[static_cast<std::size_t>(thread)];
  me.frontier.assign(static_cast<std::size_t>(threads), List{});
  me.frontier[0] = {first_list_.data(), first_list_.data() + first_list_.size() - kPastEnd};
  Level level = first_level_;
  for (std::uint64_t round = first_round_ + 1;; ++round) {
    const std::size_t count = frontier_size(me);
    if (count == 0) break;
    const int sharing = static_cast<int>(
        std::clamp<std::size_t>(count / kMinShare, 1, static_cast<std::size_t>(threads)));
    List found{};
    try {
      if (thread == 0) throw_if_stopped();
      if (thread < sharing) {
        found = expand_chunk(expander, me, thread, sharing, level);
        if (thread == 0) end_level_timing();
        expander.look_ahead(found.begin);
      }
      while (sharing == 1 && thread == 0 && found.size() > 0 &&
             (threads == 1 || found.size() < 2 * kMinShare)) {
        if (level % kLevelsTogether == 0) throw_if_stopped();
        std::uint64_t* const next = room_for(me, found.size());
        found = {next, expand_level(expander, found.begin, found.end, next, level)};
        ++level;
        end_level_timing();
        expander.look_ahead(found.begin);
      }
    } catch (...) {
      publish(round, thread, {}, level, State::kFailed);
      throw;
    }
    if (!exchange(round, thread, found, level)) return false;
  }
  if (thread == 0) end_level_ = level;
  return true;
}

}  // namespace strider::detail
