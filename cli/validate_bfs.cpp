// strider validate bfs: checks of files of levels and parents.
#include <fmt/format.h>

#include "stopwatch.hpp"
#include "strider/results.hpp"
#include "strider/validate.hpp"
#include "validate_verbs.hpp"
#include "verbs.hpp"

namespace strider::cli {
namespace {

void run(const ValidateBfsVerb& verb) {
  Progress progress(verb.run.progress());
  const InputEdges input = read_listed(verb, progress, ReadWeights::kNo);
  progress.stage(fmt::format("reading {}", verb.result));
  const SubmittedBfs claim =
      read_bfs_result(verb.result, input.list.labels, input.list.num_vertices);
  const Vertex source = submitted_source(verb, claim.source, input.list);

  progress.stage("validating");
  const Stopwatch watch;
  const BfsValidation validation = validate_bfs(input.list, source, claim.parents.span(),
                                                LevelView(claim.levels.span()), verb.run.threads);
  const double seconds = watch.seconds();
  progress.clear();
  report_tree(verb, listed_graph(input), {source, claim.has_levels, seconds}, validation,
              ReadWeights::kNo);
}

}  // namespace

Json tree_json(const ValidateVerb& verb, const ListedGraph& graph, const CheckedTree& tree,
               std::optional<bool> weighted, std::uint64_t reached, std::uint64_t edges_traversed) {
  Json json = validation_json(verb, graph, tree.seconds);
  json["source"] = label_json(graph.facts.labels, graph.label_of(tree.source));
  if (weighted) json["weighted"] = *weighted;
  json["reached"] = reached;
  json["edges_traversed"] = edges_traversed;
  return json;
}

void add_validate_bfs(CLI::App& validate) {
  auto verb = std::make_shared<ValidateBfsVerb>();
  verb->algorithm.all.ranks = "auto";
  OptionTable table = validate_table(validate, *verb, "bfs", "Check levels and parents of a search",
                                     "vertex, parent and perhaps level");
  add_source_option(table, *verb);
  finish_table(table, verb, "bfs roads.gr.gz levels.tsv", run);
}

}  // namespace strider::cli
