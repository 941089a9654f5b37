// Searches from one source, or several times from sources at random.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "parser.hpp"
#include "strider/graph.hpp"

namespace strider::cli {

struct TrialOptions {
  std::optional<std::string> source;
  std::optional<int> trials;
};
void add_trial_options(CLI::App& verb, TrialOptions& options);

/// The source given, or one for each trial at random among the vertices with an edge. Throws
/// UsageError where there is none.
[[nodiscard]] std::vector<Vertex> choose_sources(const TrialOptions& options, const Graph& graph,
                                                 std::uint64_t seed);

/// Of at least one time.
[[nodiscard]] double median(std::vector<double> seconds);
/// "64, seed 1: min ..., median ..., max ...".
[[nodiscard]] std::string described_trials(const std::vector<double>& seconds, std::uint64_t seed);

}  // namespace strider::cli
