// strider validate sssp: checks of files of shortest paths.
#include <fmt/format.h>

#include "stopwatch.hpp"
#include "strider/error.hpp"
#include "strider/results.hpp"
#include "strider/validate.hpp"
#include "validate_verbs.hpp"
#include "verbs.hpp"

namespace strider::cli {
namespace {

template <class W>
void run_on(const ValidateSsspVerb& verb, const InputEdges& input, Progress& progress) {
  progress.stage(fmt::format("reading {}", verb.result));
  const SubmittedSssp<W> claim =
      read_sssp_result<W>(verb.result, input.list.labels, input.list.num_vertices);
  const Vertex source = submitted_source(verb, claim.source, input.list);

  progress.stage("validating");
  SsspValidationOptions checks = verb.checks;
  checks.self_loops = verb.graph.self_loops();
  checks.threads = verb.run.threads;
  const Stopwatch watch;
  const SsspValidation validation =
      validate_sssp<W>(input.list, source, claim.parents.span(), claim.distances.span(), checks);
  const double seconds = watch.seconds();
  progress.clear();
  report_tree(verb, listed_graph(input), {.source = source, .seconds = seconds}, validation,
              ReadWeights::kYes);
}

void run(const ValidateSsspVerb& verb) {
  visit_listed(verb, [&]<class W>(W /*of the type*/, const InputEdges& input, Progress& progress) {
    run_on<W>(verb, input, progress);
  });
}

}  // namespace

void add_validate_sssp(CLI::App& validate) {
  auto verb = std::make_shared<ValidateSsspVerb>();
  verb->algorithm.all.ranks = "auto";
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
