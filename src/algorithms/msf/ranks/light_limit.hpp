// What ranks find out together by samples: which edges are light.
#pragma once

#include <array>
#include <cmath>
#include <optional>
#include <span>
#include <vector>

#include "algorithms/msf/ranks/edge_limit.hpp"
#include "algorithms/msf/ranks/weighted_rows.hpp"
#include "base/random.hpp"
#include "comm/collective_error.hpp"
#include "comm/communicator.hpp"

namespace strider::detail {

// As in single_pivot_filter_kruskal.cpp.
inline constexpr double kLightPerVertex = 1.25;
inline constexpr double kMinFilterRatio = 3;

/// Whether edges are so many that some are to be light: three times as many as those.
/// `connected`: rows of all ranks with entries.
[[nodiscard]] inline bool has_heavy_edges(const Graph1d& graph, std::uint64_t connected) {
  return static_cast<double>(graph.num_edges) >
         kMinFilterRatio * kLightPerVertex * static_cast<double>(connected);
}

/// The limit of light edges: about 1.25 for each vertex with edges. Nothing where all edges are to
/// be light, as there are less than three times as many. `connected`: rows with entries. The same
/// on all ranks. Collective.
template <class W>
[[nodiscard]] std::optional<EdgeLimit<WeightKey<W>>> choose_light_limit(
    const comm::Communicator& comm, const WeightedGraph1d<W>& weighted, WeightOrder<W> order,
    std::uint64_t connected) {
  using Key = WeightKey<W>;
  const Graph1d& graph = weighted.topology;
  connected = comm.all_reduce(connected, comm::Reduction::kSum);
  if (!has_heavy_edges(graph, connected)) return std::nullopt;
  const double wanted = kLightPerVertex * static_cast<double>(connected);
  const auto all = static_cast<double>(graph.num_edges);
  const auto ranks = static_cast<std::size_t>(comm.size());

  // Of each rank by its share of the entries, about kMean on average.
  constexpr std::size_t kMean = 256;
  constexpr std::size_t kMost = 1024;
  struct Sample {
    std::array<Key, kMost> keys;
    std::size_t count;
  };
  const double share_of_rank = static_cast<double>(graph.rows.num_arcs()) /
                               static_cast<double>(graph.num_arcs) * comm.size();
  Sample mine{};
  std::vector<Sample> of_ranks;
  std::vector<Key> sample;
  comm::try_on_all_ranks(comm, [&] {
    const auto keys =
        sample_keys(weighted, order,
                    std::min(kMost, static_cast<std::size_t>(std::ceil(share_of_rank * kMean))));
    mine.count = keys.size();
    std::copy(keys.begin(), keys.end(), mine.keys.begin());
    of_ranks.resize(ranks);
    sample.reserve(ranks * kMost);
  });
  comm.all_gather(mine, std::span(of_ranks));
  for (const Sample& of_rank : of_ranks) {
    sample.insert(sample.end(), of_rank.keys.begin(),
                  of_rank.keys.begin() + static_cast<std::ptrdiff_t>(of_rank.count));
  }
  std::sort(sample.begin(), sample.end());
  const double share = wanted / all;
  const auto size = static_cast<double>(sample.size());
  const Key key = sample[static_cast<std::size_t>(share * size)];
  const auto [low, high] = std::equal_range(sample.begin(), sample.end(), key);
  const double below = static_cast<double>(low - sample.begin()) / size;
  const double equal = static_cast<double>(high - low) / size;
  EdgeLimit<Key> limit{.key = key};
  if (equal < share / 8) return limit;
  // Of edges that weigh the same those of small ends come first. Where ends are random, those
  // with the smaller one among the first x of all are 1 - (1 - x)^2.
  const double first = 1 - std::sqrt(std::max(0.0, 1 - (share - below) / equal));
  limit.end = static_cast<GlobalVertex>(first * static_cast<double>(graph.owners.num_vertices()));
  return limit;
}

}  // namespace strider::detail
