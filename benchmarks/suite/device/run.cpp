#include "run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <limits>
#include <memory>
#include <optional>

#include "../graph_source.hpp"
#include "methods.hpp"
#include "open.hpp"
#include "strider/device.hpp"
#include "strider/prepare.hpp"
#include "tables.hpp"
#include "tuning.hpp"

namespace benchmark {
namespace {

using strider::DeviceBfsMethod;
using strider::DeviceBfsOptions;

class DeviceRun {
 public:
  DeviceRun(const SearchArguments& searches, const std::vector<std::string>& methods,
            const BfsDeviceArguments& arguments)
      : searches_(searches),
        arguments_(arguments),
        methods_(methods_named(methods, strider::device_bfs_method_from_name,
                               strider::all_device_bfs_methods())),
        device_(open_device(arguments.device, searches.seed)),
        figures_{device_.name(), copy_bandwidth_of(device_)} {
    if (arguments.seconds > 0) deadline_ = now() + arguments.seconds;
    for (const std::string& setting : arguments.settings) set_knob(options_, setting);
  }

  void add(const std::string& name) {
    if (!fits_in_time(name)) {
      tell("graph " + name + ": not reached, for want of time");
      return;
    }
    try {
      const double start = now();
      run_graph(name);
      if (const auto edges = listed_edges(name)) {
        seconds_an_edge_ = std::max(seconds_an_edge_, ready_seconds_ / *edges);
      }
      fmt::print(stderr, "strider_benchmark: {} took {:.1f} s\n", name, now() - start);
    } catch (const strider::MemoryError& error) {
      tell("graph " + name + ": " + error.what());
    }
    write_markdown();
  }
  [[nodiscard]] bool is_right() const { return right_; }

 private:
  /// By what the graphs before took to be made and copied: what there was time for to search does
  /// not count.
  [[nodiscard]] bool fits_in_time(const std::string& name) const {
    const auto edges = listed_edges(name);
    const double expected = edges ? *edges * seconds_an_edge_ : 0;
    return now() + expected < deadline_;
  }

  /// While graphs are made the device idles, and slows down; in a sweep it hardly does.
  [[nodiscard]] double warm_up_seconds() const {
    constexpr double kAfterAGraph = 0.2;
    constexpr double kInASweep = 0.02;
    if (device_.kind() == strider::DeviceKind::kSimt) return 0;
    return arguments_.sweep ? kInASweep : kAfterAGraph;
  }

  void run_graph(const std::string& name) {
    GraphFigures figures{.name = name};
    const double start = now();
    const strider::Graph graph = make_graph(name);
    figures.vertices = graph.num_vertices();
    figures.edges = graph.num_edges();
    const double made = now();
    figures.make_seconds = made - start;
    const strider::PreparedGraph prepared =
        strider::prepare(graph, {.layout = strider::LayoutChoice::kDegree});
    const double laid_out = now();
    figures.prepare_seconds = laid_out - made;
    const strider::DeviceGraph on_device(device_, prepared);
    figures.upload_seconds = now() - laid_out;
    figures.device_bytes = on_device.bytes();
    ready_seconds_ = now() - start;
    const MeasureSettings settings{.sources = choose_sources(searches_, graph),
                                   .limits = {.repetitions = searches_.repetitions,
                                              .seconds = arguments_.seconds_a_method,
                                              .deadline = deadline_},
                                   .warm_up_seconds = warm_up_seconds(),
                                   .validate = arguments_.validate && !arguments_.sweep,
                                   .trace = !arguments_.sweep};
    if (arguments_.sweep) {
      sweep(figures, on_device, graph, settings);
    } else {
      compare_methods(figures, on_device, graph, settings);
    }
  }

  void compare_methods(const GraphFigures& figures, const strider::DeviceGraph& on_device,
                       const strider::Graph& graph, const MeasureSettings& settings) {
    std::vector<MethodRow> rows;
    std::optional<Measured> first;
    for (const DeviceBfsMethod method : methods_) {
      const std::string name(device_bfs_method_name(method));
      if (now() > deadline_) {
        tell("graph " + figures.name + ", method " + name + ": not reached, for want of time");
        continue;
      }
      DeviceBfsOptions options = options_;
      options.method = method;
      rows.push_back({name, measure(on_device, graph, options, settings)});
      Measured& measured = rows.back().measured;
      compare(measured, first);
      Json json = graph_json(figures_, figures);
      json["method"] = name;
      print(json, measured);
    }
    markdown_ += methods_table(figures_, figures, rows);
  }

