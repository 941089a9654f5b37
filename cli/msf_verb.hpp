// The options of strider msf.
#pragma once

#include <cstdint>
#include <string>

#include "environment.hpp"
#include "options.hpp"
#include "strider/device.hpp"
#include "strider/msf.hpp"

namespace strider::cli {

struct MsfVerb {
  /// The one method that only ranks have.
  static constexpr const char* kGhs = "ghs";

  RunOptions run;
  GraphOptions graph;
  std::string algorithm = "auto";  ///< of one machine, of a device, or of ranks
  DeviceOptions device;
  Tuning tuning;
  std::string chains;  ///< of GHS: a name of GhsChains; empty: none
  bool maximum = false;
  bool validate = false;

  [[nodiscard]] MsfObjective objective() const {
    return maximum ? MsfObjective::kMaximum : MsfObjective::kMinimum;
  }
  [[nodiscard]] const char* objective_name() const { return maximum ? "maximum" : "minimum"; }
  [[nodiscard]] bool is_on_device() const {
    return device_choice(run.device).kind != DeviceChoice::Kind::kHost;
  }
  /// The one used: forests have nothing random but the schedule of an emulated device.
  [[nodiscard]] std::uint64_t seed() const {
    return run.seed.value_or(is_on_device() ? SimtOptions{}.seed : 0);
  }
  /// The option that asks for a method of ranks, "" where none does.
  [[nodiscard]] std::string asks_for_ranks() const {
    if (algorithm == kGhs) return "--algorithm ghs";
    return chains.empty() ? "" : "--ghs-chains";
  }
};

}  // namespace strider::cli
