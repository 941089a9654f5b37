// Files of other projects, read with the counts that those projects know them to have. The folder
// is not part of this one: set STRIDER_FORMATS_DIR to a folder with expected.jsonl to run it.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "strider/error.hpp"
#include "strider/io.hpp"
#include "support/errors.hpp"

namespace strider {
namespace {

using nlohmann::json;

/// Its list says three edges; the file announces six, and has six, each at both of its ends.
constexpr const char* kMiscounted = "networkit/jazz2double.graph";
constexpr std::uint64_t kMiscountedEdges = 6;

/// Entries of the matrix: both triangles where the file lists one.
std::uint64_t expanded_entries(const InputEdges& input) {
  std::uint64_t count = 0;
  const bool both = input.list.directedness == Directedness::kUndirected;
  for (const Edge& edge : input.list.edges) count += both && edge.source != edge.target ? 2 : 1;
  return count;
}

/// Different edges as undirected ones, self-loops kept.
std::uint64_t undirected_edges(InputEdges input) {
  const BuildOptions keep_loops{.self_loops = SelfLoops::kKeep,
                                .directedness = Directedness::kUndirected};
  return build_graph(std::move(input.list), keep_loops).num_edges();
}

void check_matrix(const std::string& path, const json& entry) {
  if (entry["nrows"] != entry["ncols"]) {
    test::expect_error<InputError>("not square", [&] { static_cast<void>(read_edges(path)); });
    return;
  }
  const InputEdges input = read_edges(path);
  EXPECT_EQ(input.list.num_vertices, entry["nrows"]) << path;
  EXPECT_EQ(expanded_entries(input), entry["nvals_expanded"]) << path;
}

/// GAPBS drops loops and duplicates before it counts.
void check_arcs(const std::string& path, const json& entry) {
  InputEdges input = read_edges(path);
  EXPECT_EQ(input.list.num_vertices, entry["n"]) << path;
  EXPECT_EQ(input.list.directedness == Directedness::kDirected, entry["directed"]) << path;
  EXPECT_EQ(build_graph(std::move(input.list)).num_edges(), entry["arcs"]) << path;
}

void check_edges(const std::string& path, const json& entry) {
  InputEdges input = read_edges(path);
  EXPECT_EQ(input.list.num_vertices, entry["n"]) << path;
  const std::uint64_t listed = input.list.edges.size();
  const std::uint64_t m =
      entry["file"] == kMiscounted ? kMiscountedEdges : entry["m"].get<std::uint64_t>();
  EXPECT_TRUE(listed == m || undirected_edges(std::move(input)) == m)
      << path << " lists " << listed << " edges, expected " << m;
}

TEST(FormatsOfOthers, AreReadAsTheySay) {
  const char* const folder = std::getenv("STRIDER_FORMATS_DIR");
  if (folder == nullptr) GTEST_SKIP() << "STRIDER_FORMATS_DIR is not set";
  std::ifstream list(std::string(folder) + "/expected.jsonl");
  ASSERT_TRUE(list) << "no expected.jsonl in " << folder;
  std::size_t checked = 0;
  for (std::string line; std::getline(list, line); ++checked) {
    const json entry = json::parse(line);
    const std::string path = std::string(folder) + "/" + entry["file"].get<std::string>();
    const std::string expect = entry["expect"];
    SCOPED_TRACE(line);
    try {
      if (expect == "error") {
        EXPECT_THROW(static_cast<void>(read_edges(path)), InputError) << path;
      } else if (expect != "ok") {
        // Either way is right: but it must be one of the two.
        try {
          static_cast<void>(read_edges(path));
        } catch (const InputError& error) {
          EXPECT_NE(std::string(error.what()).find(path), std::string::npos);
        }
      } else if (entry.contains("nrows")) {
        check_matrix(path, entry);
      } else if (entry.contains("arcs")) {
        check_arcs(path, entry);
      } else {
        check_edges(path, entry);
      }
    } catch (const UnavailableError& error) {
      EXPECT_TRUE(entry.contains("library")) << error.what();
    } catch (const Error& error) {
      ADD_FAILURE() << error.what();
    }
  }
  EXPECT_GT(checked, 0U);
}

}  // namespace
}  // namespace strider
