// strider components on ranks.
#include "strider/components.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "errors.hpp"
#include "files.hpp"
#include "ranks/job.hpp"
#include "ranks/verbs.hpp"
#include "result_option.hpp"
#include "rules.hpp"

namespace strider::cli {
namespace {

void run(const ComponentsVerb& verb, const Cluster& cluster, const RunOptions& run,
         ResultFormat format) {
  const std::optional<RankDevice> device = open_device(cluster, run, verb.device, {}, verb.seed());
  const SharedGraph shared =
      load(cluster, verb.graph,
           partition_options(verb.graph.distribution, {}, Sought::kComponents, run), run);
  const ComponentsOptions options{.threads = run.threads};
  const DistComponentsResult found = device ? components(shared.graph, device->device, options)
                                            : components(shared.graph, options);
  ComponentsValidation validation;
  if (verb.validate) {
    validation = validate_components(cluster, shared.input, found, run.threads);
  }
  if (!verb.run.output.empty() && validation.passed()) {
    write_result(cluster, shared.input, found, verb.run.output, format);
  }
  const Summary summary(run);
  const double teps = static_cast<double>(shared.graph.num_edges()) / found.seconds;
  if (run.json) {
    CommonFacts facts = common_facts("components", cluster, verb.graph, shared);
    facts.algorithm = "auto";
    facts.seed = verb.seed();
    facts.time_s = found.seconds;
    Json json = common_json(facts, run);
    add_components_json(json, found.sizes, teps);
    if (device) json["device_name"] = device->name;
    json["partition"] = partition_json(shared.graph);
    json["traffic"] = traffic_json(found.traffic);
    add_validation_json(json, verb.validate ? std::optional(validation.passed()) : std::nullopt);
    print_json(json);
  } else {
    print_input(summary, cluster, verb.graph, shared);
    summary.device(device ? device->name : "", verb.seed());
    summary.line("components", described_components(found.sizes, shared.input.directedness()));
    summary.line("time", fmt::format("{}, {}", duration(found.seconds), rate(teps)));
    print_traffic(summary, found.traffic, verb.graph.distribution.traffic);
  }
  if (!validation.passed()) {
    const std::vector<GlobalVertex> first = {validation.first_wrong};
    throw ValidationFailed(violation_message(shared.input.labels_of(cluster, first).front(),
                                             kComponentsRule, validation.num_wrong - 1));
  }
  if (!verb.validate) return;
  if (verb.graph.distribution.traffic) summary.text("\n");
  summary.line("valid", kComponentsRule);
}

}  // namespace

void run_on_ranks(const ComponentsVerb& verb) {
  require_graph_kept(verb.run, verb.graph);
  const ResultFormat format = result_format(verb.run, ResultTables::kAllFormats);
  static_cast<void>(partition_options(verb.graph.distribution, {}, Sought::kComponents, verb.run));
  run_job(verb.run, Devices::kAny, [&](const Cluster& cluster, const RunOptions& options) {
    run(verb, cluster, options, format);
  });
}

}  // namespace strider::cli
