// A thread of a rank: a block of vertices, and the queues of messages to them.
#pragma once

#include <cstdint>
#include <vector>

#include "algorithms/msf/ranks/ghs/arc_lookup.hpp"
#include "algorithms/msf/ranks/ghs/outbox.hpp"
#include "algorithms/msf/ranks/ghs/search.hpp"
#include "algorithms/msf/ranks/ghs/vertex_program.hpp"
#include "algorithms/msf/ranks/ghs/wire.hpp"
#include "base/workspace.hpp"

namespace strider::detail::ghs {

/// A thread's vertices.
template <class Lookup>
class Worker {
 public:
  Worker(Workspace& workspace, const NamedArcs& arcs, SharedState& shared, std::size_t thread)
      : arcs_(arcs, shared.threads.begin(thread), shared.threads.end(thread)),
        lookup_(workspace, arcs_, shared.options),
        shared_(shared),
        thread_(thread),
        outbox_(shared, thread),
        program_(workspace, arcs_, lookup_, outbox_, shared.options.chains) {
    // A message for each vertex, in a queue and as it is served.
    workspace.count("messages", arcs_.num_vertices() * std::uint64_t{2 * sizeof(Message)});
  }
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  /// Forgets the last run and wakes all vertices.
  void wake_all() {
    program_.restart();
    outbox_.restart();
    came_.clear();
    program_.wake_all();
    publish(0);
    shared_.open.fetch_sub(1, std::memory_order_acq_rel);
  }

  /// One turn of the loop. `wire` is thread 0's.
  void turn(std::uint64_t number, Wire* wire) {
    const std::int64_t brought = wire != nullptr && looks(number) ? wire->read(outbox_) : 0;
    shared_.mail.take(thread_, came_);
    for (const Message& message : came_) outbox_.queue(message);
    came_.clear();
    std::int64_t done = 0;
    if (number % shared_.options.queue_frequency == 0) {
      done += serve(outbox_.messages(), kQueue);
    }
    if (number % shared_.options.test_frequency == 0) done += serve(outbox_.tests(), kTestQueue);
    publish(brought);
    if (wire != nullptr) {
      done += wire->write(counts());
      if (number % shared_.options.flush_frequency == 0) wire->flush();
    }
    if (done > 0) shared_.open.fetch_sub(done, std::memory_order_acq_rel);
  }

  [[nodiscard]] Outbox& outbox() { return outbox_; }
  [[nodiscard]] bool has_messages() const {
    return !outbox_.messages().empty() || !outbox_.tests().empty();
  }
  [[nodiscard]] RunCounts& counts() { return outbox_.counts(); }
  [[nodiscard]] std::uint8_t highest_level() const { return program_.highest_level(); }
  [[nodiscard]] std::uint32_t longest_chain() const { return program_.longest_chain(); }

  void give_forest(const RankSearch::Take& take) const {
    program_.for_each_branch([&](std::uint32_t v, std::uint32_t arc) {
      const std::uint32_t self = arcs_.vertex(v);
      const std::uint32_t other = arcs_.neighbor(arc);
      if (self < other) take(self, other, arcs_.name(arc));
    });
  }

 private:
  /// A look at MPI takes as long as serving some messages, and where ranks share cores gives the
  /// core away: who has messages looks less often than he serves them.
  [[nodiscard]] bool looks(std::uint64_t turn) const {
    constexpr std::uint64_t kServingsALook = 4;
    return !has_messages() || turn % (kServingsALook * shared_.options.queue_frequency) == 0;
  }

  /// Returns how many were served.
  std::int64_t serve(MessageQueue& queue, RunPart part) {
    if (queue.empty()) return 0;
    const TimedPart timed(counts(), part);
    std::int64_t served = 0;
    queue.serve_all(program_, [&](const Message& message) {
      if (program_.serve(message)) {
        ++served;
        return;
      }
      ++counts().postponed;
      if (shared_.options.postponed == GhsPostponed::kVertex) {
        program_.park(message);
      } else {
        queue.push(message);
      }
    });
    return served;
  }

  /// Counts new messages as open before other threads get them. Those from other ranks, `brought`,
  /// lie in the boxes of threads already: so only thread 0, which brought them, may take it from
  /// open that nothing is left.
  void publish(std::int64_t brought) {
    const std::int64_t added = brought + outbox_.take_num_put();
    if (added > 0) shared_.open.fetch_add(added, std::memory_order_acq_rel);
    outbox_.post();
  }

  ArcBlock arcs_;
  Lookup lookup_;
  SharedState& shared_;
  std::size_t thread_;
  Outbox outbox_;
  VertexProgram<Lookup, Outbox> program_;
  std::vector<Message> came_;
};

}  // namespace strider::detail::ghs
