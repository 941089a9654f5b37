// When ranks that compute independently have to synchronize.
#pragma once

#include <cstdint>

#include "base/timer.hpp"
#include "strider/betweenness.hpp"

namespace strider::detail {

/// Watches the progress of one rank, and says when a checkpoint is due.
class ProgressMonitor {
 public:
  /// What a rank proposes that all ranks do; the maximum of all ranks decides.
  enum Proposal : std::uint32_t { kGoOn = 0, kCheckpoint = 1, kStop = 2 };

  /// `total` sources. Checkpoints are for rank 0 to ask for.
  ProgressMonitor(const BetweennessRun& run, int rank, std::uint64_t total)
      : run_(run),
        total_(total),
        asks_for_checkpoints_(rank == 0 && !run.checkpoint.path.empty()) {}

  /// Of a run that continues from that many sources.
  void started_at(std::uint64_t sources) { first_ = sources; }
  /// After `done` sources: reports progress to the caller, and returns what is due.
  [[nodiscard]] Proposal peek(std::uint64_t done) {
    const double now = timer_.seconds();
    if (run_.on_progress && done < total_ && now - reported_ >= run_.progress_interval_seconds) {
      reported_ = now;
      const auto so_far = static_cast<double>(done - first_);
      const double left = so_far > 0 ? now / so_far * static_cast<double>(total_ - done) : 0;
      if (run_.on_progress({done, total_, left}) == RunControl::kStop) return kStop;
    }
    const bool is_due = asks_for_checkpoints_ && done > written_after_ &&
                        now - written_ >= run_.checkpoint.interval_seconds;
    return is_due ? kCheckpoint : kGoOn;
  }
  /// A checkpoint has been written.
  void wrote(std::uint64_t done) {
    written_ = timer_.seconds();
    written_after_ = done;
  }
  [[nodiscard]] double seconds() const { return timer_.seconds(); }

 private:
  const BetweennessRun& run_;
  std::uint64_t total_;
  bool asks_for_checkpoints_;
  std::uint64_t first_ = 0;
  std::uint64_t written_after_ = 0;
  Timer timer_;
  double written_ = 0;
  double reported_ = 0;
};

/// What a run that was stopped says, on all ranks.
[[noreturn]] void throw_interrupted(const BetweennessRun& run);

}  // namespace strider::detail
