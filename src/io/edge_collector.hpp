// Edges that a reader finds one after another.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "strider/io.hpp"

namespace strider {

/// Collects the edges of formats in which each edge may say by itself whether it is directed and
/// what it weighs. An edge without a weight weighs 1 if another one has a weight. Takes memory only
/// after asking whether it is there.
class EdgeCollector {
 public:
  explicit EdgeCollector(ReadWeights weights) : keep_weights_(weights == ReadWeights::kYes) {}

  /// Throws MemoryError.
  void add(Edge edge, Directedness kind, std::optional<double> weight = std::nullopt);
  /// Gives all edges weights, one each in their order. Precondition: none has one yet.
  void set_weights(std::vector<double> weights);
  [[nodiscard]] std::size_t size() const { return edges_.size(); }

  /// Moves the edges to result.list, and fills in facts.weighted, the directedness and its reason,
  /// and notes. In a directed graph, by the file or by `options`, each undirected edge becomes
  /// two directed ones. Throws MemoryError.
  void finish(InputEdges& result, const ReadOptions& options) &&;

 private:
  [[nodiscard]] std::size_t edge_bytes() const;

  bool keep_weights_;
  std::vector<Edge> edges_;
  std::vector<double> weights_;   // empty until an edge has one, else of each edge
  std::vector<bool> undirected_;  // of each edge
  std::uint64_t num_undirected_ = 0;
  std::uint64_t num_weighted_ = 0;
};

/// The weights of a list: 32-bit integers if all `values` are integers from 0 to 2^32-1, else
/// double. Parallel. Throws MemoryError.
[[nodiscard]] Weights make_weights_by_value(Array<double> values, int threads);

}  // namespace strider
