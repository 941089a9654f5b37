// strider bfs --target: one shortest path.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "bfs_verb.hpp"
#include "load.hpp"
#include "page/picture.hpp"
#include "stopwatch.hpp"
#include "strider/gpu.hpp"
#include "strider/paths.hpp"
#include "strider/validate.hpp"

namespace strider::cli {
namespace {

std::vector<std::string> labels_of(const Graph& graph, const std::vector<Vertex>& path) {
  std::vector<std::string> labels;
  for (const Vertex v : path) labels.push_back(graph.labels().label(v));
  return labels;
}

/// The whole tree is checked, as far as the search went.
void find_path_on_device(const BfsVerb& verb, const Graph& graph, Vertex source, Vertex target,
                         PathOutcome& outcome) {
  const BfsPlace place = bfs_place_on_device(verb, PreparedGraph(graph));
  outcome.device_name = place.device_name;
  BfsSolver solver = place.solver(BfsTrace::kOff);
  const Stopwatch watch;
  const BfsResult result = solver.run(BfsQuery{.sources = {&source, 1}, .target = target});
  outcome.seconds = watch.seconds();
  outcome.path = labels_of(graph, result.path_to(target));
  outcome.reached = result.num_reached();
  if (!verb.validate) return;
  const BfsValidation validation =
      validate_bfs(graph, result.query(), result.parents(), result.levels(), verb.run.threads);
  outcome.verdict = {true, fault_of(validation, graph.labels(), graph.num_vertices())};
}

void find_path_here(const BfsVerb& verb, const Graph& graph, Vertex source, Vertex target,
                    PathOutcome& outcome) {
  PathFinder finder(graph);
  const Stopwatch watch;
  const Path path = finder.run(source, target);
  outcome.seconds = watch.seconds();
  outcome.path = labels_of(graph, path.vertices);
  outcome.reached = path.touched;
  if (!verb.validate) return;
  const PathValidation validation = validate_path(graph, source, target, path.vertices);
  outcome.verdict = {true, fault_of(validation, graph.labels(), graph.num_vertices())};
}

Json run_json(const BfsVerb& verb, const GraphFacts& graph, const PathOutcome& outcome) {
  Json json = common_json(verb, graph, outcome.seconds);
  json["source"] = label_json(graph.input.labels, *verb.trials.source);
  json["target"] = label_json(graph.input.labels, *verb.target);
  json["reached"] = outcome.reached;
  json["distance"] = outcome.path.empty() ? Json() : Json(outcome.path.size() - 1);
  json["path"] = outcome.path.empty() ? Json() : Json::array();
  for (const std::string& label : outcome.path) {
    json["path"].push_back(label_json(graph.input.labels, label));
  }
  add_outcome_json(json, graph, outcome);
  return json;
}

/// The whole path where it is short, else its beginning and its end.
std::string described(const std::vector<std::string>& path) {
  constexpr std::size_t kMostShown = 20;
  std::string text;
  for (std::size_t i = 0; i < path.size(); ++i) {
    if (path.size() > kMostShown && i == kMostShown / 2) {
      text += " ...";
      i = path.size() - kMostShown / 2;
    }
    text += (i == 0 ? "" : " ") + path[i];
  }
  return text;
}

}  // namespace

void find_path(const BfsVerb& verb, const LoadedGraph& loaded, Progress& progress) {
  const Graph& graph = topology(loaded.graph);
  const Vertex source = vertex_of_label(graph, *verb.trials.source);
  const Vertex target = vertex_of_label(graph, *verb.target);
  progress.stage("searching");
  PathOutcome outcome;
  bool on_device = false;
  if constexpr (kHasDevices) {
    on_device = is_on_device(verb.place);
    if (on_device) find_path_on_device(verb, graph, source, target, outcome);
  }
  if (!on_device) find_path_here(verb, graph, source, target, outcome);
  progress.clear();
  if (!verb.run.page.empty()) outcome.picture = picture_of(graph);
  report(verb, graph_facts(verb.graph, loaded), outcome);
}

void report(const BfsVerb& verb, const GraphFacts& graph, const PathOutcome& outcome) {
  Summary summary(verb.run, [&] { return run_json(verb, graph, outcome); });
  summary.input(graph);
  summary.device(outcome.device_name, verb.seed());
  summary.line("path", outcome.path.empty()
                           ? fmt::format("none from {} to {}", *verb.trials.source, *verb.target)
                           : fmt::format("{}: {}", counted(outcome.path.size() - 1, "edge"),
                                         described(outcome.path)));
  summary.line("time", fmt::format("{}, {} reached", duration(outcome.seconds),
                                   counted(outcome.reached, "vertex")));
  if (outcome.path.empty()) note_direction(summary, verb.graph, graph.input);
  if (outcome.traffic) summary.traffic(*outcome.traffic, verb.ranks.traffic);
  summary.verdict(outcome.verdict, is_on_device(verb.place) || is_on_ranks(verb.place)
                                       ? "all five rules of the Graph500 specification hold"
                                       : "the path is one, and a shortest one");
}

}  // namespace strider::cli
