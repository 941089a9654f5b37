#include "report.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "build_commit.hpp"
#include "environment.hpp"
#include "interrupt.hpp"
#include "machine_facts.hpp"
#include "page/page.hpp"
#include "page/trace.hpp"
#include "print.hpp"
#include "strider/error.hpp"
#include "strider/results.hpp"
#include "strider/threads.hpp"

namespace strider::cli {
namespace {

std::string described_labels(const Graph& graph, const InputFacts& facts) {
  switch (facts.labels) {
    case LabelKind::kDense:
      return fmt::format(", labels from {}", graph.labels().base());
    case LabelKind::kSparse:
      return ", labels sparse numbers, by which options and results name the vertices";
    case LabelKind::kText:
      return ", labels text, by which options and results name the vertices";
  }
  return "";
}

std::string_view kind_name(LabelKind kind) {
  switch (kind) {
    case LabelKind::kDense:
      return "dense";
    case LabelKind::kSparse:
      return "sparse";
    case LabelKind::kText:
      return "text";
  }
  return "";
}

std::string removed(std::uint64_t count, const std::string& noun, bool kept) {
  return fmt::format("{} {}", counted(count, noun), kept ? "kept" : "removed");
}

}  // namespace

Json common_json(const CommonFacts& facts, const RunOptions& run) {
  Json json;
  json["verb"] = facts.verb;
  json["graph"] = facts.graph;
  json["vertices"] = facts.vertices;
  json["edges"] = facts.edges;
  json["directed"] = facts.directed;
  json["algorithm"] = facts.algorithm.empty() ? Json() : Json(facts.algorithm);
  json["device"] = run.device;
  json["threads"] = resolve_threads(run.threads);
  json["ranks"] = facts.ranks;
  json["seed"] = facts.seed;
  json["load_s"] = facts.load_s;
  json["build_s"] = facts.build_s;
  json["time_s"] = facts.time_s;
  json["verify_s"] = facts.verify_s;
  return json;
}

Json common_json(const GraphVerb& verb, const GraphFacts& graph, double time_s) {
  return common_json({.verb = std::string(verb.name),
                      .graph = graph.path,
                      .vertices = graph.vertices,
                      .edges = graph.edges,
                      .directed = graph.directed,
                      .algorithm = verb.algorithm.all.host == "auto" ? "" : verb.algorithm.name,
                      .seed = verb.seed(),
                      .ranks = graph.ranks,
                      .load_s = graph.load_s,
                      .verify_s = graph.input.verify_seconds,
                      .build_s = graph.build_s,
                      .time_s = time_s},
                     verb.run);
}

GraphFacts graph_facts(const GraphOptions& options, const LoadedGraph& loaded) {
  const Graph& graph = topology(loaded.graph);
  const BuildReport& build = loaded.build;
  // A container's may have been removed when it was made.
  const bool keeps_loops =
      options.keep_self_loops && (build.self_loops == 0 || graph.num_self_loops() > 0);
  const EdgeIndex listed = build.edges_listed - (keeps_loops ? 0 : build.self_loops);
  return {.path = options.path,
          .input = loaded.facts,
          .vertices = graph.num_vertices(),
          .edges = graph.num_edges(),
          .directed = graph.is_directed(),
          .described_labels = described_labels(graph, loaded.facts),
          .edges_listed = build.edges_listed,
          .self_loops = build.self_loops,
          .duplicates = build.duplicates,
          .isolated = build.isolated,
          .keeps_self_loops = keeps_loops,
          .keeps_duplicates = options.keep_duplicates && graph.num_edges() == listed,
          .load_s = loaded.facts.seconds,
          .build_s = build.seconds};
}

void add_input_json(Json& json, const GraphFacts& graph) {
  json["format"] = file_format_name(graph.input.format);
  json["compression"] = graph.input.compression;
  json["directed_reason"] = graph.input.directedness_reason;
  json["weighted"] = graph.input.weighted;
  json["labels"] = kind_name(graph.input.labels);
  json["labels_remapped"] = graph.input.labels_remapped;
  json["notes"] = graph.input.notes;
  json["edges_listed"] = graph.edges_listed;
  json["self_loops"] = graph.self_loops;
  json["duplicates"] = graph.duplicates;
  json["isolated"] = graph.isolated ? Json(*graph.isolated) : Json();
}

void add_verdict_json(Json& json, const Verdict& verdict) {
  json["validated"] = verdict.is_given;
  json["passed"] = verdict.is_given ? Json(verdict.fault.empty()) : Json();
  if (!verdict.open.empty()) json["left_open"] = verdict.open;
}

void add_picture_json(Json& json, const Picture& picture) {
  if (!picture.distributions.empty()) json["distributions"] = picture.distributions;
  if (!picture.drawing.is_null()) json["drawing"] = picture.drawing;
}

void add_outcome_json(Json& json, const GraphFacts& graph, const RunOutcome& outcome) {
  if (!outcome.device_name.empty()) json["device_name"] = outcome.device_name;
  if (outcome.traffic) {
    json["partition"] = graph.partition;
    json["traffic"] = traffic_json(*outcome.traffic);
  }
  add_verdict_json(json, outcome.verdict);
  add_picture_json(json, outcome.picture);
}

Json label_json(LabelKind kind, const std::string& label) {
  if (kind == LabelKind::kText) return label;
  return std::stoull(label);
}

Json label_json(const Labels& labels, Vertex vertex) {
  return label_json(labels.kind(), labels.label(vertex));
}

void add_run_json(Json& json) {
  json["version"] = STRIDER_VERSION;
  if (!build_commit().empty()) json["commit"] = build_commit();
  json["command"] = command_line();
  json["machine"] = machine_json();
}

std::string json_text(const Json& json) {
  // Labels, notes and names of files may hold bytes that are no UTF-8; they must not end the run.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string_view weight_layout_name(std::uint64_t layout_bytes) {
  return layout_bytes > 0 ? "weight" : "none";
}

void print_json(const Json& json) {
  print_text(stdout, json_text(json));
}

Summary::Summary(const RunOptions& run) : run_(&run) {
  if (run.quiet || run.json) return;
  stream_ = run.writes_to_stdout() ? stderr : stdout;
  is_emulated_ = device_choice(run.device).kind == DeviceChoice::Kind::kSimt;
}

Summary::Summary(const RunOptions& run, const std::function<Json()>& make_json) : Summary(run) {
  if (!run.wants_json()) return;
  json_ = make_json();
  add_run_json(json_);
  if (run.json) print_json(json_);
}

void Summary::line(std::string_view topic, const std::string& text) {
  if (!run_->page.empty()) words_.emplace_back(topic, text);
  if (stream_ != nullptr) print_line(stream_, "{:<12}{}", topic, text);
  ends_in_text_ = false;
}

void Summary::text(std::string_view text) {
  if (stream_ != nullptr) print_text(stream_, text);
  ends_in_text_ = true;
}

void Summary::score(std::string_view name, double score) {
  if (stream_ != nullptr) print(stream_, "{:>20}  {:.10g}\n", printable(name), score);
  ends_in_text_ = true;
}

void Summary::weights(const InputFacts& facts) {
  if (facts.weighted) return;
  line("weights", facts.has_unread_numbers ? "none read of the file, so every edge has weight 1"
                                           : "none in the file, so every edge has weight 1");
}

void Summary::device(const std::string& name, std::uint64_t seed) {
  if (name.empty()) return;
  line("device", is_emulated_ ? fmt::format("{}, seed {}", name, seed) : name);
}

void Summary::input(const GraphFacts& graph) {
  const InputFacts& input = graph.input;
  line("graph", graph.path);
  line("format", fmt::format("{}{}{}{}{}", file_format_name(input.format),
                             input.compression.empty() ? "" : ".", input.compression,
                             input.weighted ? ", weighted" : "", graph.described_labels));
  line("edges", fmt::format("{} ({})", graph.directed ? "directed" : "undirected",
                            input.directedness_reason));
  for (const std::string& note : input.notes) line("note", note);
  line("size",
       fmt::format("{}, {}", counted(graph.vertices, "vertex"), counted(graph.edges, "edge")));
  line("cleaned",
       fmt::format("{}, {}{}", removed(graph.self_loops, "self-loop", graph.keeps_self_loops),
                   removed(graph.duplicates, "duplicate", graph.keeps_duplicates),
                   graph.isolated ? "; " + counted(*graph.isolated, "isolated vertex") : ""));
  if (!graph.described_ranks.empty()) line("ranks", graph.described_ranks);
  const std::string verified = input.verify_seconds > 0
                                   ? fmt::format(" (verify {})", duration(input.verify_seconds))
                                   : std::string();
  line("loading", fmt::format("read {}{}, build {}", duration(graph.load_s), verified,
                              duration(graph.build_s)));
}

void Summary::traffic(const DistTraffic& traffic, bool wanted) {
  line("traffic",
       fmt::format("{} in {}, {} of communication per rank", bytes(traffic.total.bytes),
                   counted(traffic.total.messages, "message"), duration(traffic.total.seconds)));
  if (stream_ == nullptr || !wanted) return;
  const auto row = [](std::string_view name, const DistTraffic::Sum& sum) {
    return fmt::format("{:<14}{:>16}{:>14}{:>12}\n", name, grouped(sum.bytes),
                       grouped(sum.messages), duration(sum.seconds));
  };
  std::string table =
      fmt::format("\n{:<14}{:>16}{:>14}{:>12}\n", "phase", "bytes", "messages", "time");
  for (const DistTraffic::Phase& phase : traffic.by_phase) {
    if (phase.sum.messages > 0) table += row(phase.name, phase.sum);
  }
  table += fmt::format("\n{:<14}{:>16}{:>14}{:>12}\n", "level", "bytes", "messages", "time");
  for (std::size_t level = 0; level < traffic.by_level.size(); ++level) {
    table += row(std::to_string(level), traffic.by_level[level]);
  }
  table += fmt::format("\n{:<14}{:<12}{:>6}{:>8}{:>14}{:>12}{:>14}\n", "phase", "step", "ranks",
                       "times", "messages", "empty", "largest");
  for (const DistTraffic::Step& step : traffic.steps) {
    table += fmt::format("{:<14}{:<12}{:>6}{:>8}{:>14}{:>12}{:>14}\n", step.phase, step.kind,
                         step.group, step.times, grouped(step.messages),
                         grouped(step.empty_messages), grouped(step.largest_message));
  }
  this->text(table);
}

void Summary::finish() {
  if (!run_->tells || json_.is_null()) return;
  // Whatever else a run leaves is finished by now; the files themselves appear at once.
  const HoldInterrupts hold;
  if (!run_->page.empty()) write_report(run_->page, page_of_run(json_, words_));
  if (!run_->trace.empty()) write_report(run_->trace, json_text(trace_of_run(json_)));
}

void Summary::verdict(const Verdict& verdict, const std::string& what_holds) {
  finish();
  if (!verdict.is_given) return;
  verdict.require_passed();
  if (ends_in_text_) text("\n");
  line("valid", verdict.open.empty() ? what_holds : verdict.open);
}

void note_direction(Summary& summary, const GraphOptions& options, const InputFacts& facts) {
  const bool may_be_undirected = facts.format == FileFormat::kEdgeList &&
                                 facts.directedness == Directedness::kDirected && !options.directed;
  if (!may_be_undirected) return;
  summary.line("note",
               "every edge leads only from its first vertex to its second: with "
               "--undirected it leads both ways");
}

std::string grouped(std::uint64_t number) {
  std::string digits = fmt::format("{}", number);
  for (std::size_t place = digits.size(); place > 3; place -= 3) digits.insert(place - 3, 1, ',');
  return digits;
}

std::string plural(std::string_view noun) {
  if (noun.ends_with("vertex")) return fmt::format("{}ices", noun.substr(0, noun.size() - 2));
  if (noun.ends_with("ty")) return fmt::format("{}ies", noun.substr(0, noun.size() - 1));
  return fmt::format("{}{}", noun, noun.ends_with("ch") ? "es" : "s");
}

std::string counted(std::uint64_t number, const std::string& noun) {
  if (number == 1) return fmt::format("1 {}", noun);
  return fmt::format("{} {}", grouped(number), plural(noun));
}

std::string duration(double seconds) {
  if (seconds < 1e-3) return fmt::format("{:.1f} us", seconds * 1e6);
  if (seconds < 1) return fmt::format("{:.2f} ms", seconds * 1e3);
  return fmt::format("{:.3f} s", seconds);
}

std::string rate(double teps) {
  return fmt::format("{:.1f} MTEPS", teps / 1e6);
}

std::string bytes(std::uint64_t count) {
  constexpr const char* kUnits[] = {"bytes", "KiB", "MiB", "GiB", "TiB"};
  auto value = static_cast<double>(count);
  std::size_t unit = 0;
  for (; value >= 1024 && unit + 1 < std::size(kUnits); ++unit) value /= 1024;
  return unit == 0 ? counted(count, "byte") : fmt::format("{:.1f} {}", value, kUnits[unit]);
}

}  // namespace strider::cli
