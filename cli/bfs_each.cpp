// strider bfs --each: the distances from each of several sources.
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "bfs_verb.hpp"
#include "devices/search_on_device.hpp"
#include "load.hpp"
#include "page/picture.hpp"
#include "stopwatch.hpp"
#include "strider/distance_matrix.hpp"
#include "strider/results.hpp"

namespace strider::cli {

void report(const BfsVerb& verb, const GraphFacts& graph, const DistancesOutcome& outcome) {
  Summary summary(verb.run, [&] {
    Json json = common_json(verb, graph, outcome.seconds);
    json["source"] = Json();
    json["sources"] = outcome.sources;
    json["reached"] = outcome.reached;
    json["levels"] = outcome.levels;
    add_outcome_json(json, graph, outcome);
    return json;
  });
  summary.input(graph);
  summary.device(outcome.device_name, verb.seed());
  summary.line("searches",
               fmt::format("from each of {}: {} reached in all, in at most {}",
                           counted(outcome.sources, "source"), counted(outcome.reached, "vertex"),
                           counted(outcome.levels, "level")));
  summary.line("time", duration(outcome.seconds));
  if (outcome.traffic) summary.traffic(*outcome.traffic, verb.ranks.traffic);
  summary.verdict(outcome.verdict, "every edge agrees with the levels from every source");
}

void find_distances(const BfsVerb& verb, const LoadedGraph& loaded, Progress& progress) {
  const Graph& graph = topology(loaded.graph);
  const std::vector<Vertex> sources = read_vertices(graph, verb.sources_file);
  progress.stage("searching");
  DistancesOutcome outcome;
  outcome.sources = sources.size();
  const auto measure = [&](const auto& find) {
    const Stopwatch watch;
    DistanceMatrix found = find();
    outcome.seconds = watch.seconds();
    return found;
  };
  const DistanceMatrix found = [&] {
    if constexpr (kHasDevices) {
      if (is_on_device(verb.place)) {
        return search_on_device(verb, graph, outcome.device_name, [&](const DeviceGraph& there) {
          return measure([&] { return distances(there, sources); });
        });
      }
    }
    return measure([&] { return distances(graph, sources, verb.run.threads); });
  }();
  for (const Level level : found.levels) {
    if (level == kUnreached) continue;
    ++outcome.reached;
    outcome.levels = std::max(outcome.levels, level + 1);
  }
  if (verb.validate) {
    progress.stage("validating");
    const DistancesValidation validation =
        validate_distances(graph, sources, found, verb.run.threads);
    outcome.verdict = {true, fault_of(validation, graph.labels(), graph.num_vertices())};
  }
  progress.clear();
  if (!verb.run.output.empty() && outcome.verdict.passed()) {
    write_distances(graph.labels(), sources, found, verb.run.output, verb.format, verb.run.threads);
  }
  if (!verb.run.page.empty()) outcome.picture = picture_of(graph);
  report(verb, graph_facts(verb.graph, loaded), outcome);
}

}  // namespace strider::cli
