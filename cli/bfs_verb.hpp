// The options of strider bfs.
#pragma once

#include <optional>

#include "options.hpp"
#include "trials.hpp"

namespace strider::cli {

struct BfsVerb {
  RunOptions run;
  GraphOptions graph;
  SearchOptions search;
  TrialOptions trials;
  std::optional<LayoutChoice> layout;
  bool deterministic = false;
  bool validate = false;

  static constexpr std::uint64_t kSeed = 1;
  [[nodiscard]] std::uint64_t seed() const { return run.seed.value_or(kSeed); }
};

}  // namespace strider::cli
