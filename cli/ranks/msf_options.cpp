#include "ranks/msf_options.hpp"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <nlohmann/json.hpp>

#include "strider/error.hpp"

namespace strider::cli {
namespace {

void require_together(const Tuning& tuning, std::string_view key, std::string_view needed,
                      bool is_there) {
  if (tuning.has(key) && !is_there) {
    throw UsageError(fmt::format("--tune {} needs {}", key, needed));
  }
}

GhsOptions ghs_options(const MsfVerb& verb) {
  GhsOptions ghs = verb.tuning.ghs;
  if (verb.chains == "messages") ghs.chains = GhsChains::kMessages;
  if (verb.chains == "wired") ghs.chains = GhsChains::kWired;
  require_together(verb.tuning, "ghs-hash-factor", "ghs-lookup=hash",
                   ghs.lookup == GhsLookup::kHash);
  require_together(verb.tuning, "ghs-test-frequency", "ghs-test-queue=separate",
                   ghs.test_queue == GhsTestQueue::kSeparate);
  require_together(verb.tuning, "ghs-finish-frequency", "ghs-finish-test=allreduce",
                   ghs.finish_test == GhsFinishTest::kAllReduce);
  return ghs;
}

}  // namespace

DistMsfOptions dist_msf_options(const MsfVerb& verb, const RunOptions& run) {
  const auto method = dist_msf_method_from_name(verb.algorithm);
  if (!method) {
    throw UsageError(
        fmt::format("--algorithm {} is not supported on ranks: use auto or ghs", verb.algorithm));
  }
  if (*method != DistMsfMethod::kGhs) {
    if (!verb.chains.empty()) {
      throw UsageError(fmt::format("--ghs-chains needs --algorithm ghs, got {}", verb.algorithm));
    }
    return {.method = *method,
            .objective = verb.objective(),
            .threads = run.threads,
            .tuning = verb.tuning.msf_on_ranks};
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
          .ghs = ghs_options(verb)};
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
