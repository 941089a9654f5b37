#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>
#include <thread>

#include "graph/layout/sections.hpp"
#include "strider/bfs.hpp"
#include "strider/error.hpp"
#include "strider/io.hpp"
#include "strider/prepare.hpp"
#include "support/compare_graphs.hpp"
#include "support/errors.hpp"
#include "support/temporary_folder.hpp"

namespace strider {
namespace {

using test::TemporaryFolder;
using test::write_whole;

class ReadGraph : public testing::Test {
 protected:
  TemporaryFolder folder_;
};

TEST_F(ReadGraph, BuildsText) {
  write_whole(folder_.file("g.el"), "10 20\n20 10\n20 20\n20 30\n");
  const LoadedGraph directed = read_graph(folder_.file("g.el"));
  EXPECT_EQ(topology(directed.graph).num_edges(), 3U);
  EXPECT_TRUE(topology(directed.graph).is_directed());
  EXPECT_EQ(directed.build.edges_listed, 4U);
  EXPECT_EQ(directed.build.self_loops, 1U);
  EXPECT_FALSE(directed.prepared);

  const LoadedGraph undirected =
      read_graph(folder_.file("g.el"), ReadOptions{.directedness = Directedness::kUndirected});
  EXPECT_EQ(topology(undirected.graph).num_edges(), 2U);
  EXPECT_EQ(undirected.build.duplicates, 1U);
}

TEST_F(ReadGraph, RefusesOptionsOfOtherFormats) {
  const std::string path = folder_.file("g.mtx");
  write_graph(build_any_graph(test::random_list(9, 20, Directedness::kDirected)), path,
              FileFormat::kMatrixMarket);
  const ReadOptions others[] = {
      {.weight_column = "w"},
      {.table = {.source_column = "1"}},
      {.table = {.header = TableHeader::kAbsent}},
      {.table = {.delimiter = ','}},
      {.table = {.skip_lines = 1}},
      {.unlisted = UnlistedVertices::kLeftOut},
  };
  for (const ReadOptions& options : others) {
    EXPECT_THROW((void)read_graph(path, options), UsageError);
    EXPECT_THROW((void)read_edges(path, options), UsageError);
  }
}

// Either of the two options may carry the override; the one of the builder wins.
TEST_F(ReadGraph, DirectednessOverridesEveryFormat) {
  const AnyGraph graph = build_any_graph(test::random_list(50, 300, Directedness::kUndirected));
  for (const auto& [name, format] :
       {std::pair{"g.mtx", FileFormat::kMatrixMarket}, std::pair{"g.sg", FileFormat::kGapbs},
        std::pair{"g.strider", FileFormat::kNative}}) {
    const std::string path = folder_.file(name);
    write_graph(graph, path, format);
    EXPECT_FALSE(topology(read_graph(path).graph).is_directed());
    const BuildOptions directed{.directedness = Directedness::kDirected};
    const LoadedGraph loaded = read_graph(path, {}, directed);
    EXPECT_TRUE(topology(loaded.graph).is_directed()) << name;
    EXPECT_EQ(loaded.facts.directedness, Directedness::kDirected);
    EXPECT_EQ(loaded.facts.directedness_reason, "as asked for");
  }
}

TEST_F(ReadGraph, OpenedContainersAreCleanedWhenAsked) {
  const std::string path = folder_.file("g.strider");
  const AnyGraph dirty = build_any_graph(
      test::random_list(20, 300, Directedness::kUndirected),
      BuildOptions{.self_loops = SelfLoops::kKeep, .duplicates = Duplicates::kKeep});
  write_native(dirty, path);
  const AnyGraph clean = build_any_graph(test::random_list(20, 300, Directedness::kUndirected));
  test::expect_equal(clean, read_graph(path).graph);
}

TEST_F(ReadGraph, ContainersAreFoundByContent) {
  const AnyGraph graph = build_any_graph(test::random_list(20, 60, Directedness::kUndirected));
  write_native(graph, folder_.file("graph.of.any.name"));
  const LoadedGraph loaded = read_graph(folder_.file("graph.of.any.name"));
  EXPECT_EQ(loaded.facts.format, FileFormat::kNative);
  test::expect_equal(graph, loaded.graph);
}

/// The parts of a layout, of whichever kind, as bytes.
std::vector<std::string> parts_of(const PreparedGraph& prepared) {
  const detail::LayoutSections sections = prepared.layout() == Layout::kDegree
                                              ? detail::to_sections(*prepared.degree_layout())
                                              : detail::to_sections(*prepared.locality_layout());
  std::vector<std::string> parts;
  for (const auto& array : sections.arrays()) {
    parts.push_back(array.name + std::string(reinterpret_cast<const char*>(array.bytes.data()),
                                             array.bytes.size()));
  }
  for (const auto& scalar : sections.scalars()) {
    parts.push_back(scalar.name + std::to_string(scalar.value));
  }
  return parts;
}

TEST_F(ReadGraph, LayoutsTravelWithTheContainer) {
  const std::string path = folder_.file("g.strider");
  const Graph graph = build_graph(test::random_list(5000, 30'000, Directedness::kUndirected));
  for (const auto choice : {LayoutChoice::kDegree, LayoutChoice::kLocality}) {
    const PreparedGraph prepared = prepare(graph, PrepareOptions{.layout = choice});
    write_native(graph, path, &prepared);
    EXPECT_NO_THROW(verify_native(path));
    const LoadedGraph loaded = read_graph(path);
    ASSERT_TRUE(loaded.prepared);
    EXPECT_EQ(loaded.prepared->layout(), prepared.layout());
    EXPECT_EQ(parts_of(*loaded.prepared), parts_of(prepared));
    // A layout is of one graph only.
    const Graph other = build_graph(test::random_list(5000, 30'000, Directedness::kUndirected, 9));
    EXPECT_THROW(write_native(other, path, &prepared), UsageError);
  }
}

TEST_F(ReadGraph, SearchesOverAStoredLayoutGiveTheSameLevels) {
  const std::string path = folder_.file("g.strider");
  const Graph graph = build_graph(test::random_list(5000, 30'000, Directedness::kUndirected));
  for (const auto choice : {LayoutChoice::kDegree, LayoutChoice::kLocality}) {
    const PreparedGraph prepared = prepare(graph, PrepareOptions{.layout = choice});
    write_native(graph, path, &prepared);
    const BfsResult expected = bfs(graph, 7, BfsOptions{.method = BfsMethod::kSerial});
    const BfsResult result = BfsSolver(*read_graph(path).prepared).run(7);
    for (Vertex v = 0; v < graph.num_vertices(); ++v) {
      ASSERT_EQ(result.levels()[v], expected.levels()[v]) << v;
    }
  }
}

// A pipe can be read once: a look at its first bytes must not take them away. The large one does
// not fit the buffer of the pipe, the small one ends before a second reader could open it.
TEST_F(ReadGraph, ReadsAPipeWhole) {
  const std::string path = folder_.file("pipe");
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  for (const Vertex edges : {2U, 40'000U}) {
    std::string text;
    for (Vertex v = 0; v < edges; ++v) {
      text += std::to_string(v) + ' ' + std::to_string(v + 1) + '\n';
    }
    std::thread writer([&] { test::write_whole(path, text); });
    const LoadedGraph loaded = read_graph(path);
    writer.join();
    EXPECT_EQ(topology(loaded.graph).num_vertices(), edges + 1);
    EXPECT_EQ(topology(loaded.graph).num_edges(), edges);
  }
}

TEST_F(ReadGraph, RefusesAContainerFromAPipe) {
  const std::string path = folder_.file("pipe");
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  std::thread writer([&] { test::write_whole(path, "STRIDER" + std::string(100, '\0')); });
  test::expect_error<InputError>("a native container is mapped",
                                 [&] { static_cast<void>(read_graph(path)); });
  writer.join();
}

TEST_F(ReadGraph, SaysThatBinaryGraphsAreNotCompressed) {
  for (const char* name : {"g.sg.gz", "g.graph500.xz"}) {
    write_whole(folder_.file(name), std::string(48, '\7'));
    test::expect_error<InputError>("read uncompressed only",
                                   [&] { static_cast<void>(read_graph(folder_.file(name))); });
  }
}

TEST_F(ReadGraph, NamesTheFileThatIsMissing) {
  for (const char* name : {"g.sg", "g.mtx", "g.graph500", "g.strider"}) {
    try {
      (void)read_graph(folder_.file(name));
      FAIL();
    } catch (const InputError& error) {
      EXPECT_TRUE(std::string(error.what()).starts_with(folder_.file(name))) << error.what();
    }
  }
}

}  // namespace
}  // namespace strider
