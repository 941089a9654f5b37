// Validation of a spanning forest: the forest by itself, then one pass over the edges of the graph.
#include <algorithm>
#include <numeric>
#include <optional>
#include <vector>

#include "base/atomics.hpp"
#include "base/memory.hpp"
#include "base/parallel.hpp"
#include "base/parallel_sort.hpp"
#include "base/workspace.hpp"
#include "graph/weight_order.hpp"
#include "graph/weight_sum.hpp"
#include "strider/error.hpp"
#include "strider/validate.hpp"
#include "validate/findings.hpp"
#include "validate/forest_lines.hpp"
#include "validate/forest_rules.hpp"
#include "validate/listed_edges.hpp"

namespace strider {
namespace {

using detail::ForestEdge;
using detail::ForestLines;
using detail::GraphEdges;
using detail::ListEdges;
using WitnessEdge = detail::ForestWitness<Vertex>;

constexpr const char* kValidation = "the validation of a spanning forest";

/// The edges claimed that have two vertices and a weight, ascending by ends, for looking them up
/// and marking those that were met in the graph.
class ClaimedEdges {
 public:
  ClaimedEdges(std::vector<ForestEdge> edges, Vertex n, int threads)
      : edges_(std::move(edges)),
        starts_(detail::take_array<std::vector<std::size_t>>(n + std::size_t{1}, kValidation)),
        marked_(detail::take_array<std::vector<std::uint8_t>>(edges_.size(), kValidation)) {
    auto buffer = detail::take_array<std::vector<ForestEdge>>(edges_.size(), kValidation);
    parallel_sort(std::span(edges_), std::span(buffer), threads,
                  [](const ForestEdge& a, const ForestEdge& b) { return ends(a) < ends(b); });
    for (const ForestEdge& edge : edges_) ++starts_[edge.u + std::size_t{1}];
    std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
  }

  [[nodiscard]] const std::vector<ForestEdge>& edges() const { return edges_; }

  /// Marks the edges between u and v of that key.
  void mark(Vertex u, Vertex v, std::uint64_t key) {
    const auto row = edges_.begin() + static_cast<std::ptrdiff_t>(starts_[u]);
    const auto row_end = edges_.begin() + static_cast<std::ptrdiff_t>(starts_[u + std::size_t{1}]);
    auto edge = std::lower_bound(row, row_end, v,
                                 [](const ForestEdge& e, Vertex end) { return e.v < end; });
    for (; edge != row_end && edge->v == v; ++edge) {
      // Relaxed: all marks are the same, and are read after the threads have joined.
      if (edge->key == key) {
        store_relaxed(marked_[static_cast<std::size_t>(edge - edges_.begin())], std::uint8_t{1});
      }
    }
  }

  /// The first edge without a mark.
  [[nodiscard]] WitnessEdge first_unmarked() const {
    const auto found = std::find(marked_.begin(), marked_.end(), 0);
    if (found == marked_.end()) return {};
    const ForestEdge& edge = edges_[static_cast<std::size_t>(found - marked_.begin())];
    return {edge.u, edge.v, edge.key, 0, true};
  }

 private:
  static std::uint64_t ends(const ForestEdge& edge) {
    return std::uint64_t{edge.u} << 32U | edge.v;
  }

  std::vector<ForestEdge> edges_;
  std::vector<std::size_t> starts_;  // by smaller end
  std::vector<std::uint8_t> marked_;
};

template <class W>
class Checker {
 public:
  Checker(MsfObjective objective, int threads) : order_(objective), threads_(threads) {}

  template <class Edges>
  MsfValidation<W> check(const Edges& edges, std::span<const MsfEdge<W>> forest) {
    const Vertex n = edges.num_vertices();
    MsfValidation<W> result;
    ClaimedEdges claimed(take_well_formed(n, forest, result), n, threads_);
    const ForestLines lines = line_up(n, claimed);
    result.num_trees = lines.num_trees();
    // The path between the ends of an edge of the forest is the edge itself, unless it closes a
    // cycle: then every edge must be looked up.
    check_edges(edges, lines, claimed, found_.cycle.found != 0, result);
    found_.edge.merge(claimed.first_unmarked());
    add_violations(order_, found_, n, result.violations);
    return result;
  }

 private:
  /// What one thread finds in the graph's edges.
  struct Findings {
    EdgeIndex checked = 0;
    WitnessEdge apart;
    WitnessEdge lighter;
    void merge(const Findings& findings) {
      checked += findings.checked;
      apart.merge(findings.apart);
      lighter.merge(findings.lighter);
    }
  };

