#include "io/binary/graph500.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "io/write/graph_files.hpp"
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

class Graph500Tuples final : public RowEncoder {
 public:
  void append(const GraphRow& row, TextBuffer& out) const override {
    for (std::size_t i = 0; i < row.targets.size(); ++i) {
      if (!owns_edge(row, i, Directedness::kUndirected)) continue;
      out.append_bytes(GlobalEdge{row.vertex, row.targets[i]});
    }
  }
};

class Graph500Weights final : public RowEncoder {
 public:
  void append(const GraphRow& row, TextBuffer& out) const override {
    std::visit(
        [&](const auto& weights) {
          if constexpr (!kNoWeights<decltype(weights)>) {
            for (std::size_t i = 0; i < row.targets.size(); ++i) {
              if (!owns_edge(row, i, Directedness::kUndirected)) continue;
              out.append_bytes(to_float(weights[i]));
            }
          }
        },
        row.weights);
  }
};

}  // namespace

std::vector<GraphFile> graph500_files(const GraphHeader& header, const std::string& path) {
  if (header.is_directed()) {
    throw UsageError(
        "Graph500 files hold undirected graphs; make it undirected (--undirected), or write mtx");
  }
  const std::string weights_path = graph500_weights_path(path);
  if (header.weights == WeightField::kNone) {
    if (std::filesystem::exists(weights_path)) {
      throw UsageError(fmt::format(
          "{} exists and would be taken for the weights of this graph: remove it", weights_path));
    }
    return one_section<Graph500Tuples>(path);
  }
  // Weights first: tuples without their weights would be another graph.
  std::vector<GraphFile> files = one_section<Graph500Weights>(weights_path);
  files.push_back(std::move(one_section<Graph500Tuples>(path)[0]));
  return files;
}

}  // namespace strider
