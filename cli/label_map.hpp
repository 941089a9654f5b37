// Files beside a graph file: the table of labels where its format numbers the vertices,
// OUT.labels.csv, and the weights of Graph500 files, OUT.weights.
#pragma once

#include <string>

#include "strider/io.hpp"

namespace strider::cli {

[[nodiscard]] std::string label_map_path(const std::string& path);

/// Whether the labels of `graph`, written to `path`, need the table: the format does not keep them,
/// and `path` is a file or will be one.
[[nodiscard]] bool has_label_map(const Graph& graph, const std::string& path, FileFormat format);

/// Whether a table of an earlier graph lies beside `path`, which would give wrong names to a graph
/// that needs none.
[[nodiscard]] bool has_old_label_map(const Graph& graph, const std::string& path,
                                     FileFormat format);
/// Removes it.
void remove_old_label_map(const Graph& graph, const std::string& path, FileFormat format);

/// Throws UsageError where the table beside `output` is the file `input`, or would replace a file
/// that is no such table.
void require_label_map_replaceable(const Graph& graph, const std::string& output, FileFormat format,
                                   const std::string& input);
/// The same of the weights that are written beside a Graph500 file, OUT.weights, which shall not
/// replace a file that belongs to no such output.
void require_weights_replaceable(const AnyGraph& graph, const std::string& output,
                                 FileFormat format, const std::string& input);

}  // namespace strider::cli
