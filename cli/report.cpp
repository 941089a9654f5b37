#include "report.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "environment.hpp"
#include "print.hpp"
#include "strider/error.hpp"
#include "strider/threads.hpp"

namespace strider::cli {
namespace {

std::string described_labels(const Graph& graph, const InputFacts& facts) {
  switch (facts.labels) {
    case LabelKind::kDense:
      return fmt::format("from {}", graph.labels().base());
    case LabelKind::kSparse:
      return "sparse numbers, by which options and results name the vertices";
    case LabelKind::kText:
      return "text, by which options and results name the vertices";
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

CommonFacts common_facts(std::string verb, const GraphOptions& options, const LoadedGraph& loaded) {
  const Graph& graph = topology(loaded.graph);
  CommonFacts facts;
  facts.verb = std::move(verb);
  facts.graph = options.path;
  facts.vertices = graph.num_vertices();
  facts.edges = graph.num_edges();
  facts.directed = graph.is_directed();
  facts.load_s = loaded.facts.seconds;
  facts.verify_s = loaded.facts.verify_seconds;
  facts.build_s = loaded.build.seconds;
  return facts;
}

void add_input_json(Json& json, const LoadedGraph& loaded) {
  json["format"] = file_format_name(loaded.facts.format);
  json["compression"] = loaded.facts.compression;
  json["directed_reason"] = loaded.facts.directedness_reason;
  json["weighted"] = loaded.facts.weighted;
  json["labels"] = kind_name(loaded.facts.labels);
  json["labels_remapped"] = loaded.facts.labels_remapped;
  json["notes"] = loaded.facts.notes;
  json["edges_listed"] = loaded.build.edges_listed;
  json["self_loops"] = loaded.build.self_loops;
  json["duplicates"] = loaded.build.duplicates;
  json["isolated"] = loaded.build.isolated;
  json["layout"] = layout_name(loaded.prepared ? loaded.prepared->layout() : Layout::kNone);
}

void add_validation_json(Json& json, std::optional<bool> passed) {
  json["validated"] = passed.has_value();
  json["passed"] = passed ? Json(*passed) : Json();
}

void add_components_json(Json& json, const ComponentSizes& sizes, double teps) {
  json["components"] = sizes.num_components;
  json["largest"] = sizes.largest_size;
  json["isolated"] = sizes.num_isolated;
  json["teps"] = teps;
}

std::string described_components(const ComponentSizes& sizes, Directedness directedness) {
  return fmt::format("{}{}; the largest has {}; {}", grouped(sizes.num_components),
                     directedness == Directedness::kDirected ? ", weakly connected" : "",
                     counted(sizes.largest_size, "vertex"),
                     counted(sizes.num_isolated, "isolated vertex"));
}

Json label_json(const Labels& labels, Vertex vertex) {
  if (labels.kind() == LabelKind::kText) return labels.label(vertex);
  return labels.number(vertex);
}

std::string json_text(const Json& json) {
  // Labels, notes and names of files may hold bytes that are no UTF-8; they must not end the run.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

void print_json(const Json& json) {
  print_text(stdout, json_text(json));
}

Summary::Summary(const RunOptions& run) {
  if (run.quiet || run.json) return;
  stream_ = run.writes_to_stdout() ? stderr : stdout;
  is_emulated_ = device_choice(run.device).kind == DeviceChoice::Kind::kSimt;
}

void Summary::line(std::string_view topic, const std::string& text) const {
  if (stream_ != nullptr) print_line(stream_, "{:<12}{}", topic, text);
}

void Summary::text(std::string_view text) const {
  if (stream_ != nullptr) print_text(stream_, text);
}

void Summary::score(std::string_view name, double score) const {
  if (stream_ != nullptr) print(stream_, "{:>20}  {:.10g}\n", printable(name), score);
}

void Summary::weights(const InputFacts& facts) const {
  if (facts.weighted) return;
  line("weights", facts.has_unread_numbers ? "none read of the file, so every edge has weight 1"
                                           : "none in the file, so every edge has weight 1");
}

void Summary::device(const std::string& name, std::uint64_t seed) const {
  if (name.empty()) return;
  line("device", is_emulated_ ? fmt::format("{}, seed {}", name, seed) : name);
}

void Summary::input(const GraphOptions& options, const LoadedGraph& loaded) const {
  const Graph& graph = topology(loaded.graph);
  const InputFacts& facts = loaded.facts;
  line("graph", options.path);
  line("format", fmt::format("{}{}{}{}, labels {}", file_format_name(facts.format),
                             facts.compression.empty() ? "" : ".", facts.compression,
                             facts.weighted ? ", weighted" : "", described_labels(graph, facts)));
  line("edges", fmt::format("{} ({})", graph.is_directed() ? "directed" : "undirected",
                            facts.directedness_reason));
  for (const std::string& note : facts.notes) line("note", note);
  line("size", fmt::format("{}, {}", counted(graph.num_vertices(), "vertex"),
                           counted(graph.num_edges(), "edge")));
  // A container's may have been removed when it was made.
  const EdgeIndex listed = loaded.build.edges_listed;
  const EdgeIndex loops = loaded.build.self_loops;
  const bool loops_kept = options.keep_self_loops && (loops == 0 || graph.num_self_loops() > 0);
  const bool duplicates_kept =
      options.keep_duplicates && graph.num_edges() == listed - (loops_kept ? 0 : loops);
  line("cleaned", fmt::format("{}, {}; {}", removed(loops, "self-loop", loops_kept),
                              removed(loaded.build.duplicates, "duplicate", duplicates_kept),
                              counted(loaded.build.isolated, "isolated vertex")));
  line("loading", described_loading(facts.seconds, facts.verify_seconds, loaded.build.seconds));
}

std::string described_loading(double read_s, double verify_s, double build_s) {
  const std::string verified =
      verify_s > 0 ? fmt::format(" (verify {})", duration(verify_s)) : std::string();
  return fmt::format("read {}{}, build {}", duration(read_s), verified, duration(build_s));
}

void note_direction(const Summary& summary, const GraphOptions& options, const InputFacts& facts) {
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

std::string counted(std::uint64_t number, const std::string& noun) {
  if (number == 1) return fmt::format("1 {}", noun);
  constexpr std::string_view kVertex = "vertex";
  if (noun.ends_with(kVertex)) {
    return fmt::format("{} {}vertices", grouped(number),
                       noun.substr(0, noun.size() - kVertex.size()));
  }
  return fmt::format("{} {}s", grouped(number), noun);
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
