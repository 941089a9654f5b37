// The parts of a page, each from a key of a verb's JSON; empty where there is no such key.
#pragma once

#include "page/markup.hpp"
#include "report.hpp"

namespace strider::cli {

/// The verb's own numbers, large.
[[nodiscard]] Markup facts_section(const Json& json);
/// A search level by level.
[[nodiscard]] Markup levels_section(const Json& json);
/// Stages of the run, and communication by phase.
[[nodiscard]] Markup times_section(const Json& json);
/// Histograms.
[[nodiscard]] Markup distributions_section(const Json& json);
/// The highest scores.
[[nodiscard]] Markup top_section(const Json& json);
/// Bytes and messages of ranks.
[[nodiscard]] Markup traffic_section(const Json& json);
/// Several searches of one run.
[[nodiscard]] Markup searches_section(const Json& json);
/// Everything that no other section shows.
[[nodiscard]] Markup other_section(const Json& json);

/// The stages of a run with what they took, in the order in which they ran.
struct Stage {
  std::string name;
  double seconds;
};
[[nodiscard]] std::vector<Stage> stages_of(const Json& json);

}  // namespace strider::cli
