#include "partition/delegates.hpp"

#include <algorithm>
#include <optional>

namespace strider::detail {
namespace {

struct Totals {
  std::uint64_t vertices = 0;
  std::uint64_t arcs = 0;
};

/// Arcs that a histogram has for each arc of the graph.
double counted_arcs(Directedness directedness) {
  return directedness == Directedness::kDirected ? 2 : 1;
}

/// Of the classes [first, last).
Totals total(const DegreeHistogram& histogram, std::size_t first, std::size_t last) {
  Totals sum;
  for (std::size_t c = first; c < last; ++c) {
    sum.vertices += histogram.vertices(c);
    sum.arcs += histogram.arcs(c);
  }
  return sum;
}

/// The first class of delegates.
std::size_t first_delegate_class(std::uint64_t threshold) {
  if (threshold == kNoDelegates) return DegreeHistogram::kClasses;
  return DegreeHistogram::class_of(threshold) + 1;
}

bool has_hubs(const DegreeHistogram& histogram) {
  const Totals connected = total(histogram, 1, DegreeHistogram::kClasses);
  if (connected.vertices == 0) return false;
  const double mean = static_cast<double>(connected.arcs) / static_cast<double>(connected.vertices);
  const auto hub = static_cast<std::uint64_t>(kHubDegree * mean);
  const Totals hubs =
      total(histogram, DegreeHistogram::class_of(hub) + 1, DegreeHistogram::kClasses);
  return static_cast<double>(hubs.arcs) >= kLeastHubArcs * static_cast<double>(connected.arcs);
}

}  // namespace

ThresholdEstimate estimate_threshold(const DegreeHistogram& histogram, std::uint64_t threshold,
                                     int ranks, Directedness directedness) {
  const std::size_t first = first_delegate_class(threshold);
  const Totals normal = total(histogram, 0, first);
  const Totals all = total(histogram, 0, DegreeHistogram::kClasses);
  ThresholdEstimate estimate;
  estimate.threshold = threshold;
  estimate.delegates = all.vertices - normal.vertices;
  const double counted = counted_arcs(directedness);
  const double normal_arcs = static_cast<double>(normal.arcs) / counted;
  const double all_arcs = static_cast<double>(all.arcs) / counted;
  estimate.nn_arcs = all.arcs == 0 ? 0 : normal_arcs * normal_arcs / all_arcs;
  estimate.bytes =
      static_cast<double>(estimate.delegates) * ranks / 4 * kReductions + 4 * estimate.nn_arcs;
  return estimate;
}

std::uint64_t choose_threshold(const DegreeHistogram& histogram, int ranks,
                               Directedness directedness) {
  if (!has_hubs(histogram)) return kNoDelegates;
  const Totals all = total(histogram, 0, DegreeHistogram::kClasses);
  const double most_delegates = kMostDelegates * static_cast<double>(all.vertices) / ranks;
  const double most_nn_arcs =
      kMostNormalArcs * static_cast<double>(all.arcs) / counted_arcs(directedness);
  // Of those within the limit of delegates: the best, and the best of those with few nn arcs.
  std::optional<ThresholdEstimate> best;
  std::optional<ThresholdEstimate> best_balanced;
  const auto keep_better = [](std::optional<ThresholdEstimate>& kept,
                              const ThresholdEstimate& other) {
    if (!kept || other.bytes <= kept->bytes) kept = other;
  };
  for (std::size_t c = 0; c + 1 < DegreeHistogram::kClasses; ++c) {
    const std::uint64_t threshold = c == 0 ? 0 : std::uint64_t{1} << (c - 1);
    const ThresholdEstimate estimate =
        estimate_threshold(histogram, threshold, ranks, directedness);
    if (static_cast<double>(estimate.delegates) > most_delegates) continue;
    keep_better(best, estimate);
    if (estimate.nn_arcs <= most_nn_arcs) keep_better(best_balanced, estimate);
    if (estimate.delegates == 0) break;
  }
  if (best_balanced) return best_balanced->threshold;
  return best ? best->threshold : kNoDelegates;
}

}  // namespace strider::detail
