// A look at the weights of all ranks before a search, which says how wide a bucket is. Only for
// delta_stepping.cpp.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "algorithms/sssp/kernels.hpp"
#include "algorithms/sssp/ranks/delta_stepping.hpp"
#include "algorithms/sssp/ranks/path_graph.hpp"
#include "comm/collective_error.hpp"
#include "graph/weight_message.hpp"
#include "strider/error.hpp"

namespace strider::detail {

/// Of this rank's arcs.
struct WeightSums {
  double largest = 0;  // of the finite weights
  double sum = 0;
  std::uint64_t finite = 0;
};

/// The first arc whose weight no search takes.
struct BadArc {
  ArcEnds ends;
  double weight = 0;
};

template <class W>
WeightSums add_up(const PathGraph<W>& graph, BadArc& bad) {
  WeightSums sums;
  for (std::size_t part = 0; part < graph.weights.size(); ++part) {
    const std::span<const W> weights = graph.weights[part];
    for (std::size_t i = 0; i < weights.size(); ++i) {
      const auto value = static_cast<double>(weights[i]);
      if (!(value >= 0)) {
        if (const ArcEnds ends = graph.ends_of(part, i); ends < bad.ends) bad = {ends, value};
        continue;
      }
      if (value > static_cast<double>(std::numeric_limits<W>::max())) continue;
      sums.largest = std::max(sums.largest, value);
      sums.sum += value;
      ++sums.finite;
    }
  }
  return sums;
}

/// Throws WeightError where a rank has a bad arc, and names the first of all. Collective.
template <class W>
void refuse_bad_arc(const comm::Communicator& comm, const VertexNames& names, const BadArc& here) {
  ArcEnds first;
  first.from = comm.all_reduce(here.ends.from, comm::Reduction::kMin);
  if (first.from == kNoGlobalVertex) return;
  first.to = comm.all_reduce(here.ends.from == first.from ? here.ends.to : kNoGlobalVertex,
                             comm::Reduction::kMin);
  const bool is_here = here.ends == first;
  const std::uint64_t bits =
      comm.all_reduce(is_here ? std::bit_cast<std::uint64_t>(here.weight) : ~std::uint64_t{0},
                      comm::Reduction::kMin);
  const std::vector<std::string> labels = names.labels_of(comm, std::vector{first.from, first.to});
  comm::try_on_all_ranks(comm, [&] {
    throw WeightError(
        weight_message(labels[0], labels[1], static_cast<W>(std::bit_cast<double>(bits))));
  });
}

/// Looks at the arcs of all ranks. Throws UsageError where settings.delta is negative or not a
/// number; WeightError where a weight is, naming the first such arc of all ranks. Collective.
template <class W>
DistWeightFacts look_at_weights(const comm::Communicator& comm, const PathGraph<W>& graph,
                                const DistSsspSettings& settings) {
  const double wanted = settings.delta;
  BadArc bad;
  const WeightSums here = comm::try_on_all_ranks(comm, [&] {
    if (!(wanted >= 0)) throw UsageError("delta must be at least 0");
    return add_up(graph, bad);
  });
  if constexpr (std::is_floating_point_v<W>) refuse_bad_arc<W>(comm, settings.names, bad);
  const double largest = comm.all_reduce(here.largest, comm::Reduction::kMax);
  const double sum = comm.all_reduce(here.sum, comm::Reduction::kSum);
  const std::uint64_t finite = comm.all_reduce(here.finite, comm::Reduction::kSum);
  // A vertex has a few edges within reach on average: with buckets of one (Meyer and Sanders 2003,
  // section 4.1) too little would be relaxed for what an exchange costs. The more edges vertices
  // have, the more come into reach of one another at once: then order pays.
  constexpr double kEdgesInReach = 4;
  constexpr double kEdgesOfBucket = 8;
  constexpr double kMostBuckets = 16;
  const auto vertices = static_cast<double>(graph.owners.num_vertices());
  const double degree = static_cast<double>(graph.num_arcs_of_all) / vertices;
  const double mean = finite > 0 ? sum / static_cast<double>(finite) : 0;
  DistWeightFacts facts;
  facts.reach = usable_width(sum > 0 ? kEdgesInReach * 2 * mean / degree : 1);
  facts.delta = usable_width(
      wanted > 0 ? wanted : facts.reach / std::clamp(degree / kEdgesOfBucket, 1.0, kMostBuckets));
  facts.reach = std::max(facts.reach, facts.delta);
  facts.may_overflow = std::is_floating_point_v<W> &&
                       vertices * largest > static_cast<double>(std::numeric_limits<W>::max());
  return facts;
}

}  // namespace strider::detail
