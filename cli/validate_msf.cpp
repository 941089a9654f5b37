// strider validate msf: checks a spanning forest, whoever found it.
#include <fmt/format.h>

#include "msf_verb.hpp"
#include "stopwatch.hpp"
#include "strider/error.hpp"
#include "strider/results.hpp"
#include "strider/validate.hpp"
#include "validate_verbs.hpp"
#include "verbs.hpp"

namespace strider::cli {
namespace {

/// Checks the result against the edges as they are listed, parallel ones included.
template <class W>
void run_on(const ValidateMsfVerb& verb, const InputEdges& input, Progress& progress) {
  const ListedGraph graph = listed_graph(input);
  progress.stage(fmt::format("reading {}", verb.result));
  const Array<MsfEdge<W>> forest =
      read_msf_result<W>(verb.result, input.list.labels, input.list.num_vertices);
  progress.stage("validating");
  const Stopwatch watch;
  const MsfValidation<W> validation =
      validate_msf<W>(input.list, forest.span(), verb.objective, verb.run.threads);
  const double seconds = watch.seconds();
  progress.clear();
  report_forest(verb, graph, validation, forest.size(), seconds);
}

void run(const ValidateMsfVerb& verb) {
  visit_listed(verb, [&]<class W>(W /*of the type*/, const InputEdges& input, Progress& progress) {
    require_undirected(input.list.directedness, input.facts, verb.graph.path);
    run_on<W>(verb, input, progress);
  });
}

}  // namespace

void add_validate_msf(CLI::App& validate) {
  auto verb = std::make_shared<ValidateMsfVerb>();
  verb->algorithm.all.ranks = "auto";
  verb->graph.plain_edge_list = Directedness::kUndirected;
  OptionTable table =
      validate_table(validate, *verb, "msf", "Check a spanning forest", "u, v and weight");
  table.add(kSearchGroup, {{"--maximum", flag(verb->objective, MsfObjective::kMaximum),
                            "Check that the forest is a maximum spanning forest"}});
  finish_table(table, verb, "msf roads.gr.gz forest.tsv --undirected", run);
}

}  // namespace strider::cli
