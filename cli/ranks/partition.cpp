// Which options go with which way of cutting a graph, and with which searches.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "ranks/job.hpp"
#include "strider/error.hpp"

namespace strider::cli {
namespace {

/// An option that only one scheme has a use for.
struct OptionOfScheme {
  std::string_view name;
  bool given;
  PartitionScheme scheme;
  bool is_of_bfs;  ///< and no use for shortest paths
};

std::array<OptionOfScheme, 10> options_of_schemes(const DistributionOptions& options,
                                                  const Tuning& tuning) {
  using Scheme = PartitionScheme;
  return {{
      {"--grid", !options.grid.empty(), Scheme::k2d, false},
      {"--tune alpha", tuning.has("alpha"), Scheme::k2d, true},
      {"--tune beta", tuning.has("beta"), Scheme::k2d, true},
      {"--delegate-threshold", options.delegate_threshold.has_value(), Scheme::kDelegate, false},
      {"--reduction", !options.reduction.empty(), Scheme::kDelegate, true},
      {"--local-all-to-all", options.local_all_to_all, Scheme::kDelegate, true},
      {"--uniquify", !options.uniquify.empty(), Scheme::kDelegate, true},
      {"--tune warp-degree", tuning.has("warp-degree"), Scheme::kDelegate, true},
      {"--tune block-degree", tuning.has("block-degree"), Scheme::kDelegate, true},
      {"--distribution", !options.vertices.empty(), Scheme::k1d, false},
  }};
}

/// The scheme asked for, or that of the first option that has one. Throws UsageError where an
/// option is of another scheme, or of other searches.
PartitionScheme scheme_of(const DistributionOptions& options, const Tuning& tuning, Sought sought) {
  PartitionScheme scheme = PartitionScheme::kAuto;
  if (!options.partition.empty()) scheme = partition_from_name(options.partition).value();
  std::string reason = fmt::format("--partition {}", partition_name(scheme));
  for (const OptionOfScheme& option : options_of_schemes(options, tuning)) {
    if (!option.given) continue;
    if (option.is_of_bfs && sought == Sought::kPaths) {
      throw UsageError(
          fmt::format("{} does not apply to shortest paths: leave it out", option.name));
    }
    if (scheme == PartitionScheme::kAuto) {
      scheme = option.scheme;
      reason = option.name;
    }
    if (scheme != option.scheme) {
      throw UsageError(fmt::format("{} needs --partition {}: it cannot be combined with {}",
                                   option.name, partition_name(option.scheme), reason));
    }
  }
  const bool is_by_rows = scheme == PartitionScheme::k1d || scheme == PartitionScheme::k2d;
  if (tuning.has("edges-per-thread") && !is_by_rows) {
    const bool is_given = scheme != PartitionScheme::kAuto;
    throw UsageError(fmt::format("--tune edges-per-thread needs --partition 1d or 2d{}{}",
                                 is_given ? ": it cannot be combined with " : "",
                                 is_given ? reason : ""));
  }
  if (scheme == PartitionScheme::k2d && sought == Sought::kPaths) {
    throw UsageError(fmt::format(
        "{}: shortest paths do not support 2d: use --partition 1d or delegate", reason));
  }
  const char* needs_one_d = sought == Sought::kForest        ? "spanning forests support"
                            : sought == Sought::kBetweenness ? "betweenness supports"
                            : sought == Sought::kComponents  ? "components support"
                                                             : nullptr;
  if (needs_one_d != nullptr && scheme != PartitionScheme::k1d &&
      scheme != PartitionScheme::kAuto) {
    throw UsageError(
        fmt::format("{}: {} only --partition 1d: leave the option out", reason, needs_one_d));
  }
  return needs_one_d != nullptr ? PartitionScheme::k1d : scheme;
}

}  // namespace

PartitionOptions partition_options(const DistributionOptions& options, const Tuning& tuning,
                                   Sought sought, const RunOptions& run) {
  PartitionOptions partition;
  partition.scheme = scheme_of(options, tuning, sought);
  partition.grid = options.grid;
  partition.delegate_threshold = options.delegate_threshold;
  if (options.vertices == "block") partition.distribution = VertexDistribution::kBlock;
  if (options.vertices == "cyclic") partition.distribution = VertexDistribution::kCyclic;
  partition.shuffle_seed = options.shuffle;
  partition.threads = run.threads;
  if (sought == Sought::kPaths) partition.purpose = GraphPurpose::kShortestPaths;
  if (sought == Sought::kLevels) partition.purpose = GraphPurpose::kLevels;
  if (sought == Sought::kForest) partition.purpose = GraphPurpose::kForest;
  return partition;
}

}  // namespace strider::cli
