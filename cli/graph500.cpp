// strider graph500: the Graph500 benchmark.
#include "graph500/graph500.hpp"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "devices/place.hpp"
#include "environment.hpp"
#include "graph500_verb.hpp"
#include "help.hpp"
#include "names.hpp"
#include "option_values.hpp"
#include "progress.hpp"
#include "ranks/verbs.hpp"
#include "strider/error.hpp"
#include "strider/results.hpp"
#include "verbs.hpp"

namespace strider::cli {
namespace {

bool is_on_device(const Graph500Verb& options) {
  return device_choice(options.run.device).kind != DeviceChoice::Kind::kHost;
}

/// Throws UsageError where a tuning value is of a search that is not run.
void check_tuning(const Graph500Verb& options, Place place) {
  const Tuning& tuning = options.search.tuning;
  const std::string& name = options.algorithm;
  if (options.kernel == "bfs") require_keys_in_use(tuning, {{"bfs", place, name}});
  if (options.kernel == "sssp") require_keys_in_use(tuning, {{"sssp", place, name}});
  if (options.kernel != "both") return;
  // A name of one kernel leaves the other its own choice.
  require_keys_in_use(tuning, {{"bfs", place, name},
                               {"bfs", place, "auto"},
                               {"sssp", place, name},
                               {"sssp", place, "auto"}});
}

/// --algorithm names a method of the kernel that is run, or of either where both are.
void choose_methods(Graph500Verb& options) {
  const bool on_ranks = runs_on_ranks(options.distribution);
  check_tuning(options, place_of(options.run, on_ranks));
  const bool runs_bfs = options.kernel != "sssp";
  const bool runs_sssp = options.kernel != "bfs";
  options.benchmark.kernels = !runs_sssp  ? Graph500Kernels::kBfs
                              : !runs_bfs ? Graph500Kernels::kSssp
                                          : Graph500Kernels::kBoth;
  if (is_on_device(options) && !on_ranks) {
    options.search.algorithm = options.algorithm;
    choose_method(options.search, options.run, options.distribution);
    return;
  }
  const auto bfs = bfs_method_from_name(options.algorithm);
  const auto sssp = sssp_method_from_name(options.algorithm);
  if (!(runs_bfs && bfs) && !(runs_sssp && sssp)) {
    throw UsageError(fmt::format("--algorithm: '{}' is not a method of --kernel {}",
                                 options.algorithm, options.kernel));
  }
  choose_method(options.search, options.run, options.distribution);
  options.search.method = bfs.value_or(BfsMethod::kAuto);
  options.paths.method = sssp.value_or(SsspMethod::kAuto);
}

Graph500Report run_in_one_process(const Graph500Verb& options) {
  const DeviceChoice device = device_choice(options.run.device);
  if (device.kind == DeviceChoice::Kind::kHost) return run_graph500(options.benchmark);
  return run_graph500_on_device(options.benchmark, options.search, options.paths, device,
                                Graph500Verb::kSeed);
}

void run(Graph500Verb& options) {
  if (runs_on_ranks(options.distribution)) {
    run_on_ranks(options);
    return;
  }
  begin(options.run, options.distribution, Devices::kAny);
  settle(options);
  require_layout_of_place(options.layout, options.run);
  Progress progress(options.run.progress());
  options.benchmark.progress = [&](std::string_view phase, double fraction) {
    progress.step(phase, fraction);
  };
  const Graph500Report report = run_in_one_process(options);
  progress.clear();
  if (options.run.json) {
    print_json(graph500_json(options, report));
    if (!options.run.output.empty()) write_report(options.run.output, to_reference_text(report));
  } else {
    print_graph500(options, report, "");
  }
  require_valid(report);
}

}  // namespace

void settle(Graph500Verb& options) {
  if (options.run.seed.value_or(Graph500Verb::kSeed) != Graph500Verb::kSeed) {
    throw UsageError("--seed: the benchmark specifies its seeds, 2 and 3: leave --seed out");
  }
  choose_methods(options);
  options.benchmark.threads = options.run.threads;
  options.benchmark.bfs = options.search.search(options.run, BfsTrace::kOff);
  options.paths.layout =
      options.layout == LayoutChoice::kNone ? SsspLayout::kNone : SsspLayout::kAuto;
  options.benchmark.sssp = options.paths.search(options.run);
  options.benchmark.layout = options.layout.value_or(LayoutChoice::kByGraph);
  options.benchmark.validation =
      options.skip_validation ? Graph500Validation::kOff : Graph500Validation::kEachSearch;
}

void add_graph500(CLI::App& program) {
  auto options = std::make_shared<Graph500Verb>();
  CLI::App* verb =
      program.add_subcommand("graph500", "Run the Graph500 benchmark; prints the reference's keys");
  begin_group(*verb, kGraphGroup);
  verb->add_option("--scale", options->benchmark.scale, "2^SCALE vertices (required)")->required();
  verb->add_option(
      "--edge-factor", options->benchmark.edge_factor,
      fmt::format("Edge tuples per vertex (default: {})", options->benchmark.edge_factor));
  begin_group(*verb, kSearchGroup);
  verb->add_option("--roots", options->benchmark.roots,
                   fmt::format("Number of searches (default: {})", options->benchmark.roots));
  auto* kernel = verb->add_option("--kernel", options->kernel,
                                  fmt::format("bfs, sssp or both (default: {})", options->kernel));
  take_values(kernel, "bfs, sssp, both")->type_name("NAME");
  auto* method = verb->add_option(
      "--algorithm", options->algorithm,
      fmt::format("A method of strider bfs or strider sssp, for the chosen kernel and device "
                  "(default: {})",
                  options->algorithm));
  suggest_values(method, fmt::format("{}, {}", joined_names(all_bfs_methods(), bfs_method_name),
                                     joined_names(all_sssp_methods(), sssp_method_name)))
      ->type_name("NAME");
  add_prepare_option(*verb, options->layout, "auto");
  begin_group(*verb, kOutputGroup);
  auto* validate = verb->add_flag("--validate", options->validate, "Check each search (default)");
  verb->add_flag("--skip-validation", options->skip_validation, "Do not check the searches")
      ->excludes(validate);
  add_output_option(*verb, options->run, "Write the reference's keys to a file");
  add_partition_options(*verb, options->distribution);
  add_distribution_options(*verb, options->distribution);
  add_device_options(*verb, options->search.device);
  add_path_parameters(*verb, options->paths);
  add_tuning_option(*verb, options->search.tuning, {"bfs", "sssp"});
  add_run_options(*verb, options->run);
  verb->footer(
      "Example:\n  strider graph500 --scale 20 --json\n"
      "  mpirun -n 4 strider graph500 --scale 20 --kernel both --traffic\n"
      "  mpirun -n 4 strider graph500 --scale 24 --device cuda");
  verb->callback([options] { run(*options); });
}

}  // namespace strider::cli
