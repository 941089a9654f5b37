// strider bc: its options, and what it has to report, wherever it ran.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "progress.hpp"
#include "report.hpp"
#include "strider/betweenness.hpp"
#include "strider/betweenness_estimate.hpp"
#include "strider/dist_bc.hpp"

namespace strider::cli {

struct BcVerb : GraphVerb {
  using GraphVerb::GraphVerb;

  /// What is scored and how; sources, samples, method and run are set when the graph is there.
  BetweennessOptions exact;
  bool weighted = false;
  std::string sources_file;
  std::string targets_file;
  std::optional<std::uint64_t> samples;
  std::optional<double> epsilon;
  std::optional<double> delta;
  std::optional<std::uint32_t> top;
  CheckpointOptions checkpoint;
  /// The checkpoint to continue from is not there yet.
  bool begins_anew = false;
  BcShare share = BcShare::kAuto;

  [[nodiscard]] bool is_adaptive() const { return epsilon.has_value(); }
  [[nodiscard]] bool of_edges() const { return exact.of == BetweennessOf::kEdges; }
  [[nodiscard]] bool is_normalized() const { return exact.scale == BetweennessScale::kNormalized; }
  [[nodiscard]] bool resumes() const {
    return checkpoint.start == CheckpointOptions::Start::kResume;
  }
  /// How many scores are shown.
  [[nodiscard]] std::size_t num_shown() const { return top.value_or(kTopScores); }
  /// How many sources to draw; nothing where --samples asks for all vertices or more, whose scores
  /// are exact.
  [[nodiscard]] std::optional<std::uint64_t> drawn_samples(std::uint64_t num_vertices) const;
};

/// Throws UsageError where options contradict one another.
void check(const BcVerb& verb);
/// Whether the checkpoint to continue from is not there yet, so that the run begins anew.
[[nodiscard]] bool lacks_checkpoint(const BcVerb& verb);

/// Progress, interruption and checkpoints of a run. `progress` outlives it.
[[nodiscard]] BetweennessRun run_of(const BcVerb& verb, Progress& progress);
[[nodiscard]] EstimateOptions estimate_options(const BcVerb& verb, Progress& progress);

/// A score to show, and whose it is. Of a vertex, v is no text.
struct TopScore {
  std::string u;
  std::string v;
  double score;
};

struct BcOutcome : RunOutcome {
  /// Of an adaptive run, without its scores.
  std::optional<BetweennessEstimate> estimate;
  std::uint64_t num_sources = 0;
  std::uint64_t edges_traversed = 0;
  double prepare_s = 0;
  double seconds = 0;
  std::vector<TopScore> top;
  double total = 0;  ///< of all scores, as the verdict's check found
  // Of ranks:
  std::string_view share;  ///< in words of --share
  std::uint32_t batch_size = 0;

  void take_verdict(const BetweennessValidation& validation);
};
/// Prints the outcome. Throws ValidationFailed where the verdict is that it is wrong.
void report(const BcVerb& verb, const GraphFacts& graph, const BcOutcome& outcome);

[[nodiscard]] DeviceBetweennessOptions device_betweenness_options(const BcVerb& verb);
/// On the device that --device names, as `exact` asks; sets the device's name. G is Graph, of which
/// paths are measured by hops, or WeightedGraph<W>. Throws UnavailableError, MemoryError,
/// WeightError.
template <class G>
[[nodiscard]] BetweennessResult betweenness_on_device(const BcVerb& verb, const G& graph,
                                                      const BetweennessOptions& exact,
                                                      std::string& device_name);
/// The same of paths drawn at random.
[[nodiscard]] BetweennessEstimate estimate_on_device(const BcVerb& verb, const Graph& graph,
                                                     const EstimateOptions& adaptive,
                                                     std::string& device_name);

/// On all processes of the launcher. Throws Reported where it failed.
void run_on_ranks(const BcVerb& verb);

}  // namespace strider::cli
