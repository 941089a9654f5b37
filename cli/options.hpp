// Options that verbs share.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "given_options.hpp"
#include "progress.hpp"
#include "strider/dist.hpp"
#include "strider/gpu.hpp"
#include "strider/io.hpp"
#include "strider/prepare.hpp"

namespace strider::cli {

class OptionTable;

/// Where it runs, how it reports, and chance.
struct RunOptions {
  int threads = 0;
  std::string device = "host";
  std::optional<std::uint64_t> seed;
  bool json = false;
  bool quiet = false;
  bool no_progress = false;
  std::string output;
  std::string page;   ///< a file for browsers; "": none
  std::string trace;  ///< a file of events; "": none
  bool tells = true;  ///< of ranks only the first does
  GivenOptions given;

  /// Whether a run makes its JSON, for whatever it is then.
  [[nodiscard]] bool wants_json() const {
    return tells && (json || !page.empty() || !trace.empty());
  }
  /// By any of these names, the result goes where the summary would.
  [[nodiscard]] bool writes_to_stdout() const;
  [[nodiscard]] ProgressBar progress() const {
    return quiet || no_progress ? ProgressBar::kOff : ProgressBar::kWhereTerminal;
  }
};

/// How a graph is partitioned among ranks, and how they talk: runs of several processes only.
struct RanksOptions {
  PartitionOptions partition;
  DistBfsOptions search;            ///< the encoding, and what delegates need
  std::optional<double> bandwidth;  ///< GB that a rank sends in a second; else it is measured
  bool traffic = false;
};

/// What a device is used for, beside tuning.
struct DeviceOptions {
  std::optional<std::uint64_t> memory;  ///< bytes that are taken at most
  DeviceTransport transport = DeviceTransport::kAuto;
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

  [[nodiscard]] ReadOptions reading(const RunOptions& run) const;
  [[nodiscard]] SelfLoops self_loops() const {
    return keep_self_loops ? SelfLoops::kKeep : SelfLoops::kRemove;
  }
  [[nodiscard]] Duplicates duplicates() const {
    return keep_duplicates ? Duplicates::kKeep : stays;
  }
  [[nodiscard]] BuildOptions building(const RunOptions& run) const;
};

// The tables of these, in the order in which --help lists them.

void add_graph_options(OptionTable& table, GraphOptions& graph, RanksOptions& ranks);
/// Only those of them that say how a graph is partitioned.
void add_partition_options(OptionTable& table, RanksOptions& ranks);
/// Which vertices a rank owns, and --traffic: of all verbs that run on ranks.
void add_ownership_options(OptionTable& table, RanksOptions& ranks);
/// These and the others, of verbs that search on ranks.
void add_ranks_options(OptionTable& table, RanksOptions& ranks);
/// --device-memory, where this build has devices.
void add_device_memory(OptionTable& table, DeviceOptions& device);
/// That, and how messages travel, of verbs whose ranks search on devices.
void add_device_options(OptionTable& table, DeviceOptions& device);
/// --output FILE, with this line of help.
void add_output_option(OptionTable& table, RunOptions& run, const std::string& what);
/// --report and --trace, of verbs that run something on a graph.
void add_page_options(OptionTable& table, RunOptions& run);
/// Fills `run.given` in, too.
void add_run_options(OptionTable& table, RunOptions& run);
/// --prepare; `otherwise` is what stands for the default in the line of help. Verbs that search
/// refuse what a place has no use for.
void add_prepare_option(OptionTable& table, std::optional<LayoutChoice>& choice,
                        const std::string& otherwise, Limits limits = {});

}  // namespace strider::cli
