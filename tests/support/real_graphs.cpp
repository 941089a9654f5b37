#include "support/real_graphs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <vector>

#include "strider/error.hpp"

namespace strider::test {

std::optional<std::filesystem::path> data_folder() {
  const char* const folder = std::getenv("STRIDER_DATA_DIR");
  if (folder == nullptr) return std::nullopt;
  return folder;
}

void on_real_graphs(
    const ReadOptions& reading,
    const std::function<bool(const std::string& name, const AnyGraph& graph)>& visit) {
  const auto folder = data_folder();
  if (!folder) GTEST_SKIP() << "STRIDER_DATA_DIR names no folder of graphs";
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(*folder)) {
    if (entry.is_regular_file()) paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  int visited = 0;
  for (const auto& path : paths) {
    LoadedGraph loaded;
    try {
      loaded = read_graph(path.string(), reading);
    } catch (const Error& error) {
      std::cout << "not a graph: " << error.what() << '\n';
      continue;
    }
    const Graph& graph = topology(loaded.graph);
    if (graph.num_vertices() == 0) continue;
    const std::string name = std::filesystem::relative(path, *folder).string();
    std::cout << name << ": " << graph.num_vertices() << " vertices, " << graph.num_edges()
              << " edges" << std::endl;
    visited += visit(name, loaded.graph) ? 1 : 0;
    if (testing::Test::HasFailure()) break;
  }
  std::cout << visited << " graphs\n";
  EXPECT_GT(visited, 0) << "no graph in " << *folder;
}

}  // namespace strider::test
