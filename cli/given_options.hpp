// What a process was asked to do, and which options refuse to be a part of it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "place.hpp"
#include "strider/dist_graph.hpp"

namespace strider::cli {

/// Why an option, or a value of it, cannot be given at some places.
struct Refusal {
  std::vector<Place> places;
  /// What follows the option's name in the message, from the colon or the blank on.
  std::string why;
  std::string only = {};  ///< refused is this value alone, which the message names
  std::string but = {};   ///< refused is every value but this one
  enum class As : std::uint8_t { kWrongUse, kUnavailable } as = As::kWrongUse;
};

/// Where an option counts. An option under "On ranks" counts on ranks only, one under "On devices"
/// on devices only; nothing else need be said of that.
struct Limits {
  bool is_required = false;
  std::vector<std::string> excludes = {};  ///< options declared before
  std::vector<std::string> needs = {};     ///< the same
  std::string needs_value = {};            ///< which the first of these must have
  /// The one way to partition a graph that uses it.
  std::optional<PartitionScheme> scheme = std::nullopt;
  bool is_of_levels = false;  ///< of breadth-first search, not of shortest paths
  std::vector<Refusal> refusals = {};
};

struct GivenOption {
  std::string name;
  std::string value;  ///< the first one; "" of a flag
  std::string group;  ///< its heading
  Limits limits;
};

struct GivenOptions {
  /// The verb and its options, one a line, to be compared with other processes of a job. Left out
  /// is what may differ between ranks: how many threads they have, the numbers of their devices and
  /// how much memory these have, and the bar, which only rank 0 shows.
  std::string command;
  std::vector<GivenOption> options;  ///< in the order of the table

  /// The first under a heading, "" if there is none.
  [[nodiscard]] std::string first_under(std::string_view group) const;
};

/// Throws UsageError or UnavailableError where an option does not count at that place.
void require_in_use(const GivenOptions& given, Place place);

}  // namespace strider::cli
