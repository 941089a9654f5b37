#include "algorithms/bc/ranks/replicated/deal.hpp"

#include <algorithm>
#include <exception>

#include "algorithms/bc/checkpoint.hpp"
#include "algorithms/bc/ranks/progress_monitor.hpp"
#include "comm/collective_error.hpp"
#include "comm/shared_counter.hpp"
#include "strider/error.hpp"

namespace strider::detail {
namespace {

/// What stands in the counter where nothing more is dealt; larger than any number of batches, and
/// far enough from the end of 64 bits for all that is still added to it.
constexpr std::uint64_t kStopped = std::uint64_t{1} << 62U;
/// A rank takes this part of its share of what is left, so that all end at about the same time:
/// guided self-scheduling (Polychronopoulos and Kuck 1987).
constexpr std::uint64_t kPartOfShare = 4;
/// Batches for each engine that a rank takes at once at most: between two takes it asks and tells
/// its caller.
constexpr std::uint64_t kMostPerEngine = 4;

class Dealer {
 public:
  Dealer(const comm::Communicator& comm, BatchWorker& worker, const Deal& deal,
         const BetweennessRun& run, PairSums& sums, SumExchange& exchange)
      : comm_(comm),
        worker_(worker),
        deal_(deal),
        run_(run),
        sums_(sums),
        exchange_(exchange),
        counter_(comm),
        monitor_(run, comm.rank(), deal.num_sources),
        num_batches_((deal.num_sources + deal.batch - 1) / deal.batch) {}

  Dealt run() {
    resume();
    while (!work_until_stopped()) {
    }
    return {comm_.all_reduce(arcs_, comm::Reduction::kSum), earlier_seconds_};
  }

 private:
  [[nodiscard]] std::uint64_t sources_in(std::uint64_t batches) const {
    return std::min<std::uint64_t>(batches * deal_.batch, deal_.num_sources);
  }

  /// Rank 0 reads what was done; the others begin from nothing. Collective.
  void resume() {
    if (run_.checkpoint.start != CheckpointOptions::Start::kResume) return;
    std::uint64_t sources = 0;
    comm::try_on_all_ranks(comm_, [&] {
      if (comm_.rank() != 0) return;
      BcState state{.sources_done = 0, .arcs = 0, .seconds = 0, .sums = sums_.words()};
      read_checkpoint(run_.checkpoint.path, deal_.checkpoint_key, state);
      sources = state.sources_done;
      arcs_ = state.arcs;
      earlier_seconds_ = state.seconds;
    });
    comm_.broadcast(std::span<std::uint64_t>(&sources, 1), 0);
    comm_.broadcast(std::span<double>(&earlier_seconds_, 1), 0);
    done_ = (sources + deal_.batch - 1) / deal_.batch;
    monitor_.started_at(sources);
    if (comm_.rank() == 0) counter_.replace(done_);
    comm_.barrier();
  }

  /// Until the ranks have come together; true where all is done. Collective.
  bool work_until_stopped() {
    std::exception_ptr error;
    std::uint64_t stopped_at = num_batches_;
    ProgressMonitor::Proposal proposal = ProgressMonitor::kGoOn;
    try {
      proposal = work();
    } catch (...) {
      error = std::current_exception();
    }
    if (error || proposal != ProgressMonitor::kGoOn) stopped_at = counter_.replace(kStopped);
    comm::throw_on_all_ranks(comm_, error);
    // The first to stop saw how many had been dealt out; others saw kStopped or more.
    done_ = comm_.all_reduce(std::min(stopped_at, num_batches_), comm::Reduction::kMin);
    const auto asked =
        comm_.all_reduce(static_cast<std::uint32_t>(proposal), comm::Reduction::kMax);
    const bool over = done_ == num_batches_;
    if (!run_.checkpoint.path.empty() && (over || asked != ProgressMonitor::kGoOn)) write();
    if (over) return true;
    if (asked == ProgressMonitor::kStop)
      comm::try_on_all_ranks(comm_, [&] { throw_interrupted(run_); });
    if (comm_.rank() == 0) counter_.replace(done_);
    comm_.barrier();
    return false;
  }

  /// Takes batches until there are none, or this rank wants something of the others.
  ProgressMonitor::Proposal work() {
    std::uint64_t seen = done_;
    while (true) {
      const std::uint64_t count = batches_to_take(seen);
      const std::uint64_t begin = counter_.take(count);
      if (begin >= num_batches_) return ProgressMonitor::kGoOn;
      const std::uint64_t end = std::min(begin + count, num_batches_);
      arcs_ += worker_.work(
          begin, end,
          [this](std::size_t /*batch*/, std::span<const double> dependencies) {
            sums_.add(dependencies, worker_.threads_each());
          },
          [this] { counter_.serve(); });
      seen = end;
      if (const ProgressMonitor::Proposal proposal = monitor_.peek(sources_in(end));
          proposal != ProgressMonitor::kGoOn)
        return proposal;
    }
  }

  [[nodiscard]] std::uint64_t batches_to_take(std::uint64_t seen) const {
    const std::uint64_t left = num_batches_ - std::min(seen, num_batches_);
    const auto at_once = static_cast<std::uint64_t>(worker_.at_once());
    const std::uint64_t part = left / static_cast<std::uint64_t>(comm_.size()) / kPartOfShare;
    return std::clamp(part / at_once, std::uint64_t{1}, kMostPerEngine) * at_once;
  }

  /// Collective.
  void write() {
    exchange_.to_first(sums_);
    const std::uint64_t arcs = comm_.all_reduce(arcs_, comm::Reduction::kSum);
    arcs_ = comm_.rank() == 0 ? arcs : 0;
    comm::try_on_all_ranks(comm_, [&] {
      if (comm_.rank() != 0) return;
      write_checkpoint(run_.checkpoint.path, deal_.checkpoint_key,
                       {.sources_done = sources_in(done_),
                        .arcs = arcs,
                        .seconds = earlier_seconds_ + monitor_.seconds(),
                        .sums = sums_.words()});
    });
    monitor_.wrote(sources_in(done_));
  }

  const comm::Communicator& comm_;
  BatchWorker& worker_;
  const Deal& deal_;
  const BetweennessRun& run_;
  PairSums& sums_;
  SumExchange& exchange_;
  comm::SharedCounter counter_;
  ProgressMonitor monitor_;
  std::uint64_t num_batches_;
  std::uint64_t done_ = 0;  ///< batches, as of when ranks last came together
  std::uint64_t arcs_ = 0;
  double earlier_seconds_ = 0;
};

}  // namespace

Dealt deal_batches(const comm::Communicator& comm, BatchWorker& worker, const Deal& deal,
                   const BetweennessRun& run, DealtSums& sums) {
  const Dealt dealt = Dealer(comm, worker, deal, run, sums.own, sums.exchange).run();
  sums.exchange.to_all(sums.own, sums.totals.span());
  return dealt;
}

}  // namespace strider::detail
