#include "io/binary/graph500.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <vector>

#include "base/atomic_file.hpp"
#include "io/unfold.hpp"
#include "io/write/block_output.hpp"
#include "io/write/writers.hpp"
#include "strider/error.hpp"

namespace strider {
namespace {

/// Throws UsageError where the weight is no float.
template <class W>
float to_float(W weight) {
  const auto narrow = static_cast<float>(weight);
  if (static_cast<double>(narrow) != static_cast<double>(weight)) {
    throw UsageError(
        fmt::format("Graph500 files hold weights of type float, but this graph has the weight {}: "
                    "write mtx or the native container",
                    weight));
  }
  return narrow;
}

}  // namespace

void write_graph500(const AnyGraph& graph, const std::string& path, int threads) {
  if (topology(graph).is_directed()) {
    throw UsageError(
        "Graph500 files hold undirected graphs; make it undirected (--undirected), or write mtx");
  }
  const std::string weights_path = graph500_weights_path(path);
  const EdgeList list = unfold(graph, Directedness::kUndirected, threads);
  const bool weighted = !std::holds_alternative<std::monostate>(list.weights);
  if (!weighted && std::filesystem::exists(weights_path)) {
    throw UsageError(fmt::format(
        "{} exists and would be taken for the weights of this graph: remove it", weights_path));
  }
  AtomicFile file(path);
  write_blocks<GlobalEdge>(
      file, list.edges.size(), threads, [&](std::size_t begin, std::span<GlobalEdge> block) {
        std::transform(list.edges.begin() + begin, list.edges.begin() + begin + block.size(),
                       block.begin(), [](const Edge& edge) {
                         return GlobalEdge{edge.source, edge.target};
                       });
      });
  std::optional<AtomicFile> weights_file;
  std::visit(
      [&](const auto& weights) {
        if constexpr (!kNoWeights<decltype(weights)>) {
          weights_file.emplace(weights_path);
          write_blocks<float>(*weights_file, weights.size(), threads,
                              [&](std::size_t begin, std::span<float> block) {
                                for (std::size_t i = 0; i < block.size(); ++i)
                                  block[i] = to_float(weights[begin + i]);
                              });
        }
      },
      list.weights);
  // Weights first: tuples without their weights would be another graph.
  if (weights_file) weights_file->commit();
  file.commit();
}

}  // namespace strider
