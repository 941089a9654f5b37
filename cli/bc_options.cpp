// What the options of strider bc mean.
#include <fmt/format.h>

#include <filesystem>
#include <system_error>

#include "bc_verb.hpp"
#include "files.hpp"
#include "interrupt.hpp"
#include "strider/error.hpp"

namespace strider::cli {
std::optional<std::uint64_t> BcVerb::drawn_samples(std::uint64_t num_vertices) const {
  return samples && *samples < num_vertices ? samples : std::nullopt;
}

void check(const BcVerb& verb) {
  if (verb.is_adaptive()) {
    const auto refuse = [](const char* option) {
      throw UsageError(fmt::format(
          "--epsilon samples paths by hops and scores vertices only: leave {} out", option));
    };
    if (verb.weighted) refuse("--weighted");
    if (verb.of_edges()) refuse("--edges");
    if (verb.exact.endpoints == BetweennessEndpoints::kIncluded) refuse("--endpoints");
    if (verb.exact.precision != BetweennessPrecision::kDouble) refuse("--precision");
    if (verb.algorithm.name != "auto") refuse("--algorithm");
  }
  if (verb.validate && (verb.weighted || verb.samples || verb.is_adaptive())) {
    throw UsageError(
        "--validate checks only exact scores by hops: leave --weighted, --samples and --epsilon "
        "out");
  }
  if (is_standard_output(verb.checkpoint.path)) {
    throw UsageError("--checkpoint must be a file, which is read when a run is resumed");
  }
  if (verb.resumes() && verb.checkpoint.path.empty()) {
    throw UsageError("--resume needs --checkpoint FILE, the checkpoint to continue from");
  }
}

bool lacks_checkpoint(const BcVerb& verb) {
  std::error_code failed;
  return verb.resumes() && std::filesystem::status(verb.checkpoint.path, failed).type() ==
                               std::filesystem::file_type::not_found;
}

BetweennessRun run_of(const BcVerb& verb, Progress& progress) {
  BetweennessRun run;
  run.threads = verb.run.threads;
  run.on_progress = [&progress](const BetweennessProgress& so_far) {
    if (interrupt_requested()) return RunControl::kStop;
    progress.step(fmt::format("{} left", duration(so_far.seconds_left)),
                  static_cast<double>(so_far.done) / static_cast<double>(so_far.total));
    return RunControl::kContinue;
  };
  run.checkpoint = verb.checkpoint;
  if (verb.begins_anew) run.checkpoint.start = CheckpointOptions::Start::kFresh;
  return run;
}

EstimateOptions estimate_options(const BcVerb& verb, Progress& progress) {
  EstimateOptions adaptive;
  adaptive.epsilon = *verb.epsilon;
  adaptive.delta = verb.delta.value_or(adaptive.delta);
  adaptive.top = verb.top.value_or(0);
  adaptive.scale = verb.exact.scale;
  adaptive.seed = verb.seed();
  adaptive.run = run_of(verb, progress);
  return adaptive;
}

DeviceBetweennessOptions device_betweenness_options(const BcVerb& verb) {
  DeviceBetweennessOptions options{.tuning = verb.tuning.bc_on_device};
  if constexpr (kHasDevices) {
    options.method = device_betweenness_method_from_name(verb.algorithm.name).value();
  }
  return options;
}

}  // namespace strider::cli
