// The options of strider graph500, and how it reports.
#pragma once

#include <optional>
#include <string>

#include "graph500/graph500.hpp"
#include "options.hpp"
#include "report.hpp"

namespace strider::cli {

struct Graph500Verb {
  RunOptions run;
  SearchOptions search;
  PathOptions paths;
  DistributionOptions distribution;
  Graph500Options benchmark;
  std::string kernel = "bfs";
  std::string algorithm = "auto";
  std::optional<LayoutChoice> layout;
  bool validate = false;
  bool skip_validation = false;

  /// The first seed of the reference program, which decides the graph and the keys.
  static constexpr std::uint64_t kSeed = 2;
};

/// Checks what both ways of running need, and fills `benchmark` in but for its progress.
void settle(Graph500Verb& options);
[[nodiscard]] Json graph500_json(const Graph500Verb& options, const Graph500Report& report);
/// The reference's keys, and a few lines for people.
void print_graph500(const Graph500Verb& options, const Graph500Report& report,
                    const std::string& partition);
/// Throws ValidationFailed where a search is wrong.
void require_valid(const Graph500Report& report);

}  // namespace strider::cli
