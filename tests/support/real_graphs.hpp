// Real graphs, where the environment names a folder of them.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "strider/io.hpp"

namespace strider::test {

/// What STRIDER_DATA_DIR names.
[[nodiscard]] std::optional<std::filesystem::path> data_folder();

/// visit(name, graph) for each file of the folder that is a graph with vertices, by name, as long
/// as no test has failed. The name is the path below the folder. Returns how many were visited;
/// tells on the standard output which they are, and which files are no graphs.
int for_each_real_graph(
    const std::filesystem::path& folder, const ReadOptions& reading,
    const std::function<void(const std::string& name, const LoadedGraph& graph)>& visit);

}  // namespace strider::test
