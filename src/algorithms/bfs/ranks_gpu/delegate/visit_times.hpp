// When the visits of a traced search ran on the queues of a device.
#pragma once

#include <cstddef>
#include <deque>
#include <vector>

#include "gpu/context.hpp"
#include "strider/bfs.hpp"
#include "strider/device_visits.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// Records nothing where the search is not traced.
class VisitTimes {
 public:
  VisitTimes(Context& context, BfsTrace trace) {
    if (trace != BfsTrace::kLevels) return;
    // All marks beforehand: none can be missing in the midst of a search.
    for (std::size_t i = 0; i < 1 + 2 * kMostDeviceVisits; ++i) marks_.emplace_back(context);
    visits_.reserve(kMostDeviceVisits);
  }

  /// Times are those since `queue` came here. Waits where the search is traced: no visit begins
  /// before.
  void restart(Queue& queue) {
    visits_.clear();
    if (marks_.empty()) return;
    marks_[0].record(queue);
    queue.wait();
  }
  /// `body` puts the visit into `queue`.
  template <class Body>
  void record(Queue& queue, DeviceVisit visit, Level level, const Body& body) {
    const std::size_t number = visits_.size();
    if (marks_.empty() || number == kMostDeviceVisits) return body();
    begin_of(number).record(queue);
    body();
    end_of(number).record(queue);
    visits_.push_back({.visit = visit, .level = level});
  }
  /// Waits until the visits are over.
  [[nodiscard]] std::vector<DeviceVisitTime> take() {
    for (std::size_t i = 0; i < visits_.size(); ++i) {
      visits_[i].begin = begin_of(i).seconds_since(marks_[0]);
      visits_[i].seconds = end_of(i).seconds_since(begin_of(i));
    }
    return visits_;
  }

 private:
  TimeMark& begin_of(std::size_t visit) { return marks_[1 + 2 * visit]; }
  TimeMark& end_of(std::size_t visit) { return marks_[2 + 2 * visit]; }

  std::deque<TimeMark> marks_;  ///< the start, and two for each visit
  std::vector<DeviceVisitTime> visits_;
};

}  // namespace strider::detail::STRIDER_DEVICE
