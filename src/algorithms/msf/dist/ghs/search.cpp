// The loop of a rank (Mazeev, Semenov and Simonov 2016, section 3.2): messages come in packets and
// are queued; every few turns the queue is served, the queue of Test messages less often; what
// vertices answer is queued here, or gathered into packets that leave when they are full or every
// few turns.
//
// With several threads each has a block of the rank's vertices, with its own queues and lookup.
// Thread 0 alone talks to other ranks; threads hand messages to each other, and to it, by mail.
#include "algorithms/msf/dist/ghs/search.hpp"

#include <sched.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <optional>
#include <utility>
#include <vector>

#include "algorithms/msf/dist/ghs/arc_lookup.hpp"
#include "algorithms/msf/dist/ghs/message_queue.hpp"
#include "algorithms/msf/dist/ghs/thread_mail.hpp"
#include "algorithms/msf/dist/ghs/vertex_program.hpp"
#include "algorithms/msf/dist/ghs/vertex_threads.hpp"
#include "algorithms/msf/dist/ghs/wire_format.hpp"
#include "base/parallel.hpp"
#include "base/timer.hpp"
#include "comm/agreement.hpp"
#include "comm/packet_stream.hpp"
#include "comm/silence.hpp"
#include "dist/memory/node_memory.hpp"
#include "strider/error.hpp"

namespace strider::detail {
namespace {

enum Part : std::size_t { kRead, kQueue, kTestQueue, kSend, kFinish, kParts };
constexpr std::array<std::string_view, kParts> kPartNames = {
    "reading messages", "serving the queue", "serving tests", "sending", "looking for the end"};

/// What is the same for all threads of a rank.
struct Shared {
  const VertexThreads& threads;
  const GhsOptions& options;
  ThreadMail mail;
  /// Messages of this rank that are neither served nor handed to the stream.
  alignas(64) std::atomic<std::int64_t> open{0};
  /// Silence, or an error of a thread.
  alignas(64) std::atomic<bool> over{false};

  [[nodiscard]] std::size_t box_out() const { return threads.count(); }
};

struct Counts {
  std::array<std::uint64_t, kMessageTypes> sent{};
  std::array<std::uint64_t, kMessageTypes> wired{};
  std::uint64_t postponed = 0;
  std::array<double, kParts> seconds{};
};

/// Adds the time of a scope.
class TimedPart {
 public:
  TimedPart(Counts& counts, Part part) : seconds_(counts.seconds[part]) {}
  ~TimedPart() { seconds_ += timer_.seconds(); }
  TimedPart(const TimedPart&) = delete;
  TimedPart& operator=(const TimedPart&) = delete;

 private:
  double& seconds_;
  Timer timer_;
};

/// Takes what a thread's vertices send to where it belongs.
class Outbox {
 public:
  Outbox(Shared& shared, std::size_t thread)
      : shared_(shared), thread_(thread), for_box_(shared.threads.count() + 1) {}

  void operator()(const Message& message) {
    ++counts_.sent[static_cast<std::size_t>(message.type)];
    ++num_put_;
    if (!shared_.threads.is_here(message.receiver)) {
      ++counts_.wired[static_cast<std::size_t>(message.type)];
      for_box_[shared_.box_out()].push_back(message);
      return;
    }
    const std::size_t thread = shared_.threads.thread(message.receiver);
    if (thread == thread_) {
      queue(message);
    } else {
      for_box_[thread].push_back(message);
    }
  }
  /// For this thread's vertices.
  void queue(const Message& message) {
    const bool apart =
        message.type == MessageType::kTest && shared_.options.test_queue == GhsTestQueue::kSeparate;
    (apart ? tests_ : messages_).push(message);
  }

  /// Hands out what is for other threads.
  void post() {
    for (std::size_t box = 0; box < for_box_.size(); ++box) shared_.mail.put(box, for_box_[box]);
  }

