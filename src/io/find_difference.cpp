#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <utility>
#include <vector>

#include "base/parallel.hpp"
#include "base/quote.hpp"
#include "base/workspace.hpp"
#include "io/visit_weights.hpp"
#include "strider/io.hpp"

namespace strider {
namespace {

using Arc = std::pair<Vertex, double>;

/// The weight of an arc of the copy as a graph with weights W would store it.
template <class W>
double in_type_of(double weight) {
  if constexpr (std::is_same_v<W, float>) return static_cast<float>(weight);
  return weight;
}

std::string_view direction_of(const Graph& graph) {
  return graph.is_directed() ? "directed" : "undirected";
}

/// The vertex of `copy` for each of `graph`; kNoVertex where it has none.
Array<Vertex> match_vertices(const Graph& graph, const Graph& copy, VertexMatch match,
                             int threads) {
  const Vertex n = graph.num_vertices();
  auto matched = detail::take_array<Array<Vertex>>(n, "matching the vertices of two graphs");
  if (match == VertexMatch::kByNumber) {
    parallel_for(0, n, threads, [&](std::size_t v) { matched[v] = static_cast<Vertex>(v); });
    return matched;
  }
  parallel_for(0, n, threads, [&](std::size_t v) {
    const auto found =
        copy.labels().find(graph.labels().label(static_cast<Vertex>(v)), copy.num_vertices());
    matched[v] = found.value_or(kNoVertex);
  });
  return matched;
}

/// The arcs of `v`, as vertices of the other graph, with their weights (1 where there are none).
template <class Weights, class Rename>
void arcs_of(const Csr& csr, Vertex v, const Weights& weights, const Rename& rename,
             std::vector<Arc>& arcs) {
  arcs.clear();
  for (EdgeIndex arc = csr.offsets()[v]; arc < csr.offsets()[v + std::size_t{1}]; ++arc) {
    double weight = 1;
    if constexpr (!kNoWeights<Weights>) weight = static_cast<double>(weights[arc]);
    arcs.emplace_back(rename(csr.targets()[arc]), weight);
  }
}

/// What differs at a vertex, if anything does.
template <class Weights, class CopyWeights>
class RowComparison {
 public:
  RowComparison(const Graph& graph, const Weights& weights, const Graph& copy,
                const CopyWeights& copy_weights, std::span<const Vertex> matched)
      : graph_(graph),
        weights_(weights),
        copy_(copy),
        copy_weights_(copy_weights),
        matched_(matched) {}

  [[nodiscard]] std::optional<std::string> difference(Vertex v) {
    const auto name = [&] { return in_quotes(graph_.labels().label(v)); };
    if (matched_[v] >= copy_.num_vertices()) return fmt::format("vertex {} is missing", name());
    arcs_of(
        graph_.out(), v, weights_, [&](Vertex u) { return matched_[u]; }, arcs_);
    arcs_of(
        copy_.out(), matched_[v], copy_weights_, [](Vertex u) { return u; }, copy_arcs_);
    for (Arc& arc : copy_arcs_) arc.second = as_stored(arc.second);
    std::sort(arcs_.begin(), arcs_.end());
    std::sort(copy_arcs_.begin(), copy_arcs_.end());
    if (arcs_ == copy_arcs_) return std::nullopt;
    const bool same_ends =
        std::equal(arcs_.begin(), arcs_.end(), copy_arcs_.begin(), copy_arcs_.end(),
                   [](const Arc& a, const Arc& b) { return a.first == b.first; });
    return fmt::format("the {} of vertex {} differ", same_ends ? "weights" : "edges", name());
  }

 private:
  static double as_stored(double weight) {
    if constexpr (kNoWeights<Weights>) {
      return weight;
    } else {
      return in_type_of<typename Weights::value_type>(weight);
    }
  }

  const Graph& graph_;
  const Weights& weights_;
  const Graph& copy_;
  const CopyWeights& copy_weights_;
  std::span<const Vertex> matched_;
  std::vector<Arc> arcs_;
  std::vector<Arc> copy_arcs_;
};

template <class Weights, class CopyWeights>
std::optional<std::string> different_row(const Graph& graph, const Weights& weights,
                                         const Graph& copy, const CopyWeights& copy_weights,
                                         std::span<const Vertex> matched, int threads) {
  const Vertex n = graph.num_vertices();
  // The smallest vertex that differs, whatever the number of threads.
  std::atomic<Vertex> first = n;
  const auto comparison = [&] {
    return RowComparison<Weights, CopyWeights>(graph, weights, copy, copy_weights, matched);
  };
  parallel_chunks(n, threads, [&](std::size_t begin, std::size_t end, int) {
    auto rows = comparison();
    for (auto v = static_cast<Vertex>(begin); v < end; ++v) {
      if (!rows.difference(v)) continue;
      Vertex known = first.load();
      while (v < known && !first.compare_exchange_weak(known, v)) {
      }
      break;
    }
  });
  return first == n ? std::nullopt : comparison().difference(first);
}

}  // namespace

std::optional<std::string> find_difference(const AnyGraph& graph, const AnyGraph& copy,
                                           VertexMatch match, int requested_threads) {
  const int threads = resolve_threads(requested_threads);
  const Graph& a = topology(graph);
  const Graph& b = topology(copy);
  if (a.is_directed() != b.is_directed()) {
    return fmt::format("is {}, but should be {}", direction_of(b), direction_of(a));
  }
  if (a.num_vertices() != b.num_vertices() || a.num_edges() != b.num_edges()) {
    return fmt::format("has {} vertices and {} edges, but should have {} and {}", b.num_vertices(),
                       b.num_edges(), a.num_vertices(), a.num_edges());
  }
  return visit_weights(graph, [&](const Graph&, auto weights) {
    return visit_weights(copy, [&](const Graph&, auto copy_weights) -> std::optional<std::string> {
      constexpr bool kWeighted = !kNoWeights<decltype(weights)>;
      constexpr bool kCopyWeighted = !kNoWeights<decltype(copy_weights)>;
      if (kWeighted != kCopyWeighted && a.num_edges() > 0) {
        return kWeighted ? "has no weights, but should have some"
                         : "has weights, but should have none";
      }
      const Array<Vertex> matched = match_vertices(a, b, match, threads);
      return different_row(a, weights, b, copy_weights, matched.span(), threads);
    });
  });
}

}  // namespace strider
