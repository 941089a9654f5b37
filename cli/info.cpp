// strider info: what is in a graph.
#include <fmt/format.h>

#include <CLI/App.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "graph_statistics.hpp"
#include "help.hpp"
#include "load.hpp"
#include "options.hpp"
#include "report.hpp"
#include "stopwatch.hpp"
#include "strider/results.hpp"
#include "verbs.hpp"

namespace strider::cli {
namespace {

struct InfoOptions {
  RunOptions run;
  GraphOptions graph;
  bool validate = false;
};

std::string_view weight_type(const AnyGraph& graph) {
  constexpr std::string_view kNames[] = {"none", "float", "double", "uint32"};
  return kNames[graph.index()];
}

Json info_json(const InfoOptions& options, const LoadedGraph& loaded,
               const DegreeStatistics& degrees, const ComponentStatistics& components,
               double seconds) {
  CommonFacts facts = common_facts("info", options.graph, loaded);
  facts.seed = options.run.seed.value_or(0);
  facts.time_s = seconds;
  Json json = common_json(facts, options.run);
  add_input_json(json, loaded);
  json["weight_type"] = weight_type(loaded.graph);
  json["isolated"] = components.isolated;
  json["degree"] = {{"min", degrees.min},          {"mean", degrees.mean},
                    {"p50", degrees.median},       {"p90", degrees.percentile90},
                    {"p99", degrees.percentile99}, {"max", degrees.max}};
  json["components"] = components.count;
  json["largest_component"] = components.largest;
  json["memory_bytes"] = graph_bytes(loaded.graph);
  json["layout_bytes"] = loaded.prepared ? loaded.prepared->extra_bytes() : 0;
  return json;
}

void print_summary(const InfoOptions& options, const LoadedGraph& loaded,
                   const DegreeStatistics& degrees, const ComponentStatistics& components) {
  const bool directed = topology(loaded.graph).is_directed();
  const Summary summary(options.run);
  summary.input(options.graph, loaded);
  summary.line(directed ? "out-degree" : "degree",
               fmt::format("min {}, median {}, mean {:.2f}, 90 % {}, 99 % {}, max {}", degrees.min,
                           grouped(degrees.median), degrees.mean, grouped(degrees.percentile90),
                           grouped(degrees.percentile99), grouped(degrees.max)));
  summary.line("components", fmt::format("{}{}; the largest has {}; {}", grouped(components.count),
                                         directed ? ", weakly connected" : "",
                                         counted(components.largest, "vertex"),
                                         counted(components.isolated, "isolated vertex")));
  summary.line("weights", std::string(weight_type(loaded.graph)));
  summary.line("memory",
               fmt::format("{}{}", bytes(graph_bytes(loaded.graph)),
                           loaded.prepared ? fmt::format(", and {} of layout '{}'",
                                                         bytes(loaded.prepared->extra_bytes()),
                                                         layout_name(loaded.prepared->layout()))
                                           : ""));
}

void run(const InfoOptions& options) {
  begin(options.run, options.graph);
  Progress progress(options.run.progress());
  const LoadedGraph loaded =
      load(options.graph, options.run, progress, verification_to_validate(options.validate));
  progress.stage("counting");
  const Stopwatch watch;
  const DegreeStatistics degrees = degree_statistics(topology(loaded.graph));
  const ComponentStatistics components =
      component_statistics(topology(loaded.graph), options.run.threads);
  const double seconds = watch.seconds();
  progress.clear();
  if (!options.run.json && options.run.output.empty()) {
    print_summary(options, loaded, degrees, components);
    return;
  }
  const Json json = info_json(options, loaded, degrees, components, seconds);
  if (options.run.json) print_json(json);
  if (!options.run.output.empty()) write_report(options.run.output, json_text(json));
}

}  // namespace

void add_info(CLI::App& program) {
  auto options = std::make_shared<InfoOptions>();
  CLI::App* verb = program.add_subcommand("info", "Show what is in a graph file");
  add_graph_options(*verb, options->graph);
  add_run_options(*verb, options->run);
  add_only_algorithm(*verb);
  add_output_option(*verb, options->run, "Write the JSON object to a file; - is stdout");
  add_validate_flag(*verb, options->validate,
                    "Of a native container also check that labels are unique, and the layout");
  verb->footer("Example:\n  strider info roads.gr.gz --json");
  verb->callback([options] { run(*options); });
}

}  // namespace strider::cli
