// A rank's rows and their weights, as all methods look at them: by samples, and in an order of
// edges that is the same on all ranks.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "algorithms/msf/keyed_edge.hpp"
#include "algorithms/msf/light_limit.hpp"
#include "base/random.hpp"
#include "base/workspace.hpp"
#include "comm/collective_error.hpp"
#include "comm/communicator.hpp"
#include "ranks/one_d/graph_1d.hpp"
#include "ranks/search/sample_of_rank.hpp"
#include "strider/error.hpp"

namespace strider::detail {

/// How many rows have entries.
[[nodiscard]] inline std::uint64_t count_connected(const Csr& rows) {
  std::uint64_t connected = 0;
  for (Vertex u = 0; u < rows.num_vertices(); ++u) connected += rows.degree(u) > 0 ? 1 : 0;
  return connected;
}

/// Throws WeightError, naming an edge whose weight is NaN. Precondition: there is one.
template <class W>
[[noreturn]] void refuse_nan(const WeightedGraph1d<W>& graph, WeightOrder<W> order) {
  const Graph1d& topology = graph.topology;
  for (Vertex u = 0; u < topology.num_rows(); ++u) {
    const auto weights = graph.weights_of(local_vertex(u));
    for (std::size_t i = 0; i < weights.size(); ++i) {
      if (order.is_number(order.key(weights[i]))) continue;
      const GlobalVertex a = topology.global_of(local_vertex(u));
      const GlobalVertex b = topology.global_of(local_id(topology.rows.neighbors(u)[i]));
      refuse_nan(std::to_string(std::min(a, b)), std::to_string(std::max(a, b)));
    }
  }
  throw WeightError("a weight is not a number (NaN)");
}

/// The same where the keys that were met are not all numbers.
template <class W, class Range>
void refuse_nan_in(const Range& keys, const WeightedGraph1d<W>& graph, WeightOrder<W> order) {
  if (std::is_integral_v<W> || keys.least > keys.greatest) return;  // or no edges
  if (!order.is_number(keys.least) || !order.is_number(keys.greatest)) refuse_nan(graph, order);
}

/// Whether the rank of the lower of two vertices keeps the edge between them, by numbers that both
/// ranks have for the ends: true for half of all edges.
[[nodiscard]] constexpr bool lower_keeps(std::uint32_t low, std::uint32_t high) {
  constexpr std::uint32_t kLowFactor = 0x9E3779B1U;
  constexpr std::uint32_t kHighFactor = 0x85EBCA77U;
  return ((low * kLowFactor) ^ (high * kHighFactor)) >> 31U == 0;
}

/// Which edges are light: those of lesser keys than `key`, and those of this key whose smaller end
/// is below `end` in the input's numbers.
template <class Key>
struct EdgeLimit {
  Key key = static_cast<Key>(~Key{0});
  GlobalVertex end = ~GlobalVertex{0};
  [[nodiscard]] bool parts_a_class() const { return end != ~GlobalVertex{0}; }
};

/// The limit of light edges (light_limit.hpp) by a sample of all ranks' weights; nothing where all
/// edges are to be light. `connected`: rows with entries. The same on all ranks. Collective. Throws
/// MemoryError on all ranks.
template <class W>
[[nodiscard]] std::optional<EdgeLimit<WeightKey<W>>> choose_light_limit(
    const comm::Communicator& comm, const WeightedGraph1d<W>& weighted, WeightOrder<W> order,
    std::uint64_t connected) {
  using Key = WeightKey<W>;
  const Graph1d& graph = weighted.topology;
  const auto all = static_cast<double>(graph.num_edges);
  const auto all_connected = static_cast<double>(comm.all_reduce(connected, comm::Reduction::kSum));
  if (!has_heavy_edges(all, all_connected)) return std::nullopt;

  // Of each rank by its share of the entries; on average so many, of many ranks fewer.
  constexpr std::size_t kMean = 256;
  std::vector<Key> mine;
  comm::try_on_all_ranks(comm, [&] {
    const EdgeIndex arcs = graph.rows.num_arcs();
    const double share = static_cast<double>(arcs) / static_cast<double>(graph.num_arcs);
    const double in_all =
        static_cast<double>(sample_of_rank(comm.size(), kMean)) * static_cast<double>(comm.size());
    const auto wanted = static_cast<std::size_t>(std::ceil(share * in_all));
    mine.resize(std::min<std::size_t>(wanted, arcs));
    CounterRng rng(arcs, static_cast<std::uint64_t>(graph.rank));
    for (Key& key : mine) key = order.key(weighted.weights[rng.below(arcs)]);
  });
  Array<Key> sample = comm::checked_all_gather(comm, std::span<const Key>(mine));
  const auto [key, ends] = limit_by_sample(sample.span(), kLightPerVertex * all_connected / all);
  EdgeLimit<Key> limit{.key = key};
  if (ends < 1) {
    limit.end = static_cast<GlobalVertex>(ends * static_cast<double>(graph.owners.num_vertices()));
  }
  return limit;
}

/// What a rank calls the vertices that its arcs name, so that it can compare edges as all ranks do:
/// numbers from 0 in the order of the input's numbers, one for each local id that stands for a
/// vertex. Edges written in names are ordered by (key, smaller end, larger end) as they are in the
/// input's numbers, whatever the owners are.
class OrderedNames {
 public:
  /// `graph` outlives this. O(local ids log local ids).
  OrderedNames(Workspace& workspace, const Graph1d& graph) {
    std::size_t count = 0;
    for (const IdRange& range : graph.local_ids.ranges()) count += range.size;
    workspace.declare("names by local id", names_, graph.local_ids.size());
    workspace.declare("local ids by name", local_ids_, count);
    workspace.count("sorting names", count * sizeof(NamedLocalId));
    workspace.when_taken([this, &graph] { name_all(graph); });
  }

