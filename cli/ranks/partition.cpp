// Which options go with which way of partitioning a graph, and with which searches.
#include <fmt/ranges.h>

#include <algorithm>

#include "ranks/job.hpp"
#include "strider/error.hpp"

namespace strider::cli {
namespace {

/// An option or tuning value that only some schemes use.
struct OptionOfSchemes {
  std::string name;
  std::vector<std::string> schemes;
  bool is_of_levels;  ///< no use for shortest paths
};

std::vector<OptionOfSchemes> given_options_of_schemes(const Verb& verb) {
  std::vector<OptionOfSchemes> options;
  for (const GivenOption& option : verb.run.given.options) {
    if (!option.limits.scheme) continue;
    options.push_back({option.name,
                       {std::string(partition_name(*option.limits.scheme))},
                       option.limits.is_of_levels});
  }
  for (const std::string& key : verb.tuning.keys) {
    std::vector<std::string> schemes = schemes_of_key(key);
    if (!schemes.empty()) options.push_back({"--tune " + key, std::move(schemes), true});
  }
  return options;
}

/// The scheme asked for, or that of the first option that only one scheme uses. Throws UsageError
/// where an option is of another scheme, or of other searches.
PartitionScheme scheme_of(const Verb& verb, Sought sought) {
  std::string scheme(partition_name(verb.ranks.partition.scheme));
  std::string reason = fmt::format("--partition {}", scheme);
  const std::vector<OptionOfSchemes> options = given_options_of_schemes(verb);
  for (const OptionOfSchemes& option : options) {
    if (option.is_of_levels && sought == Sought::kPaths) {
      throw UsageError(
          fmt::format("{} does not apply to shortest paths: leave it out", option.name));
    }
    if (scheme == "auto" && option.schemes.size() == 1) {
      scheme = option.schemes.front();
      reason = option.name;
    }
  }
  for (const OptionOfSchemes& option : options) {
    if (std::ranges::find(option.schemes, scheme) != option.schemes.end()) continue;
    throw UsageError(fmt::format(
        "{} needs --partition {}{}", option.name, fmt::join(option.schemes, " or "),
        scheme == "auto" ? "" : fmt::format(": it cannot be combined with {}", reason)));
  }
  if (scheme == "2d" && sought == Sought::kPaths && is_on_device(verb.place)) {
    throw UnavailableError(fmt::format(
        "{}: shortest paths on devices do not support 2d: use --partition 1d or delegate, or "
        "--device host",
        reason));
  }
  if (scheme == "2d" && sought == Sought::kScores) {
    throw UsageError(fmt::format(
        "{}: strider {} does not support 2d: use --partition 1d or delegate", reason, verb.name));
  }
  if (scheme == "auto" && sought == Sought::kScores) return PartitionScheme::k1d;
  const bool needs_one_d = sought == Sought::kForest || sought == Sought::kBetweenness ||
                           sought == Sought::kVertexValues;
  if (needs_one_d && scheme != "1d" && scheme != "auto") {
    throw UsageError(fmt::format(
        "{}: strider {} supports only --partition 1d: leave the option out", reason, verb.name));
  }
  const bool means_one_d = needs_one_d && sought != Sought::kForest;
  return means_one_d ? PartitionScheme::k1d : partition_from_name(scheme).value();
}

}  // namespace

PartitionOptions partition_options(const Verb& verb, Sought sought) {
  PartitionOptions partition = verb.ranks.partition;
  partition.scheme = scheme_of(verb, sought);
  partition.threads = verb.run.threads;
  if (sought == Sought::kPaths) partition.purpose = GraphPurpose::kShortestPaths;
  if (sought == Sought::kLevels) partition.purpose = GraphPurpose::kLevels;
  if (sought == Sought::kForest) partition.purpose = GraphPurpose::kForest;
  return partition;
}

}  // namespace strider::cli
