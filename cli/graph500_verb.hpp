// strider graph500: its options, and how it reports.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "graph500/graph500.hpp"
#include "report.hpp"

namespace strider::cli {

struct Graph500Verb : Verb {
  using Verb::Verb;

  Graph500Options benchmark;
  double delta = 0;
  std::optional<LayoutChoice> layout;

  /// The first seed of the reference program, which decides the graph and the keys.
  static constexpr std::uint64_t kSeed = 2;

  [[nodiscard]] bool runs_bfs() const { return benchmark.kernels != Graph500Kernels::kSssp; }
  [[nodiscard]] bool runs_sssp() const { return benchmark.kernels != Graph500Kernels::kBfs; }
  /// "bfs", "sssp" or "both".
  [[nodiscard]] const char* kernel_name() const;
};

[[nodiscard]] Json graph500_json(const Graph500Verb& verb, const Graph500Report& report);
/// The reference's keys, a few lines for people, and the JSON that `make_json` makes; of ranks with
/// how they share the graph and what they sent.
void tell_graph500(const Graph500Verb& verb, const Graph500Report& report,
                   const std::string& partition, const std::optional<DistTraffic>& traffic,
                   const std::function<Json()>& make_json);
/// Throws ValidationFailed where a search is wrong.
void require_valid(const Graph500Report& report);

/// On the device that --device names. Throws UnavailableError, MemoryError.
[[nodiscard]] Graph500Report run_graph500_on_device(const Graph500Verb& verb,
                                                    const Graph500Options& benchmark);
/// On all processes of the launcher. Throws Reported where it failed.
void run_on_ranks(const Graph500Verb& verb);

}  // namespace strider::cli
