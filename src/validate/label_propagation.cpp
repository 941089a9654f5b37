// Validation of label propagation, which is done once more: labels are sorted, not counted in a
// table, and all vertices are looked at in every iteration.
#include "strider/label_propagation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/most_frequent.hpp"
#include "base/workspace.hpp"
#include "strider/error.hpp"
#include "validate/findings.hpp"

namespace strider {
namespace {

struct WrongLabels {
  std::uint64_t count = 0;
  Vertex first = kNoVertex;
  void merge(const WrongLabels& others) {
    count += others.count;
    first = std::min(first, others.first);
  }
};

}  // namespace

LabelPropagationValidation validate_label_propagation(const Graph& graph,
                                                      std::span<const Vertex> labels,
                                                      const LabelPropagationOptions& options) {
  constexpr std::size_t kRows = 256;
  const Vertex n = graph.num_vertices();
  if (labels.size() != n) {
    throw UsageError(
        fmt::format("validation: got {} labels for a graph of {} vertices", labels.size(), n));
  }
  const int threads = resolve_threads(options.threads);
  Array<Vertex> expected;
  Array<Vertex> next;
  detail::Workspace workspace;
  workspace.declare("the labels", expected, n);
  workspace.declare("the next labels", next, n);
  workspace.take("the validation of label propagation", detail::HostMemory());
  for (Vertex v = 0; v < n; ++v) expected[v] = v;
  bool changes = true;
  for (std::uint32_t iteration = 0; changes && iteration < options.iterations; ++iteration) {
    parallel_for(
        0, n, threads,
        [&](std::size_t i) {
          const auto v = static_cast<Vertex>(i);
          std::vector<Vertex> around;
          for (const Vertex u : graph.out().neighbors(v)) around.push_back(expected[u]);
          if (graph.is_directed()) {
            for (const Vertex u : graph.in(threads).neighbors(v)) around.push_back(expected[u]);
          }
          next[v] = around.empty() ? expected[v] : detail::most_frequent(around, expected[v]);
        },
        kRows);
    changes = !std::ranges::equal(expected, next);
    std::swap(expected, next);
  }
  const auto wrong =
      detail::find_in_vertices<WrongLabels>(n, threads, [&](Vertex v, WrongLabels& mine) {
        if (labels[v] != expected[v]) mine.merge({1, v});
      });
  LabelPropagationValidation result{{}, wrong.count};
  if (wrong.count > 0) {
    result.violations.push_back(
        {LabelPropagationRule::kMostFrequent, wrong.first,
         fmt::format("vertex {} has the label {} instead of {}", wrong.first, labels[wrong.first],
                     expected[wrong.first])});
  }
  return result;
}

}  // namespace strider
