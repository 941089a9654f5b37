#include "algorithms/bfs/host/barrier_free_frontier.hpp"

#include "base/memory.hpp"

namespace strider::detail {

BarrierFreeFrontier::BarrierFreeFrontier(int threads, Vertex num_vertices, EdgeIndex max_degree)
    : num_vertices_(num_vertices),
      max_degree_(max_degree),
      workers_(static_cast<std::size_t>(threads)) {
  // Room for the lists of all threads, so that no run() throws before it can tell the others.
  for (Worker& worker : workers_) worker.frontier.reserve(workers_.size());
}

void BarrierFreeFrontier::start(std::span<const std::uint64_t> sources, Level level, Level depth,
                                bool timed) {
  first_list_.assign(sources.begin(), sources.end());
  first_list_.resize(sources.size() + kPastEnd, 0);
  first_level_ = level;
  depth_ = depth;
  timed_ = timed;
  level_seconds_.clear();
  // Rounds continue from one search to the next, past those that a failed search may have
  // published.
  for (const Worker& worker : workers_) {
    for (const Flag& flag : worker.flags) {
      first_round_ = std::max(first_round_, flag.round.load(std::memory_order_relaxed));
    }
  }
  timer_.restart();
}

std::size_t BarrierFreeFrontier::frontier_size(const Worker& me) const {
  std::size_t size = 0;
  for (const List& list : me.frontier) size += list.size();
  return size;
}

std::uint64_t* BarrierFreeFrontier::room_for(Worker& me, std::size_t count) const {
  me.writing = 1 - me.writing;
  Array<std::uint64_t>& list = me.lists[me.writing];
  // A thread appends no vertex twice: it sees its own marks.
  const std::uint64_t most =
      std::min<std::uint64_t>(num_vertices_, saturating_mul(count, max_degree_));
  const std::uint64_t needed = most + kPastEnd;
  if (list.size() < needed) {
    const std::uint64_t largest = num_vertices_ + std::uint64_t{kPastEnd};
    // Filled, as expanders look past the end of what was appended: at vertex 0, to begin with.
    list = Array<std::uint64_t>(std::min(largest, std::max<std::uint64_t>(2 * needed, 1024)), 0);
  }
  return list.data();
}

void BarrierFreeFrontier::publish(std::uint64_t round, int thread, List found, Level level,
                                  State state) {
  Flag& flag = workers_[static_cast<std::size_t>(thread)].flags[round % 2];
  flag.list = found;
  flag.level = level;
  flag.state = state;
  // Release: who sees the round sees the list, and what this thread has marked and written.
  flag.round.store(round, std::memory_order_release);
}

bool BarrierFreeFrontier::exchange(std::uint64_t round, int thread, List found, Level& level) {
  publish(round, thread, found, level, State::kGoingOn);
  std::vector<List>& frontier = workers_[static_cast<std::size_t>(thread)].frontier;
  bool all_well = true;
  for (std::size_t other = 0; other < frontier.size(); ++other) {
    const Flag& flag = workers_[other].flags[round % 2];
    SpinWait spin;
    while (flag.round.load(std::memory_order_acquire) != round) spin.pause();
    frontier[other] = flag.list;
    if (other == 0) level = flag.level;
    if (flag.state == State::kFailed) all_well = false;
  }
  return all_well;
}

}  // namespace strider::detail