  [[nodiscard]] Vertex size() const { return static_cast<Vertex>(local_ids_.size()); }
  /// Precondition: the local id stands for a vertex.
  [[nodiscard]] Vertex name(Vertex local_id) const { return names_[local_id]; }
  /// Where the name of a local id lies, to ask for it.
  [[nodiscard]] const Vertex* place(Vertex local_id) const { return &names_[local_id]; }
  [[nodiscard]] Vertex local_id(Vertex name) const { return local_ids_[name]; }
  /// How many vertices below `bound`, in the input's numbers, have names.
  [[nodiscard]] Vertex count_below(const Graph1d& graph, GlobalVertex bound) const {
    const auto* const first = std::partition_point(
        local_ids_.begin(), local_ids_.end(),
        [&](Vertex c) { return graph.global_of(detail::local_id(c)) < bound; });
    return static_cast<Vertex>(first - local_ids_.begin());
  }

 private:
  struct NamedLocalId {
    GlobalVertex vertex;
    Vertex local_id;
    [[nodiscard]] friend bool operator<(const NamedLocalId& a, const NamedLocalId& b) {
      return a.vertex < b.vertex;
    }
  };

  void name_all(const Graph1d& graph) {
    Array<NamedLocalId> named(local_ids_.size());
    std::size_t next = 0;
    for (int r = 0; r < graph.owners.num_ranks(); ++r) {
      const IdRange& range = graph.local_ids.range(r);
      for (std::uint32_t i = 0; i < range.size; ++i) {
        const std::uint32_t local = range.form == IdRange::Form::kPlain ? i : range.locals[i];
        named[next++] = {graph.owners.global(r, local_vertex(local)), range.begin + i};
      }
    }
    if (!std::is_sorted(named.begin(), named.end())) std::sort(named.begin(), named.end());
    std::fill(names_.begin(), names_.end(), kNoVertex);
    for (std::size_t i = 0; i < named.size(); ++i) {
      local_ids_[i] = named[i].local_id;
      names_[named[i].local_id] = static_cast<Vertex>(i);
    }
  }

  Array<Vertex> names_;      // by local id
  Array<Vertex> local_ids_;  // by name
};

}  // namespace strider::detail
