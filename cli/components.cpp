// strider components, wherever it runs, and strider validate components.
#include "strider/components.hpp"

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>

#include "devices/search_on_device.hpp"
#include "load.hpp"
#include "option_table.hpp"
#include "ranks/job.hpp"
#include "stopwatch.hpp"
#include "strider/gpu.hpp"
#include "strider/results.hpp"
#include "validation_report.hpp"
#include "verbs.hpp"

namespace strider::cli {
namespace {

struct ComponentsVerb : GraphVerb {
  using GraphVerb::GraphVerb;
};

struct Outcome : RunOutcome {
  ComponentSizes sizes = {};
  double seconds = 0;
  double prepare_s = 0;  ///< until the graph is on a device
};

void report(const ComponentsVerb& verb, const GraphFacts& graph, const Outcome& outcome) {
  const ComponentSizes& sizes = outcome.sizes;
  const double teps = static_cast<double>(graph.edges) / outcome.seconds;
  if (verb.run.json) {
    Json json = common_json(verb, graph, outcome.seconds);
    json["components"] = sizes.num_components;
    json["largest"] = sizes.largest_size;
    json["isolated"] = sizes.num_isolated;
    json["teps"] = teps;
    if (verb.place == Place::kDevice) json["prepare_s"] = outcome.prepare_s;
    add_outcome_json(json, graph, outcome);
    print_json(json);
  }
  Summary summary(verb.run);
  summary.input(graph);
  summary.device(outcome.device_name, verb.seed());
  summary.line(
      "components",
      fmt::format("{}{}; the largest has {}; {}", grouped(sizes.num_components),
                  graph.directed ? ", weakly connected" : "", counted(sizes.largest_size, "vertex"),
                  counted(sizes.num_isolated, "isolated vertex")));
  summary.line("time", fmt::format("{}, {}", duration(outcome.seconds), rate(teps)));
  if (outcome.traffic) summary.traffic(*outcome.traffic, verb.ranks.traffic);
  summary.verdict(outcome.verdict, rule_name(ComponentsRule::kLeastVertex));
}

ComponentsResult find(const ComponentsVerb& verb, const Graph& graph, Outcome& outcome) {
  Stopwatch watch;
  const auto find_in = [&](const auto& there) {
    outcome.prepare_s = watch.seconds();
    ComponentsResult found = components(there, {.threads = verb.run.threads});
    outcome.seconds = watch.seconds() - outcome.prepare_s;
    return found;
  };
  if constexpr (kHasDevices) {
    if (is_on_device(verb.place)) {
      return search_on_device(verb, graph, outcome.device_name, find_in);
    }
  }
  return find_in(graph);
}

void run_here(const ComponentsVerb& verb) {
  Progress progress(verb.run.progress());
  const LoadedGraph loaded = load(verb, progress);
  const Graph& graph = topology(loaded.graph);
  Outcome outcome;
  progress.stage("finding the components");
  const ComponentsResult found = find(verb, graph, outcome);
  outcome.sizes = found.sizes();
  if (verb.validate) {
    progress.stage("validating");
    const auto validation = validate_components(graph, found.labels(), verb.run.threads);
    outcome.verdict = {true, fault_of(validation, graph.labels(), graph.num_vertices())};
  }
  progress.clear();
  if (!verb.run.output.empty() && outcome.verdict.passed()) {
    write_components_result(graph.labels(), found.labels(), verb.run.output, verb.format,
                            verb.run.threads);
  }
  report(verb, graph_facts(verb.graph, loaded), outcome);
}

/// On all processes of the launcher. Throws Reported where it failed.
void run_on_ranks(const ComponentsVerb& verb) {
  if constexpr (kHasRanks) {
    static_cast<void>(partition_options(verb, Sought::kComponents));
    run_job(verb, [](const Cluster& cluster, const ComponentsVerb& mine) {
      const std::optional<RankDevice> device = open_device(cluster, mine);
      const SharedGraph shared = load(cluster, mine, Sought::kComponents);
      const ComponentsOptions options{.threads = mine.run.threads};
      const DistComponentsResult found = device ? components(shared.graph, device->device, options)
                                                : components(shared.graph, options);
      Outcome outcome;
      if (device) outcome.device_name = device->name;
      outcome.traffic = found.traffic;
      outcome.sizes = found.sizes;
      outcome.seconds = found.seconds;
      if (mine.validate) {
        const auto validation = validate_components(cluster, shared.input, found, mine.run.threads);
        outcome.verdict = verdict_on(cluster, shared.input, validation);
      }
      if (!mine.run.output.empty() && outcome.verdict.passed()) {
        write_result(cluster, shared.input, found, mine.run.output, mine.format);
      }
      report(mine, graph_facts(cluster, mine.graph, shared), outcome);
    });
  }
}

void run(ComponentsVerb& verb) {
  // Nothing is random but the schedule of an emulated device.
  if (verb.run.device != "host") verb.default_seed = SimtOptions{}.seed;
  run_at_place(verb, run_here);
}

/// Checks labels against the edges as they are listed.
void validate(const ValidateVerb& verb) {
  Progress progress(verb.run.progress());
  const InputEdges input = read_listed(verb, progress, ReadWeights::kNo);
  const ListedGraph graph(input);
  progress.stage(fmt::format("reading {}", verb.result));
  const Array<Vertex> labels = read_components_result(verb.result, graph.labels, graph.vertices);
  progress.stage("validating");
  const Stopwatch watch;
  const auto validation = validate_components(input.list, labels.span(), verb.run.threads);
  const double seconds = watch.seconds();
  progress.clear();
  if (verb.run.json) {
    Json json = validation_json(verb, graph, seconds);
    json["components"] = validation.num_components;
    json["wrong"] = validation.num_wrong;
    add_findings(json, validation, graph);
    print_json(json);
  }
  Summary summary(verb.run);
  summarize(summary, verb, graph, ReadWeights::kNo);
  require_passed(validation, graph);
  summary.line("valid",
               fmt::format("{}: {}", verb.result, counted(validation.num_components, "component")));
}

}  // namespace

void add_components(CLI::App& program) {
  auto verb = std::make_shared<ComponentsVerb>("components");
  verb->tables = ResultTables::kAllFormats;
  verb->algorithm.all = {
      .host = "auto", .device = "auto", .ranks = "auto", .ranks_on_devices = "auto"};
  OptionTable table(program, "components",
                    "Connected components, weakly connected ones of a directed graph");
  add_graph_options(table, verb->graph, verb->ranks);
  add_ownership_options(table, verb->ranks);
  add_result_option(table, *verb, "vertex component");
  add_validate_option(table, *verb, "Check the result; exit status 4 if it is wrong");
  add_run_options(table, verb->run);
  add_device_memory(table, verb->device);
  add_only_algorithm(table, *verb);
  table.footer(
      "Example:\n  strider components web.el --validate -o components.tsv\n"
      "  mpirun -n 4 strider components web.el --device cuda");
  table.on_run([verb] { run(*verb); });
}

void add_validate_components(CLI::App& program) {
  auto verb = std::make_shared<ValidateVerb>();
  OptionTable table = validate_table(program, *verb, "components", "Check connected components",
                                     "vertex and component");
  finish_table(table, verb, "components web.el components.tsv", validate);
}

}  // namespace strider::cli
