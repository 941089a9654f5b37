// strider generate, in one process and on ranks.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "convert.hpp"
#include "strider/dist_graph.hpp"
#include "verb.hpp"

namespace strider::cli {

struct GenerateVerb : Verb {
  GenerateVerb() : Verb("generate") { algorithm.all.ranks = "auto"; }

  GraphOptions cleaning;  ///< only what is kept of self-loops and duplicates
  std::string to;
  std::optional<LayoutChoice> layout;

  /// Of the file that is written. Throws UsageError.
  [[nodiscard]] FileFormat written_format() const {
    return run.output.empty() ? FileFormat::kNative : output_format(run.output, to);
  }
};

/// What came out, for the summary and for JSON.
struct GenerateOutcome {
  std::string kind = {};
  std::uint64_t seed = 0;
  std::uint64_t vertices = 0;
  std::uint64_t edges = 0;
  bool directed = false;
  BuildReport build = {};
  std::uint64_t isolated = 0;   ///< of ranks more than a BuildReport counts
  WritingRemarks remarks = {};  ///< on the format written
  double generate_s = 0;
  double prepare_s = 0;
  double write_s = 0;
  int ranks = 1;
};
void report(const GenerateVerb& verb, const GenerateOutcome& outcome);

/// share(cluster, run) is the generated graph, of which each rank makes a slice. `outcome` has kind
/// and seed. Throws Reported where it failed.
void generate_on_ranks(const GenerateVerb& verb, const GenerateOutcome& outcome,
                       const std::function<DistInput(const Cluster&, const RunOptions&)>& share);

}  // namespace strider::cli
