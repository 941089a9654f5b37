// strider graph500: the Graph500 benchmark.
#include "graph500/graph500.hpp"

#include <algorithm>
#include <memory>

#include "graph500_verb.hpp"
#include "names.hpp"
#include "option_table.hpp"
#include "progress.hpp"
#include "sssp_verb.hpp"
#include "strider/error.hpp"
#include "strider/gpu.hpp"
#include "strider/results.hpp"
#include "verbs.hpp"

namespace strider::cli {
namespace {

/// Adds those of `more` that `names` does not have.
void add_names(std::string& names, const std::string& more) {
  for (std::size_t begin = 0; begin < more.size();) {
    const std::size_t end = std::min(more.find(", ", begin), more.size());
    const std::string name = more.substr(begin, end - begin);
    if (!is_among(name, names)) names += (names.empty() ? "" : ", ") + name;
    begin = end + 2;
  }
}

/// The methods of the kernels that are run. A name of one kernel leaves the other its own choice.
Methods methods_of(const Graph500Verb& verb) {
  Methods methods{.host = ""};
  if (verb.runs_bfs()) {
    add_names(methods.host, joined_names(all_bfs_methods(), bfs_method_name));
    add_names(methods.ranks, "auto, top-down, direction-optimizing");
    if constexpr (kHasDevices) {
      add_names(methods.device, joined_names(all_device_bfs_methods(), device_bfs_method_name));
    }
  }
  if (verb.runs_sssp()) {
    add_names(methods.host, joined_names(all_sssp_methods(), sssp_method_name));
    add_names(methods.ranks, "auto, delta-stepping");
    if constexpr (kHasDevices) {
      add_names(methods.device, joined_names(all_device_sssp_methods(), device_sssp_method_name));
    }
  }
  methods.ranks_on_devices = methods.ranks;
  return methods;
}

void run_here(const Graph500Verb& verb) {
  Progress progress(verb.run.progress());
  Graph500Options benchmark = verb.benchmark;
  benchmark.progress = [&](std::string_view phase, double fraction) {
    progress.step(phase, fraction);
  };
  const auto measure = [&] {
    if constexpr (kHasDevices) {
      if (is_on_device(verb.place)) return run_graph500_on_device(verb, benchmark);
    }
    return run_graph500(benchmark);
  };
  const Graph500Report report = measure();
  progress.clear();
  tell_graph500(verb, report, "", {}, [&] { return graph500_json(verb, report); });
  require_valid(report);
}

/// Fills `benchmark` in but for its progress.
void run(Graph500Verb& verb) {
  if (verb.run.seed.value_or(Graph500Verb::kSeed) != Graph500Verb::kSeed) {
    throw UsageError("--seed: the benchmark specifies its seeds, 2 and 3: leave --seed out");
  }
  const std::string& method = verb.algorithm.name;
  verb.algorithm.all = methods_of(verb);
  if (!is_among(method, verb.algorithm.all.host) && !is_among(method, verb.algorithm.all.device)) {
    throw UsageError(fmt::format("--algorithm: '{}' is not a method of --kernel {}", method,
                                 verb.kernel_name()));
  }
  verb.searches.clear();
  if (verb.runs_bfs()) verb.searches.push_back("bfs");
  if (verb.runs_sssp()) verb.searches.push_back("sssp");
  Graph500Options& benchmark = verb.benchmark;
  benchmark.threads = verb.run.threads;
  benchmark.bfs.method = bfs_method_from_name(method).value_or(BfsMethod::kAuto);
  benchmark.bfs.threads = verb.run.threads;
  benchmark.bfs.tuning = verb.tuning.bfs;
  benchmark.sssp = {
      .method = sssp_method_from_name(method).value_or(SsspMethod::kAuto),
      .threads = verb.run.threads,
      .delta = verb.delta,
      .preparing = verb.layout == LayoutChoice::kNone ? Preparing::kNever : Preparing::kAtOnce};
  benchmark.layout = verb.layout.value_or(LayoutChoice::kByGraph);
  run_at_place(verb, run_here);
}

}  // namespace

const char* Graph500Verb::kernel_name() const {
  return !runs_sssp() ? "bfs" : !runs_bfs() ? "sssp" : "both";
}

void add_graph500(CLI::App& program) {
  auto verb = std::make_shared<Graph500Verb>("graph500");
  verb->searches = {"bfs", "sssp"};
  verb->default_seed = Graph500Verb::kSeed;
  Graph500Options& benchmark = verb->benchmark;
  OptionTable table(program, "graph500", "The Graph500 benchmark, with the reference's keys");
  table.add(
      kGraphGroup,
      {{"--scale", number(benchmark.scale), "2^SCALE vertices (required)", {.is_required = true}},
       {"--edge-factor", number(benchmark.edge_factor), "Edge tuples per vertex (default: {})"}});
  table.add(kSearchGroup,
            {{"--roots", number(benchmark.roots), "Number of searches (default: {})"},
             {"--kernel NAME",
              choice(benchmark.kernels, {{"bfs", Graph500Kernels::kBfs},
                                         {"sssp", Graph500Kernels::kSssp},
                                         {"both", Graph500Kernels::kBoth}}),
              "bfs, sssp or both (default: {})"},
             {"--algorithm NAME",
              text(verb->algorithm.name,
                   fmt::format("{}, {}", joined_names(all_bfs_methods(), bfs_method_name),
                               joined_names(all_sssp_methods(), sssp_method_name))),
              "A method of strider bfs or strider sssp, for the chosen kernel and device (default: "
              "{})"}});
  add_prepare_option(table, verb->layout, "auto", {.refusals = {no_locality_on_device()}});
  table.add(kOutputGroup,
            {{"--validate", flag(benchmark.validation, Graph500Validation::kEachSearch),
              "Check each search (default)"},
             {"--skip-validation",
              flag(benchmark.validation, Graph500Validation::kOff),
              "Do not check the searches",
              {.excludes = {"--validate"}}}});
  add_output_option(table, verb->run, "Write the reference's keys to a file");
  add_partition_options(table, verb->ranks);
  add_ranks_options(table, verb->ranks);
  add_device_options(table, verb->device);
  add_delta_option(table, verb->delta);
  add_tuning_option(table, *verb);
  add_page_options(table, verb->run);
  add_run_options(table, verb->run);
  table.footer(
      "Example:\n  strider graph500 --scale 20 --json\n"
      "  mpirun -n 4 strider graph500 --scale 20 --kernel both --traffic\n"
      "  mpirun -n 4 strider graph500 --scale 24 --device cuda");
  table.on_run([verb] { run(*verb); });
}

}  // namespace strider::cli
