// Where the time of a run goes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/timer.hpp"
#include "strider/dist_msf.hpp"

namespace strider::detail {

enum class BoruvkaPart : std::uint8_t {
  kScan,      ///< first look at the rows: light edges
  kContract,  ///< what the rank settles by itself
  kHook,      ///< fragments hook themselves to those of other ranks by their first edges
  kNumber,    ///< fragment ids to ranks that have edges to them
  kFilter,    ///< the forest of the rank's own edges
  kRounds,    ///< rounds, and one rank only
  kReport,    ///< who is outside the giant tree
  kHeavy,     ///< second look at the rows: edges left outside the giant tree
  kDeliver    ///< edges of the forest to their owners
};
inline constexpr std::array<std::string_view, 9> kBoruvkaParts = {
    "scan", "contract", "hook", "number", "filter", "rounds", "report", "heavy", "deliver"};

/// Adds up seconds by part; each time is that since the last one.
class PartTimer {
 public:
  void start() {
    seconds_.fill(0);
    timer_ = {};
    before_ = 0;
  }
  void end(BoruvkaPart part) {
    const double now = timer_.seconds();
    seconds_[static_cast<std::size_t>(part)] += now - before_;
    before_ = now;
  }
  void write(std::vector<DistMsfProfile::Part>& parts) const {
    parts.clear();
    for (std::size_t i = 0; i < kBoruvkaParts.size(); ++i) {
      parts.push_back({kBoruvkaParts[i], seconds_[i]});
    }
  }

 private:
  std::array<double, kBoruvkaParts.size()> seconds_{};
  Timer timer_;
  double before_ = 0;
};

}  // namespace strider::detail
