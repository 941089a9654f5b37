// What strider bc tells and asks for, on one machine and on ranks.
#pragma once

#include <string>

#include "bc_options.hpp"
#include "progress.hpp"
#include "report.hpp"
#include "strider/betweenness_estimate.hpp"

namespace strider::cli {

/// How many scores are shown where nothing is said.
inline constexpr std::uint32_t kTopScores = 10;

/// Progress, interruption and checkpoints of a run. `progress` outlives it.
[[nodiscard]] BetweennessRun run_of(const BcOptions& options, Progress& progress);
[[nodiscard]] EstimateOptions estimate_options(const BcOptions& options, Progress& progress);

[[nodiscard]] Json estimate_json(const BcOptions& options, const BetweennessEstimate& estimate);
[[nodiscard]] std::string described_scale(const BcOptions& options, bool directed);
/// How many sources to draw; nothing where --samples asks for all vertices or more, whose scores
/// are exact.
[[nodiscard]] std::optional<std::uint64_t> drawn_samples(const BcOptions& options,
                                                         std::uint64_t num_vertices);
/// What a summary says of --samples behind the number of sources.
[[nodiscard]] std::string described_samples(const BcOptions& options, std::uint64_t num_vertices);
/// Says where a run that was to be resumed began anew.
void note_beginning(const Summary& summary, const BcOptions& options);
[[nodiscard]] std::string described_bound(const BcOptions& options,
                                          const BetweennessEstimate& estimate);

}  // namespace strider::cli
