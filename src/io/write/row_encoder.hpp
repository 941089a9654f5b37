// How a format writes a graph row by row. A new format is a function in a file of its own, declared
// in graph_files.hpp, and a case in graph_files.cpp. A format does not know whether one process
// or ranks have the rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "io/visit_weights.hpp"
#include "io/write/text_output.hpp"
#include "strider/labels.hpp"
#include "strider/types.hpp"

namespace strider {

/// What weights are, whatever type they have.
enum class WeightField : std::uint8_t { kNone, kInteger, kReal };

/// What a file says of a graph before its rows, or behind them.
struct GraphHeader {
  std::uint64_t num_vertices = 0;
  std::uint64_t num_edges = 0;  ///< an undirected edge counts once
  std::uint64_t num_arcs = 0;
  std::uint64_t num_self_loops = 0;
  /// Vertices without an edge; counted only where needs_isolated() says so.
  std::uint64_t num_isolated = 0;
  Directedness directedness = Directedness::kUndirected;
  WeightField weights = WeightField::kNone;
  LabelKind labels = LabelKind::kDense;

  [[nodiscard]] bool is_directed() const { return directedness == Directedness::kDirected; }
};

/// The weights of arcs in their own type.
using RowWeights = std::variant<std::monostate, std::span<const float>, std::span<const double>,
                                std::span<const std::uint32_t>>;

/// The adjacency of a vertex; its entries ascend. The vertices are those of the labels that the
/// encoder was made with.
struct GraphRow {
  GlobalVertex vertex = 0;
  EdgeIndex begin = 0;  ///< arcs of the rows before this one
  std::span<const GlobalVertex> targets;
  RowWeights weights;
};

/// The bytes of a section of a file are head, all rows in order, tail. Rows are encoded apart, by
/// several threads or ranks.
class RowEncoder {
 public:
  RowEncoder() = default;
  RowEncoder(const RowEncoder&) = delete;
  RowEncoder& operator=(const RowEncoder&) = delete;
  virtual ~RowEncoder() = default;

  /// What stands before the rows.
  [[nodiscard]] virtual std::string head() const { return {}; }
  /// Appends a row. Throws UsageError if the format cannot hold a weight.
  virtual void append(const GraphRow& row, TextBuffer& out) const = 0;
  /// What stands behind the rows.
  [[nodiscard]] virtual std::string tail() const { return {}; }
};

/// Which rows a section has: those of sources, or of a directed graph those of targets.
enum class RowsBy : std::uint8_t { kSource, kTarget };

struct FileSection {
  std::unique_ptr<const RowEncoder> encoder;
  RowsBy rows = RowsBy::kSource;
};

/// A file of a graph: its sections follow one another.
struct GraphFile {
  std::string path;
  std::vector<FileSection> sections;
};

/// Whether the edge that is entry i of `row` belongs to it: an undirected edge to the row of its
/// smaller end.
[[nodiscard]] inline bool owns_edge(const GraphRow& row, std::size_t i, Directedness directedness) {
  return directedness == Directedness::kDirected || row.targets[i] >= row.vertex;
}

/// Appends weight i behind `separator`, where there are weights.
template <class Weights>
void append_weight(char separator, const Weights& weights, std::size_t i, TextBuffer& out) {
  if constexpr (!kNoWeights<Weights>) {
    out.append(separator);
    out.append_number(weights[i]);
  }
}

}  // namespace strider
