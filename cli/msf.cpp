// strider msf: a minimum or maximum spanning forest.
#include "strider/msf.hpp"

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <variant>

#include "load.hpp"
#include "method_option.hpp"
#include "msf_rules.hpp"
#include "options.hpp"
#include "report.hpp"
#include "stopwatch.hpp"
#include "strider/error.hpp"
#include "strider/results.hpp"
#include "strider/validate.hpp"
#include "verbs.hpp"

namespace strider::cli {
namespace {

struct VerbOptions {
  RunOptions run;
  GraphOptions graph;
  MsfMethod method = MsfMethod::kAuto;
  bool maximum = false;
  bool validate = false;

  [[nodiscard]] MsfOptions msf() const {
    return {.method = method, .objective = objective(), .threads = run.threads};
  }
  [[nodiscard]] MsfObjective objective() const {
    return maximum ? MsfObjective::kMaximum : MsfObjective::kMinimum;
  }
};

template <class W>
struct Outcome {
  MsfResult<W> forest;
  double seconds = 0;
  std::optional<bool> passed;  ///< of a validation
};

template <class W>
Outcome<W> find_forest(const WeightedGraph<W>& graph, const VerbOptions& options) {
  const Stopwatch watch;
  Outcome<W> outcome;
  outcome.forest = msf(graph, options.msf());
  outcome.seconds = watch.seconds();
  return outcome;
}

template <class W>
void report_json(const VerbOptions& options, const LoadedGraph& loaded, const Outcome<W>& outcome) {
  CommonFacts facts = common_facts("msf", options.graph, loaded);
  facts.algorithm = msf_method_name(options.method);
  facts.seed = options.run.seed.value_or(0);
  facts.time_s = outcome.seconds;
  Json json = common_json(facts, options.run);
  json["weight"] = outcome.forest.weight();
  json["forest_edges"] = outcome.forest.edges().size();
  json["trees"] = outcome.forest.num_trees();
  json["objective"] = options.maximum ? "maximum" : "minimum";
  json["weighted"] = loaded.facts.weighted;
  add_validation_json(json, outcome.passed);
  print_json(json);
}

template <class W>
void report_summary(const VerbOptions& options, const LoadedGraph& loaded,
                    const Outcome<W>& outcome) {
  const Summary summary(options.run);
  summary.input(options.graph, loaded);
  if (!loaded.facts.weighted) summary.line("weights", "none in the file: 1 for each edge");
  if (options.maximum && loaded.build.duplicates > 0 && !options.graph.keep_duplicates) {
    summary.line("note",
                 "of duplicates the smallest weight stayed; with --keep-duplicates the "
                 "greatest one counts");
  }
  summary.line("forest",
               fmt::format("{} by {}: weight {}, {} in {}", options.maximum ? "maximum" : "minimum",
                           msf_method_name(options.method), outcome.forest.weight(),
                           counted(outcome.forest.edges().size(), "edge"),
                           counted(outcome.forest.num_trees(), "tree")));
  summary.line("time", duration(outcome.seconds));
}

template <class W>
void run_on(const WeightedGraph<W>& graph, const LoadedGraph& loaded, const VerbOptions& options,
            ResultFormat format, Progress& progress) {
  progress.stage("joining trees");
  Outcome<W> outcome = find_forest(graph, options);
  progress.clear();
  const Labels& labels = graph.topology().labels();
  MsfValidation<W> validation;
  if (options.validate) {
    progress.stage("validating");
    validation =
        validate_msf(graph, outcome.forest.edges(), options.objective(), options.run.threads);
    outcome.passed = validation.passed();
    progress.clear();
  }
  if (!options.run.output.empty() && validation.passed()) {
    write_msf_result(labels, graph.topology().num_vertices(), outcome.forest.edges(),
                     options.run.output, format);
  }
  if (options.run.json) {
    report_json(options, loaded, outcome);
  } else {
    report_summary(options, loaded, outcome);
  }
  if (!options.validate) return;
  require_passed(validation.violations, labels, graph.topology().num_vertices());
  Summary(options.run).line("valid", "all four rules of a spanning forest hold");
}

void run(const VerbOptions& options) {
  begin(options.run, options.graph);
  const ResultFormat format = result_format(options.run, ResultTables::kWithoutLdbc);
  Progress progress(options.run.progress());
  const LoadedGraph loaded = load(options.graph, options.run, progress);
  // First, as what is mapped will be trusted.
  if (options.validate) verify_container(loaded, options.graph, options.run, progress);
  require_undirected(topology(loaded.graph).directedness(), loaded.facts, options.graph.path);
  try {
    std::visit(
        [&]<class G>(const G& graph) {
          if constexpr (std::is_same_v<G, Graph>) {
            run_on(with_unit_weights(graph, options.run.threads), loaded, options, format,
                   progress);
          } else {
            run_on(graph, loaded, options, format, progress);
          }
        },
        loaded.graph);
  } catch (const WeightError& error) {
    throw InputError(options.graph.path, 0, error.what());
  }
}

}  // namespace

void add_msf(CLI::App& program) {
  auto options = std::make_shared<VerbOptions>();
  options->graph.plain_edge_list = Directedness::kUndirected;
  CLI::App* verb = program.add_subcommand("msf", "Minimum (maximum) spanning forest");
  add_graph_options(*verb, options->graph);
  verb->add_flag("--maximum", options->maximum, "The heaviest forest instead of the lightest");
  add_method_option(*verb, options->method, all_msf_methods(), msf_method_name,
                    msf_method_from_name);
  add_output_option(*verb, options->run,
                    "The result: .tsv or .npy (records u, v, weight); - is stdout");
  verb->add_flag("--validate", options->validate,
                 "Check a native container first, and the result; exit status 4 if it is wrong");
  add_run_options(*verb, options->run);
  verb->footer("Example:\n  strider msf roads.gr.gz --undirected --validate -o forest.tsv");
  verb->callback([options] { run(*options); });
}

}  // namespace strider::cli
