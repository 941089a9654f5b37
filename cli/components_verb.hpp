// strider components: its options, and what it has to report, wherever it ran.
#pragma once

#include <optional>
#include <string>

#include "report.hpp"
#include "strider/components.hpp"

namespace strider::cli {

struct ComponentsVerb : GraphVerb {
  using GraphVerb::GraphVerb;
};

struct ComponentsOutcome {
  ComponentSizes sizes;
  double seconds = 0;
  Verdict verdict;
  // Of a device:
  std::string device_name = {};  ///< empty elsewhere
  double prepare_s = 0;          ///< until the graph is there
  // Of ranks:
  std::optional<DistTraffic> traffic = {};
};
/// Prints the outcome. Throws ValidationFailed where the verdict is that it is wrong.
void report(const ComponentsVerb& verb, const GraphFacts& graph, const ComponentsOutcome& outcome);

/// The verdict of a check; label(v) is what the input calls a vertex.
template <class LabelOf>
[[nodiscard]] Verdict verdict_of(const ComponentsValidation& validation, LabelOf label) {
  if (validation.passed()) return {true, ""};
  std::string fault = fmt::format(
      "validation failed at vertex {}, against the rule that the label of a component is its first "
      "vertex, for all its vertices",
      label(validation.first_wrong));
  if (validation.num_wrong > 1) fault += fmt::format(", and {} more", validation.num_wrong - 1);
  return {true, fault};
}

/// On the device that --device names; fills in what `outcome` has of devices, and its time. Throws
/// UnavailableError, MemoryError.
[[nodiscard]] ComponentsResult components_on_device(const ComponentsVerb& verb, const Graph& graph,
                                                    ComponentsOutcome& outcome);
/// On all processes of the launcher. Throws Reported where it failed.
void run_on_ranks(const ComponentsVerb& verb);

}  // namespace strider::cli
