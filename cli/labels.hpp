// Vertices by their labels.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "strider/labels.hpp"
#include "strider/types.hpp"

namespace strider::cli {

/// "the graph has no vertex 'X'; its first vertex is '0', its last is '9'", and where labels are
/// words instead the nearest one that is found in a moment.
[[nodiscard]] std::string no_vertex_message(const Labels& labels, Vertex num_vertices,
                                            const std::string& label);
/// The same of a graph with at least one vertex, of which only some labels are known.
[[nodiscard]] std::string no_vertex_message(const std::string& label, const std::string& first,
                                            const std::string& last);
[[nodiscard]] std::string no_vertex_message(const std::string& label,
                                            std::span<const std::string> words);

/// A line of a file of vertices.
struct LabelLine {
  std::string label;
  std::uint64_t number;
};
/// The labels of a file, one a line; empty lines are none. Throws InputError.
[[nodiscard]] std::vector<LabelLine> read_labels(const std::string& path);

}  // namespace strider::cli
