// strider info, wherever it runs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "graph_statistics.hpp"
#include "report.hpp"

namespace strider::cli {

struct InfoVerb : GraphVerb {
  using GraphVerb::GraphVerb;
};

/// What one process has of a graph in its memory.
struct InfoMemory {
  std::uint64_t bytes = 0;
  std::string layout = {};  ///< the name; empty: none
  std::uint64_t layout_bytes = 0;
  std::uint64_t weight_layout_bytes = 0;  ///< 0: none
};

struct InfoFindings {
  GraphFacts graph = {};
  std::size_t weight_type = 0;  ///< the index of the alternative of Weights
  DegreeStatistics degrees = {};
  ComponentStatistics components = {};
  SearchStatistics searches = {};
  double seconds = 0;
  std::optional<InfoMemory> memory = {};    ///< of one process
  std::optional<DistTraffic> traffic = {};  ///< of ranks
  Picture picture = {};                     ///< where a page is asked for
};

/// Prints it, and writes the file of --output.
void report(const InfoVerb& verb, const InfoFindings& found);

/// As far as ranks can tell.
void run_on_ranks(const InfoVerb& verb);

}  // namespace strider::cli
