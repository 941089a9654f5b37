// strider msf: a minimum or maximum spanning forest.
#include "strider/msf.hpp"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <variant>

#include "devices/forest.hpp"
#include "devices/place.hpp"
#include "environment.hpp"
#include "help.hpp"
#include "load.hpp"
#include "msf_rules.hpp"
#include "msf_verb.hpp"
#include "names.hpp"
#include "option_values.hpp"
#include "options.hpp"
#include "ranks/verbs.hpp"
#include "report.hpp"
#include "result_option.hpp"
#include "stopwatch.hpp"
#include "strider/error.hpp"
#include "strider/results.hpp"
#include "strider/validate.hpp"
#include "suggestion.hpp"
#include "verbs.hpp"

namespace strider::cli {
namespace {

template <class W>
struct MsfOutcome {
  MsfResult<W> forest;
  double seconds = 0;
  std::optional<bool> passed;  ///< of a validation
  // Of devices.
  std::string device_name;  ///< empty on the host
  double prepare_s = 0;
  double fetch_s = 0;
};

template <class W>
MsfOutcome<W> find_forest(const WeightedGraph<W>& graph, const MsfVerb& options) {
  MsfOutcome<W> outcome;
  if (options.is_on_device()) {
    DeviceForest<W> found = forest_on_device(graph, options);
    outcome.forest = std::move(found.forest);
    outcome.seconds = found.seconds;
    outcome.device_name = found.device_name;
    outcome.prepare_s = found.prepare_s;
    outcome.fetch_s = found.fetch_s;
    return outcome;
  }
  const Stopwatch watch;
  outcome.forest = msf(graph, {.method = msf_method_from_name(options.algorithm).value(),
                               .objective = options.objective(),
                               .threads = options.run.threads});
  outcome.seconds = watch.seconds();
  return outcome;
}

template <class W>
void report_json(const MsfVerb& options, const LoadedGraph& loaded, const MsfOutcome<W>& outcome) {
  CommonFacts facts = common_facts("msf", options.graph, loaded);
  facts.algorithm = options.algorithm;
  facts.seed = options.seed();
  facts.time_s = outcome.seconds;
  Json json = common_json(facts, options.run);
  json["weight"] = outcome.forest.weight();
  json["forest_edges"] = outcome.forest.edges().size();
  json["trees"] = outcome.forest.num_trees();
  json["objective"] = options.objective_name();
  json["weighted"] = loaded.facts.weighted;
  json["notes"] = loaded.facts.notes;
  if (!outcome.device_name.empty()) {
    json["device_name"] = outcome.device_name;
    json["prepare_s"] = outcome.prepare_s;
    json["fetch_s"] = outcome.fetch_s;
  }
  add_validation_json(json, outcome.passed);
  print_json(json);
}

template <class W>
void report_summary(const MsfVerb& options, const LoadedGraph& loaded,
                    const MsfOutcome<W>& outcome) {
  const Summary summary(options.run);
  summary.input(options.graph, loaded);
  summary.device(outcome.device_name, options.seed());
  summary.weights(loaded.facts);
  summary.line("forest", fmt::format("{} by {}: weight {}, {} in {}", options.objective_name(),
                                     options.algorithm, outcome.forest.weight(),
                                     counted(outcome.forest.edges().size(), "edge"),
                                     counted(outcome.forest.num_trees(), "tree")));
  std::string more;
  if (!outcome.device_name.empty()) {
    more = fmt::format("; {} before to copy the graph, {} more to fetch the result",
                       duration(outcome.prepare_s), duration(outcome.fetch_s));
  }
  summary.line("time", duration(outcome.seconds) + more);
}

template <class W>
void run_on(const WeightedGraph<W>& graph, const LoadedGraph& loaded, const MsfVerb& options,
            ResultFormat format, Progress& progress) {
  progress.stage("finding the forest");
  MsfOutcome<W> outcome = find_forest(graph, options);
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
                     options.run.output, format, options.run.threads);
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

/// Of one process of a launcher, too, where it asks for a method of ranks.
bool is_for_ranks(const MsfVerb& options) {
  if (runs_on_ranks(options.graph.distribution)) return true;
  const bool asks =
      !options.asks_for_ranks().empty() || !first_key_of_ranks(options.tuning, "msf").empty();
  return asks && has_ranks() && launch().has_value();
}

void run(const MsfVerb& options) {
  require_device_for(options.device, options.run);
  const bool on_ranks = is_for_ranks(options);
  require_keys_in_use(options.tuning,
                      {{"msf", place_of(options.run, on_ranks), options.algorithm}});
  if (on_ranks) {
    run_on_ranks(options);
    return;
  }
  if (!options.asks_for_ranks().empty()) refuse_distribution(options.asks_for_ranks());
  begin(options.run, options.graph, Devices::kAny);
  // Before the graph is read.
  if (options.is_on_device()) static_cast<void>(device_forest_options(options));
  const ResultFormat format = result_format(options.run, ResultTables::kWithoutLdbc);
  Progress progress(options.run.progress());
  LoadedGraph loaded =
      load(options.graph, options.run, progress, verification_to_validate(options.validate));
  if (const auto note = note_on_duplicates(loaded.facts, options.objective())) {
    loaded.facts.notes.push_back(*note);
  }
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

void add_algorithm_option(CLI::App& verb, std::string& into) {
  const std::string names = joined_names(all_msf_methods(), msf_method_name);
  const auto is_known = [names](const std::string& name) {
    const bool known = name == MsfVerb::kGhs || msf_method_from_name(name).has_value();
    return known ? ""
                 : fmt::format("the value must be one of {1} (on ranks: auto, ghs), got '{0}'{2}",
                               name, names, did_you_mean(name, names));
  };
  const std::string on_devices = has_devices() ? "; on devices " + device_forest_methods() : "";
  auto* option = verb.add_option(
      "--algorithm", into,
      fmt::format("One of {}; on ranks auto, ghs{} (default: auto)", names, on_devices));
  suggest_values(option, fmt::format("{}, ghs, {}", names, device_forest_methods()))
      ->check(is_known)
      ->type_name("NAME")
      ->group(kSearchGroup);
}

}  // namespace

void add_msf(CLI::App& program) {
  auto options = std::make_shared<MsfVerb>();
  options->graph.plain_edge_list = Directedness::kUndirected;
  CLI::App* verb = program.add_subcommand("msf", "Minimum (maximum) spanning forest");
  add_graph_options(*verb, options->graph);
  add_ownership_options(*verb, options->graph.distribution);
  begin_group(*verb, kSearchGroup);
  verb->add_flag("--maximum", options->maximum, "Find the heaviest forest instead of the lightest");
  add_algorithm_option(*verb, options->algorithm);
  add_result_option(*verb, options->run, "u v weight", ResultTables::kWithoutLdbc);
  add_validate_flag(*verb, options->validate, "Check the result; exit status 4 if it is wrong");
  add_run_options(*verb, options->run);
  add_choice(*verb, "--ghs-chains", options->chains, {"none", "messages", "wired"},
             "With --algorithm ghs: measure the longest chain of messages, counting all of them or "
             "those to another rank (default: none)")
      ->group(kRanksGroup);
  add_device_memory(*verb, options->device);
  add_tuning_option(*verb, options->tuning, {"msf"});
  verb->footer(
      "Example:\n  strider msf roads.gr.gz --undirected --validate -o forest.tsv\n"
      "  strider msf roads.gr.gz --undirected --device cuda");
  verb->callback([options] {
    if (options->maximum) options->graph.stays = Duplicates::kKeepHeaviest;
    run(*options);
  });
}

}  // namespace strider::cli
