#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <numeric>

#include "errors.hpp"
#include "graph500_verb.hpp"
#include "print.hpp"
#include "search_statistics.hpp"
#include "sssp_verb.hpp"
#include "strider/error.hpp"
#include "strider/results.hpp"

namespace strider::cli {
namespace {

double total_seconds(const Graph500Kernel& kernel) {
  return std::accumulate(
      kernel.searches.begin(), kernel.searches.end(), 0.0,
      [](double sum, const Graph500Search& search) { return sum + search.seconds; });
}

void add_searches(Json& searches, std::string_view name, const Graph500Kernel& kernel) {
  for (const Graph500Search& search : kernel.searches) {
    Json json = {{"kernel", name}, {"source", search.root}, {"reached", search.reached}};
    if (!search.vertices_per_level.empty()) json["levels"] = search.vertices_per_level.size();
    json["edges"] = search.edges_traversed;
    json["time_s"] = search.seconds;
    json["validate_s"] = search.validation_seconds;
    json["valid"] = search.violations.empty();
    if (search.traffic) {
      json["bytes_sent"] = search.traffic->total.bytes;
      json["messages"] = search.traffic->total.messages;
    }
    searches.push_back(std::move(json));
  }
}

Json statistics_json(const Graph500Kernel& kernel) {
  std::vector<TimedSearch> searches;
  for (const Graph500Search& search : kernel.searches) {
    searches.push_back(
        {search.reached, static_cast<double>(search.edges_traversed), search.seconds});
  }
  return search_statistics_json(searches);
}

}  // namespace

Json graph500_json(const Graph500Verb& verb, const Graph500Report& report) {
  CommonFacts facts;
  facts.verb = "graph500";
  facts.graph = fmt::format("kronecker scale {} edge factor {}", report.scale, report.edge_factor);
  facts.vertices = report.num_vertices;
  facts.edges = report.num_edges;
  facts.algorithm = verb.algorithm.name;
  facts.seed = Graph500Verb::kSeed;
  facts.ranks = report.processes;
  facts.load_s = report.generation_seconds;
  facts.build_s = report.construction_seconds;
  facts.time_s = total_seconds(report.bfs) + total_seconds(report.sssp);
  Json json = common_json(facts, verb.run);
  json["kernel"] = verb.kernel_name();
  if (!report.device.empty()) json["device_name"] = report.device;
  json["layout"] = layout_name(report.layout);
  json["sssp_layout"] = sssp_layout_name(report.sssp_layout);
  json["validated"] = report.validated;
  json["passed"] = report.validated ? Json(report.passed()) : Json();
  for (const auto& [key, value] : reference_keys(report)) json[key] = value;
  json["searches"] = Json::array();
  add_searches(json["searches"], "bfs", report.bfs);
  add_searches(json["searches"], "sssp", report.sssp);
  json["statistics"] = {{"bfs", statistics_json(report.bfs)},
                        {"sssp", statistics_json(report.sssp)}};
  return json;
}

void require_valid(const Graph500Report& report) {
  for (const Graph500Kernel* kernel : {&report.bfs, &report.sssp}) {
    for (const Graph500Search& search : kernel->searches) {
      if (search.violations.empty()) continue;
      throw ValidationFailed(
          fmt::format("the search from {} is wrong: {}", search.root, search.violations.front()));
    }
  }
  if (!report.passed()) {
    throw ValidationFailed("a search did not traverse the number of edges that it reports");
  }
}

void tell_graph500(const Graph500Verb& verb, const Graph500Report& report,
                   const std::string& partition, const std::optional<DistTraffic>& traffic,
                   const std::function<Json()>& make_json) {
  Summary summary(verb.run, make_json);
  const std::string text = to_reference_text(report);
  if (!verb.run.output.empty()) {
    write_report(verb.run.output, text);
  } else if (!verb.run.quiet && !verb.run.json) {
    print_text(stdout, text);
  }
  summary.text("\n");
  summary.line("graph", fmt::format("{}, {} after cleaning", counted(report.num_vertices, "vertex"),
                                    counted(report.num_edges, "edge")));
  summary.device(report.device, Graph500Verb::kSeed);
  const bool both = report.kernels == Graph500Kernels::kBoth;
  if (!partition.empty()) summary.line("partition", partition);
  if (partition.empty())
    summary.line(
        "layout",
        fmt::format(
            "{}{}{}", report.kernels == Graph500Kernels::kSssp ? "" : layout_name(report.layout),
            both ? ", and for shortest paths " : "",
            report.kernels == Graph500Kernels::kBfs ? "" : sssp_layout_name(report.sssp_layout)));
  summary.line(
      "searches",
      fmt::format("{} by '{}', {}", report.bfs.searches.size() + report.sssp.searches.size(),
                  verb.algorithm.name,
                  report.validated ? "each validated against the input tuples" : "not validated"));
  const auto speed = [&](std::string_view name, const Graph500Kernel& kernel) {
    if (kernel.searches.empty()) return;
    summary.line(name, fmt::format("{} harmonic mean, median search {}",
                                   rate(kernel.teps.harmonic_mean), duration(kernel.time.median)));
  };
  speed("bfs", report.bfs);
  speed("sssp", report.sssp);
  if (traffic) summary.traffic(*traffic, verb.ranks.traffic);
  summary.finish();
}

}  // namespace strider::cli
