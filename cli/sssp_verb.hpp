// The options of strider sssp.
#pragma once

#include <optional>
#include <string>

#include "options.hpp"
#include "trials.hpp"

namespace strider::cli {

struct SsspVerb {
  RunOptions run;
  GraphOptions graph;
  PathOptions paths;
  DeviceOptions device;
  TrialOptions trials;
  std::optional<std::string> target;
  std::optional<double> cutoff;
  bool validate = false;

  static constexpr std::uint64_t kSeed = 1;
  [[nodiscard]] std::uint64_t seed() const { return run.seed.value_or(kSeed); }
};

}  // namespace strider::cli
