// strider graph500 on ranks.
#include <fmt/format.h>

#include "graph500/ranks.hpp"
#include "graph500_verb.hpp"
#include "progress.hpp"
#include "ranks/job.hpp"
#include "strider/results.hpp"

namespace strider::cli {
namespace {

/// Of all searches together.
DistTraffic total_traffic(const Graph500Report& report) {
  DistTraffic all;
  for (const Graph500Kernel* kernel : {&report.bfs, &report.sssp}) {
    for (const Graph500Search& search : kernel->searches) all += search.traffic.value();
  }
  return all;
}

Sought sought(const Graph500Verb& verb) {
  switch (verb.benchmark.kernels) {
    case Graph500Kernels::kBfs:
      return Sought::kLevels;
    case Graph500Kernels::kSssp:
      return Sought::kPaths;
    case Graph500Kernels::kBoth:
      break;
  }
  return Sought::kBoth;
}

void add_partition_json(Json& json, const DistGraph500Graphs& graphs) {
  if (graphs.bfs) json["partition"] = partition_json(*graphs.bfs);
  if (graphs.sssp) json[graphs.bfs ? "sssp_partition" : "partition"] = partition_json(*graphs.sssp);
}

std::string described_partitions(const DistGraph500Graphs& graphs) {
  if (!graphs.bfs) return described_partition(*graphs.sssp);
  std::string text = described_partition(*graphs.bfs);
  if (graphs.sssp && graphs.sssp->scheme() != graphs.bfs->scheme()) {
    text += fmt::format("; for shortest paths {}", described_partition(*graphs.sssp));
  }
  return text;
}

void run(const Cluster& cluster, const Graph500Verb& verb) {
  Progress progress(verb.run.progress());
  const std::optional<RankDevice> device = open_device(cluster, verb);
  DistGraph500Options options{
      .protocol = verb.benchmark,
      .partition = partition_options(verb, sought(verb)),
      .bfs = bfs_options(verb),
      .device = device ? std::optional(device->device) : std::nullopt,
      .device_bfs = device_bfs_options(verb),
      .sssp = sssp_options(verb, verb.delta),
  };
  options.protocol.progress = [&](std::string_view phase, double fraction) {
    progress.step(phase, fraction);
  };
  DistGraph500Graphs graphs;
  Graph500Report report = run_graph500(cluster, options, &graphs);
  if (device) report.device = device->name;
  progress.clear();
  attempt_on_all_ranks(cluster, [&] {
    if (cluster.rank() != 0) return;
    const DistTraffic traffic = total_traffic(report);
    tell_graph500(verb, report, described_partitions(graphs), traffic, [&] {
      Json json = graph500_json(verb, report);
      add_partition_json(json, graphs);
      json["traffic"] = traffic_json(traffic);
      return json;
    });
  });
  require_valid(report);
}

}  // namespace

void run_on_ranks(const Graph500Verb& verb) {
  static_cast<void>(partition_options(verb, sought(verb)));
  run_job(verb, run);
}

}  // namespace strider::cli
