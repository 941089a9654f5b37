#include "io/binary/graph500.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <vector>

#include "base/atomic_file.hpp"
#include "base/parallel.hpp"
#include "io/unfold.hpp"
#include "io/write/writers.hpp"
#include "strider/error.hpp"

namespace strider {
namespace {

constexpr std::size_t kBlock = 1 << 17;

/// Throws UsageError where the weight is no float.
template <class W>
float to_float(W weight) {
  const auto narrow = static_cast<float>(weight);
  if (static_cast<double>(narrow) != static_cast<double>(weight)) {
    throw UsageError(fmt::format(
        "Graph500 files hold weights of type float, this graph has the weight {}; write mtx or the "
        "native container",
        weight));
  }
  return narrow;
}

template <class T, class Of>
void write_mapped(AtomicFile& file, std::size_t count, Of&& of) {
  const std::size_t offset = file.reserve(count * sizeof(T));
  parallel_for(
      0, (count + kBlock - 1) / kBlock, resolve_threads(0),
      [&](std::size_t block) {
        const std::size_t begin = block * kBlock;
        std::vector<T> values(std::min(kBlock, count - begin));
        for (std::size_t i = 0; i < values.size(); ++i) values[i] = of(begin + i);
        file.write_at(offset + begin * sizeof(T), values.data(), values.size() * sizeof(T));
      },
      1);
}

}  // namespace

void write_graph500(const AnyGraph& graph, const std::string& path) {
  if (topology(graph).is_directed()) {
    throw UsageError("Graph500 files hold undirected graphs; make it undirected, or write mtx");
  }
  const std::string weights_path = graph500_weights_path(path);
  const EdgeList list = unfold(graph, Directedness::kUndirected, resolve_threads(0));
  const bool weighted = !std::holds_alternative<std::monostate>(list.weights);
  if (!weighted && std::filesystem::exists(weights_path)) {
    throw UsageError(fmt::format(
        "{} exists and would be taken for the weights of this graph: remove it", weights_path));
  }
  AtomicFile file(path);
  write_mapped<GlobalEdge>(file, list.edges.size(), [&](std::size_t i) {
    return GlobalEdge{list.edges[i].source, list.edges[i].target};
  });
  std::optional<AtomicFile> weights_file;
  std::visit(
      [&](const auto& weights) {
        if constexpr (!kNoWeights<decltype(weights)>) {
          weights_file.emplace(weights_path);
          write_mapped<float>(*weights_file, weights.size(),
                              [&](std::size_t i) { return to_float(weights[i]); });
        }
      },
      list.weights);
  // Weights first: tuples without their weights would be another graph.
  if (weights_file) weights_file->commit();
  file.commit();
}

}  // namespace strider