  std::vector<ForestEdge> take_well_formed(Vertex n, std::span<const MsfEdge<W>> forest,
                                           MsfValidation<W>& result) {
    require_memory(saturating_mul(forest.size(), sizeof(ForestEdge)), kValidation);
    std::vector<ForestEdge> edges;
    edges.reserve(forest.size());
    WeightSum<W> sum;
    for (const MsfEdge<W>& edge : forest) {
      const auto [u, v] = std::minmax(edge.u, edge.v);
      const auto key = order_.key(edge.weight);
      if (v >= n || !order_.is_number(key)) {
        found_.edge.merge({u, v, key, 0, true});
        continue;
      }
      edges.push_back({key, u, v});
      sum.add(edge.weight);
    }
    result.weight = sum.value();
    return edges;
  }

  ForestLines line_up(Vertex n, const ClaimedEdges& claimed) {
    require_memory(saturating_mul(claimed.edges().size(), 2 * sizeof(ForestEdge)), kValidation);
    std::vector<ForestEdge> by_key = claimed.edges();
    std::vector<ForestEdge> buffer(by_key.size());
    parallel_sort(std::span(by_key), std::span(buffer), threads_,
                  [](const ForestEdge& a, const ForestEdge& b) {
                    return std::tuple(a.key, a.u, a.v) < std::tuple(b.key, b.u, b.v);
                  });
    return {n, by_key, threads_, [&](const ForestEdge& edge) {
              found_.cycle.merge({edge.u, edge.v, edge.key, 0, true});
            }};
  }

  template <class Edges>
  void check_edges(const Edges& edges, const ForestLines& lines, ClaimedEdges& claimed,
                   bool look_up_all, MsfValidation<W>& result) {
    const auto check = [&](Vertex u, Vertex v, W weight, Findings& mine) {
      if (u == v) return;
      if (v < u) std::swap(u, v);
      ++mine.checked;
      const std::uint64_t key = order_.key(weight);
      const std::uint64_t heaviest = lines.heaviest_between(u, v);
      if (heaviest == key || look_up_all) claimed.mark(u, v, key);
      if (key >= heaviest) return;
      (heaviest == ForestLines::kNoPath ? mine.apart : mine.lighter)
          .merge({u, v, key, heaviest, true});
    };
    const auto found = detail::find_in_edges<Findings>(
        edges, threads_, [&](std::size_t begin, std::size_t end, Findings& mine) {
          edges.for_each(begin, end, [&](Vertex u, Vertex v, W w) { check(u, v, w, mine); });
        });
    result.edges_checked = found.checked;
    found_.apart = found.apart;
    found_.lighter = found.lighter;
  }

  WeightOrder<W> order_;
  int threads_;
  detail::ForestFindings<Vertex> found_;
};

template <class W, class Edges>
MsfValidation<W> validate(const Edges& edges, std::span<const MsfEdge<W>> forest,
                          MsfObjective objective, int threads) {
  if (edges.directedness() == Directedness::kDirected) {
    throw UsageError(
        "validation: spanning forests need an undirected graph, but this one is directed");
  }
  return Checker<W>(objective, resolve_threads(threads)).check(edges, forest);
}

}  // namespace

template <class W>
MsfValidation<W> validate_msf(const WeightedGraph<W>& graph, std::span<const MsfEdge<W>> forest,
                              MsfObjective objective, int threads) {
  return validate(GraphEdges<W>(graph), forest, objective, threads);
}

template <class W>
MsfValidation<W> validate_msf(const EdgeList& edges, std::span<const MsfEdge<W>> forest,
                              MsfObjective objective, int threads) {
  return validate(ListEdges<W>(edges), forest, objective, threads);
}

template MsfValidation<float> validate_msf(const WeightedGraph<float>&,
                                           std::span<const MsfEdge<float>>, MsfObjective, int);
template MsfValidation<double> validate_msf(const WeightedGraph<double>&,
                                            std::span<const MsfEdge<double>>, MsfObjective, int);
template MsfValidation<std::uint32_t> validate_msf(const WeightedGraph<std::uint32_t>&,
                                                   std::span<const MsfEdge<std::uint32_t>>,
                                                   MsfObjective, int);
template MsfValidation<float> validate_msf(const EdgeList&, std::span<const MsfEdge<float>>,
                                           MsfObjective, int);
template MsfValidation<double> validate_msf(const EdgeList&, std::span<const MsfEdge<double>>,
                                            MsfObjective, int);
template MsfValidation<std::uint32_t> validate_msf(const EdgeList&,
                                                   std::span<const MsfEdge<std::uint32_t>>,
                                                   MsfObjective, int);

}  // namespace strider
