// strider graph500: the Graph500 benchmark.
#include "graph500/graph500.hpp"

#include <fmt/format.h>

#include <memory>
#include <numeric>

#include "errors.hpp"
#include "options.hpp"
#include "print.hpp"
#include "report.hpp"
#include "strider/error.hpp"
#include "strider/results.hpp"
#include "verbs.hpp"

namespace strider::cli {
namespace {

/// The first seed of the reference program, which decides the graph and the keys.
constexpr std::uint64_t kSeed = 2;

struct VerbOptions {
  RunOptions run;
  SearchOptions search;
  PathOptions paths;
  Graph500Options benchmark;
  std::string kernel = "bfs";
  std::string algorithm = "auto";
  std::optional<LayoutChoice> layout;
  bool validate = false;
  bool skip_validation = false;
};

double total_seconds(const Graph500Kernel& kernel) {
  return std::accumulate(
      kernel.searches.begin(), kernel.searches.end(), 0.0,
      [](double sum, const Graph500Search& search) { return sum + search.seconds; });
}

void add_searches(Json& searches, std::string_view name, const Graph500Kernel& kernel) {
  for (const Graph500Search& search : kernel.searches) {
    Json json = {{"kernel", name}, {"source", search.root}, {"reached", search.reached}};
    if (!search.vertices_per_level.empty()) json["levels"] = search.vertices_per_level.size();
    json["edges"] = search.edges_traversed;
    json["time_s"] = search.seconds;
    json["validate_s"] = search.validation_seconds;
    json["valid"] = search.violations.empty();
    searches.push_back(std::move(json));
  }
}

Json report_json(const VerbOptions& options, const Graph500Report& report) {
  CommonFacts facts;
  facts.verb = "graph500";
  facts.graph = fmt::format("kronecker scale {} edge factor {}", report.scale, report.edge_factor);
  facts.vertices = report.num_vertices;
  facts.edges = report.num_edges;
  facts.algorithm = options.algorithm;
  facts.seed = kSeed;
  facts.load_s = report.generation_seconds;
  facts.build_s = report.construction_seconds;
  facts.time_s = total_seconds(report.bfs) + total_seconds(report.sssp);
  Json json = common_json(facts, options.run);
  json["kernel"] = options.kernel;
  json["layout"] = layout_name(report.layout);
  json["sssp_layout"] = sssp_layout_name(report.sssp_layout);
  json["validated"] = report.validated;
  json["passed"] = report.validated ? Json(report.passed()) : Json();
  for (const auto& [key, value] : reference_keys(report)) json[key] = value;
  json["searches"] = Json::array();
  add_searches(json["searches"], "bfs", report.bfs);
  add_searches(json["searches"], "sssp", report.sssp);
  return json;
}

void require_valid(const Graph500Report& report) {
  for (const Graph500Kernel* kernel : {&report.bfs, &report.sssp}) {
    for (const Graph500Search& search : kernel->searches) {
      if (search.violations.empty()) continue;
      throw ValidationFailed(
          fmt::format("the search from {} is wrong: {}", search.root, search.violations.front()));
    }
  }
  if (!report.passed()) {
    throw ValidationFailed("a search does not traverse the edges that it claims");
  }
}

void print_summary(const VerbOptions& options, const Graph500Report& report) {
  const std::string text = to_reference_text(report);
  if (options.run.output.empty()) {
    if (!options.run.quiet) print_text(stdout, text);
  } else {
    write_report(options.run.output, text);
  }
  const Summary summary(options.run);
  summary.text("\n");
  summary.line("graph", fmt::format("{}, {} after cleaning", counted(report.num_vertices, "vertex"),
                                    counted(report.num_edges, "edge")));
  const bool both = report.kernels == Graph500Kernels::kBoth;
  summary.line(
      "layout",
      fmt::format(
          "{}{}{}", report.kernels == Graph500Kernels::kSssp ? "" : layout_name(report.layout),
          both ? ", and for shortest paths " : "",
          report.kernels == Graph500Kernels::kBfs ? "" : sssp_layout_name(report.sssp_layout)));
  summary.line(
      "searches",
      fmt::format("{} by '{}', {}", report.bfs.searches.size() + report.sssp.searches.size(),
                  options.algorithm,
                  report.validated ? "each validated against the input tuples" : "not validated"));
  const auto speed = [&](std::string_view name, const Graph500Kernel& kernel) {
    if (kernel.searches.empty()) return;
    summary.line(name, fmt::format("{} harmonic mean, median search {}",
                                   rate(kernel.teps.harmonic_mean), duration(kernel.time.median)));
  };
  speed("bfs", report.bfs);
  speed("sssp", report.sssp);
}

/// --algorithm names a method of the kernel that is run, or of either where both are.
void choose_methods(VerbOptions& options) {
  const auto bfs = bfs_method_from_name(options.algorithm);
  const auto sssp = sssp_method_from_name(options.algorithm);
  const bool runs_bfs = options.kernel != "sssp";
  const bool runs_sssp = options.kernel != "bfs";
  if (!(runs_bfs && bfs) && !(runs_sssp && sssp)) {
    throw UsageError(fmt::format("--algorithm: '{}' is no method of --kernel {}", options.algorithm,
                                 options.kernel));
  }
  options.search.method = bfs.value_or(BfsMethod::kAuto);
  options.paths.method = sssp.value_or(SsspMethod::kAuto);
  options.benchmark.kernels = !runs_sssp  ? Graph500Kernels::kBfs
                              : !runs_bfs ? Graph500Kernels::kSssp
                                          : Graph500Kernels::kBoth;
}

void run(VerbOptions& options) {
  begin(options.run);
  if (options.run.seed.value_or(kSeed) != kSeed) {
    throw UsageError(
        "--seed: the benchmark's graph and search keys are those of its seeds 2 and 3");
  }
  choose_methods(options);
  Progress progress(options.run.progress());
  options.benchmark.threads = options.run.threads;
  options.benchmark.bfs = options.search.search(options.run, BfsTrace::kOff);
  options.paths.layout =
      options.layout == LayoutChoice::kNone ? SsspLayout::kNone : SsspLayout::kAuto;
  options.benchmark.sssp = options.paths.search(options.run);
  options.benchmark.layout = options.layout.value_or(LayoutChoice::kByGraph);
  options.benchmark.validation =
      options.skip_validation ? Graph500Validation::kOff : Graph500Validation::kEachSearch;
  options.benchmark.progress = [&](std::string_view phase, double fraction) {
    progress.step(phase, fraction);
  };
  const Graph500Report report = run_graph500(options.benchmark);
  progress.clear();
  if (options.run.json) {
    print_json(report_json(options, report));
    if (!options.run.output.empty()) write_report(options.run.output, to_reference_text(report));
  } else {
    print_summary(options, report);
  }
  require_valid(report);
}

}  // namespace

void add_graph500(CLI::App& program) {
  auto options = std::make_shared<VerbOptions>();
  CLI::App* verb =
      program.add_subcommand("graph500", "Run the Graph500 benchmark; prints the reference's keys");
  verb->add_option("--scale", options->benchmark.scale, "2^SCALE vertices")->required();
  verb->add_option("--edge-factor", options->benchmark.edge_factor, "Tuples a vertex (16)");
  verb->add_option("--roots", options->benchmark.roots, "Searches (64)");
  verb->add_option("--kernel", options->kernel, "bfs, sssp or both (bfs)")
      ->check(CLI::IsMember({"bfs", "sssp", "both"}));
  auto* validate =
      verb->add_flag("--validate", options->validate, "Check each search: the default");
  verb->add_flag("--skip-validation", options->skip_validation, "Check none")->excludes(validate);
  verb->add_option("--algorithm", options->algorithm,
                   "A method of strider bfs or strider sssp, as the kernel is (default: auto)")
      ->type_name("NAME");
  add_search_parameters(*verb, options->search);
  add_path_parameters(*verb, options->paths);
  add_prepare_option(*verb, options->layout, "auto");
  add_output_option(*verb, options->run, "Write the reference's keys to a file");
  add_run_options(*verb, options->run);
  verb->footer("Example:\n  strider graph500 --scale 20 --json");
  verb->callback([options] { run(*options); });
}

}  // namespace strider::cli