  [[nodiscard]] MessageQueue& messages() { return messages_; }
  [[nodiscard]] MessageQueue& tests() { return tests_; }
  [[nodiscard]] Counts& counts() { return counts_; }
  /// Messages put here by this thread's vertices since the last call.
  [[nodiscard]] std::int64_t take_num_put() { return std::exchange(num_put_, 0); }

 private:
  Shared& shared_;
  std::size_t thread_;
  MessageQueue messages_;
  MessageQueue tests_;
  std::vector<std::vector<Message>> for_box_;
  std::int64_t num_put_ = 0;
  Counts counts_;
};

/// Thread 0's way to other ranks.
class Wire {
 public:
  Wire(const comm::Communicator& comm, Shared& shared, const WireFormat& format)
      : comm_(comm),
        shared_(shared),
        format_(format),
        stream_(comm, shared.options.aggregation_bytes),
        silence_(comm) {}

  /// Hands messages that came to the threads of their receivers; returns how many.
  std::int64_t read(Outbox& outbox) {
    std::int64_t count = 0;
    for (auto packet = stream_.receive(); !packet.empty(); packet = stream_.receive()) {
      while (!packet.empty()) {
        deliver(format_.read(packet), outbox);
        ++count;
      }
    }
    for (std::size_t t = 0; t < came_.size(); ++t) shared_.mail.put(t, came_[t]);
    return count;
  }

  /// Puts what threads want to send into packets; returns how many messages.
  std::int64_t write() {
    shared_.mail.take(shared_.box_out(), leaving_);
    for (const Message& message : leaving_) {
      const int rank = shared_.threads.rank(message.receiver);
      format_.write(message, stream_.append(rank, format_.bytes(message.type)));
    }
    const auto count = static_cast<std::int64_t>(leaving_.size());
    leaving_.clear();
    return count;
  }
  void flush() { stream_.flush(); }
  void pause() const { stream_.pause(); }

  /// Whether nothing is left to do, on no rank. `idle`: on this rank nothing is, now.
  [[nodiscard]] bool is_over(bool idle, std::uint64_t turn) {
    if (shared_.options.finish_test == GhsFinishTest::kCounting) {
      return idle && stream_.is_flushed() &&
             silence_.is_silent(stream_.packets_sent(), stream_.packets_received());
    }
    if (turn % shared_.options.finish_frequency != 0) return false;
    // All ranks stand still until the last has come: the numbers are of one moment.
    const bool rests = idle && stream_.is_flushed();
    std::array<std::uint64_t, 3> sums{stream_.packets_sent(), stream_.packets_received(),
                                      rests ? 0U : 1U};
    comm_.all_reduce(std::span<std::uint64_t>(sums), comm::Reduction::kSum);
    return sums[0] == sums[1] && sums[2] == 0;
  }

 private:
  void deliver(const Message& message, Outbox& outbox) {
    const std::size_t thread = shared_.threads.thread(message.receiver);
    if (thread == 0) {
      outbox.queue(message);
    } else {
      if (came_.size() <= thread) came_.resize(thread + 1);
      came_[thread].push_back(message);
    }
  }

  const comm::Communicator& comm_;
  Shared& shared_;
  const WireFormat& format_;
  comm::PacketStream stream_;
  comm::SilenceDetector silence_;
  std::vector<Message> leaving_;
  std::vector<std::vector<Message>> came_;  // by thread
};

/// A thread's vertices.
template <class Lookup>
class Worker {
 public:
  Worker(const NamedArcs& arcs, Shared& shared, std::size_t thread)
      : arcs_(arcs, shared.threads.begin(thread), shared.threads.end(thread)),
        lookup_(arcs_, shared.options),
        shared_(shared),
        thread_(thread),
        outbox_(shared, thread),
        program_(arcs_, lookup_, outbox_) {}
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  /// Forgets the last run and wakes all vertices.
  void wake_all() {
    program_.restart();
    outbox_.counts() = {};
    program_.wake_all();
    publish(0);
    shared_.open.fetch_sub(1, std::memory_order_acq_rel);
  }

