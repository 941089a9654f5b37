// strider components, and strider validate components.
#include "strider/components.hpp"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "devices/place.hpp"
#include "errors.hpp"
#include "help.hpp"
#include "load.hpp"
#include "ranks/verbs.hpp"
#include "report.hpp"
#include "result_option.hpp"
#include "rules.hpp"
#include "stopwatch.hpp"
#include "validation_report.hpp"
#include "verbs.hpp"

namespace strider::cli {
namespace {

void require_passed(const ComponentsValidation& validation, const Labels& labels) {
  if (validation.passed()) return;
  throw ValidationFailed(
      violation_message(labels.label(static_cast<Vertex>(validation.first_wrong)), kComponentsRule,
                        validation.num_wrong - 1));
}

TimedComponents find(const ComponentsVerb& verb, const Graph& graph) {
  if (verb.is_on_device()) return components_on_device(graph, verb);
  const Stopwatch watch;
  TimedComponents timed;
  timed.found = components(graph, {.threads = verb.run.threads});
  timed.seconds = watch.seconds();
  return timed;
}

void run(const ComponentsVerb& verb) {
  require_device_for(verb.device, verb.run);
  if (runs_on_ranks(verb.graph.distribution)) return run_on_ranks(verb);
  begin(verb.run, verb.graph, Devices::kAny);
  const ResultFormat format = result_format(verb.run, ResultTables::kAllFormats);
  Progress progress(verb.run.progress());
  const LoadedGraph loaded =
      load(verb.graph, verb.run, progress, verification_to_validate(verb.validate));
  const Graph& graph = topology(loaded.graph);
  progress.stage("finding the components");
  const TimedComponents timed = find(verb, graph);
  ComponentsValidation validation;
  if (verb.validate) {
    progress.stage("validating");
    validation = validate_components(graph, timed.found.labels(), verb.run.threads);
  }
  progress.clear();
  if (!verb.run.output.empty() && validation.passed()) {
    write_components_result(graph.labels(), timed.found.labels(), verb.run.output, format,
                            verb.run.threads);
  }
  const Summary summary(verb.run);
  const ComponentSizes& sizes = timed.found.sizes();
  const double teps = static_cast<double>(graph.num_edges()) / timed.seconds;
  if (verb.run.json) {
    CommonFacts facts = common_facts("components", verb.graph, loaded);
    facts.algorithm = "auto";
    facts.seed = verb.seed();
    facts.time_s = timed.seconds;
    Json json = common_json(facts, verb.run);
    add_components_json(json, sizes, teps);
    if (verb.is_on_device()) {
      json["device_name"] = timed.device_name;
      json["prepare_s"] = timed.prepare_s;
    }
    add_validation_json(json, verb.validate ? std::optional(validation.passed()) : std::nullopt);
    print_json(json);
  } else {
    summary.input(verb.graph, loaded);
    summary.device(timed.device_name, verb.seed());
    summary.line("components", described_components(sizes, graph.directedness()));
    summary.line("time", fmt::format("{}, {}", duration(timed.seconds), rate(teps)));
  }
  require_passed(validation, graph.labels());
  if (verb.validate) summary.line("valid", kComponentsRule);
}

struct ValidateComponentsVerb {
  RunOptions run;
  GraphOptions graph;
  std::string result;
};

void validate(const ValidateComponentsVerb& verb) {
  begin_validation(verb.run, verb.graph, verb.result);
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
  progress.clear();
  if (verb.run.json) {
    Json json = validation_json(verb.run, verb.graph, graph, verb.result, watch.seconds());
    json["components"] = validation.num_components;
    json["passed"] = validation.passed();
    json["wrong"] = validation.num_wrong;
    print_json(json);
  }
  const Summary summary(verb.run);
  summarize(summary, verb.graph, graph, ReadWeights::kNo);
  require_passed(validation, graph.labels);
  summary.line("valid",
               fmt::format("{}: {}", verb.result, counted(validation.num_components, "component")));
}

}  // namespace

void add_components(CLI::App& program) {
  auto options = std::make_shared<ComponentsVerb>();
  CLI::App* verb = program.add_subcommand(
      "components", "Connected components, weakly connected ones of a directed graph");
  add_graph_options(*verb, options->graph);
  add_ownership_options(*verb, options->graph.distribution);
  add_result_option(*verb, options->run, "vertex component", ResultTables::kAllFormats);
  add_validate_flag(*verb, options->validate, "Check the result; exit status 4 if it is wrong");
  add_run_options(*verb, options->run);
  add_device_memory(*verb, options->device);
  add_only_algorithm(*verb);
  verb->footer(
      "Example:\n  strider components web.el --validate -o components.tsv\n"
      "  mpirun -n 4 strider components web.el --device cuda");
  verb->callback([options] { run(*options); });
}

void add_validate_components(CLI::App& program) {
  auto options = std::make_shared<ValidateComponentsVerb>();
  CLI::App* verb = program.add_subcommand("components", "Check connected components");
  add_graph_options(*verb, options->graph);
  begin_group(*verb, kSearchGroup);
  add_result_argument(*verb, options->result, "vertex and component");
  add_run_options(*verb, options->run);
  add_only_algorithm(*verb);
  verb->footer("Example:\n  strider validate components web.el components.tsv");
  verb->callback([options] { validate(*options); });
}

}  // namespace strider::cli
