// strider validate bfs: checks of files of levels and parents.
#include <fmt/format.h>

#include "stopwatch.hpp"
#include "strider/results.hpp"
#include "strider/validate.hpp"
#include "validation_report.hpp"
#include "verbs.hpp"

namespace strider::cli {
namespace {

void run(const ValidateVerb& verb) {
  Progress progress(verb.run.progress());
  const InputEdges input = read_listed(verb, progress, ReadWeights::kNo);
  const ListedGraph graph(input);
  progress.stage(fmt::format("reading {}", verb.result));
  const SubmittedBfs claim = read_bfs_result(verb.result, graph.labels, graph.vertices);
  const Vertex source = submitted_source(verb, claim.source, graph);

  progress.stage("validating");
  const Stopwatch watch;
  const BfsValidation validation = validate_bfs(input.list, source, claim.parents.span(),
                                                LevelView(claim.levels.span()), verb.run.threads);
  const double seconds = watch.seconds();
  progress.clear();

  if (verb.run.json) {
    Json json = validation_json(verb, graph, seconds);
    json["source"] = label_json(graph.labels, source);
    json["reached"] = validation.num_reached;
    json["edges_traversed"] = validation.edges_traversed;
    add_findings(json, validation, graph);
    print_json(json);
  }
  Summary summary(verb.run);
  summarize(summary, verb, graph, ReadWeights::kNo);
  summary.line("result",
               fmt::format("{}: source {}, {} reached{}", verb.result, graph.labels.label(source),
                           counted(validation.num_reached, "vertex"),
                           claim.has_levels ? "" : "; levels follow from the parents"));
  require_passed(validation, graph);
  summary.line(
      "valid",
      fmt::format("all five rules of the Graph500 specification hold; {} between reached vertices, "
                  "checked in {}",
                  counted(validation.edges_traversed, "listed edge"), duration(seconds)));
}

}  // namespace

void add_validate_bfs(CLI::App& validate) {
  auto verb = std::make_shared<ValidateVerb>();
  OptionTable table = validate_table(validate, *verb, "bfs", "Check levels and parents of a search",
                                     "vertex, parent and perhaps level");
  add_source_option(table, *verb);
  finish_table(table, verb, "bfs roads.gr.gz levels.tsv", run);
}

}  // namespace strider::cli
