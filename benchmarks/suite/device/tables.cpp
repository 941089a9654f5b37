#include "tables.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "../graph_source.hpp"

namespace benchmark {
namespace {

std::string milliseconds(double seconds) {
  return fmt::format("{:.4g}", seconds * 1e3);
}

std::string head_of(const DeviceFigures& device, const GraphFigures& graph) {
  return fmt::format(
      "### {}\n\n{} vertices, {} edges; made in {:.1f} s, laid out in {:.2f} s, copied to the "
      "device "
      "in {:.2f} s, {:.2f} GiB there. {}, copies at {:.0f} GB/s.\n\n",
      graph.name, graph.vertices, graph.edges, graph.make_seconds, graph.prepare_seconds,
      graph.upload_seconds, static_cast<double>(graph.device_bytes) / (1U << 30U), device.name,
      device.copy_bandwidth / kGiga);
}

std::string floor_cells(const DeviceFigures& device, const Measured& measured) {
  if (measured.floor_bandwidth == 0) return "| | | ";
  return fmt::format("| {:.2f} | {:.3g} | {:.2g} % ", measured.floor_bytes_per_edge,
                     measured.floor_bandwidth / kGiga,
                     100 * measured.floor_bandwidth / device.copy_bandwidth);
}

}  // namespace

double target_teps(std::string_view name) {
  const auto graph = generated_graph(name);
  if (!graph) return 0;
  if (graph->kind == "kronecker" && graph->scale >= 24 && graph->scale <= 26) return 300 * kGiga;
  // Ten times what Gunrock reaches on the roads of the USA: 28.9 million edges in 513 ms.
  if (graph->kind == "grid" && graph->scale == 24) return 0.56 * kGiga;
  return 0;
}

std::string methods_table(const DeviceFigures& device, const GraphFigures& graph,
                          const std::vector<MethodRow>& rows) {
  std::string text = head_of(device, graph);
  text +=
      "| method | searches | median ms | best ms | GTEPS, harmonic mean | levels (bottom-up) | "
      "kernels | floor, bytes an edge | GB/s against the floor | of copies |\n"
      "|---|---|---|---|---|---|---|---|---|---|\n";
  double best = 0;
  for (const auto& [method, measured] : rows) {
    if (!measured.failure.empty()) {
      text += fmt::format("| {} | {} | | | | | | | | |\n", method, measured.failure);
      continue;
    }
    best = std::max(best, measured.harmonic_teps);
    text +=
        fmt::format("| {} | {} | {} | {} | {:.3g} | {} ({}) | {} {}|\n", method, measured.searches,
                    milliseconds(measured.median_seconds), milliseconds(measured.best_seconds),
                    measured.harmonic_teps / kGiga, measured.levels, measured.levels_bottom_up,
                    measured.launches, floor_cells(device, measured));
  }
  return text + target_line(target_teps(graph.name), best) + "\n";
}

std::string sweep_table(const DeviceFigures& device, const GraphFigures& graph,
                        const std::vector<SweepRow>& rows) {
  std::string text = head_of(device, graph);
  text +=
      "| option | value | method | median ms | GTEPS, harmonic mean | time of the default over it "
      "|\n|---|---|---|---|---|---|\n";
  for (const SweepRow& row : rows) {
    const Measured& measured = row.measured;
    const std::string value = row.is_default ? fmt::format("**{}**", row.value) : row.value;
    if (!measured.failure.empty()) {
      text += fmt::format("| {} | {} | {} | {} | | |\n", row.option, value, row.method,
                          measured.failure);
      continue;
    }
    text += fmt::format("| {} | {} | {} | {} | {:.3g} | {:.2f} |\n", row.option, value, row.method,
                        milliseconds(measured.median_seconds), measured.harmonic_teps / kGiga,
                        row.seconds_of_default / measured.median_seconds);
  }
  return text + "\n";
}

Json graph_json(const DeviceFigures& device, const GraphFigures& graph) {
  Json json{{"graph", graph.name},
            {"vertices", graph.vertices},
            {"edges", graph.edges},
            {"device", device.name},
            {"copy_bytes_per_second", device.copy_bandwidth},
            {"device_bytes", graph.device_bytes},
            {"make_seconds", graph.make_seconds},
            {"prepare_seconds", graph.prepare_seconds},
            {"upload_seconds", graph.upload_seconds}};
  if (const double target = target_teps(graph.name); target > 0) json["target_teps"] = target;
  return json;
}

void add_json(Json& json, const Measured& measured) {
  if (!measured.failure.empty()) {
    json["failure"] = measured.failure;
    return;
  }
  add_json(json, static_cast<const SearchFigures&>(measured));
  json["mean_edges"] = measured.mean_edges;
  json["reached"] = measured.reached;
  json["levels"] = measured.levels;
  json["launches"] = measured.launches;
  if (measured.floor_bandwidth == 0) return;
  json["levels_bottom_up"] = measured.levels_bottom_up;
  json["floor_bytes_per_edge"] = measured.floor_bytes_per_edge;
  json["floor_bytes_per_second"] = measured.floor_bandwidth;
}

}  // namespace benchmark
