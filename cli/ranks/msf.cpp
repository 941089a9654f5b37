// strider msf on ranks.
#include <fmt/format.h>

#include "msf_verb.hpp"
#include "ranks/job.hpp"
#include "ranks/picture.hpp"
#include "strider/dist_msf.hpp"

namespace strider::cli {
namespace {

void require_together(const Tuning& tuning, std::string_view key, std::string_view needed,
                      bool is_there) {
  if (tuning.has(key) && !is_there) {
    throw UsageError(fmt::format("--tune {} needs {}", key, needed));
  }
}

GhsOptions ghs_options(const MsfVerb& verb) {
  const PartitionOptions& partition = verb.ranks.partition;
  if (partition.distribution == VertexDistribution::kCyclic) {
    throw UsageError("--distribution cyclic: --algorithm ghs needs blocks of consecutive vertices");
  }
  if (partition.shuffle_seed) {
    throw UsageError("--shuffle: --algorithm ghs needs blocks of consecutive vertices");
  }
  GhsOptions ghs = verb.tuning.ghs;
  ghs.chains = verb.chains.value_or(GhsChains::kNone);
  require_together(verb.tuning, "ghs-hash-factor", "ghs-lookup=hash",
                   ghs.lookup == GhsLookup::kHash);
  require_together(verb.tuning, "ghs-test-frequency", "ghs-test-queue=separate",
                   ghs.test_queue == GhsTestQueue::kSeparate);
  require_together(verb.tuning, "ghs-finish-frequency", "ghs-finish-test=allreduce",
                   ghs.finish_test == GhsFinishTest::kAllReduce);
  return ghs;
}

/// Throws UsageError where options do not go together.
DistMsfOptions msf_options(const MsfVerb& verb) {
  DistMsfOptions options = {.method = dist_msf_method_from_name(verb.algorithm.name).value(),
                            .objective = verb.objective,
                            .threads = verb.run.threads,
                            .tuning = verb.tuning.msf_on_ranks};
  if (options.method == DistMsfMethod::kGhs) {
    options.ghs = ghs_options(verb);
  } else if (verb.chains) {
    throw UsageError(
        fmt::format("--ghs-chains needs --algorithm ghs, got {}", verb.algorithm.name));
  }
  return options;
}

template <class W>
void run(const MsfVerb& verb, const Cluster& cluster, const SharedGraph& shared) {
  MsfOutcome outcome;
  outcome.on_ranks = msf_options(verb);
  const DistMsfResult<W> forest = DistMsfSolver<W>(shared.graph, outcome.on_ranks).run();
  outcome.describe(forest);
  outcome.seconds = forest.seconds();
  outcome.traffic = forest.traffic();
  outcome.profile = forest.profile();
  if (verb.validate) {
    const DistMsfValidation<W> validation =
        validate_msf(cluster, shared.input, forest, verb.objective, verb.run.threads);
    outcome.verdict = verdict_on(cluster, shared.input, validation);
  }
  if (!verb.run.output.empty() && outcome.verdict.passed()) {
    write_result(cluster, shared.input, forest, verb.run.output, verb.format);
  }
  SharedPicture picture(cluster, verb.run, shared);
  picture.mark_listed("of the forest", forest.edges());
  outcome.picture = picture.take();
  report_on_all_ranks(cluster, verb, shared, outcome);
}

void run(const Cluster& cluster, const MsfVerb& verb) {
  const SharedGraph shared = load(cluster, verb, Sought::kForest, [&](const DistInput& input) {
    require_undirected(input.directedness(), input.facts(), verb.graph.path);
  });
  visit_weight_type(shared.input,
                    [&]<class W>(W /*of the type*/) { run<W>(verb, cluster, shared); });
}

}  // namespace

void run_on_ranks(const MsfVerb& verb) {
  static_cast<void>(partition_options(verb, Sought::kForest));
  static_cast<void>(msf_options(verb));
  run_job(verb, run);
}

}  // namespace strider::cli
