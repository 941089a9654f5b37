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

int for_each_real_graph(
    const std::filesystem::path& folder, const ReadOptions& reading,
    const std::function<void(const std::string& name, const LoadedGraph& graph)>& visit) {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
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
    const std::string name = std::filesystem::relative(path, folder).string();
    std::cout << name << ": " << graph.num_vertices() << " vertices, " << graph.num_edges()
              << " edges" << std::endl;
    visit(name, loaded);
    ++visited;
    if (testing::Test::HasFailure()) break;
  }
  std::cout << visited << " graphs\n";
  return visited;
}

}  // namespace strider::test
