// strider info: what is in a graph.
#include <fmt/format.h>

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "info_verb.hpp"
#include "load.hpp"
#include "option_table.hpp"
#include "page/picture.hpp"
#include "report.hpp"
#include "stopwatch.hpp"
#include "strider/results.hpp"
#include "verbs.hpp"

namespace strider::cli {
namespace {

constexpr std::array<std::string_view, 4> kWeightTypes = {"none", "float", "double", "uint32"};

Json info_json(const InfoVerb& verb, const InfoFindings& found) {
  const DegreeStatistics& degrees = found.degrees;
  const SearchStatistics& searches = found.searches;
  Json json = common_json(verb, found.graph, found.seconds);
  add_input_json(json, found.graph);
  if (found.memory) {
    json["layout"] = found.memory->layout.empty() ? "none" : found.memory->layout;
    json["sssp_layout"] = weight_layout_name(found.memory->weight_layout_bytes);
  }
  json["weight_type"] = kWeightTypes.at(found.weight_type);
  json["isolated"] = found.components.isolated ? Json(*found.components.isolated) : Json();
  json["degree"] = {{"min", degrees.min},          {"mean", degrees.mean},
                    {"p50", degrees.median},       {"p90", degrees.percentile90},
                    {"p99", degrees.percentile99}, {"max", degrees.max}};
  json["components"] = found.components.count;
  json["largest_component"] = found.components.largest;
  json["bipartite"] = searches.is_bipartite ? Json(*searches.is_bipartite) : Json();
  json["diameter_at_least"] = searches.diameter ? Json(searches.diameter->diameter) : Json();
  json["diameter_at_most"] = searches.diameter ? Json(searches.diameter->diameter_bound) : Json();
  if (found.memory) {
    json["memory_bytes"] = found.memory->bytes;
    json["layout_bytes"] = found.memory->layout_bytes;
    json["sssp_layout_bytes"] = found.memory->weight_layout_bytes;
  }
  add_picture_json(json, found.picture);
  if (found.traffic) {
    json["partition"] = found.graph.partition;
    json["traffic"] = traffic_json(*found.traffic);
  }
  return json;
}

void print_summary(const InfoVerb& verb, const InfoFindings& found, Summary& summary) {
  const bool directed = found.graph.directed;
  const DegreeStatistics& degrees = found.degrees;
  const ComponentStatistics& components = found.components;
  summary.input(found.graph);
  summary.line(directed ? "out-degree" : "degree",
               fmt::format("min {}, median {}, mean {:.2f}, 90 % {}, 99 % {}, max {}", degrees.min,
                           grouped(degrees.median), degrees.mean, grouped(degrees.percentile90),
                           grouped(degrees.percentile99), grouped(degrees.max)));
  summary.line(
      "components",
      fmt::format(
          "{}{}; the largest has {}{}", grouped(components.count),
          directed ? ", weakly connected" : "", counted(components.largest, "vertex"),
          components.isolated ? "; " + counted(*components.isolated, "isolated vertex") : ""));
  if (const auto& diameter = found.searches.diameter) {
    const auto [least, greatest] = std::pair(diameter->diameter, diameter->diameter_bound);
    summary.line("diameter", least == greatest
                                 ? grouped(least)
                                 : fmt::format("{} to {}", grouped(least), grouped(greatest)));
  }
  if (const auto& answer = found.searches.is_bipartite) {
    summary.line("bipartite", *answer ? "yes" : "no");
  }
  summary.line("weights", std::string(kWeightTypes.at(found.weight_type)));
  if (found.traffic) summary.traffic(*found.traffic, verb.ranks.traffic);
  if (!found.memory) return;
  const InfoMemory& memory = *found.memory;
  std::string memory_text = bytes(memory.bytes);
  if (!memory.layout.empty()) {
    memory_text +=
        fmt::format(", and {} of layout '{}'", bytes(memory.layout_bytes), memory.layout);
  }
  if (memory.weight_layout_bytes > 0) {
    memory_text +=
        fmt::format(", and {} of the layout by weight", bytes(memory.weight_layout_bytes));
  }
  summary.line("memory", memory_text);
}

void run_here(const InfoVerb& verb) {
  Progress progress(verb.run.progress());
  const LoadedGraph loaded = load(verb, progress, ReadLayouts::kAll);
  const Graph& graph = topology(loaded.graph);
  progress.stage("counting");
  const Stopwatch watch;
  InfoFindings found{.graph = graph_facts(verb.graph, loaded),
                     .weight_type = loaded.graph.index(),
                     .degrees = degree_statistics(graph),
                     .components = component_statistics(graph, verb.run.threads),
                     .searches = search_statistics(graph, verb.run.threads)};
  found.seconds = watch.seconds();
  progress.clear();
  found.memory.emplace(InfoMemory{.bytes = graph_bytes(loaded.graph),
                                  .weight_layout_bytes = weight_layout_bytes(loaded.graph)});
  if (loaded.prepared) {
    found.memory->layout = layout_name(loaded.prepared->layout());
    found.memory->layout_bytes = loaded.prepared->extra_bytes();
  }
  if (!verb.run.page.empty()) found.picture = picture_of(graph);
  report(verb, found);
}

}  // namespace

void report(const InfoVerb& verb, const InfoFindings& found) {
  RunOptions run = verb.run;
  run.quiet = run.quiet || !run.output.empty();
  Summary summary(run, [&] { return info_json(verb, found); });
  print_summary(verb, found, summary);
  if (!run.output.empty()) {
    Json json = info_json(verb, found);
    add_run_json(json);
    write_report(run.output, json_text(json));
  }
  summary.finish();
}

void add_info(CLI::App& program) {
  auto verb = std::make_shared<InfoVerb>("info");
  verb->algorithm.all = {.host = "auto", .ranks = "auto"};
  OptionTable table(program, "info", "Show what is in a graph file");
  add_graph_options(table, verb->graph, verb->ranks);
  add_ownership_options(table, verb->ranks);
  add_page_options(table, verb->run);
  add_run_options(table, verb->run);
  add_only_algorithm(table, *verb);
  add_output_option(table, verb->run, "Write the JSON object to a file; - is stdout");
  add_validate_option(table, *verb,
                      "Of a native container also check that labels are unique, and the layout",
                      {{.places = {Place::kRanks, Place::kRanksOnDevices},
                        .why = ": only one process checks labels and layout of a container; run "
                               "it without mpirun"}});
  table.footer(
      "Example:\n  strider info roads.gr.gz --json\n"
      "  mpirun -n 4 strider info roads.gr.gz");
  table.on_run([verb] { run_at_place(*verb, run_here); });
}

}  // namespace strider::cli
