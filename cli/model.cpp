// strider model: what a search on many ranks sends and costs, by formula.
#include "strider/model.hpp"

#include <fmt/format.h>

#include <cmath>
#include <fstream>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "option_table.hpp"
#include "report.hpp"
#include "strider/error.hpp"
#include "verbs.hpp"

namespace strider::cli {
namespace {

struct ModelVerb {
  RunOptions run;
  ModelOptions model;
  std::string machine = "ray";  ///< a name or a file
};

std::string machine_names() {
  std::string names;
  for (const Machine& machine : known_machines()) {
    names += (names.empty() ? "" : ", ") + machine.name;
  }
  return names;
}

Machine read_machine(const std::string& path) {
  std::ifstream file(path);
  if (!file) {
    throw InputError(fmt::format("machine {}: no known machine ({}), and no file that can be read",
                                 path, machine_names()));
  }
  std::string text;
  std::getline(file, text, '\0');
  if (!file.eof()) throw InputError(path, 0, "cannot be read as text");
  nlohmann::json json = nlohmann::json::parse(text, nullptr, false);
  const auto require = [&](bool holds, const std::string& message) {
    if (!holds) throw InputError(path, 0, message + ": docs/model.md lists the keys");
  };
  require(json.is_object(), "a machine must be a JSON object");
  const auto take = [&](const char* key) {
    require(json.contains(key), fmt::format("{} is missing", key));
    const nlohmann::json value = json.at(key);
    json.erase(key);
    return value;
  };
  const auto number = [&](const char* key) {
    const nlohmann::json value = take(key);
    require(value.is_number(), fmt::format("{} must be a number, got {}", key, value.dump()));
    return value.get<double>();
  };
  const auto whole_number = [&](const char* key) {
    constexpr int kMost = std::numeric_limits<int>::max();
    const nlohmann::json value = take(key);
    require(value.is_number_integer() && value >= 1 && value <= kMost,
            fmt::format("{} must be an integer in 1 .. {}, got {}", key, kMost, value.dump()));
    return value.get<int>();
  };
  const Machine machine{.name = path,
                        .latency_s = number("latency_s"),
                        .overhead_s = number("overhead_s"),
                        .gap_s = number("gap_s"),
                        .gap_s_per_byte = number("gap_s_per_byte"),
                        .overhead_s_per_byte = number("overhead_s_per_byte"),
                        .rendezvous_bytes = number("rendezvous_bytes"),
                        .ranks_per_node = whole_number("ranks_per_node")};
  require(json.empty(),
          fmt::format("'{}' is not a key of a machine", json.empty() ? "" : json.begin().key()));
  return machine;
}

Machine find_machine(const std::string& name) {
  for (const Machine& machine : known_machines()) {
    if (machine.name == name) return machine;
  }
  return read_machine(name);
}

std::uint64_t whole(double number) {
  return static_cast<std::uint64_t>(std::llround(number));
}

/// Whether there is a degree above which vertices are delegates.
bool has_delegates(const SearchModel& found) {
  return *found.delegate_threshold != std::numeric_limits<std::uint64_t>::max();
}

Json phase_json(const ModelPhase& phase) {
  return {{"time_s", phase.time_s}, {"bytes", phase.bytes}, {"messages", phase.messages}};
}

Json model_json(const ModelVerb& verb, const SearchModel& found) {
  const double vertices = std::ldexp(1.0, verb.model.scale);
  Json json = common_json({.verb = "model",
                           .graph = "kronecker",
                           .vertices = static_cast<std::uint64_t>(vertices),
                           .edges = static_cast<std::uint64_t>(verb.model.edge_factor * vertices),
                           .algorithm = std::string(partition_name(found.scheme)),
                           .ranks = verb.model.ranks,
                           .time_s = found.total.time_s},
                          verb.run);
  json["machine"] = verb.model.machine.name;
  if (!found.grid.empty()) json["grid"] = found.grid;
  if (found.delegate_threshold) {
    json["delegate_threshold"] = has_delegates(found) ? Json(*found.delegate_threshold) : Json();
    json["delegates"] = found.delegates;
  }
  json["bytes"] = found.total.bytes;
  json["messages"] = found.total.messages;
  json["memory_bytes"] = found.memory_bytes;
  json["phases"] = Json::object();
  for (const ModelPhase& phase : found.phases) {
    json["phases"][std::string(phase.name)] = phase_json(phase);
  }
  json["levels"] = Json::array();
  for (const ModelLevel& level : found.levels) {
    json["levels"].push_back({{"vertices", level.vertices},
                              {"arcs", level.arcs},
                              {"direction", bfs_direction_name(level.direction)}});
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
                             {"time_s", step.time_s}});
  }
  return json;
}

