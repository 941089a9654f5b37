#include "model/choose_partition.hpp"

#include <algorithm>
#include <limits>
#include <vector>

#include "model/degree_law.hpp"
#include "model/level_profile.hpp"
#include "model/loggops.hpp"
#include "model/scheme.hpp"

namespace strider::detail {
namespace {

/// Arcs a vertex has, from which on most ranks are met among the ends of each rank. On few ranks
/// `1d` then has nearly all vertices as ghosts, to be marked, sent and asked for, and a frontier
/// for all is the cheaper way; below it, graphs are mostly such as roads, where it is not.
constexpr double kDense = 8;

/// Seconds of a core for an arc of the rank in a search: docs/notes/ranks.md.
constexpr double kArc = 0.45e-9;
constexpr double kArcOfDelegate = 1.4e-9;

/// Share of the vertices that have arcs.
double connected_share(const DegreeHistogram& degrees) {
  double connected = 0;
  for (std::size_t c = 1; c < DegreeHistogram::kClasses; ++c) {
    connected += static_cast<double>(degrees.vertices(c));
  }
  return connected / std::max(1.0, connected + static_cast<double>(degrees.vertices(0)));
}

double mean_degree(const DegreeHistogram& degrees) {
  double vertices = 0;
  double arcs = 0;
  for (std::size_t c = 1; c < DegreeHistogram::kClasses; ++c) {
    vertices += static_cast<double>(degrees.vertices(c));
    arcs += static_cast<double>(degrees.arcs(c));
  }
  return vertices > 0 ? arcs / vertices : 0;
}

/// Of a search from a vertex of the mean degree.
double predicted_seconds(const model::DegreeLaw& law, const model::Scheme& scheme,
                         const PartitionFacts& facts, double degree) {
  const double an_arc = scheme.kind == PartitionScheme::kDelegate ? kArcOfDelegate : kArc;
  double seconds = law.num_arcs() / scheme.ranks * an_arc;
  const model::SearchProfile profile =
      model::profile_of(law, scheme, model::levels_by_law(law, degree));
  for (const model::Step& step : model::steps_of(law, profile, scheme)) {
    seconds += model::step_seconds(facts.machine, step, scheme.ranks);
  }
  return seconds;
}

PartitionChoice choose_for_few(const PartitionFacts& facts) {
  const bool dense =
      2 * static_cast<double>(facts.num_edges) >= kDense * static_cast<double>(facts.num_vertices);
  const bool one_column = facts.purpose == GraphPurpose::kLevels && facts.ranks > 1 && dense &&
                          facts.directedness == Directedness::kUndirected;
  if (!one_column) return {};
  return {.scheme = PartitionScheme::k2d, .grid = {.rows = facts.ranks, .columns = 1}};
}

}  // namespace

const Machine& cluster_of_today() {
  return *std::ranges::min_element(known_machines(), {}, &Machine::gap_s_per_byte);
}

PartitionChoice choose_partition(const PartitionFacts& facts) {
  if (facts.ranks <= kFewRanks) return choose_for_few(facts);
  const double degree = mean_degree(facts.degrees);
  const std::uint64_t threshold = choose_threshold(facts.degrees, facts.ranks, facts.directedness);
  const bool has_empty_ranks = facts.num_vertices < static_cast<std::uint64_t>(facts.ranks);
  if ((degree < kDense && threshold == kNoDelegates) || has_empty_ranks) return {};
  std::vector<PartitionChoice> choices = {{}};
  const Grid grid = near_square_grid(facts.ranks);
  const double kept = model::kept_share(connected_share(facts.degrees));
  const bool grid_fits =
      kept * static_cast<double>(facts.num_vertices) / std::min(grid.rows, grid.columns) < 0x1p32;
  if (facts.purpose != GraphPurpose::kShortestPaths && grid_fits) {
    choices.push_back({.scheme = PartitionScheme::k2d, .grid = grid});
  }
  // Of a directed graph the model does not know the degrees by way, out of vertices and into them:
  // both count together, and the time of a search by `delegate` goes by each.
  if (facts.directedness == Directedness::kUndirected && threshold != kNoDelegates) {
    choices.push_back({.scheme = PartitionScheme::kDelegate, .threshold = threshold});
  }
  const model::DegreeLaw law(facts.degrees);
  PartitionChoice best;
  double least = std::numeric_limits<double>::infinity();
  for (const PartitionChoice& choice : choices) {
    const double seconds =
        predicted_seconds(law,
                          {.kind = choice.scheme,
                           .ranks = facts.ranks,
                           .grid = choice.grid,
                           .threshold = static_cast<double>(choice.threshold),
                           .ranks_per_node = facts.machine.ranks_per_node,
                           .direction = facts.directedness == Directedness::kDirected
                                            ? DistDirection::kTopDown
                                            : DistDirection::kDirectionOptimizing,
                           .kept = choice.scheme == PartitionScheme::k2d ? kept : 1},
                          facts, degree);
    if (seconds < least) {
      least = seconds;
      best = choice;
    }
  }
  return best;
}

}  // namespace strider::detail
