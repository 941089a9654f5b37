// Validation of local clustering: every edge is a link between the neighbours of each vertex that
// both of its ends are neighbours of.
#include "strider/local_clustering.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/atomics.hpp"
#include "base/workspace.hpp"
#include "strider/error.hpp"
#include "validate/findings.hpp"

namespace strider {
namespace {

constexpr std::size_t kRows = 64;

/// The neighbours of each vertex in either direction, ascending, each once, itself left out.
class Neighbors {
 public:
  Neighbors(const Graph& graph, int threads) {
    const Vertex n = graph.num_vertices();
    const EdgeIndex arcs = graph.num_arcs() * (graph.is_directed() ? 2 : 1);
    detail::Workspace workspace;
    workspace.declare("where rows begin", begins_, n + std::size_t{1});
    workspace.declare("numbers of neighbours", counts_, n);
    workspace.declare("neighbours", all_, arcs);
    workspace.take("the validation of local clustering", detail::HostMemory());
    begins_[0] = 0;
    for (Vertex v = 0; v < n; ++v) {
      const EdgeIndex in = graph.is_directed() ? graph.in(threads).degree(v) : 0;
      begins_[v + std::size_t{1}] = begins_[v] + graph.out().degree(v) + in;
    }
    parallel_for(
        0, n, threads,
        [&](std::size_t i) {
          const auto v = static_cast<Vertex>(i);
          Vertex* const begin = all_.data() + begins_[v];
          Vertex* end = std::ranges::copy(graph.out().neighbors(v), begin).out;
          if (graph.is_directed()) end = std::ranges::copy(graph.in().neighbors(v), end).out;
          std::sort(begin, end);
          end = std::unique(begin, end);
          end = std::remove(begin, end, v);
          counts_[v] = static_cast<Vertex>(end - begin);
        },
        kRows);
  }
  [[nodiscard]] std::span<const Vertex> of(Vertex v) const {
    return all_.span().subspan(begins_[v], counts_[v]);
  }

 private:
  Array<EdgeIndex> begins_;
  Array<Vertex> counts_;
  Array<Vertex> all_;
};

struct WrongCoefficients {
  std::uint64_t count = 0;
  Vertex first = kNoVertex;
  void merge(const WrongCoefficients& others) {
    count += others.count;
    first = std::min(first, others.first);
  }
};

}  // namespace

LocalClusteringValidation validate_local_clustering(const Graph& graph,
                                                    std::span<const double> coefficients,
                                                    const LocalClusteringOptions& options) {
  const Vertex n = graph.num_vertices();
  if (coefficients.size() != n) {
    throw UsageError(fmt::format("validation: got {} coefficients for a graph of {} vertices",
                                 coefficients.size(), n));
  }
  const int threads = resolve_threads(options.threads);
  const Neighbors neighbors(graph, threads);
  auto arcs = detail::take_array<Array<std::uint64_t>>(n, "the validation of local clustering");
  std::ranges::fill(arcs, 0);
  parallel_for(
      0, n, threads,
      [&](std::size_t i) {
        const auto u = static_cast<Vertex>(i);
        const auto out = graph.out().neighbors(u);
        std::vector<Vertex> targets(out.begin(), out.end());
        std::ranges::sort(targets);
        targets.erase(std::unique(targets.begin(), targets.end()), targets.end());
        for (const Vertex v : targets) {
          if (u == v) continue;
          auto [few, many] = std::pair(neighbors.of(u), neighbors.of(v));
          if (few.size() > many.size()) std::swap(few, many);
          for (const Vertex w : few) {
            if (std::ranges::binary_search(many, w)) fetch_add_relaxed(arcs[w], std::uint64_t{1});
          }
        }
      },
      kRows);
  const auto expected = [&](Vertex v) {
    const auto d = static_cast<double>(neighbors.of(v).size());
    return d < 2 ? 0 : static_cast<double>(arcs[v]) / (d * (d - 1));
  };
  const auto wrong = detail::find_in_vertices<WrongCoefficients>(
      n, threads, [&](Vertex v, WrongCoefficients& mine) {
        const bool agrees = std::abs(coefficients[v] - expected(v)) <= 1e-9 * expected(v);
        if (!agrees) mine.merge({1, v});
      });
  LocalClusteringValidation result{{}, wrong.count};
  if (wrong.count > 0) {
    result.violations.push_back(
        {LocalClusteringRule::kCoefficient, wrong.first,
         fmt::format("vertex {} has the coefficient {} instead of {}", wrong.first,
                     coefficients[wrong.first], expected(wrong.first))});
  }
  return result;
}

}  // namespace strider
