// What runs on ranks tell of the graph that they share.
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
    json["nd_arcs"] = sizes->nd_arcs;
    json["dn_arcs"] = sizes->dn_arcs;
    json["dd_arcs"] = sizes->dd_arcs;
    json["table_one_bytes"] = sizes->table_one_bytes;
  }
  json["balance"] = graph.facts().balance;
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

GraphFacts graph_facts(const Cluster& cluster, const GraphOptions& options,
                       const SharedGraph& shared) {
  const DistBuildFacts& built = shared.graph.facts();
  const auto threads = static_cast<std::uint64_t>(shared.graph.options().threads);
  return {
      .path = options.path,
      .input = shared.input.facts(),
      .vertices = shared.graph.num_vertices(),
      .edges = shared.graph.num_edges(),
      .directed = shared.graph.is_directed(),
      .edges_listed = built.edges_listed,
      .self_loops = built.self_loops,
      .duplicates = built.duplicates,
      .isolated = built.isolated,
      .keeps_self_loops = options.keep_self_loops,
      .keeps_duplicates = options.keep_duplicates,
      .load_s = shared.load_s,
      .build_s = built.seconds,
      .ranks = cluster.size(),
      .described_ranks = fmt::format("{}, {} each; {}", cluster.size(), counted(threads, "thread"),
                                     described_partition(shared.graph)),
      .partition = partition_json(shared.graph)};
}

}  // namespace strider::cli
