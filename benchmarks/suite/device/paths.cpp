#include "paths.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <limits>

#include "../weighted_source.hpp"
#include "methods.hpp"
#include "open.hpp"
#include "path_floor.hpp"
#include "search_times.hpp"
#include "strider/device_sssp.hpp"
#include "strider/validate.hpp"

namespace benchmark {
namespace {

using strider::DeviceSsspMethod;
using strider::DeviceSsspOptions;

/// The rate wanted, in edges a second: three times what Gunrock reaches on a V100, 23.8 ms for the
/// 91 million edges of a Kronecker graph of scale 21. 0 if there is no target.
double target_teps_of_paths(std::string_view name) {
  const auto graph = generated_graph(name);
  const bool is_alike = graph && graph->kind == "kronecker" && graph->scale >= 20;
  constexpr double kGunrock = 91e6 / 23.8e-3;
  return is_alike ? 3 * kGunrock : 0;
}

/// Searches are timed until distances are in the device's memory.
struct Row : SearchFigures {
  std::string method;
  double delta = 0;
  double prepare_seconds = 0;  ///< to make the solver: a look at the weights, rows sorted
  double parents_seconds = 0;  ///< of one source: to derive parents and fetch them
  std::uint64_t reached = 0;   ///< from the first source, as what follows
  std::uint64_t edges = 0;
  double floor_bytes_per_edge = 0;
  double floor_bandwidth = 0;
  std::string failure;
};

class PathRun {
 public:
  PathRun(const SearchArguments& searches, const std::vector<std::string>& methods,
          const PathDeviceArguments& arguments)
      : searches_(searches),
        arguments_(arguments),
        methods_(methods_named(methods, strider::device_sssp_method_from_name,
                               strider::all_device_sssp_methods())),
        device_(open_device(arguments.device, searches.seed)),
        copy_bandwidth_(copy_bandwidth_of(device_)) {
    if (arguments.seconds > 0) deadline_ = now() + arguments.seconds;
  }

  void add(const std::string& name) {
    if (now() > deadline_) return tell("graph " + name + ": not reached, for want of time");
    const double start = now();
    const strider::AnyGraph any = make_weighted_graph(name);
    const double made = now() - start;
    try {
      std::visit(
          [&]<class Given>(const Given& graph) {
            if constexpr (std::is_same_v<Given, strider::Graph>) {
              run_weighted(name, with_drawn_weights(graph), made);
            } else {
              run_weighted(name, graph, made);
            }
          },
          any);
    } catch (const strider::MemoryError& error) {
      tell("graph " + name + ": " + error.what());
    }
    if (!arguments_.markdown.empty()) std::ofstream(arguments_.markdown) << markdown_;
  }
  [[nodiscard]] bool is_right() const { return right_; }

 private:
  template <class W>
  void run_weighted(const std::string& name, const strider::WeightedGraph<W>& graph, double made) {
    if (arguments_.integers) {
      run_graph(name, as_integers(graph), made);
    } else {
      run_graph(name, graph, made);
    }
  }

  template <class W>
  void run_graph(const std::string& name, const strider::WeightedGraph<W>& graph, double made) {
    const double start = now();
    const strider::WeightedDeviceGraph<W> on_device(device_, graph);
    const double uploaded = now() - start;
    Json facts = graph_facts(name, graph.topology(), made);
    facts["weights"] = std::is_integral_v<W> ? "uint32" : sizeof(W) == 4 ? "float" : "double";
    facts["device"] = device_.name();
    facts["copy_bytes_per_second"] = copy_bandwidth_;
    facts["device_bytes"] = on_device.bytes();
    facts["upload_seconds"] = uploaded;
    const double target = target_teps_of_paths(name);
    if (target > 0) facts["target_teps"] = target;
    const auto sources = choose_sources(searches_, graph.topology());
    std::vector<Row> rows;
    for (const DeviceSsspMethod method : methods_) {
      for (const double factor : factors_of(method)) {
        rows.push_back(measure(on_device, graph, method, factor, sources));
        Row& row = rows.back();
        compare(row, rows.front());
        print(facts, row);
      }
    }
    markdown_ += table(facts, rows, target);
  }

  [[nodiscard]] std::vector<double> factors_of(DeviceSsspMethod method) const {
    if (method != DeviceSsspMethod::kNearFar || arguments_.factors.empty()) return {1};
    return arguments_.factors;
  }

  template <class W>
  Row measure(const strider::WeightedDeviceGraph<W>& on_device,
              const strider::WeightedGraph<W>& graph, DeviceSsspMethod method, double factor,
              const std::vector<strider::Vertex>& sources) {
    Row row;
    row.method = device_sssp_method_name(method);
    if (now() > deadline_) {
      row.failure = "not reached, for want of time";
      return row;
    }
    try {
      DeviceSsspOptions options{.method = method};
      if (factor != 1) {
        options.delta = factor * strider::SsspSolver<W>(on_device, options).delta();
      }
      const double start = now();
      strider::SsspSolver<W> solver(on_device, options);
      row.prepare_seconds = now() - start;
      row.delta = solver.delta();
      look_at_first(solver, on_device, graph, sources.front(), row);
      if (row.failure.empty()) time_searches(solver, sources, row);
    } catch (const strider::MemoryError& error) {
      row.failure = error.what();
    }
    return row;
  }

