// strider components, wherever it runs, and strider validate components.
#include "strider/components.hpp"

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>

#include "devices/device.hpp"
#include "devices/whole_memory.hpp"
#include "load.hpp"
#include "option_table.hpp"
#include "ranks/job.hpp"
#include "stopwatch.hpp"
#include "strider/gpu.hpp"
#include "validation_report.hpp"
#include "verbs.hpp"

namespace strider::cli {
namespace {

struct ComponentsVerb : GraphVerb {
  using GraphVerb::GraphVerb;
};

struct Outcome {
  ComponentSizes sizes;
  double seconds = 0;
  Verdict verdict = {};
  // Of a device:
  std::string device_name = {};  ///< empty elsewhere
  double prepare_s = 0;          ///< until the graph is there
  // Of ranks:
  std::optional<DistTraffic> traffic = {};
};

/// label(v) is what the input calls a vertex.
template <class LabelOf>
Verdict verdict_of(const ComponentsValidation& validation, LabelOf label) {
  if (validation.passed()) return {true, ""};
  std::string fault = fmt::format(
      "validation failed at vertex {}, against the rule that the label of a component is its first "
      "vertex, for all its vertices",
      label(validation.first_wrong));
  if (validation.num_wrong > 1) fault += fmt::format(", and {} more", validation.num_wrong - 1);
  return {true, fault};
}
Verdict verdict_of(const ComponentsValidation& validation, const Labels& labels) {
  return verdict_of(validation,
                    [&](GlobalVertex v) { return labels.label(static_cast<Vertex>(v)); });
}

void report(const ComponentsVerb& verb, const GraphFacts& graph, const Outcome& outcome) {
  const Summary summary(verb.run);
  const ComponentSizes& sizes = outcome.sizes;
  const double teps = static_cast<double>(graph.edges) / outcome.seconds;
  if (verb.run.json) {
    Json json = common_json(verb, graph, outcome.seconds);
    json["components"] = sizes.num_components;
    json["largest"] = sizes.largest_size;
    json["isolated"] = sizes.num_isolated;
    json["teps"] = teps;
    if (!outcome.device_name.empty()) {
      json["device_name"] = outcome.device_name;
      if (!outcome.traffic) json["prepare_s"] = outcome.prepare_s;
    }
    if (outcome.traffic) {
      json["partition"] = graph.partition;
      json["traffic"] = traffic_json(*outcome.traffic);
    }
    add_verdict_json(json, outcome.verdict);
    print_json(json);
  } else {
    summary.input(graph);
    summary.device(outcome.device_name, verb.seed());
    summary.line("components",
                 fmt::format("{}{}; the largest has {}; {}", grouped(sizes.num_components),
                             graph.directed ? ", weakly connected" : "",
                             counted(sizes.largest_size, "vertex"),
                             counted(sizes.num_isolated, "isolated vertex")));
    summary.line("time", fmt::format("{}, {}", duration(outcome.seconds), rate(teps)));
    if (outcome.traffic) summary.traffic(*outcome.traffic, verb.ranks.traffic);
  }
  if (!outcome.verdict.is_given) return;
  outcome.verdict.require_passed();
  if (verb.ranks.traffic) summary.text("\n");
  summary.line("valid", "the label of a component is its first vertex, for all its vertices");
}

ComponentsResult find(const ComponentsVerb& verb, const Graph& graph, Outcome& outcome) {
  if constexpr (kHasDevices) {
    if (is_on_device(verb.place)) {
      const Stopwatch preparing;
      const Device device = open_device(verb, verb.seed());
      const WholeMemory memory(device);
      const DeviceGraph there = memory.put([&] { return DeviceGraph(device, graph); });
      outcome.device_name = device.name();
      outcome.prepare_s = preparing.seconds();
      const Stopwatch watch;
      ComponentsResult found = memory.search([&] { return components(there); });
      outcome.seconds = watch.seconds();
      return found;
    }
  }
  const Stopwatch watch;
  ComponentsResult found = components(graph, {.threads = verb.run.threads});
  outcome.seconds = watch.seconds();
  return found;
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
    outcome.verdict =
        verdict_of(validate_components(graph, found.labels(), verb.run.threads), graph.labels());
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
      Outcome outcome{.sizes = found.sizes, .seconds = found.seconds, .traffic = found.traffic};
      if (device) outcome.device_name = device->name;
      if (mine.validate) {
        outcome.verdict =
            verdict_of(validate_components(cluster, shared.input, found, mine.run.threads),
                       [&](GlobalVertex v) { return label_of(cluster, shared.input, v); });
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
  progress.stage(fmt::format("reading {}", verb.graph.path));
  ReadOptions reading = verb.graph.reading(verb.run);
  reading.weights = ReadWeights::kNo;
  const InputEdges input = read_edges(verb.graph.path, reading);
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
    json["passed"] = validation.passed();
    json["wrong"] = validation.num_wrong;
    print_json(json);
  }
  const Summary summary(verb.run);
  summarize(summary, verb, graph, ReadWeights::kNo);
  verdict_of(validation, graph.labels).require_passed();
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
