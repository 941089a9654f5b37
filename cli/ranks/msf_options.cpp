#include "ranks/msf_options.hpp"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <nlohmann/json.hpp>

#include "strider/error.hpp"

namespace strider::cli {
namespace {

void require_together(std::string_view option, bool given, std::string_view needed, bool is_there) {
  if (given && !is_there) {
    throw UsageError(fmt::format("{}: means nothing without {}", option, needed));
  }
}

GhsOptions ghs_options(const GhsTuning& tuning) {
  GhsOptions ghs;
  if (tuning.lookup == "linear") ghs.lookup = GhsLookup::kLinear;
  if (tuning.lookup == "binary") ghs.lookup = GhsLookup::kBinary;
  if (tuning.test_queue == "shared") ghs.test_queue = GhsTestQueue::kShared;
  if (tuning.postponed == "queue") ghs.postponed = GhsPostponed::kQueue;
  if (tuning.messages == "plain") ghs.messages = GhsMessages::kPlain;
  if (tuning.finish_test == "allreduce") ghs.finish_test = GhsFinishTest::kAllReduce;
  if (tuning.chains == "messages") ghs.chains = GhsChains::kMessages;
  if (tuning.chains == "wired") ghs.chains = GhsChains::kWired;
  require_together("--ghs-hash-factor", tuning.hash_factor.has_value(), "--ghs-lookup hash",
                   ghs.lookup == GhsLookup::kHash);
  require_together("--ghs-test-frequency", tuning.test_frequency.has_value(),
                   "--ghs-test-queue separate", ghs.test_queue == GhsTestQueue::kSeparate);
  require_together("--ghs-finish-frequency", tuning.finish_frequency.has_value(),
                   "--ghs-finish-test allreduce", ghs.finish_test == GhsFinishTest::kAllReduce);
  ghs.hash_factor = tuning.hash_factor.value_or(ghs.hash_factor);
  ghs.aggregation_bytes = tuning.aggregation_bytes.value_or(ghs.aggregation_bytes);
  ghs.flush_frequency = tuning.flush_frequency.value_or(ghs.flush_frequency);
  ghs.queue_frequency = tuning.queue_frequency.value_or(ghs.queue_frequency);
  ghs.test_frequency = tuning.test_frequency.value_or(ghs.test_frequency);
  ghs.finish_frequency = tuning.finish_frequency.value_or(ghs.finish_frequency);
  return ghs;
}

}  // namespace

DistMsfOptions dist_msf_options(const MsfVerb& verb, const RunOptions& run) {
  const auto method = dist_msf_method_from_name(verb.algorithm);
  if (!method) {
    throw UsageError(
        fmt::format("--algorithm {}: on ranks there are auto and ghs", verb.algorithm));
  }
  if (*method != DistMsfMethod::kGhs) {
    if (!verb.ghs.first_given().empty()) {
      throw UsageError(fmt::format("{}: an option of --algorithm ghs, not of {}",
                                   verb.ghs.first_given(), verb.algorithm));
    }
    return {.method = *method, .objective = verb.objective(), .threads = run.threads};
  }
  const DistributionOptions& distribution = verb.graph.distribution;
  if (distribution.vertices == "cyclic") {
    throw UsageError("--distribution cyclic: --algorithm ghs needs blocks of consecutive vertices");
  }
  if (distribution.shuffle) {
    throw UsageError("--shuffle: --algorithm ghs needs blocks of consecutive vertices");
  }
  return {.method = *method,
          .objective = verb.objective(),
          .threads = run.threads,
          .ghs = ghs_options(verb.ghs)};
}

Json ghs_json(const GhsOptions& options) {
  constexpr const char* kLookups[] = {"linear", "binary", "hash"};
  Json json = {{"lookup", kLookups[static_cast<std::size_t>(options.lookup)]}};
  if (options.lookup == GhsLookup::kHash) json["hash_factor"] = options.hash_factor;
  const bool is_separate = options.test_queue == GhsTestQueue::kSeparate;
  json["test_queue"] = is_separate ? "separate" : "shared";
  json["postponed"] = options.postponed == GhsPostponed::kQueue ? "queue" : "vertex";
  json["messages"] = options.messages == GhsMessages::kPlain ? "plain" : "compressed";
  const bool reduces = options.finish_test == GhsFinishTest::kAllReduce;
  json["finish_test"] = reduces ? "allreduce" : "counting";
  constexpr const char* kChains[] = {"none", "messages", "wired"};
  json["chains"] = kChains[static_cast<std::size_t>(options.chains)];
  json["aggregation_bytes"] = options.aggregation_bytes;
  json["flush_frequency"] = options.flush_frequency;
  json["queue_frequency"] = options.queue_frequency;
  if (is_separate) json["test_frequency"] = options.test_frequency;
  if (reduces) json["finish_frequency"] = options.finish_frequency;
  return json;
}

}  // namespace strider::cli