  /// All methods reach the same vertices in as many levels.
  void compare(Measured& measured, std::optional<Measured>& first) {
    if (measured.failure.empty()) {
      if (!first) first = measured;
      if (measured.reached != first->reached || measured.levels != first->levels) {
        measured.failure = "wrong: other vertices or levels than the first method";
      }
    }
    if (measured.failure.starts_with("wrong")) right_ = false;
  }

  void sweep(const GraphFigures& figures, const strider::DeviceGraph& on_device,
             const strider::Graph& graph, const MeasureSettings& settings) {
    std::vector<SweepRow> rows;
    std::optional<Measured> first;
    const auto add_row = [&](const Knob& knob, const DeviceBfsOptions& options, double seconds) {
      const double value = knob.get(options);
      rows.push_back({std::string(knob.name), fmt::format("{:g}", value),
                      std::string(device_bfs_method_name(options.method)), seconds,
                      value == knob.get(options_), measure(on_device, graph, options, settings)});
      SweepRow& row = rows.back();
      compare(row.measured, first);
      if (row.is_default) row.seconds_of_default = row.measured.median_seconds;
      Json json = graph_json(figures_, figures);
      json["method"] = row.method;
      json["option"] = row.option;
      json["value"] = value;
      json["is_default"] = row.is_default;
      print(json, row.measured);
      return row.measured.median_seconds;
    };
    for (const Knob& knob : knobs()) {
      for (const DeviceBfsMethod method : knob.methods) {
        if (std::ranges::find(methods_, method) == methods_.end()) continue;
        DeviceBfsOptions options = options_;
        options.method = method;
        if (now() > deadline_) {
          tell(fmt::format("graph {}, {} of {}: not reached, for want of time", figures.name,
                           knob.name, device_bfs_method_name(method)));
          continue;
        }
        const double of_default = add_row(knob, options, 0);
        for (const double value : knob.values) {
          if (value == knob.get(options_) || now() > deadline_) continue;
          knob.set(options, value);
          try {
            add_row(knob, options, of_default);
          } catch (const strider::UsageError&) {
            continue;  // not together with the other values: a warp's degree over a block's
          }
        }
      }
    }
    markdown_ += sweep_table(figures_, figures, rows);
  }

  void print(Json& json, const Measured& measured) {
    add_json(json, measured);
    fmt::print("{}\n", json.dump());
    std::fflush(stdout);
  }
  /// In both outputs.
  void tell(const std::string& note) {
    fmt::print("{}\n", Json{{"note", note}}.dump());
    std::fflush(stdout);
    markdown_ += "Note: " + note + ".\n\n";
  }
  void write_markdown() const {
    if (arguments_.markdown.empty()) return;
    std::ofstream file(arguments_.markdown);
    file << markdown_;
    if (!file.flush()) throw strider::InputError(arguments_.markdown, 0, "cannot be written");
  }

  const SearchArguments& searches_;
  const BfsDeviceArguments& arguments_;
  std::vector<DeviceBfsMethod> methods_;
  strider::Device device_;
  DeviceFigures figures_;
  DeviceBfsOptions options_;
  double deadline_ = std::numeric_limits<double>::infinity();
  double seconds_an_edge_ = 0;  ///< to make a graph and bring it to the device
  double ready_seconds_ = 0;    ///< of the last graph
  bool right_ = true;
  std::string markdown_;
};

}  // namespace

bool run_on_device(const std::vector<std::string>& graphs, const SearchArguments& searches,
                   const std::vector<std::string>& methods, const BfsDeviceArguments& arguments) {
  DeviceRun run(searches, methods, arguments);
  for (const std::string& graph : graphs) run.add(graph);
  return run.is_right();
}

}  // namespace benchmark
