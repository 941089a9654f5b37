// strider validate sssp: checks of files of shortest paths.
#include <fmt/format.h>

#include "stopwatch.hpp"
#include "strider/error.hpp"
#include "strider/results.hpp"
#include "strider/validate.hpp"
#include "validation_report.hpp"
#include "verbs.hpp"

namespace strider::cli {
namespace {

struct ValidateSsspVerb : ValidateVerb {
  SsspValidationOptions checks;
};

template <class W>
void run_on(const ValidateSsspVerb& verb, const InputEdges& input, Progress& progress) {
  progress.stage(fmt::format("reading {}", verb.result));
  const ListedGraph graph(input);
  const SubmittedSssp<W> claim = read_sssp_result<W>(verb.result, graph.labels, graph.vertices);
  const Vertex source = submitted_source(verb, claim.source, graph);

  progress.stage("validating");
  SsspValidationOptions checks = verb.checks;
  checks.self_loops = verb.graph.self_loops();
  checks.threads = verb.run.threads;
  const Stopwatch watch;
  const SsspValidation validation =
      validate_sssp<W>(input.list, source, claim.parents.span(), claim.distances.span(), checks);
  const double seconds = watch.seconds();
  progress.clear();

  if (verb.run.json) {
    Json json = validation_json(verb, graph, seconds);
    json["source"] = label_json(graph.labels, source);
    json["weighted"] = graph.facts.weighted;
    json["reached"] = validation.num_reached;
    json["edges_traversed"] = validation.edges_traversed;
    add_findings(json, validation, graph);
    print_json(json);
  }
  Summary summary(verb.run);
  summarize(summary, verb, graph, ReadWeights::kYes);
  summary.line("result",
               fmt::format("{}: source {}, {} reached", verb.result, graph.labels.label(source),
                           counted(validation.num_reached, "vertex")));
  require_passed(validation, graph);
  summary.line("valid",
               fmt::format("all five rules of the Graph500 specification hold: distances are "
                           "shortest; {} between reached vertices, checked in {}",
                           counted(validation.edges_traversed, "listed edge"), duration(seconds)));
}

void run(const ValidateSsspVerb& verb) {
  visit_listed(verb, [&]<class W>(W /*of the type*/, const InputEdges& input, Progress& progress) {
    run_on<W>(verb, input, progress);
  });
}

}  // namespace

void add_validate_sssp(CLI::App& validate) {
  auto verb = std::make_shared<ValidateSsspVerb>();
  OptionTable table =
      validate_table(validate, *verb, "sssp", "Check distances and parents of a search",
                     "vertex, distance and parent");
  add_source_option(table, *verb);
  table.add(kSearchGroup,
            {{"--cutoff", number(verb->checks.cutoff), "The cutoff distance of the search"},
             {"--tolerance", number(verb->checks.tolerance),
              "Relative tolerance of distances, for sums with different rounding (default: {})"}});
  finish_table(table, verb, "sssp roads.gr.gz distances.tsv", run);
}

}  // namespace strider::cli
