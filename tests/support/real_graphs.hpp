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

/// For algorithms that know no directions.
inline const ReadOptions kReadUndirected{.directedness = Directedness::kUndirected};

/// visit(name, graph) for each file of that folder that is a graph with vertices, by name, as long
/// as no test has failed. The name is the path below the folder; visit returns whether the graph is
/// one to look at. Skips the running test where there is no folder; fails it where no graph was
/// looked at. Tells on the standard output what was, and which files are no graphs.
void on_real_graphs(
    const ReadOptions& reading,
    const std::function<bool(const std::string& name, const AnyGraph& graph)>& visit);

}  // namespace strider::test
