// Files beside a graph file: the table of labels where its format numbers the vertices,
// OUT.labels.csv, and the weights of Graph500 files, OUT.weights.
#pragma once

#include <cstdint>
#include <string>
#include <variant>

#include "strider/io.hpp"

namespace strider::cli {

/// What becomes of the labels of a graph in a file.
enum class LabelFate : std::uint8_t {
  kKept,        ///< the format holds them
  kRenumbered,  ///< consecutive numbers, which the format begins with another one
  kInTable      ///< others, which the format does not hold
};
/// Of labels of that kind, in a format that keeps them or not.
[[nodiscard]] LabelFate label_fate(bool are_kept, LabelKind kind);
[[nodiscard]] LabelFate label_fate(const Graph& graph, FileFormat format);

[[nodiscard]] std::string label_map_path(const std::string& path);

/// Whether labels of that fate, written to `path`, need the table, and `path` is a file or will be
/// one.
[[nodiscard]] bool has_label_map(LabelFate labels, const std::string& path);

/// Whether a table of an earlier graph lies beside `path`, which would give wrong names to a graph
/// that needs none.
[[nodiscard]] bool has_old_label_map(LabelFate labels, const std::string& path);
/// Removes it.
void remove_old_label_map(LabelFate labels, const std::string& path);

/// Throws UsageError where the table beside `output` is the file `input`, or would replace a file
/// that is no such table.
void require_label_map_replaceable(LabelFate labels, const std::string& output,
                                   const std::string& input);

[[nodiscard]] inline bool is_weighted(const AnyGraph& graph) {
  return !std::holds_alternative<Graph>(graph);
}
/// The same of the weights that are written beside a Graph500 file, OUT.weights, which shall not
/// replace a file that belongs to no such output. `weighted` graphs have some.
void require_weights_replaceable(bool weighted, const std::string& output, FileFormat format,
                                 const std::string& input);

}  // namespace strider::cli
