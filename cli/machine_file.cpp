#include "machine_file.hpp"

#include <fmt/format.h>

#include <array>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>

#include "names.hpp"
#include "strider/error.hpp"

namespace strider::cli {
namespace {

struct Key {
  const char* name;
  double Machine::*value;
};
constexpr std::array kKeys = {
    Key{"latency_s", &Machine::latency_s},
    Key{"overhead_s", &Machine::overhead_s},
    Key{"gap_s", &Machine::gap_s},
    Key{"gap_s_per_byte", &Machine::gap_s_per_byte},
    Key{"overhead_s_per_byte", &Machine::overhead_s_per_byte},
    Key{"rendezvous_bytes", &Machine::rendezvous_bytes},
    Key{"node_latency_s", &Machine::node_latency_s},
    Key{"node_gap_s_per_byte", &Machine::node_gap_s_per_byte},
    Key{"arcs_per_s", &Machine::arcs_per_s},
    Key{"bytes_per_s", &Machine::bytes_per_s},
};
constexpr const char* kRanksPerNode = "ranks_per_node";

nlohmann::json parse(const std::string& path) {
  std::ifstream file(path);
  if (!file) {
    throw InputError(fmt::format("machine {}: no known machine ({}), and no file that can be read",
                                 path, machine_names()));
  }
  std::string text;
  std::getline(file, text, '\0');
  if (!file.eof()) throw InputError(path, 0, "cannot be read as text");
  return nlohmann::json::parse(text, nullptr, false);
}

Machine read_machine(const std::string& path) {
  nlohmann::json json = parse(path);
  const auto require = [&](bool holds, const std::string& message) {
    if (!holds) throw InputError(path, 0, message + ": docs/model.md lists the keys");
  };
  require(json.is_object(), "a machine must be a JSON object");
  const auto take = [&](const char* key) {
    require(json.contains(key), fmt::format("{} is missing", key));
    nlohmann::json value = json.at(key);
    json.erase(key);
    return value;
  };
  Machine machine{.name = path};
  for (const Key& key : kKeys) {
    const nlohmann::json value = take(key.name);
    require(value.is_number(), fmt::format("{} must be a number, got {}", key.name, value.dump()));
    machine.*key.value = value.get<double>();
  }
  constexpr int kMost = std::numeric_limits<int>::max();
  const nlohmann::json ranks = take(kRanksPerNode);
  require(
      ranks.is_number_integer() && ranks >= 1 && ranks <= kMost,
      fmt::format("{} must be an integer in 1 .. {}, got {}", kRanksPerNode, kMost, ranks.dump()));
  machine.ranks_per_node = ranks.get<int>();
  require(json.empty(),
          fmt::format("'{}' is not a key of a machine", json.empty() ? "" : json.begin().key()));
  return machine;
}

}  // namespace

std::string machine_names() {
  return joined_names(known_machines(), [](const Machine& machine) { return machine.name; });
}

Machine find_machine(const std::string& name) {
  for (const Machine& machine : known_machines()) {
    if (machine.name == name) return machine;
  }
  return read_machine(name);
}

Json machine_json(const Machine& machine) {
  Json json;
  for (const Key& key : kKeys) json[key.name] = machine.*key.value;
  json[kRanksPerNode] = machine.ranks_per_node;
  return json;
}

}  // namespace strider::cli
