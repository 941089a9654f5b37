// The loop of a rank (Mazeev, Semenov and Simonov 2016, section 3.2): messages come in packets and
// are queued; every few turns the queue is served, the queue of Test messages less often; what
// vertices answer is queued here, or gathered into packets that leave when they are full or every
// few turns.
//
// With several threads each has a block of the rank's vertices, with its own queues and lookup.
// Only thread 0 talks to other ranks; threads hand messages to each other, and to it, by mail.
#include "algorithms/msf/ranks/ghs/search.hpp"

#include <sched.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "algorithms/msf/ranks/ghs/arc_lookup.hpp"
#include "algorithms/msf/ranks/ghs/worker.hpp"
#include "base/parallel.hpp"
#include "base/timer.hpp"
#include "base/workspace.hpp"
#include "comm/collective_error.hpp"
#include "comm/packet_stream.hpp"
#include "ranks/memory/node_memory.hpp"
#include "strider/error.hpp"

namespace strider::detail::ghs {
namespace {

template <class Lookup>
class Search final : public RankSearch {
 public:
  Search(const comm::Communicator& comm, const OwnerMap& owners, const NamedArcs& arcs,
         const DistMsfOptions& options)
      : comm_(comm.duplicate()),
        options_(options.ghs),
        grid_(comm_, static_cast<int>(options_.ranks_per_node)),
        format_(options_.messages, arcs.form, options_.chains),
        threads_(owners, arcs, options.threads),
        shared_{
            .threads = threads_, .options = options_, .mail = ThreadMail(threads_.count() + 1)} {
    comm::try_on_all_ranks(comm_, [&] {
      Workspace workspace;
      for (std::size_t t = 0; t < threads_.count(); ++t) {
        require_few(arcs.offsets[threads_.end(t)] - arcs.offsets[threads_.begin(t)]);
        workers_.push_back(std::make_unique<Worker<Lookup>>(workspace, arcs, shared_, t));
      }
      workspace.count("packets",
                      comm::PacketStream::memory_bytes(comm_, options_.aggregation_bytes, &grid_));
      workspace.take("the vertices of ghs and what they send", NodeMemory(comm_));
    });
  }

  void run(const Take& take, DistMsfProfile& profile) override {
    shared_.over.store(false, std::memory_order_relaxed);
    std::optional<Wire> wire;
    comm::try_on_all_ranks(comm_, [&] { wire.emplace(comm_, grid_, shared_, format_); });
    const comm::Phase before = comm_.traffic().phase();
    comm_.traffic().enter(comm::Phase::kExchange);
    const Timer timer;
    // Vertices that sleep are work, too.
    shared_.open.store(static_cast<std::int64_t>(workers_.size()), std::memory_order_relaxed);
    shared_.mail.clear();
    std::exception_ptr error;
    try {
      parallel_region(static_cast<int>(threads_.count()), [&](int thread, int threads) {
        run_thread(static_cast<std::size_t>(thread), static_cast<std::size_t>(threads), *wire);
      });
    } catch (...) {
      error = std::current_exception();
      wire->raise_alarm();
    }
    if (wire->is_alarmed()) wire->drain();
    const double seconds = timer.seconds();
    comm_.traffic().enter(before);
    // No rank may send packets of another run while one still looks for those of this.
    wire.reset();
    comm::throw_on_all_ranks(comm_, error);
    comm::try_on_all_ranks(comm_, [&] {
      for (const auto& worker : workers_) worker->give_forest(take);
      report(seconds, profile);
    });
    profile.levels = comm_.all_reduce(profile.levels, comm::Reduction::kMax);
    if (options_.chains != GhsChains::kNone) {
      for (const auto& worker : workers_) {
        profile.longest_chain =
            std::max<std::uint64_t>(profile.longest_chain, worker->longest_chain());
      }
      profile.longest_chain = comm_.all_reduce(profile.longest_chain, comm::Reduction::kMax);
    }
  }

 private:
  /// Of arcs of a thread.
  static void require_few(std::uint64_t arcs) {
    constexpr std::uint64_t kMostArcs = 0xFFFF'FFFEU;
    if (arcs > kMostArcs) throw UsageError("one thread has 2^32 arcs or more: start more ranks");
  }

  /// Workers thread, thread + threads and so on: OpenMP may grant fewer threads than there are
  /// workers. An error ends the loops of the other threads.
  void run_thread(std::size_t thread, std::size_t threads, Wire& wire) {
    try {
      for (std::size_t w = thread; w < workers_.size(); w += threads) workers_[w]->wake_all();
      for (std::uint64_t turn = 1; !shared_.over.load(std::memory_order_acquire); ++turn) {
        bool has_messages = false;
        for (std::size_t w = thread; w < workers_.size(); w += threads) {
          workers_[w]->turn(turn, w == 0 ? &wire : nullptr);
          has_messages = has_messages || workers_[w]->has_messages();
        }
        const bool idle = shared_.open.load(std::memory_order_acquire) == 0;
        if (thread == 0 && (wire.is_alarmed() || wire.is_over(idle, turn))) {
          shared_.over.store(true, std::memory_order_release);
        }
        // Who waits for others must not take their core.
        if (!has_messages) sched_yield();
      }
    } catch (...) {
      shared_.over.store(true, std::memory_order_release);
      throw;
    }
  }

  void report(double seconds, DistMsfProfile& profile) const {
    profile = {};
    for (const std::string_view name : kPartNames) profile.parts.push_back({name, 0});
    for (std::size_t type = 0; type < kMessageTypes; ++type) {
      profile.messages.push_back({kMessageNames[type], 0, 0, 0});
    }
    for (const auto& worker : workers_) {
      RunCounts counts = worker->counts();
      counts.seconds[kWait] =
          seconds - std::accumulate(counts.seconds.begin(), counts.seconds.end(), 0.0);
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
  }

  comm::Communicator comm_;
  GhsOptions options_;
  comm::NodeGrid grid_;
  WireFormat format_;
  VertexThreads threads_;
  SharedState shared_;
  std::vector<std::unique_ptr<Worker<Lookup>>> workers_;
};

}  // namespace

std::unique_ptr<RankSearch> make_search(const comm::Communicator& comm, const OwnerMap& owners,
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

}  // namespace strider::detail::ghs
