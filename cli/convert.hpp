// Writing graphs, for convert and generate.
#pragma once

#include <string>
#include <vector>

#include "strider/io.hpp"

namespace strider::cli {

/// The format called `name`, else the one that the suffix of `path` stands for. Throws UsageError.
[[nodiscard]] FileFormat output_format(const std::string& path, const std::string& name);

/// What of `graph`, which has so many isolated vertices, a file of that format does not hold: a
/// line each.
[[nodiscard]] std::vector<std::string> losses_in(const Graph& graph, Vertex isolated,
                                                 FileFormat format);

/// Writes any writable format; a layout goes into the native container only, which takes up to
/// `threads` threads, 0 for all cores.
void write_as(const AnyGraph& graph, const std::string& path, FileFormat format,
              const PreparedGraph* prepared, const BuildReport& report, int threads);

}  // namespace strider::cli
