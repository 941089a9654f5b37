// Formats that hold adjacency: their graphs need no edge list in between.
#pragma once

#include <optional>
#include <string>

#include "strider/io.hpp"

namespace strider {

/// The graph of a native container over its mapped arrays, or nothing where the options ask for
/// another graph than the one stored: build it from read_native_edges then. Throws InputError.
[[nodiscard]] std::optional<LoadedGraph> map_native(const std::string& path,
                                                    const ReadOptions& options,
                                                    const BuildOptions& build);

/// The graph of a .sg or .wsg file, copied row by row, or nothing where the options ask for another
/// graph than the one stored, or its rows are not ascending: build it from read_gapbs_edges then.
/// Throws InputError, MemoryError.
[[nodiscard]] std::optional<LoadedGraph> load_gapbs(const std::string& path,
                                                    const ReadOptions& options,
                                                    const BuildOptions& build);

/// Why a graph is directed or not: because the options override the file, else `otherwise`.
[[nodiscard]] inline std::string directedness_reason(const ReadOptions& options,
                                                     std::string otherwise) {
  return options.directedness ? "as asked for" : otherwise;
}

}  // namespace strider
