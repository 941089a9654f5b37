#include "bc_report.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "interrupt.hpp"

namespace strider::cli {

BetweennessRun run_of(const BcOptions& options, Progress& progress) {
  BetweennessRun run;
  run.threads = options.run.threads;
  run.on_progress = [&progress](const BetweennessProgress& so_far) {
    if (interrupt_requested()) return RunControl::kStop;
    progress.step(fmt::format("{} left", duration(so_far.seconds_left)),
                  static_cast<double>(so_far.done) / static_cast<double>(so_far.total));
    return RunControl::kContinue;
  };
  run.checkpoint.path = options.checkpoint;
  run.checkpoint.interval_seconds = options.checkpoint_interval;
  if (options.resume && !options.begins_anew)
    run.checkpoint.start = CheckpointOptions::Start::kResume;
  return run;
}

EstimateOptions estimate_options(const BcOptions& options, Progress& progress) {
  EstimateOptions adaptive;
  adaptive.epsilon = *options.epsilon;
  adaptive.delta = options.delta.value_or(adaptive.delta);
  adaptive.top = options.top.value_or(0);
  if (options.normalized) adaptive.scale = BetweennessScale::kNormalized;
  adaptive.seed = options.seed();
  adaptive.run = run_of(options, progress);
  return adaptive;
}

Json estimate_json(const BcOptions& options, const BetweennessEstimate& estimate) {
  return {{"epsilon", *options.epsilon},
          {"delta", options.delta.value_or(EstimateOptions{}.delta)},
          {"samples", estimate.samples},
          {"most_samples", estimate.most_samples},
          {"bound", estimate.bound},
          {"normalized_bound", estimate.normalized_bound},
          {"ranking_is_certain", estimate.ranking_is_certain}};
}

std::string described_scale(const BcOptions& options, bool directed) {
  if (options.normalized) return "normalized";
  if (directed) return "sums over ordered pairs";
  if (!options.targets_file.empty()) return "sums over ordered pairs, each counted half";
  if (!options.sources_file.empty()) return "sums over the pairs of each source";
  return "sums over unordered pairs, each counted once";
}

std::optional<std::uint64_t> drawn_samples(const BcOptions& options, std::uint64_t num_vertices) {
  return options.samples && *options.samples < num_vertices ? options.samples : std::nullopt;
}

std::string described_samples(const BcOptions& options, std::uint64_t num_vertices) {
  if (!options.samples) return "";
  if (!drawn_samples(options, num_vertices)) return ", which are all vertices: scores are exact";
  return fmt::format(", drawn with seed {}, scaled to all vertices", options.seed());
}

void note_beginning(const Summary& summary, const BcOptions& options) {
  if (!options.begins_anew) return;
  summary.line("note", fmt::format("there was no {} to resume from, so the run began anew",
                                   options.checkpoint));
}

std::string described_bound(const BcOptions& options, const BetweennessEstimate& estimate) {
  return fmt::format(
      "every score is within {:.4g} of the exact one ({:.4g} normalized), with a failure "
      "probability of {}{}",
      estimate.bound, estimate.normalized_bound, options.delta.value_or(EstimateOptions{}.delta),
      estimate.ranking_is_certain ? "; the order of the highest scores is as certain" : "");
}

}  // namespace strider::cli
