// strider info: what is in a graph.
#include <fmt/format.h>

#include <memory>
#include <utility>

#include "graph_statistics.hpp"
#include "load.hpp"
#include "option_table.hpp"
#include "report.hpp"
#include "stopwatch.hpp"
#include "strider/results.hpp"
#include "verbs.hpp"

namespace strider::cli {
namespace {

std::string_view weight_type(const AnyGraph& graph) {
  constexpr std::string_view kNames[] = {"none", "float", "double", "uint32"};
  return kNames[graph.index()];
}

Json info_json(const GraphVerb& verb, const LoadedGraph& loaded, const DegreeStatistics& degrees,
               const ComponentStatistics& components, const SearchStatistics& searches,
               double seconds) {
  Json json = common_json(verb, graph_facts(verb.graph, loaded), seconds);
  add_input_json(json, loaded);
  json["weight_type"] = weight_type(loaded.graph);
  json["isolated"] = components.isolated;
  json["degree"] = {{"min", degrees.min},          {"mean", degrees.mean},
                    {"p50", degrees.median},       {"p90", degrees.percentile90},
                    {"p99", degrees.percentile99}, {"max", degrees.max}};
  json["components"] = components.count;
  json["largest_component"] = components.largest;
  json["bipartite"] = searches.is_bipartite ? Json(*searches.is_bipartite) : Json();
  json["diameter_at_least"] = searches.diameter ? Json(searches.diameter->diameter) : Json();
  json["diameter_at_most"] = searches.diameter ? Json(searches.diameter->diameter_bound) : Json();
  json["memory_bytes"] = graph_bytes(loaded.graph);
  json["layout_bytes"] = loaded.prepared ? loaded.prepared->extra_bytes() : 0;
  return json;
}

void print_summary(const GraphVerb& verb, const LoadedGraph& loaded,
                   const DegreeStatistics& degrees, const ComponentStatistics& components,
                   const SearchStatistics& searches) {
  const bool directed = topology(loaded.graph).is_directed();
  Summary summary(verb.run);
  summary.input(graph_facts(verb.graph, loaded));
  summary.line(directed ? "out-degree" : "degree",
               fmt::format("min {}, median {}, mean {:.2f}, 90 % {}, 99 % {}, max {}", degrees.min,
                           grouped(degrees.median), degrees.mean, grouped(degrees.percentile90),
                           grouped(degrees.percentile99), grouped(degrees.max)));
  summary.line("components", fmt::format("{}{}; the largest has {}; {}", grouped(components.count),
                                         directed ? ", weakly connected" : "",
                                         counted(components.largest, "vertex"),
                                         counted(components.isolated, "isolated vertex")));
  if (searches.diameter) {
    const auto [least, greatest] =
        std::pair(searches.diameter->diameter, searches.diameter->diameter_bound);
    summary.line("diameter", least == greatest
                                 ? grouped(least)
                                 : fmt::format("{} to {}", grouped(least), grouped(greatest)));
  }
  if (searches.is_bipartite) summary.line("bipartite", *searches.is_bipartite ? "yes" : "no");
  summary.line("weights", std::string(weight_type(loaded.graph)));
  summary.line("memory",
               fmt::format("{}{}", bytes(graph_bytes(loaded.graph)),
                           loaded.prepared ? fmt::format(", and {} of layout '{}'",
                                                         bytes(loaded.prepared->extra_bytes()),
                                                         layout_name(loaded.prepared->layout()))
                                           : ""));
}

void run_here(const GraphVerb& verb) {
  Progress progress(verb.run.progress());
  const LoadedGraph loaded = load(verb, progress);
  progress.stage("counting");
  const Stopwatch watch;
  const DegreeStatistics degrees = degree_statistics(topology(loaded.graph));
  const ComponentStatistics components =
      component_statistics(topology(loaded.graph), verb.run.threads);
  const SearchStatistics searches = search_statistics(topology(loaded.graph), verb.run.threads);
  const double seconds = watch.seconds();
  progress.clear();
  if (!verb.run.json && verb.run.output.empty()) {
    print_summary(verb, loaded, degrees, components, searches);
    return;
  }
  const Json json = info_json(verb, loaded, degrees, components, searches, seconds);
  if (verb.run.json) print_json(json);
  if (!verb.run.output.empty()) write_report(verb.run.output, json_text(json));
}

}  // namespace

void add_info(CLI::App& program) {
  auto verb = std::make_shared<GraphVerb>("info");
  OptionTable table(program, "info", "Show what is in a graph file");
  add_graph_options(table, verb->graph, verb->ranks);
  add_run_options(table, verb->run);
  add_only_algorithm(table, *verb);
  add_output_option(table, verb->run, "Write the JSON object to a file; - is stdout");
  add_validate_option(table, *verb,
                      "Of a native container also check that labels are unique, and the layout");
  table.footer("Example:\n  strider info roads.gr.gz --json");
  table.on_run([verb] { run_at_place(*verb, run_here); });
}

}  // namespace strider::cli