void report(const ModelVerb& verb, const SearchModel& found) {
  if (verb.run.json) {
    print_json(model_json(verb, found));
    return;
  }
  Summary summary(verb.run);
  std::string scheme(partition_name(found.scheme));
  if (!found.grid.empty()) scheme += fmt::format(", grid {}", found.grid);
  if (found.delegate_threshold) {
    scheme += has_delegates(found) ? fmt::format(", {:.0f} delegates above degree {}",
                                                 found.delegates, *found.delegate_threshold)
                                   : ", no delegates";
  }
  summary.line("model", fmt::format("{}: scale {} on {} of {}, {} levels", scheme, verb.model.scale,
                                    counted(static_cast<std::uint64_t>(verb.model.ranks), "rank"),
                                    verb.model.machine.name, found.levels.size()));
  summary.line("time", fmt::format("{} on the network; what ranks compute is not in it",
                                   duration(found.total.time_s)));
  summary.line("memory",
               fmt::format("{} a rank, for its graph and tree", bytes(whole(found.memory_bytes))));
  const auto row = [](const ModelPhase& phase) {
    return fmt::format("{:<14}{:>16}{:>14.1f}{:>12}\n", phase.name, grouped(whole(phase.bytes)),
                       phase.messages, duration(phase.time_s));
  };
  std::string table =
      fmt::format("\n{:<14}{:>16}{:>14}{:>12}\n", "phase", "bytes a rank", "messages", "time");
  for (const ModelPhase& phase : found.phases) table += row(phase);
  summary.text(table + row(found.total));
}

/// A scheme, with a table of its own: `rows` are its options.
void add_scheme(CLI::App& model, const std::string& name, PartitionScheme scheme,
                const std::string& description, const std::string& example,
                std::vector<Row> (*rows)(ModelOptions&)) {
  auto verb = std::make_shared<ModelVerb>();
  ModelOptions& options = verb->model;
  options.scheme = scheme;
  OptionTable table(model, name, description);
  table.add(
      kGraphGroup,
      {{"--scale", number(options.scale), "2^SCALE vertices (required)", {.is_required = true}},
       {"--edge-factor", number(options.edge_factor), "Edge tuples per vertex (default: {})"}});
  table.add(
      kSearchGroup,
      {{"--ranks", number(options.ranks), "Number of ranks (required)", {.is_required = true}},
       {"--machine NAME", text(verb->machine, machine_names()),
        "A known machine, or a JSON file: " + machine_names() + " (default: {})"}});
  table.add(kSearchGroup, rows(options));
  table.note_given(verb->run.given);
  table.add(kOutputGroup,
            {{"--json", flag(verb->run.json), "Print one JSON object instead of the summary"},
             {"--quiet", flag(verb->run.quiet), "Print no summary"}});
  table.footer("Example:\n  strider model " + name + " " + example);
  table.on_run([verb] {
    begin(verb->run);
    verb->model.machine = find_machine(verb->machine);
    report(*verb, model_search(verb->model));
  });
}

}  // namespace

void add_model(CLI::App& program) {
  OptionTable table(program, "model", "Predict what a search on many ranks sends and costs");
  table.footer("Example:\n  strider model auto --scale 36 --ranks 4096");
  CLI::App& model = table.verb();
  model.require_subcommand(1);
  add_scheme(model, "auto", PartitionScheme::kAuto, "What a search takes by itself",
             "--scale 36 --ranks 4096", [](ModelOptions&) { return std::vector<Row>(); });
  add_scheme(model, "1d", PartitionScheme::k1d, "Every rank has the edges of its vertices",
             "--scale 30 --ranks 64", [](ModelOptions&) { return std::vector<Row>(); });
  add_scheme(model, "2d", PartitionScheme::k2d, "A grid of ranks",
             "--scale 36 --ranks 4096 --grid 64x64 --json", [](ModelOptions& options) {
               return std::vector<Row>{{"--grid", text(options.grid),
                                        "Rows x columns of ranks (default: near a square)"}};
             });
  add_scheme(model, "delegate", PartitionScheme::kDelegate, "Hubs on every rank",
             "--scale 33 --ranks 124 --machine ray", [](ModelOptions& options) {
               return std::vector<Row>{
                   {"--delegate-threshold", number(options.delegate_threshold),
                    "Vertices of more neighbours are delegates (default: by the degrees)"}};
             });
}

}  // namespace strider::cli
