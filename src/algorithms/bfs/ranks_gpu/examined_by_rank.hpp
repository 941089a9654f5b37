// The arcs that a rank's device looks at, where a search is traced; else nothing is counted.
#pragma once

#include <optional>
#include <utility>

#include "algorithms/bfs/gpu/bottom_up.hpp"
#include "base/workspace.hpp"
#include "gpu/block_sum.hpp"
#include "gpu/buffer.hpp"
#include "strider/bfs.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// Counts what NoArcs (gpu/bottom_up.hpp) does not: what all threads looked at is added to *sum.
struct ArcCount {
  u64* sum;
  u64 arcs = 0;
  u64 begin = 0;  ///< of the row
  u64 end = 0;    ///< behind the last arc that is looked at

  STRIDER_DEVICE_FUNCTION void begin_row(u64 row_begin, u64 row_end) {
    begin = row_begin;
    end = row_end;
  }
  STRIDER_DEVICE_FUNCTION void stop_at(u64 arc) { end = arc + 1; }
  STRIDER_DEVICE_FUNCTION void end_row() { arcs += end - begin; }
  STRIDER_DEVICE_FUNCTION void finish() const { add_from_block(sum, arcs); }
};

class ExaminedByRank {
 public:
  ExaminedByRank(Workspace& workspace, Context& context, BfsTrace trace) : trace_(trace) {
    workspace.declare("a count of arcs", sum_, is_counted() ? 1 : 0, context);
  }

  void restart(Queue& queue) {
    followed_ = 0;
    of_search_ = 0;
    if (is_counted()) queue.fill(sum_.data(), 0, sum_.size_bytes());
  }
  /// Those of a frontier top-down, of which the host knows.
  void add(u64 arcs) { followed_ += arcs; }
  /// Calls launch(count) with what a kernel counts those by that it looks at bottom-up.
  template <class Launch>
  void with_count(const Launch& launch) const {
    if (is_counted()) {
      launch(ArcCount{sum_.data()});
    } else {
      launch(NoArcs());
    }
  }
  /// Those since the last call. Waits for the queue where they are counted.
  std::optional<u64> take(Queue& queue) {
    if (!is_counted()) return std::nullopt;
    u64 looked_at = 0;
    download_bytes(queue, &looked_at, sum_.data(), sizeof(looked_at));
    const u64 all = followed_ + looked_at;
    return all - std::exchange(of_search_, all);
  }
  /// All that were taken.
  [[nodiscard]] std::optional<u64> of_search() const {
    return is_counted() ? std::optional(of_search_) : std::nullopt;
  }

 private:
  [[nodiscard]] bool is_counted() const { return trace_ == BfsTrace::kLevels; }

  BfsTrace trace_;
  DeviceBuffer<u64> sum_;
  u64 followed_ = 0;
  u64 of_search_ = 0;  // when they were taken last
};

}  // namespace strider::detail::STRIDER_DEVICE
