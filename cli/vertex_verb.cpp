#include "vertex_verb.hpp"

#include <fmt/format.h>

namespace strider::cli {

void report(const VertexVerb& verb, const Story& story, const std::string& what_holds) {
  std::vector<GlobalVertex> highest;
  for (const VertexScore& entry : story.top) highest.push_back(entry.vertex);
  const std::vector<std::string> top = story.labels_of(highest);
  Summary summary(verb.run, [&] {
    Json json = common_json(verb, story.graph, story.seconds);
    json.update(story.json);
    if (story.teps) json["teps"] = *story.teps;
    for (std::size_t i = 0; i < top.size(); ++i) {
      json["top"].push_back({{"vertex", label_json(story.graph.input.labels, top[i])},
                             {"score", story.top[i].score}});
    }
    if (verb.place == Place::kDevice) json["prepare_s"] = story.prepare_s;
    add_outcome_json(json, story.graph, story);
    return json;
  });
  summary.input(story.graph);
  summary.device(story.device_name, verb.seed());
  for (const auto& [topic, text] : story.lines) summary.line(topic, text);
  for (const std::string& note : story.notes) summary.line("note", note);
  summary.line("time", duration(story.seconds) + (story.teps ? ", " + rate(*story.teps) : ""));
  if (story.traffic) summary.traffic(*story.traffic, verb.ranks.traffic);
  if (!top.empty()) summary.text("\n");
  for (std::size_t i = 0; i < top.size(); ++i) summary.score(top[i], story.top[i].score);
  summary.verdict(story.verdict, what_holds);
}

void add_graph_and_ranks(OptionTable& table, VertexVerb& verb) {
  verb.tables = ResultTables::kAllFormats;
  add_graph_options(table, verb.graph, verb.ranks);
  add_ownership_options(table, verb.ranks);
}

void add_result_and_run(OptionTable& table, VertexVerb& verb, const std::string& columns) {
  add_result_option(table, verb, columns);
  add_validate_option(table, verb, "Check the result; exit status 4 if it is wrong");
  add_page_options(table, verb.run);
  add_run_options(table, verb.run);
  if (!verb.algorithm.all.device.empty()) add_device_memory(table, verb.device);
  add_only_algorithm(table, verb);
}

}  // namespace strider::cli
