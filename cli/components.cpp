// strider components, and strider validate components.
#include "strider/components.hpp"

#include <fmt/format.h>

#include <memory>

#include "components_verb.hpp"
#include "load.hpp"
#include "option_table.hpp"
#include "stopwatch.hpp"
#include "strider/gpu.hpp"
#include "validation_report.hpp"
#include "verbs.hpp"

namespace strider::cli {
namespace {

ComponentsResult find(const ComponentsVerb& verb, const Graph& graph, ComponentsOutcome& outcome) {
  if constexpr (kHasDevices) {
    if (is_on_device(verb.place)) return components_on_device(verb, graph, outcome);
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
  ComponentsOutcome outcome;
  progress.stage("finding the components");
  const ComponentsResult found = find(verb, graph, outcome);
  outcome.sizes = found.sizes();
  if (verb.validate) {
    progress.stage("validating");
    outcome.verdict =
        verdict_of(validate_components(graph, found.labels(), verb.run.threads),
                   [&](GlobalVertex v) { return graph.labels().label(static_cast<Vertex>(v)); });
  }
  progress.clear();
  if (!verb.run.output.empty() && outcome.verdict.passed()) {
    write_components_result(graph.labels(), found.labels(), verb.run.output, verb.format,
                            verb.run.threads);
  }
  report(verb, graph_facts(verb.graph, loaded), outcome);
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
  verdict_of(validation, [&](GlobalVertex v) {
    return graph.labels.label(static_cast<Vertex>(v));
  }).require_passed();
  summary.line("valid",
               fmt::format("{}: {}", verb.result, counted(validation.num_components, "component")));
}

}  // namespace

void report(const ComponentsVerb& verb, const GraphFacts& graph, const ComponentsOutcome& outcome) {
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
