// strider model: what a search on many ranks sends, computes and costs, by formula.
#include "strider/model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "machine_file.hpp"
#include "option_table.hpp"
#include "print.hpp"
#include "report.hpp"
#include "stopwatch.hpp"
#include "strider/bfs.hpp"
#include "strider/error.hpp"
#include "strider/generate.hpp"
#include "strider/prepare.hpp"
#include "verbs.hpp"

namespace strider::cli {
namespace {

struct ModelVerb {
  std::string name;  ///< of what is modelled
  RunOptions run;
  ModelOptions model;
  std::string machine = "ray";  ///< a name or a file
  std::string goal;             ///< a file
};

std::uint64_t whole(double number) {
  return static_cast<std::uint64_t>(std::llround(number));
}

/// Whether there is a degree above which vertices are delegates.
bool has_delegates(const SearchModel& found) {
  return *found.delegate_threshold != std::numeric_limits<std::uint64_t>::max();
}

Json phase_json(const ModelPhase& phase) {
  return {{"time_s", phase.time_s()},
          {"network_s", phase.network_s},
          {"computing_s", phase.computing_s},
          {"bytes", phase.bytes},
          {"messages", phase.messages}};
}

Json model_json(const ModelVerb& verb, const SearchModel& found) {
  const double vertices = std::ldexp(1.0, verb.model.scale);
  Json json = common_json({.verb = "model",
                           .graph = "kronecker",
                           .vertices = static_cast<std::uint64_t>(vertices),
                           .edges = static_cast<std::uint64_t>(verb.model.edge_factor * vertices),
                           .algorithm = verb.name,
                           .ranks = verb.model.ranks,
                           .time_s = found.total.time_s()},
                          verb.run);
  json["machine"] = verb.model.machine.name;
  json["machine_parameters"] = machine_json(verb.model.machine);
  if (!found.grid.empty()) json["grid"] = found.grid;
  if (found.delegate_threshold) {
    json["delegate_threshold"] = has_delegates(found) ? Json(*found.delegate_threshold) : Json();
    json["delegates"] = found.delegates;
  }
  json["network_s"] = found.total.network_s;
  json["computing_s"] = found.total.computing_s;
  json["bytes"] = found.total.bytes;
  json["messages"] = found.total.messages;
  json["memory_bytes"] = found.memory_bytes;
  json["phases"] = Json::object();
  for (const ModelPhase& phase : found.phases) {
    json["phases"][std::string(phase.name)] = phase_json(phase);
  }
  for (const ModelMessages& messages : found.messages) {
    json["message_types"][std::string(messages.type)] = {
        {"sent", messages.sent}, {"wired", messages.wired}, {"bytes_sent", messages.bytes}};
  }
  json["levels"] = Json::array();
  for (const ModelLevel& level : found.levels) {
    json["levels"].push_back({{"vertices", level.vertices},
                              {"arcs", level.arcs},
                              {"direction", bfs_direction_name(level.direction)},
                              {"arcs_looked_at", level.arcs_looked_at},
                              {"vertices_looked_at", level.vertices_looked_at},
                              {"computing_s", level.computing_s}});
  }
  json["steps"] = Json::array();
  for (const ModelStep& step : found.steps) {
    json["steps"].push_back({{"phase", step.phase},
                             {"level", step.level},
                             {"kind", step.kind},
                             {"group", step.group},
                             {"times", step.times},
                             {"peers", step.peers},
                             {"messages", step.messages},
                             {"bytes", step.bytes},
                             {"network_s", step.network_s},
                             {"computing_s", step.computing_s}});
  }
  return json;
}

/// What the phases add up to.
std::string phase_table(const SearchModel& found) {
  const auto row = [](const ModelPhase& phase) {
    return fmt::format("{:<14}{:>16}{:>14.1f}{:>12}{:>12}\n", phase.name,
                       grouped(whole(phase.bytes)), phase.messages, duration(phase.network_s),
                       duration(phase.computing_s));
  };
  std::string table = fmt::format("\n{:<14}{:>16}{:>14}{:>12}{:>12}\n", "phase", "bytes a rank",
                                  "messages", "network", "computing");
  for (const ModelPhase& phase : found.phases) table += row(phase);
  return table + row(found.total);
}

void report(const ModelVerb& verb, const SearchModel& found) {
  if (verb.run.json) {
    print_json(model_json(verb, found));
    return;
  }
  Summary summary(verb.run);
  std::string scheme = verb.name;
  if (!found.grid.empty()) scheme += fmt::format(", grid {}", found.grid);
  if (found.delegate_threshold) {
    scheme += has_delegates(found) ? fmt::format(", {:.0f} delegates above degree {}",
                                                 found.delegates, *found.delegate_threshold)
                                   : ", no delegates";
  }
  std::string line = fmt::format("{}: scale {} on {} of {}", scheme, verb.model.scale,
                                 counted(static_cast<std::uint64_t>(verb.model.ranks), "rank"),
                                 verb.model.machine.name);
  if (!found.levels.empty()) line += fmt::format(", {} levels", found.levels.size());
  summary.line("model", line);
  summary.line("time",
               fmt::format("{}: {} on the network, {} of computing", duration(found.total.time_s()),
                           duration(found.total.network_s), duration(found.total.computing_s)));
  summary.line("memory", fmt::format("{} a rank, for its graph and result",
                                     bytes(whole(found.memory_bytes))));
  summary.text(phase_table(found));
}

std::vector<Row> graph_rows(ModelOptions& options) {
  return {{"--scale", number(options.scale), "2^SCALE vertices (required)", {.is_required = true}},
          {"--edge-factor", number(options.edge_factor), "Edge tuples per vertex (default: {})"}};
}
std::vector<Row> rank_rows(ModelVerb& verb) {
  return {
      {"--ranks", number(verb.model.ranks), "Number of ranks (required)", {.is_required = true}},
      {"--machine NAME", text(verb.machine, machine_names()),
       "A known machine, or a JSON file: " + machine_names() + " (default: {})"}};
}
std::vector<Row> report_rows(RunOptions& run) {
  return {{"--json", flag(run.json), "Print one JSON object instead of the summary"},
          {"--quiet", flag(run.quiet), "Print no summary"}};
}

/// A scheme, with a table of its own: `rows` are its options.
void add_scheme(CLI::App& model, const std::string& name, PartitionScheme scheme,
                const std::string& description, const std::string& example,
                std::vector<Row> (*rows)(ModelOptions&)) {
  auto verb = std::make_shared<ModelVerb>();
  ModelOptions& options = verb->model;
  options.scheme = scheme;
  OptionTable table(model, name, description);
  table.add(kGraphGroup, graph_rows(options));
  table.add(kSearchGroup, rank_rows(*verb));
  table.add(kSearchGroup,
            {{"--algorithm",
              choice(options.direction, {{"auto", DistDirection::kDirectionOptimizing},
                                         {"top-down", DistDirection::kTopDown}}),
              "auto: top-down or bottom-up, level by level (default: {})"},
             {"--encoding",
              choice(options.encoding, {{"auto", WireEncoding::kAuto},
                                        {"threshold", WireEncoding::kThreshold},
                                        {"list", WireEncoding::kList},
                                        {"bitmap", WireEncoding::kBitmap},
                                        {"varint", WireEncoding::kVarint}}),
              "How messages encode sets of vertices (default: {}, the shortest)"}});
  table.add(kSearchGroup, rows(options));
  table.note_given(verb->run.given);
  table.add(kOutputGroup, {{"--goal FILE", output_file(verb->goal),
                            "Write the steps as a schedule for LogGOPSim"}});
  table.add(kOutputGroup, report_rows(verb->run));
  table.footer("Example:\n  strider model " + name + " " + example);
  table.on_run([verb] {
    begin(verb->run);
    if (verb->run.json && is_standard_output(verb->goal)) {
      throw UsageError("--goal and --json: standard output takes one of them");
    }
    verb->model.machine = find_machine(verb->machine);
    const SearchModel found = model_search(verb->model);
    verb->name = partition_name(found.scheme);
    if (!verb->goal.empty()) {
      write_goal(found, verb->model, verb->goal == "-" ? "/dev/stdout" : verb->goal);
    }
    if (!is_standard_output(verb->goal)) report(*verb, found);
  });
}

void add_ghs(CLI::App& model) {
  auto verb = std::make_shared<ModelVerb>();
  auto packet_bytes = std::make_shared<double>(GhsModelOptions{}.packet_bytes);
  verb->name = "ghs";
  ModelOptions& options = verb->model;
  OptionTable table(model, "ghs", "A spanning forest by messages between vertices");
  table.add(kGraphGroup, graph_rows(options));
  table.add(kSearchGroup, rank_rows(*verb));
  table.add(kSearchGroup, {{"--packet-bytes", number(*packet_bytes),
                            "Mean size of packets, which a run counts (default: {})"}});
  table.note_given(verb->run.given);
  table.add(kOutputGroup, report_rows(verb->run));
  table.footer("Example:\n  strider model ghs --scale 24 --ranks 256 --machine fdr");
  table.on_run([verb, packet_bytes] {
    begin(verb->run);
    verb->model.machine = find_machine(verb->machine);
    report(*verb, model_ghs({.scale = verb->model.scale,
                             .edge_factor = verb->model.edge_factor,
                             .ranks = verb->model.ranks,
                             .packet_bytes = *packet_bytes,
                             .machine = verb->model.machine}));
  });
}

/// A machine whose rates are measured here.
struct Calibration {
  RunOptions run;
  int scale = 20;
  std::string machine = "ray";  ///< whose network it has
};

/// Seconds of a search: the median of some from random vertices.
double time_search(const Calibration& options) {
  const KroneckerParameters parameters{.scale = options.scale};
  const Graph graph = build_graph(generate(parameters, options.run.threads),
                                  {.directedness = Directedness::kUndirected});
  BfsSolver solver(prepare(graph), {.threads = options.run.threads});
  constexpr std::size_t kSearches = 16;
  std::vector<double> seconds;
  for (std::size_t search = 0; seconds.size() < kSearches; ++search) {
    const auto key = static_cast<Vertex>(kronecker_search_key(parameters, search));
    const Stopwatch clock;
    const BfsResult result = solver.run(key);
    const double taken = clock.seconds();
    const bool is_large = result.num_reached() > (Vertex{1} << options.scale) / 10;
    if (is_large) seconds.push_back(taken);
  }
  std::ranges::nth_element(seconds, seconds.begin() + kSearches / 2);
  return seconds[kSearches / 2];
}

void calibrate(const Calibration& options) {
  constexpr int kLeast = 10;  // a search takes a time that can be measured
  constexpr int kMost = 30;   // on one machine
  if (options.scale < kLeast || options.scale > kMost) {
    throw UsageError(
        fmt::format("--scale must be in {} .. {}, got {}", kLeast, kMost, options.scale));
  }
  Machine machine = find_machine(options.machine);
  // All cores are measured: they are one rank, which has the network of the node.
  machine.gap_s_per_byte /= machine.ranks_per_node;
  machine.ranks_per_node = 1;
  machine.bytes_per_s = measure_bytes_per_s(options.run.threads);
  machine.arcs_per_s = calibrated_arcs_per_s(
      {.scheme = PartitionScheme::k1d, .scale = options.scale, .ranks = 1, .machine = machine},
      time_search(options));
  print_text(stdout, machine_json(machine).dump(2) + "\n");
}

void add_calibrate(CLI::App& model) {
  auto verb = std::make_shared<Calibration>();
  OptionTable table(model, "calibrate", "Measure what a rank computes here, for --machine");
  table.add(kGraphGroup, {{"--scale", number(verb->scale),
                           "A Kronecker graph of 2^SCALE vertices is searched (default: {})"}});
  table.add(kSearchGroup, {{"--machine NAME", text(verb->machine, machine_names()),
                            "Whose network it has: a known machine or a file (default: {})"}});
  table.note_given(verb->run.given);
  table.add(kRunGroup, {{"--threads", number(verb->run.threads),
                         "Threads (default: OMP_NUM_THREADS, else all cores)"}});
  table.footer("Example:\n  strider model calibrate --machine slingshot > here.json");
  table.on_run([verb] {
    begin(verb->run);
    calibrate(*verb);
  });
}

}  // namespace

void add_model(CLI::App& program) {
  OptionTable table(program, "model", "Predict what a search on many ranks sends and costs");
  table.footer("Example:\n  strider model auto --scale 36 --ranks 4096");
  CLI::App& model = table.verb();
  model.require_subcommand(1);
  add_calibrate(model);
  add_network(model);
  add_scheme(model, "auto", PartitionScheme::kAuto, "What a search takes by itself",
             "--scale 36 --ranks 4096", [](ModelOptions&) { return std::vector<Row>(); });
  add_scheme(model, "1d", PartitionScheme::k1d, "Every rank has the edges of its vertices",
             "--scale 30 --ranks 64", [](ModelOptions&) { return std::vector<Row>(); });
  add_scheme(
      model, "2d", PartitionScheme::k2d, "A grid of ranks",
      "--scale 36 --ranks 4096 --grid 64x64 --json", [](ModelOptions& options) {
        return std::vector<Row>{
            {"--grid", text(options.grid), "Rows x columns of ranks (default: near a square)"},
            {"--isolated",
             choice(options.isolated, {{"auto", IsolatedVertices::kAuto},
                                       {"kept", IsolatedVertices::kKept},
                                       {"left-out", IsolatedVertices::kLeftOut}}),
             "kept: vertices without neighbours have numbers, too (default: {})"}};
      });
  add_scheme(model, "delegate", PartitionScheme::kDelegate, "Hubs on every rank",
             "--scale 33 --ranks 124 --machine ray", [](ModelOptions& options) {
               return std::vector<Row>{
                   {"--delegate-threshold", number(options.delegate_threshold),
                    "Vertices of more neighbours are delegates (default: by the degrees)"}};
             });
  add_ghs(model);
}

}  // namespace strider::cli
