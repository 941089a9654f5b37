// strider components on ranks.
#include "components_verb.hpp"
#include "ranks/job.hpp"

namespace strider::cli {
namespace {

void run(const Cluster& cluster, const ComponentsVerb& verb) {
  const std::optional<RankDevice> device = open_device(cluster, verb);
  const SharedGraph shared = load(cluster, verb, Sought::kComponents);
  const ComponentsOptions options{.threads = verb.run.threads};
  const DistComponentsResult found = device ? components(shared.graph, device->device, options)
                                            : components(shared.graph, options);
  ComponentsOutcome outcome{
      .sizes = found.sizes, .seconds = found.seconds, .verdict = {}, .traffic = found.traffic};
  if (device) outcome.device_name = device->name;
  if (verb.validate) {
    outcome.verdict =
        verdict_of(validate_components(cluster, shared.input, found, verb.run.threads),
                   [&](GlobalVertex v) { return label_of(cluster, shared.input, v); });
  }
  if (!verb.run.output.empty() && outcome.verdict.passed()) {
    write_result(cluster, shared.input, found, verb.run.output, verb.format);
  }
  report(verb, graph_facts(cluster, verb.graph, shared), outcome);
}

}  // namespace

void run_on_ranks(const ComponentsVerb& verb) {
  static_cast<void>(partition_options(verb, Sought::kComponents));
  run_job(verb, run);
}

}  // namespace strider::cli
