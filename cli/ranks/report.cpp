// What runs on ranks tell besides what those of one machine do.
#include <fmt/format.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "ranks/job.hpp"

namespace strider::cli {
namespace {

/// Whether there is a degree above which vertices are delegates.
bool has_delegates(const PartitionOptions& partition) {
  return partition.delegate_threshold.value() != std::numeric_limits<std::uint64_t>::max();
}

}  // namespace

Json label_json(const DistInput& input, const std::string& label) {
  if (input.facts().labels == LabelKind::kText) return label;
  return std::stoull(label);
}

CommonFacts common_facts(std::string verb, const Cluster& cluster, const GraphOptions& options,
                         const SharedGraph& shared) {
  CommonFacts facts;
  facts.verb = std::move(verb);
  facts.graph = options.path;
  facts.vertices = shared.graph.num_vertices();
  facts.edges = shared.graph.num_edges();
  facts.directed = shared.graph.is_directed();
  facts.ranks = cluster.size();
  facts.load_s = shared.load_s;
  facts.verify_s = shared.input.facts().verify_seconds;
  facts.build_s = shared.graph.facts().seconds;
  return facts;
}

Json partition_json(const DistGraph& graph) {
  const PartitionOptions& partition = graph.options();
  Json json = {{"scheme", partition_name(partition.scheme)}};
  if (partition.scheme == PartitionScheme::k1d) {
    json["distribution"] =
        partition.distribution == VertexDistribution::kCyclic ? "cyclic" : "block";
  }
  if (!partition.grid.empty()) json["grid"] = partition.grid;
  if (const auto& sizes = graph.facts().delegate) {
    json["delegate_threshold"] =
        has_delegates(partition) ? Json(*partition.delegate_threshold) : Json();
    json["delegates"] = sizes->delegates;
    json["nn_arcs"] = sizes->nn_arcs;
  }
  if (partition.shuffle_seed) json["shuffle"] = *partition.shuffle_seed;
  return json;
}

std::string described_partition(const DistGraph& graph) {
  const PartitionOptions& partition = graph.options();
  std::string text(partition_name(partition.scheme));
  if (partition.distribution == VertexDistribution::kCyclic) text += ", cyclic";
  if (!partition.grid.empty()) text += fmt::format(", grid {}", partition.grid);
  if (const auto& sizes = graph.facts().delegate) {
    text += has_delegates(partition)
                ? fmt::format(", {} above degree {}", counted(sizes->delegates, "delegate"),
                              *partition.delegate_threshold)
                : ", no delegates";
    text += fmt::format(", {} between other vertices", counted(sizes->nn_arcs, "arc"));
  }
  if (partition.shuffle_seed) text += fmt::format(", shuffled by seed {}", *partition.shuffle_seed);
  return text;
}

Json traffic_json(const DistTraffic& traffic) {
  const auto sum_json = [](const DistTraffic::Sum& sum) {
    return Json{{"bytes_sent", sum.bytes}, {"messages", sum.messages}, {"time_s", sum.seconds}};
  };
  Json json = sum_json(traffic.total);
  json["by_phase"] = Json::object();
  for (const DistTraffic::Phase& phase : traffic.by_phase) {
    json["by_phase"][std::string(phase.name)] = sum_json(phase.sum);
  }
  json["by_level"] = Json::array();
  for (std::size_t level = 0; level < traffic.by_level.size(); ++level) {
    Json entry = {{"level", level}};
    entry.update(sum_json(traffic.by_level[level]));
    json["by_level"].push_back(std::move(entry));
  }
  return json;
}

void print_traffic(const Summary& summary, const DistTraffic& traffic, bool whole) {
  summary.line(
      "traffic",
      fmt::format("{} in {}, {} of communication per rank", bytes(traffic.total.bytes),
                  counted(traffic.total.messages, "message"), duration(traffic.total.seconds)));
  if (!whole) return;
  const auto row = [](std::string_view name, const DistTraffic::Sum& sum) {
    return fmt::format("{:<14}{:>16}{:>14}{:>12}\n", name, grouped(sum.bytes),
                       grouped(sum.messages), duration(sum.seconds));
  };
  std::string table =
      fmt::format("\n{:<14}{:>16}{:>14}{:>12}\n", "phase", "bytes", "messages", "time");
  for (const DistTraffic::Phase& phase : traffic.by_phase) table += row(phase.name, phase.sum);
  table += fmt::format("\n{:<14}{:>16}{:>14}{:>12}\n", "level", "bytes", "messages", "time");
  for (std::size_t level = 0; level < traffic.by_level.size(); ++level) {
    table += row(std::to_string(level), traffic.by_level[level]);
  }
  summary.text(table);
}

void print_input(const Summary& summary, const Cluster& cluster, const GraphOptions& options,
                 const SharedGraph& shared) {
  const InputFacts& facts = shared.input.facts();
  const DistBuildFacts& built = shared.graph.facts();
  summary.line("graph", options.path);
  summary.line("format", fmt::format("{}{}{}{}", file_format_name(facts.format),
                                     facts.compression.empty() ? "" : ".", facts.compression,
                                     facts.weighted ? ", weighted" : ""));
  summary.line("edges",
               fmt::format("{} ({})", shared.graph.is_directed() ? "directed" : "undirected",
                           facts.directedness_reason));
  for (const std::string& note : facts.notes) summary.line("note", note);
  summary.line("size", fmt::format("{}, {}", counted(shared.graph.num_vertices(), "vertex"),
                                   counted(shared.graph.num_edges(), "edge")));
  summary.line(
      "cleaned",
      fmt::format("{} {}, {} {}{}", counted(built.self_loops, "self-loop"),
                  options.keep_self_loops ? "kept" : "removed",
                  counted(built.duplicates, "duplicate"),
                  options.keep_duplicates ? "kept" : "removed",
                  built.isolated ? "; " + counted(*built.isolated, "isolated vertex") : ""));
  summary.line(
      "ranks",
      fmt::format("{}, {} each; {}", cluster.size(),
                  counted(static_cast<std::uint64_t>(shared.graph.options().threads), "thread"),
                  described_partition(shared.graph)));
  summary.line("loading", described_loading(shared.load_s, facts.verify_seconds, built.seconds));
}

}  // namespace strider::cli
