#include "options.hpp"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <map>
#include <nlohmann/json.hpp>

#include "devices/place.hpp"
#include "devices/sssp.hpp"
#include "environment.hpp"
#include "files.hpp"
#include "given_options.hpp"
#include "help.hpp"
#include "interrupt.hpp"
#include "names.hpp"
#include "option_values.hpp"
#include "output.hpp"
#include "ranks/verbs.hpp"
#include "strider/error.hpp"
#include "suggestion.hpp"
#include "table_options.hpp"

namespace strider::cli {
namespace {

/// What may have been meant by `given`, which is none of `names`.
template <class Value>
std::string suggestion(std::string_view given, const std::string& names) {
  return did_you_mean(given, names);
}
template <>
std::string suggestion<FileFormat>(std::string_view given, const std::string& names) {
  return did_you_mean_format(given, names);
}

/// An option that takes one of `names` and reads it by `parse`. A message calls it by its first
/// name.
template <class Value, class Parse>
CLI::Option* add_named(CLI::App& verb, const std::string& option, std::optional<Value>& into,
                       Parse parse, const std::string& names, const std::string& what) {
  const auto set = [&into, parse, names,
                    name = option.substr(0, option.find(','))](const CLI::results_t& texts) {
    into = parse(texts.front());
    if (!into) {
      throw CLI::ValidationError(fmt::format("{} must be one of {}, got '{}'{}", name, names,
                                             texts.front(),
                                             suggestion<Value>(texts.front(), names)));
    }
    return true;
  };
  return suggest_values(verb.add_option(option, set, what), names)->type_name("NAME");
}

std::optional<SsspLayout> sssp_layout_from_name(const std::string& name) {
  if (name == "auto") return SsspLayout::kAuto;
  if (name == "none") return SsspLayout::kNone;
  return std::nullopt;
}

std::optional<LayoutChoice> layout_from_name(const std::string& name) {
  static const std::map<std::string, LayoutChoice> kNames = {{"auto", LayoutChoice::kByGraph},
                                                             {"degree", LayoutChoice::kDegree},
                                                             {"locality", LayoutChoice::kLocality},
                                                             {"none", LayoutChoice::kNone}};
  const auto found = kNames.find(name);
  return found == kNames.end() ? std::nullopt : std::optional(found->second);
}

/// --algorithm, of the host or of devices, whose methods are one text.
template <class Method, class NameOf>
void add_algorithm(CLI::App& verb, std::string& into, std::span<const Method> all, NameOf name_of,
                   const std::string& of_devices) {
  const std::string names = joined_names(all, name_of);
  suggest_values(
      verb.add_option("--algorithm", into,
                      fmt::format("One of {}{} (default: {})", names,
                                  of_devices.empty() ? "" : "; on devices " + of_devices, into)),
      names + ", " + of_devices)
      ->type_name("NAME")
      ->check(not_empty)
      ->group(kSearchGroup);
}

std::string not_of_host(const std::string& algorithm, const std::string& methods) {
  return fmt::format("--algorithm: '{}' is not a host method: --help lists the methods{}",
                     algorithm, did_you_mean(algorithm, methods));
}

bool is_on_host(const RunOptions& run) {
  return device_choice(run.device).kind == DeviceChoice::Kind::kHost;
}

void begin_anywhere(const RunOptions& run, Devices devices) {
  if (devices == Devices::kNone) {
    require_host_device(run.device);
  } else {
    static_cast<void>(device_choice(run.device));
  }
  if (run.json && run.writes_to_stdout()) {
    throw UsageError("--json and --output - would both write to the standard output");
  }
}

}  // namespace

bool RunOptions::writes_to_stdout() const {
  return is_standard_output(output);
}

ReadOptions GraphOptions::reading(const RunOptions& run) const {
  ReadOptions options;
  options.format = format;
  options.plain_edge_list = plain_edge_list;
  if (directed) options.directedness = Directedness::kDirected;
  if (undirected) options.directedness = Directedness::kUndirected;
  options.weight_column = weight_column;
  options.table = table;
  if (only_listed) options.unlisted = UnlistedVertices::kLeftOut;
  if (trust) options.verification = Verification::kStructure;
  options.threads = run.threads;
  return options;
}

BuildOptions GraphOptions::building(const RunOptions& run) const {
  BuildOptions options;
  options.self_loops = self_loops();
  options.duplicates = duplicates();
  options.threads = run.threads;
  return options;
}

BfsOptions SearchOptions::search(const RunOptions& run, BfsTrace trace) const {
  return {.method = method, .threads = run.threads, .tuning = tuning.bfs, .trace = trace};
}

CLI::Option* add_choice(CLI::App& verb, const std::string& name, std::string& into,
                        const std::vector<std::string>& choices, const std::string& what) {
  return take_values(verb.add_option(name, into, what), fmt::format("{}", fmt::join(choices, ", ")))
      ->type_name(fmt::format("{}", fmt::join(choices, "|")));
}

SsspOptions PathOptions::search(const RunOptions& run) const {
  return {.method = method,
          .threads = run.threads,
          .delta = delta,
          .layout = layout.value_or(SsspLayout::kNone)};
}

void add_run_options(CLI::App& verb, RunOptions& options) {
  verb.parse_complete_callback([&] { options.given = given_options(verb); });
  begin_group(verb, kOutputGroup);
  verb.add_flag("--json", options.json, "Print one JSON object instead of the summary");
  verb.add_flag("--quiet", options.quiet, "Print neither summary nor progress");
  verb.add_flag("--no-progress", options.no_progress, "Show no progress bar on the terminal")
      ->group(kRareGroup);
  begin_group(verb, kRunGroup);
  verb.add_option("--threads", options.threads,
                  "Threads (default: OMP_NUM_THREADS, else all cores)");
  suggest_values(
      verb.add_option("--device", options.device,
                      fmt::format("host, cuda[:N] or simt (default: {})", options.device)),
      "host, cuda, simt")
      ->type_name("NAME");
  verb.add_option("--seed", options.seed, "Seed of all random numbers")->check(natural_number);
}

void add_output_option(CLI::App& verb, RunOptions& options, const std::string& what) {
  verb.add_option("-o,--output", options.output, what)
      ->type_name("FILE")
      ->check(not_empty)
      ->group(kOutputGroup);
}

void add_graph_options(CLI::App& verb, GraphOptions& options) {
  begin_group(verb, kGraphGroup);
  verb.add_option("GRAPH", options.path, "The file of the graph; - is stdin")
      ->required()
      ->transform(input_name);
  const std::string formats = joined_names(file_formats(), file_format_name);
  add_named(verb, "--format", options.format, file_format_from_name, formats,
            fmt::format("Default: by content; or {}", formats));
  auto* directed = verb.add_flag("--directed", options.directed, "Edges lead one way");
  verb.add_flag("--undirected", options.undirected, "Edges lead both ways")->excludes(directed);
  verb.add_flag("--keep-self-loops", options.keep_self_loops,
                "Keep self-loops (default: they are removed)");
  verb.add_flag(
      "--keep-duplicates", options.keep_duplicates,
      "Keep parallel edges (default: only the lightest stays; msf --maximum: the heaviest)");
  verb.add_flag("--trust", options.trust,
                "Do not compare the checksums of a native container when it is opened")
      ->group(kRareGroup);
  add_table_options(verb, options);
  add_partition_options(verb, options.distribution);
}

std::string_view DistributionOptions::first_given() const {
  if (!partition.empty()) return "--partition";
  if (!grid.empty()) return "--grid";
  if (delegate_threshold) return "--delegate-threshold";
  if (!vertices.empty()) return "--distribution";
  if (shuffle) return "--shuffle";
  if (!encoding.empty()) return "--encoding";
  if (!reduction.empty()) return "--reduction";
  if (local_all_to_all) return "--local-all-to-all";
  if (!uniquify.empty()) return "--uniquify";
  if (traffic) return "--traffic";
  return "";
}

void add_partition_options(CLI::App& verb, DistributionOptions& options) {
  begin_group(verb, kRanksGroup);
  add_choice(verb, "--partition", options.partition, {"auto", "1d", "2d", "delegate"},
             "How the graph is partitioned among ranks (default: auto); only under mpirun or srun");
  verb.add_option("--grid", options.grid,
                  "2d: rows and columns of the process grid (default: near square)")
      ->type_name("RxC")
      ->check(not_empty);
  verb.add_option(
          "--delegate-threshold", options.delegate_threshold,
          "delegate: vertices of a higher degree are delegates (default: chosen from the degrees)")
      ->check(natural_number);
}

void add_ownership_options(CLI::App& verb, DistributionOptions& options) {
  begin_group(verb, kRanksGroup);
  add_choice(verb, "--distribution", options.vertices, {"block", "cyclic"},
             "1d: which vertices a rank owns (default: block)");
  verb.add_option(
          "--shuffle", options.shuffle,
          "Distribute the vertices in a random order with this seed (default: in their own order)")
      ->check(natural_number);
  verb.add_flag("--traffic", options.traffic, "Print bytes and messages by phase and level");
}

void add_distribution_options(CLI::App& verb, DistributionOptions& options) {
  add_ownership_options(verb, options);
  add_choice(verb, "--encoding", options.encoding,
             {"auto", "threshold", "list", "bitmap", "varint"},
             "How messages encode sets of vertices (default: auto, the shortest; threshold: the "
             "shorter of list and bitmap)");
  add_choice(verb, "--reduction", options.reduction, {"blocking", "nonblocking"},
             "delegate: how ranks reduce the masks of delegates (default: nonblocking)");
  verb.add_flag("--local-all-to-all", options.local_all_to_all,
                "delegate: gather messages to other nodes within a node first");
  add_choice(verb, "--uniquify", options.uniquify, {"on", "off"},
             "delegate: send a vertex once even if it was found several times (default: on)");
}

void add_search_options(CLI::App& verb, SearchOptions& options) {
  add_algorithm(verb, options.algorithm, all_bfs_methods(), bfs_method_name, device_methods());
  add_device_options(verb, options.device);
  add_tuning_option(verb, options.tuning, {"bfs"});
}

void require_device_for(const DeviceOptions& options, const RunOptions& run) {
  if (!is_on_host(run) || options.first_given().empty()) return;
  throw UsageError(
      fmt::format("{} applies only to searches on devices: choose a device with --device",
                  options.first_given()));
}

void add_device_memory(CLI::App& verb, DeviceOptions& options) {
  if (!has_devices()) return;
  verb.add_option("--device-memory", options.memory,
                  "Most bytes of device memory to use, in total for all ranks that share the "
                  "device (default: all)")
      ->check(at_least_one<std::uint64_t>)
      ->type_name("BYTES")
      ->group(kDevicesGroup);
}

void add_device_options(CLI::App& verb, DeviceOptions& options) {
  add_device_memory(verb, options);
  if (!has_devices()) return;
  add_choice(verb, "--transport", options.transport, {"auto", "staged", "gpu-direct"},
             "How ranks send device data: staged through host memory, or gpu-direct if MPI accepts "
             "device memory (default: auto)")
      ->group(kDevicesGroup);
}

std::string_view DeviceOptions::first_given() const {
  if (memory) return "--device-memory";
  if (!transport.empty()) return "--transport";
  return "";
}

std::string not_of_ranks(std::string_view algorithm) {
  return fmt::format(
      "--algorithm {} is not supported on ranks: use auto, top-down or direction-optimizing",
      algorithm);
}

void choose_method(SearchOptions& options, const RunOptions& run,
                   const DistributionOptions& distribution) {
  require_device_for(options.device, run);
  const bool on_ranks = runs_on_ranks(distribution);
  if (!is_on_host(run) && !on_ranks) return;
  const auto method = bfs_method_from_name(options.algorithm);
  if (!method) {
    throw UsageError(on_ranks ? not_of_ranks(options.algorithm)
                              : not_of_host(options.algorithm,
                                            joined_names(all_bfs_methods(), bfs_method_name)));
  }
  options.method = *method;
}

void choose_method(PathOptions& options, const DeviceOptions& device, const RunOptions& run,
                   const DistributionOptions& distribution) {
  require_device_for(device, run);
  if (!is_on_host(run) && !runs_on_ranks(distribution)) {
    if (options.layout == SsspLayout::kAuto) {
      throw UsageError("--prepare: shortest paths on a device do not use a layout: leave it out");
    }
    // Before the graph is read.
    static_cast<void>(device_path_options(options, device));
    return;
  }
  const auto method = sssp_method_from_name(options.algorithm);
  if (!method) {
    throw UsageError(
        not_of_host(options.algorithm, joined_names(all_sssp_methods(), sssp_method_name)));
  }
  options.method = *method;
}

void add_path_options(CLI::App& verb, PathOptions& options, const std::string& otherwise) {
  add_algorithm(verb, options.algorithm, all_sssp_methods(), sssp_method_name,
                device_path_methods());
  add_path_parameters(verb, options);
  const std::string layouts = "auto, none";
  add_named(verb, "--prepare,--layout", options.layout, sssp_layout_from_name, layouts,
            fmt::format("Order the graph by weight, to speed up many searches: {} (default: {})",
                        layouts, otherwise))
      ->group(kSearchGroup);
}

void add_path_parameters(CLI::App& verb, PathOptions& options) {
  verb.add_option("--delta", options.delta,
                  "Width of a bucket of delta-stepping and auto; on devices, step of the bound of "
                  "near-far and auto (default: chosen from weights and degrees)")
      ->group(kTuningGroup);
}

std::string_view sssp_layout_name(SsspLayout layout) {
  return layout == SsspLayout::kNone ? "none" : "weight";
}

void add_prepare_option(CLI::App& verb, std::optional<LayoutChoice>& choice,
                        const std::string& otherwise) {
  const std::string layouts = "auto, degree, locality, none";
  add_named(
      verb, "--prepare,--layout", choice, layout_from_name, layouts,
      fmt::format("Layout of the graph for faster searches: {} (default: {})", layouts, otherwise))
      ->group(kSearchGroup);
}

void add_only_algorithm(CLI::App& verb) {
  const auto accept = [](const CLI::results_t& texts) {
    if (texts.front() != "auto") {
      throw CLI::ValidationError("--algorithm: this verb supports only auto");
    }
    return true;
  };
  suggest_values(verb.add_option("--algorithm", accept, "auto"), "auto")
      ->type_name("NAME")
      ->group(kRareGroup);
}

void begin(const RunOptions& run, Devices devices) {
  require_single_process();
  begin_anywhere(run, devices);
  require_writable(run.output);
  end_on_interrupt(run.output);
}

void begin(const RunOptions& run, const DistributionOptions& distribution, Devices devices) {
  if (!distribution.first_given().empty()) refuse_distribution(distribution.first_given());
  begin(run, devices);
}

void begin(const RunOptions& run, const GraphOptions& graph, Devices devices) {
  require_graph_kept(run, graph);
  begin(run, graph.distribution, devices);
}

void begin_on_ranks(const RunOptions& run, Devices devices) {
  begin_anywhere(run, devices);
  end_on_interrupt_of_job(run.output);
}

}  // namespace strider::cli
