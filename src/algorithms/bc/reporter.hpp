// Progress and checkpoints of a long run.
#pragma once

#include <cstdint>

#include "algorithms/bc/checkpoint.hpp"
#include "algorithms/bc/checkpoint_file.hpp"
#include "base/timer.hpp"
#include "strider/betweenness.hpp"
#include "strider/error.hpp"

namespace strider::detail {

/// What is reported to the caller, and what the file is given, between two batches.
class Reporter {
 public:
  /// Throws InputError where a file is in the way.
  Reporter(const BetweennessRun& run, std::uint64_t key, std::uint64_t total)
      : run_(run), key_(key), total_(total) {
    require_no_other_file(run.checkpoint);
  }

  void started_at(const BcState& state) {
    first_ = state.sources_done;
    earlier_seconds_ = state.seconds;
  }

  /// Throws InterruptedError where the caller wants to stop. `complete()` before the sums are
  /// looked at.
  template <class Complete>
  void report(BcState& state, const Complete& complete) {
    const double now = timer_.seconds();
    state.seconds = earlier_seconds_ + now;
    const bool over = state.sources_done == total_;
    const CheckpointOptions& checkpoint = run_.checkpoint;
    if (!checkpoint.path.empty() && (over || now - written_ >= checkpoint.interval_seconds)) {
      complete();
      write_checkpoint(checkpoint.path, key_, state);
      written_ = timer_.seconds();
    }
    if (!run_.on_progress || over || now - reported_ < run_.progress_interval_seconds) return;
    reported_ = now;
    const auto done = static_cast<double>(state.sources_done - first_);
    const double left = now / done * static_cast<double>(total_ - state.sources_done);
    if (run_.on_progress({state.sources_done, total_, left}) == RunControl::kContinue) return;
    if (!checkpoint.path.empty()) {
      complete();
      write_checkpoint(checkpoint.path, key_, state);
    }
    throw InterruptedError(checkpoint.path.empty()
                               ? "betweenness: stopped early"
                               : "betweenness: stopped early; it can be resumed from " +
                                     checkpoint.path);
  }
  /// Of sums that are complete.
  void report(BcState& state) {
    report(state, [] {});
  }

 private:
  const BetweennessRun& run_;
  std::uint64_t key_;
  std::uint64_t total_;
  std::uint64_t first_ = 0;
  double earlier_seconds_ = 0;
  Timer timer_;
  double written_ = 0;
  double reported_ = 0;
};

}  // namespace strider::detail
