// Notices where ranks wait for one that does not come. Defined in strider::ranks.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "strider/cluster.hpp"

namespace strider {

/// Looks at what this rank waits for as long as it lives, from a thread of its own.
class Watchdog {
 public:
  /// Calls on_hang("rank 2 has waited 60 s in exchange"), from that thread, once nothing that this
  /// rank waits for has come for `seconds`, and no more after that. A rank that computes does not
  /// wait; nor does one that looks for messages in between, as GHS does. Throws UsageError, on this
  /// rank, if `seconds` is not above 0. Not collective.
  Watchdog(const Cluster& cluster, double seconds,
           std::function<void(const std::string& line)> on_hang);
  ~Watchdog();
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace strider