  /// One turn of the loop. `wire` is thread 0's.
  void turn(std::uint64_t number, Wire* wire) {
    std::int64_t brought = 0;
    if (wire != nullptr) {
      const TimedPart timed(counts(), kRead);
      brought = wire->read(outbox_);
    }
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
      const TimedPart timed(counts(), kSend);
      done += wire->write();
      if (number % shared_.options.flush_frequency == 0) wire->flush();
    }
    if (done > 0) shared_.open.fetch_sub(done, std::memory_order_acq_rel);
  }

  [[nodiscard]] Outbox& outbox() { return outbox_; }
  [[nodiscard]] Counts& counts() { return outbox_.counts(); }
  [[nodiscard]] std::uint8_t highest_level() const { return program_.highest_level(); }

  void give_forest(const GhsSearch::Take& take) const {
    program_.for_each_branch([&](std::uint32_t v, std::uint32_t arc) {
      const std::uint32_t self = arcs_.vertex(v);
      const std::uint32_t other = arcs_.neighbor(arc);
      if (self < other) take(self, other, arcs_.name(arc));
    });
  }

 private:
  /// Returns how many were served.
  std::int64_t serve(MessageQueue& queue, Part part) {
    if (queue.empty()) return 0;
    const TimedPart timed(counts(), part);
    const std::size_t before = queue.num_served();
    counts().postponed +=
        queue.serve_all([&](const Message& message) { return program_.serve(message); });
    return static_cast<std::int64_t>(queue.num_served() - before);
  }

  /// Counts new messages as open before anybody can serve them, and hands them out; so open is 0
  /// only where nothing is left.
  void publish(std::int64_t brought) {
    const std::int64_t added = brought + outbox_.take_num_put();
    if (added > 0) shared_.open.fetch_add(added, std::memory_order_acq_rel);
    outbox_.post();
  }

  ArcBlock arcs_;
  Lookup lookup_;
  Shared& shared_;
  std::size_t thread_;
  Outbox outbox_;
  VertexProgram<Lookup, Outbox> program_;
  std::vector<Message> came_;
};

template <class Lookup>
class Search final : public GhsSearch {
 public:
  Search(const comm::Communicator& comm, const OwnerMap& owners, const NamedArcs& arcs,
         const DistMsfOptions& options)
      : comm_(comm.duplicate()),
        options_(options.ghs),
        format_(options_.messages, arcs.form),
        threads_(owners, arcs, options.threads),
        shared_{
            .threads = threads_, .options = options_, .mail = ThreadMail(threads_.count() + 1)} {
    comm::agree(comm_, [&] {
      require_memory_for(arcs);
      for (std::size_t t = 0; t < threads_.count(); ++t) {
        workers_.push_back(std::make_unique<Worker<Lookup>>(arcs, shared_, t));
      }
    });
  }

  void run(const Take& take, DistMsfProfile& profile) override {
    const comm::PhaseScope phase(comm_.traffic(), comm::Phase::kExchange);
    shared_.over.store(false, std::memory_order_relaxed);
    std::optional<Wire> wire;
    comm::agree(comm_, [&] { wire.emplace(comm_, shared_, format_); });
    // Vertices that sleep are work, too.
    shared_.open.store(static_cast<std::int64_t>(workers_.size()), std::memory_order_relaxed);
    parallel_region(static_cast<int>(threads_.count()), [&](int thread, int threads) {
      run_thread(static_cast<std::size_t>(thread), static_cast<std::size_t>(threads), *wire);
    });
    // No rank may send packets of another run while one still looks for those of this.
    wire.reset();
    comm_.barrier();
    for (const auto& worker : workers_) worker->give_forest(take);
    report(profile);
  }