  /// One search, not counted: what is loaded at a first launch is loaded, and paths are checked.
  template <class W>
  void look_at_first(strider::SsspSolver<W>& solver,
                     const strider::WeightedDeviceGraph<W>& on_device,
                     const strider::WeightedGraph<W>& graph, strider::Vertex source, Row& row) {
    static_cast<void>(solver.run(source).parents());
    const strider::SsspResult<W> paths = solver.run(source);
    row.reached = paths.num_reached();
    row.edges = paths.num_edges_reached();
    const double start = now();
    static_cast<void>(paths.parents());
    row.parents_seconds = now() - start;
    const bool two_ways = on_device.directedness() == strider::Directedness::kUndirected;
    constexpr std::uint64_t kSmallArcs = std::uint64_t{1} << 32U;
    row.floor_bytes_per_edge =
        floor_bytes(PathFloorCounts{.num_vertices = on_device.num_vertices(),
                                    .reached = row.reached,
                                    .arcs = two_ways ? 2 * row.edges : row.edges,
                                    .offset_bytes = on_device.num_arcs() < kSmallArcs ? 4U : 8U,
                                    .weight_bytes = sizeof(W),
                                    .distance_bytes = sizeof(W)}) /
        std::max(1.0, static_cast<double>(row.edges));
    if (!arguments_.validate) return;
    const auto validation = validate_sssp(graph, source, paths.parents(), paths.distances());
    if (!validation.passed()) row.failure = "wrong: " + validation.violations.front().message;
  }

  template <class W>
  void time_searches(strider::SsspSolver<W>& solver, const std::vector<strider::Vertex>& sources,
                     Row& row) {
    const SearchTimes times = time_rounds(solver, sources,
                                          {.repetitions = searches_.repetitions,
                                           .seconds = arguments_.seconds_a_method,
                                           .deadline = deadline_});
    static_cast<SearchFigures&>(row) = figures_of(times);
    row.floor_bandwidth = row.floor_bytes_per_edge * times.edges / times.total;
  }

  /// All reach the same vertices.
  void compare(Row& row, const Row& first) {
    if (row.failure.empty() && first.failure.empty() && row.reached != first.reached) {
      row.failure = "wrong: other vertices than the first method";
    }
    if (row.failure.starts_with("wrong")) right_ = false;
  }

  static void print(Json json, const Row& row) {
    json["method"] = row.method;
    if (!row.failure.empty()) {
      json["failure"] = row.failure;
    } else {
      json["delta"] = row.delta;
      add_json(json, row);
      json["prepare_seconds"] = row.prepare_seconds;
      json["parents_seconds"] = row.parents_seconds;
      json["reached"] = row.reached;
      json["edges_reached"] = row.edges;
      json["floor_bytes_per_edge"] = row.floor_bytes_per_edge;
      json["floor_bytes_per_second"] = row.floor_bandwidth;
    }
    fmt::print("{}\n", json.dump());
    std::fflush(stdout);
  }

  [[nodiscard]] std::string table(const Json& facts, const std::vector<Row>& rows,
                                  double target) const {
    std::string text = fmt::format(
        "### Shortest paths: {}\n\n{} vertices, {} edges, weights {}; {}, copies at {:.0f} "
        "GB/s.\n\n| method | delta | prepare, ms once | searches | median ms | best ms | parents, "
        "ms "
        "more | GTEPS, harmonic mean | floor, bytes an edge | GB/s against the floor | of copies "
        "|\n|---|---|---|---|---|---|---|---|---|---|---|\n",
        facts["graph"].get<std::string>(), facts["vertices"].get<std::uint64_t>(),
        facts["edges"].get<std::uint64_t>(), facts["weights"].get<std::string>(), device_.name(),
        copy_bandwidth_ / kGiga);
    double best = 0;
    for (const Row& row : rows) {
      if (!row.failure.empty()) {
        text += fmt::format("| {} | {} | | | | | | | | | |\n", row.method, row.failure);
        continue;
      }
      best = std::max(best, row.harmonic_teps);
      text += fmt::format(
          "| {} | {:.4g} | {:.4g} | {} | {:.4g} | {:.4g} | {:.4g} | {:.3g} | {:.2f} | {:.3g} | "
          "{:.2g} % |\n",
          row.method, row.delta, row.prepare_seconds * 1e3, row.searches, row.median_seconds * 1e3,
          row.best_seconds * 1e3, row.parents_seconds * 1e3, row.harmonic_teps / kGiga,
          row.floor_bytes_per_edge, row.floor_bandwidth / kGiga,
          100 * row.floor_bandwidth / copy_bandwidth_);
    }
    return text + target_line(target, best) + "\n";
  }

  /// In both outputs.
  void tell(const std::string& note) {
    fmt::print("{}\n", Json{{"note", note}}.dump());
    markdown_ += note + "\n\n";
  }

  SearchArguments searches_;
  PathDeviceArguments arguments_;
  std::vector<DeviceSsspMethod> methods_;
  strider::Device device_;
  double copy_bandwidth_;
  double deadline_ = std::numeric_limits<double>::infinity();
  std::string markdown_;
  bool right_ = true;
};

}  // namespace

bool run_paths_on_device(const std::vector<std::string>& graphs, const SearchArguments& searches,
                         const std::vector<std::string>& methods,
                         const PathDeviceArguments& arguments) {
  PathRun run(searches, methods, arguments);
  for (const std::string& graph : graphs) run.add(graph);
  return run.is_right();
}

}  // namespace benchmark
