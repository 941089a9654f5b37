// strider msf on ranks.
#include <fmt/format.h>

#include <CLI/App.hpp>
#include <nlohmann/json.hpp>

#include "errors.hpp"
#include "files.hpp"
#include "msf_rules.hpp"
#include "msf_verb.hpp"
#include "ranks/job.hpp"
#include "ranks/msf_options.hpp"
#include "ranks/verbs.hpp"
#include "result_option.hpp"
#include "strider/dist_msf.hpp"
#include "strider/error.hpp"

namespace strider::cli {
namespace {

template <class W>
struct MsfOutcomeOnRanks {
  DistMsfOptions options;
  DistMsfResult<W> forest;
  std::optional<bool> passed;  ///< of a validation
};

Json profile_json(const DistMsfProfile& profile, const DistMsfOptions& options) {
  Json json = {{"levels", profile.levels},
               {"collective_rounds", profile.collective_rounds},
               {"parts", Json::object()}};
  for (const DistMsfProfile::Part& part : profile.parts) {
    json["parts"][std::string(part.name)] = {{"time_s", part.seconds}};
  }
  if (options.method == DistMsfMethod::kGhs) {
    json["messages"] = Json::object();
    for (const DistMsfProfile::Messages& messages : profile.messages) {
      json["messages"][std::string(messages.type)] = {
          {"sent", messages.sent}, {"wired", messages.wired}, {"bytes_sent", messages.bytes}};
    }
    json["postponed"] = profile.postponed;
    if (options.ghs.chains != GhsChains::kNone) json["longest_chain"] = profile.longest_chain;
  } else {
    json["settled_edges"] = profile.settled_edges;
    json["edges_left"] = profile.edges_left;
  }
  return json;
}

template <class W>
void report_json(const MsfVerb& verb, const Cluster& cluster, const RunOptions& run,
                 const SharedGraph& shared, const MsfOutcomeOnRanks<W>& outcome) {
  CommonFacts facts = common_facts("msf", cluster, verb.graph, shared);
  facts.algorithm = verb.algorithm;
  facts.seed = verb.run.seed.value_or(0);
  facts.time_s = outcome.forest.seconds();
  Json json = common_json(facts, run);
  json["weight"] = outcome.forest.weight();
  json["forest_edges"] = outcome.forest.num_edges();
  json["trees"] = outcome.forest.num_trees();
  json["objective"] = verb.objective_name();
  json["weighted"] = shared.input.facts().weighted;
  json["notes"] = shared.input.facts().notes;
  if (const auto note = note_on_duplicates(shared.input.facts(), verb.objective())) {
    json["notes"].push_back(*note);
  }
  json["partition"] = partition_json(shared.graph);
  if (outcome.options.method == DistMsfMethod::kGhs) json["ghs"] = ghs_json(outcome.options.ghs);
  json["traffic"] = traffic_json(outcome.forest.traffic());
  json["profile"] = profile_json(outcome.forest.profile(), outcome.options);
  add_validation_json(json, outcome.passed);
  print_json(json);
}

std::string described_profile(const DistMsfProfile& profile, const DistMsfOptions& options) {
  if (options.method == DistMsfMethod::kAuto) {
    return fmt::format("{} found before hooking, {} remained when it began; {}, {}",
                       counted(profile.settled_edges, "edge"), grouped(profile.edges_left),
                       counted(profile.levels, "round"),
                       counted(profile.collective_rounds, "collective round"));
  }
  std::uint64_t sent = 0;
  std::uint64_t wired = 0;
  for (const DistMsfProfile::Messages& messages : profile.messages) {
    sent += messages.sent;
    wired += messages.wired;
  }
  std::string text =
      fmt::format("{} between vertices, {} of them to other ranks; fragments up to level {}",
                  counted(sent, "message"), grouped(wired), profile.levels);
  if (options.ghs.chains != GhsChains::kNone) {
    text += fmt::format("; longest chain {}", grouped(profile.longest_chain));
  }
  return text;
}

void print_profile(const Summary& summary, const DistMsfProfile& profile) {
  std::string table = fmt::format("\n{:<28}{:>12}\n", "part", "time");
  for (const DistMsfProfile::Part& part : profile.parts) {
    table += fmt::format("{:<28}{:>12}\n", part.name, duration(part.seconds));
  }
  if (!profile.messages.empty()) {
    table +=
        fmt::format("\n{:<14}{:>16}{:>16}{:>16}\n", "message", "sent", "to other ranks", "bytes");
  }
  for (const DistMsfProfile::Messages& messages : profile.messages) {
    table += fmt::format("{:<14}{:>16}{:>16}{:>16}\n", messages.type, grouped(messages.sent),
                         grouped(messages.wired), grouped(messages.bytes));
  }
  summary.text(table);
}

template <class W>
void report_summary(const MsfVerb& verb, const Cluster& cluster, const RunOptions& run,
                    const SharedGraph& shared, const MsfOutcomeOnRanks<W>& outcome) {
  const DistMsfResult<W>& forest = outcome.forest;
  const Summary summary(run);
  print_input(summary, cluster, verb.graph, shared);
  if (!shared.input.facts().weighted)
    summary.line("weights", "none in the file, so every edge has weight 1");
  if (const auto note = note_on_duplicates(shared.input.facts(), verb.objective())) {
    summary.line("note", *note);
  }
  summary.line("forest",
               fmt::format("{} by {}: weight {}, {} in {}", verb.objective_name(), verb.algorithm,
                           forest.weight(), counted(forest.num_edges(), "edge"),
                           counted(forest.num_trees(), "tree")));
  summary.line("time", duration(forest.seconds()));
  summary.line("work", described_profile(forest.profile(), outcome.options));
  print_traffic(summary, forest.traffic(), verb.graph.distribution.traffic);
  if (verb.graph.distribution.traffic) print_profile(summary, forest.profile());
}

/// Throws ValidationFailed, with the labels of the first edge that broke a rule. Collective.
void require_valid_forest(const Cluster& cluster, const SharedGraph& shared,
                          const std::vector<DistMsfViolation>& violations) {
  if (violations.empty()) return;
  const DistMsfViolation& first = violations.front();
  const auto label = [&](GlobalVertex v) -> std::string {
    if (v >= shared.input.num_vertices()) return "none";
    const std::vector<GlobalVertex> vertices = {v};
    return shared.input.labels_of(cluster, vertices).front();
  };
  const std::string u = label(first.u);
  const std::string v = label(first.v);
  throw ValidationFailed(violation_message(u, v, first.rule, violations.size() - 1));
}

template <class W>
void run(const MsfVerb& verb, const Cluster& cluster, const RunOptions& run,
         const SharedGraph& shared, ResultFormat format) {
  MsfOutcomeOnRanks<W> outcome{.options = dist_msf_options(verb, run), .forest = {}, .passed = {}};
  outcome.forest = DistMsfSolver<W>(shared.graph, outcome.options).run();
  DistMsfValidation<W> validation;
  if (verb.validate) {
    validation = validate_msf(cluster, shared.input, outcome.forest, verb.objective(), run.threads);
    outcome.passed = validation.passed();
  }
  if (!verb.run.output.empty() && validation.passed()) {
    write_result(cluster, shared.input, outcome.forest, verb.run.output, format);
  }
  if (run.json) report_json(verb, cluster, run, shared, outcome);
  if (!run.quiet && !run.json) report_summary(verb, cluster, run, shared, outcome);
  if (!verb.validate) return;
  require_valid_forest(cluster, shared, validation.violations);
  const Summary summary(run);
  if (verb.graph.distribution.traffic) summary.text("\n");
  summary.line("valid", "all four rules of a spanning forest hold");
}

PartitionOptions partition_of(const MsfVerb& verb, const RunOptions& run) {
  return partition_options(verb.graph.distribution, {}, Sought::kForest, run);
}

void run(const MsfVerb& verb, const Cluster& cluster, const RunOptions& options,
         ResultFormat format) {
  const auto accept = [&](const DistInput& input) {
    require_undirected(input.directedness(), input.facts(), verb.graph.path);
  };
  const SharedGraph shared =
      load(cluster, verb.graph, partition_of(verb, options), options, accept);
  visit_weight_type(shared.input, [&]<class W>(W /*of the type*/) {
    run<W>(verb, cluster, options, shared, format);
  });
}

}  // namespace

void run_on_ranks(const MsfVerb& verb) {
  require_graph_kept(verb.run, verb.graph);
  const ResultFormat format = result_format(verb.run, ResultTables::kWithoutLdbc);
  static_cast<void>(partition_of(verb, verb.run));
  static_cast<void>(dist_msf_options(verb, verb.run));
  run_job(verb.run, Devices::kNone, [&](const Cluster& cluster, const RunOptions& options) {
    run(verb, cluster, options, format);
  });
}

}  // namespace strider::cli