 private:
  void require_memory_for(const NamedArcs& arcs) const {
    constexpr std::uint64_t kMostArcs = 0xFFFF'FFFEU;
    std::uint64_t bytes = comm::PacketStream::memory_bytes(comm_, options_.aggregation_bytes);
    for (std::size_t t = 0; t < threads_.count(); ++t) {
      const std::uint64_t of_thread =
          arcs.offsets[threads_.end(t)] - arcs.offsets[threads_.begin(t)];
      if (of_thread > kMostArcs) throw UsageError("2^32 arcs of a thread: start more ranks");
      bytes += Lookup::predict_bytes(of_thread, options_);
    }
    bytes += VertexProgram<Lookup, Outbox>::predict_bytes(arcs.num_vertices(), arcs.num_arcs());
    // A message for each vertex, in a queue and as it is served.
    bytes += std::uint64_t{arcs.num_vertices()} * 2 * sizeof(Message);
    NodeMemory(comm_).require(bytes, "the vertices of ghs and what they send");
  }

  /// Workers thread, thread + threads and so on: OpenMP may grant fewer threads than there are
  /// workers. An error ends the loops of the other threads.
  void run_thread(std::size_t thread, std::size_t threads, Wire& wire) {
    try {
      for (std::size_t w = thread; w < workers_.size(); w += threads) workers_[w]->wake_all();
      for (std::uint64_t turn = 1; !shared_.over.load(std::memory_order_acquire); ++turn) {
        for (std::size_t w = thread; w < workers_.size(); w += threads) {
          workers_[w]->turn(turn, w == 0 ? &wire : nullptr);
        }
        const bool idle = shared_.open.load(std::memory_order_acquire) == 0;
        if (thread == 0) {
          const TimedPart timed(workers_[0]->counts(), kFinish);
          if (wire.is_over(idle, turn)) shared_.over.store(true, std::memory_order_release);
          if (idle) wire.pause();
        } else if (idle) {
          sched_yield();
        }
      }
    } catch (...) {
      shared_.over.store(true, std::memory_order_release);
      throw;
    }
  }

  void report(DistMsfProfile& profile) const {
    profile = {};
    for (const std::string_view name : kPartNames) profile.parts.push_back({name, 0});
    for (std::size_t type = 0; type < kMessageTypes; ++type) {
      profile.messages.push_back({kMessageNames[type], 0, 0, 0});
    }
    for (const auto& worker : workers_) {
      const Counts& counts = worker->counts();
      for (std::size_t part = 0; part < kParts; ++part) {
        profile.parts[part].seconds += counts.seconds[part] / static_cast<double>(workers_.size());
      }
      for (std::size_t type = 0; type < kMessageTypes; ++type) {
        DistMsfProfile::Messages& messages = profile.messages[type];
        messages.sent += counts.sent[type];
        messages.wired += counts.wired[type];
        messages.bytes += counts.wired[type] * format_.bytes(static_cast<MessageType>(type));
      }
      profile.postponed += counts.postponed;
      profile.levels = std::max<std::uint32_t>(profile.levels, worker->highest_level());
    }
    profile.levels = comm_.all_reduce(profile.levels, comm::Reduction::kMax);
  }

  comm::Communicator comm_;
  GhsOptions options_;
  WireFormat format_;
  VertexThreads threads_;
  Shared shared_;
  std::vector<std::unique_ptr<Worker<Lookup>>> workers_;
};

}  // namespace

std::unique_ptr<GhsSearch> make_ghs_search(const comm::Communicator& comm, const OwnerMap& owners,
                                           const NamedArcs& arcs, const DistMsfOptions& options) {
  switch (options.ghs.lookup) {
    case GhsLookup::kLinear:
      return std::make_unique<Search<LinearLookup>>(comm, owners, arcs, options);
    case GhsLookup::kBinary:
      return std::make_unique<Search<BinaryLookup>>(comm, owners, arcs, options);
    case GhsLookup::kHash:
      break;
  }
  return std::make_unique<Search<HashLookup>>(comm, owners, arcs, options);
}

}  // namespace strider::detail
