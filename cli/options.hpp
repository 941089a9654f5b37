// Options that verbs share.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "checks.hpp"
#include "environment.hpp"
#include "parser.hpp"
#include "progress.hpp"
#include "strider/bfs.hpp"
#include "strider/device.hpp"
#include "strider/io.hpp"
#include "strider/prepare.hpp"
#include "strider/sssp.hpp"
#include "tuning.hpp"

namespace strider::cli {

/// Where it runs, how it reports, and chance.
struct RunOptions {
  int threads = 0;
  std::string device = "host";
  std::optional<std::uint64_t> seed;
  bool json = false;
  bool quiet = false;
  bool no_progress = false;
  std::string output;
  std::string given;  ///< as given_options() tells

  /// By any of these names, the result goes where the summary would.
  [[nodiscard]] bool writes_to_stdout() const;
  [[nodiscard]] ProgressBar progress() const {
    return quiet || no_progress ? ProgressBar::kOff : ProgressBar::kWhereTerminal;
  }
};

/// How a graph is cut for ranks, and how they talk: runs of several processes only.
struct DistributionOptions {
  std::string partition;
  std::string grid;
  std::optional<std::uint64_t> delegate_threshold;
  std::string vertices;  ///< block or cyclic
  std::optional<std::uint64_t> shuffle;
  std::string encoding;
  std::string reduction;
  bool local_all_to_all = false;
  std::string uniquify;  ///< on or off
  bool traffic = false;

  /// The first of these options that was given, "" where none was.
  [[nodiscard]] std::string_view first_given() const;
};

/// The graph to read, and as what.
struct GraphOptions {
  std::string path;
  std::optional<FileFormat> format;
  bool directed = false;
  bool undirected = false;
  /// What a plain edge list is that says nothing: the verb decides.
  Directedness plain_edge_list = Directedness::kDirected;
  /// The column or attribute of the weights; the rest says where a table has what.
  std::string weight_column;
  TableOptions table;
  bool only_listed = false;
  bool keep_self_loops = false;
  bool keep_duplicates = false;
  bool trust = false;
  /// What stays of parallel edges where they are removed.
  Duplicates stays = Duplicates::kRemove;
  DistributionOptions distribution;

  [[nodiscard]] ReadOptions reading(const RunOptions& run) const;
  [[nodiscard]] SelfLoops self_loops() const {
    return keep_self_loops ? SelfLoops::kKeep : SelfLoops::kRemove;
  }
  [[nodiscard]] Duplicates duplicates() const {
    return keep_duplicates ? Duplicates::kKeep : stays;
  }
  [[nodiscard]] BuildOptions building(const RunOptions& run) const;
};

/// What a device is used for, beside tuning.
struct DeviceOptions {
  std::optional<std::uint64_t> memory;  ///< bytes that are taken at most
  std::string transport;                ///< of messages between ranks

  /// The first of these options that was given, "" where none was.
  [[nodiscard]] std::string_view first_given() const;
};

/// The method of a search and its parameters.
struct SearchOptions {
  std::string algorithm = "auto";       ///< of the host or of a device, as --device says
  BfsMethod method = BfsMethod::kAuto;  ///< that `algorithm` names on the host
  DeviceOptions device;
  Tuning tuning;

  [[nodiscard]] BfsOptions search(const RunOptions& run, BfsTrace trace) const;
};

/// Adds an option that takes a name of a few, the default being none of them: "".
CLI::Option* add_choice(CLI::App& verb, const std::string& name, std::string& into,
                        const std::vector<std::string>& choices, const std::string& what);

/// The method of a search for shortest paths and its parameters.
struct PathOptions {
  std::string algorithm = "auto";         ///< of the host or of a device, as --device says
  SsspMethod method = SsspMethod::kAuto;  ///< that `algorithm` names on the host
  double delta = 0;
  std::optional<SsspLayout> layout;
  Tuning tuning;

  [[nodiscard]] SsspOptions search(const RunOptions& run) const;
};

/// strider components.
struct ComponentsVerb {
  RunOptions run;
  GraphOptions graph;
  DeviceOptions device;
  bool validate = false;

  [[nodiscard]] bool is_on_device() const {
    return device_choice(run.device).kind != DeviceChoice::Kind::kHost;
  }
  /// Nothing is random but the schedule of an emulated device.
  [[nodiscard]] std::uint64_t seed() const {
    return run.seed.value_or(is_on_device() ? SimtOptions{}.seed : 0);
  }
};

void add_run_options(CLI::App& verb, RunOptions& options);
void add_output_option(CLI::App& verb, RunOptions& options, const std::string& what);
void add_graph_options(CLI::App& verb, GraphOptions& options);
/// Those that every verb which reads a graph knows.
void add_partition_options(CLI::App& verb, DistributionOptions& options);
/// Which vertices a rank owns, and what it sends: of all verbs that run on ranks.
void add_ownership_options(CLI::App& verb, DistributionOptions& options);
/// These and the others, of verbs that search on ranks.
void add_distribution_options(CLI::App& verb, DistributionOptions& options);
void add_search_options(CLI::App& verb, SearchOptions& options);
/// Throws UsageError where options of devices were given, but --device names the host.
void require_device_for(const DeviceOptions& options, const RunOptions& run);
/// --device-memory, where this build has devices.
void add_device_memory(CLI::App& verb, DeviceOptions& options);
/// That, and how messages travel, of verbs whose ranks search on devices.
void add_device_options(CLI::App& verb, DeviceOptions& options);
/// Reads `algorithm` where the search is the host's, or that of ranks. Throws UsageError, also
/// where an option of devices was given to the host.
void choose_method(SearchOptions& options, const RunOptions& run,
                   const DistributionOptions& distribution);
/// The same for shortest paths.
void choose_method(PathOptions& options, const DeviceOptions& device, const RunOptions& run,
                   const DistributionOptions& distribution);
/// Says that a method of breadth-first search is none of ranks.
[[nodiscard]] std::string not_of_ranks(std::string_view algorithm);
void add_path_options(CLI::App& verb, PathOptions& options, const std::string& otherwise);
/// Of these, neither --algorithm nor --prepare.
void add_path_parameters(CLI::App& verb, PathOptions& options);
[[nodiscard]] std::string_view sssp_layout_name(SsspLayout layout);
void add_prepare_option(CLI::App& verb, std::optional<LayoutChoice>& choice,
                        const std::string& otherwise);
/// For verbs that read a graph and have no method to choose: --algorithm takes auto.
void add_only_algorithm(CLI::App& verb);

/// What every verb does first on one machine: refuses several processes and what this build does
/// not have, and minds Ctrl-C.
enum class Devices : std::uint8_t { kNone, kAny };
void begin(const RunOptions& run, Devices devices = Devices::kNone);
void begin(const RunOptions& run, const DistributionOptions& distribution,
           Devices devices = Devices::kNone);
void begin(const RunOptions& run, const GraphOptions& graph, Devices devices = Devices::kNone);
/// The same on ranks, which are what it asks for.
void begin_on_ranks(const RunOptions& run, Devices devices);

}  // namespace strider::cli
