// What strider msf reports, wherever it ran.
#include <fmt/format.h>

#include "msf_verb.hpp"

namespace strider::cli {
namespace {

/// Where a maximum forest is that of a container from which heavier edges may be missing.
std::optional<std::string> note_on_duplicates(const InputFacts& facts, MsfObjective objective) {
  const bool may_miss_edges = facts.weighted && facts.duplicates_left_out > 0;
  if (objective == MsfObjective::kMinimum || !may_miss_edges) return std::nullopt;
  return fmt::format(
      "the container was written without {}, which may have been heavier; the forest is that of "
      "the remaining edges (strider convert --keep-duplicates keeps all edges)",
      counted(facts.duplicates_left_out, "duplicate"));
}

/// What is in force of GHS.
Json ghs_json(const GhsOptions& options) {
  constexpr const char* kLookups[] = {"linear", "binary", "hash"};
  Json json = {{"lookup", kLookups[static_cast<std::size_t>(options.lookup)]}};
  if (options.lookup == GhsLookup::kHash) json["hash_factor"] = options.hash_factor;
  const bool is_separate = options.test_queue == GhsTestQueue::kSeparate;
  json["test_queue"] = is_separate ? "separate" : "shared";
  json["postponed"] = options.postponed == GhsPostponed::kQueue ? "queue" : "vertex";
  json["messages"] = options.messages == GhsMessages::kPlain ? "plain" : "compressed";
  const bool reduces = options.finish_test == GhsFinishTest::kAllReduce;
  json["finish_test"] = reduces ? "allreduce" : "counting";
  constexpr const char* kChains[] = {"none", "messages", "wired"};
  json["chains"] = kChains[static_cast<std::size_t>(options.chains)];
  json["aggregation_bytes"] = options.aggregation_bytes;
  json["ranks_per_node"] = options.ranks_per_node;
  json["flush_frequency"] = options.flush_frequency;
  json["queue_frequency"] = options.queue_frequency;
  if (is_separate) json["test_frequency"] = options.test_frequency;
  if (reduces) json["finish_frequency"] = options.finish_frequency;
  return json;
}

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

Json run_json(const MsfVerb& verb, const GraphFacts& graph, const MsfOutcome& outcome) {
  Json json = common_json(verb, graph, outcome.seconds);
  json["weight"] = outcome.weight;
  json["forest_edges"] = outcome.num_edges;
  json["trees"] = outcome.num_trees;
  json["objective"] = verb.objective_name();
  json["weighted"] = graph.input.weighted;
  json["notes"] = graph.input.notes;
  if (!outcome.device_name.empty()) {
    json["prepare_s"] = outcome.prepare_s;
    json["fetch_s"] = outcome.fetch_s;
  }
  if (outcome.traffic) {
    const DistMsfOptions& options = outcome.on_ranks;
    if (options.method == DistMsfMethod::kGhs) json["ghs"] = ghs_json(options.ghs);
    json["profile"] = profile_json(outcome.profile, options);
  }
  add_outcome_json(json, graph, outcome);
  return json;
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

void print_profile(Summary& summary, const DistMsfProfile& profile) {
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

void report_summary(Summary& summary, const MsfVerb& verb, const GraphFacts& graph,
                    const MsfOutcome& outcome) {
  summary.input(graph);
  summary.device(outcome.device_name, verb.seed());
  summary.weights(graph.input);
  summary.line("forest",
               fmt::format("{} by {}: weight {}, {} in {}", verb.objective_name(),
                           verb.algorithm.name, outcome.weight_text,
                           counted(outcome.num_edges, "edge"), counted(outcome.num_trees, "tree")));
  std::string more;
  if (!outcome.device_name.empty()) {
    more = fmt::format("; {} before to copy the graph, {} more to fetch the result",
                       duration(outcome.prepare_s), duration(outcome.fetch_s));
  }
  summary.line("time", duration(outcome.seconds) + more);
  if (!outcome.traffic) return;
  summary.line("work", described_profile(outcome.profile, outcome.on_ranks));
  summary.traffic(*outcome.traffic, verb.ranks.traffic);
  if (verb.ranks.traffic) print_profile(summary, outcome.profile);
}

}  // namespace

void report(const MsfVerb& verb, GraphFacts graph, const MsfOutcome& outcome) {
  if (const auto note = note_on_duplicates(graph.input, verb.objective)) {
    graph.input.notes.push_back(*note);
  }
  Summary summary(verb.run, [&] { return run_json(verb, graph, outcome); });
  report_summary(summary, verb, graph, outcome);
  summary.verdict(outcome.verdict, "all four rules of a spanning forest hold");
}

}  // namespace strider::cli
