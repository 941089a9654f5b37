// Every small file of the tests, read by ranks and by one machine with the same options: the graph
// is the same, or both refuse it with the same message.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "unit/ranks/slice_testing.hpp"

namespace strider::detail {
namespace {

using namespace strider::slice_testing;

constexpr auto kDirected = Directedness::kDirected;
constexpr auto kUndirected = Directedness::kUndirected;

const std::vector<std::pair<std::string, ReadOptions>> kOptions = {
    {"", {}},
    {"without weights", {.weights = ReadWeights::kNo}},
    {"directed", {.directedness = kDirected}},
    {"undirected", {.directedness = kUndirected}},
    {"plain undirected", {.plain_edge_list = kUndirected}},
    {"plain undirected, directed", {.directedness = kDirected, .plain_edge_list = kUndirected}},
    {"only listed", {.unlisted = UnlistedVertices::kLeftOut}},
    {"edge list", {.format = FileFormat::kEdgeList}},
    {"no weight column", {.weight_column = "none"}},
    {"weight column", {.weight_column = "3"}},
    {"far weight column", {.weight_column = "4"}},
    {"turned", {.table = {.source_column = "2", .target_column = "1"}}},
    {"target", {.table = {.target_column = "3"}}},
    {"header", {.table = {.header = TableHeader::kPresent}}},
    {"no header", {.table = {.header = TableHeader::kAbsent}}},
    {"delimiter", {.table = {.delimiter = ','}}},
    {"skipped lines", {.table = {.skip_lines = 2}}},
};

/// What read() throws, if anything.
template <class Read>
std::optional<std::string> message_of(const Read& read) {
  try {
    read();
  } catch (const Error& error) {
    return error.what();
  }
  return std::nullopt;
}

void expect_same_or_refused(const std::string& path, const ReadOptions& options) {
  InputEdges whole;
  SlicedFile sliced;
  const auto of_one = message_of([&] { whole = read_edges(path, options); });
  const auto of_ranks = message_of([&] { sliced = read_slices(test_world(), path, options); });
  ASSERT_EQ(of_ranks.has_value(), of_one.has_value()) << of_ranks.value_or(of_one.value_or(""));
  if (of_one) {
    EXPECT_TRUE(of_ranks->ends_with(*of_one)) << *of_ranks << "\none machine: " << *of_one;
  } else {
    expect_same(sliced, whole);
  }
}

void expect_same_with_all_options(const std::string& path) {
  for (const auto& [name, options] : kOptions) {
    SCOPED_TRACE(path + ", " + name);
    expect_same_or_refused(path, options);
  }
}

/// The files of a folder of the tests, but those that explain and make them.
std::vector<std::string> files_of(const std::string& folder) {
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::directory_iterator(STRIDER_TEST_DATA + folder)) {
    const std::string suffix = entry.path().extension();
    if (suffix != ".md" && suffix != ".py") paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

TEST(RanksFormats, FilesOfTheTests) {
  for (const char* const folder : {"/graphs", "/formats"}) {
    const std::vector<std::string> paths = files_of(folder);
    EXPECT_FALSE(paths.empty());
    for (const std::string& path : paths) expect_same_with_all_options(path);
  }
}

TEST(RanksFormats, TheSameGraphsInOtherFormats) {
  constexpr std::pair<const char*, FileFormat> kWritten[] = {
      {".mtx", FileFormat::kMatrixMarket}, {".gr", FileFormat::kDimacs},
      {".graph", FileFormat::kMetis},      {".csv", FileFormat::kEdgeList},
      {".tsv", FileFormat::kEdgeList},     {".wel", FileFormat::kEdgeList},
      {".wsg", FileFormat::kGapbs},        {".graph500", FileFormat::kGraph500},
      {".strider", FileFormat::kNative}};
  const SharedFolder folder;
  for (const std::string& path : files_of("/graphs")) {
    for (const Directedness directedness : {kDirected, kUndirected}) {
      const AnyGraph graph = read_graph(path, {.directedness = directedness}).graph;
      for (const auto& [suffix, format] : kWritten) {
        const bool holds = directedness == kUndirected ||
                           (format != FileFormat::kMetis && format != FileFormat::kGraph500);
        if (!holds) continue;
        const std::string written = folder.file(std::string("graph") + suffix);
        folder.make([&, format = format] { write_graph(graph, written, format); });
        expect_same_with_all_options(written);
      }
    }
  }
}

/// A comment that says undirected counts only if every arc of the file has its reverse.
TEST(RanksFormats, CommentsOfDimacs) {
  const SharedFolder folder;
  for (const char* const arcs : {"a 1 2 5\na 4 3 7\na 3 3 1\n", "a 1 2 5\na 2 1 1\na 3 3 1\n",
                                 "a 1 2 5\na 3 3 1\na 2 1 5\n"}) {
    expect_same_with_all_options(
        folder.write("arcs.gr", std::string("c Undirected graph\np sp 4 3\n") + arcs));
  }
}

/// What edge lists say in their comments and names of columns.
TEST(RanksFormats, EdgeListsOfAllKinds) {
  const SharedFolder folder;
  const std::string rows = "1 2 5\n2 3 6\n3 9 7\n2 1 8\n";
  for (const char* const head :
       {"# Undirected graph: x\n", "# Directed graph: x\n# Nodes: 10 Edges: 4\n",
        "% sym weighted\n", "% asym unweighted\n", "# Labels: 1 to 12\n", "# Labels: listed\n",
        "# Labels: text\n", "from to km\n", "node1 node2 weight\n", "id source target\n", "a b\n",
        "9\n", "9 4\n", "9\n4\n", "x y 1\n", "# from to weight\n", "\xEF\xBB\xBF", "\n\n"}) {
    expect_same_with_all_options(folder.write("list.txt", head + rows));
    expect_same_with_all_options(folder.write("behind.txt", rows + head));
    std::string commas = head + rows;
    std::replace(commas.begin(), commas.end(), ' ', ',');
    expect_same_with_all_options(folder.write("list.csv", commas));
  }
}

}  // namespace
}  // namespace strider::detail
