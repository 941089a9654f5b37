// Random graphs of every kind, written in every format and read back, compared edge by edge.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <limits>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "strider/error.hpp"
#include "strider/io.hpp"
#include "support/compare_graphs.hpp"
#include "support/graphs.hpp"
#include "support/temporary_folder.hpp"

namespace strider {
namespace {

using test::kKeepAll;

/// All that a file should say of a graph: its vertices and its edges, by name and sorted.
struct Content {
  bool directed = false;
  std::vector<std::string> vertices;
  std::vector<std::tuple<std::string, std::string, double>> edges;

  friend bool operator==(const Content&, const Content&) = default;
};

enum class Names : std::uint8_t { kLabels, kNumbers };

/// In the type of weights that `stored` has: what is read back may be wider.
Content content_of(const AnyGraph& graph, Names names, bool as_floats) {
  const Graph& structure = topology(graph);
  const std::vector<double> weights = test::weights_of(graph);
  Content content{structure.is_directed(), {}, {}};
  const auto name = [&](Vertex v) {
    return names == Names::kLabels ? structure.labels().label(v) : std::to_string(v);
  };
  for (Vertex v = 0; v < structure.num_vertices(); ++v) {
    content.vertices.push_back(name(v));
    for (EdgeIndex arc = structure.out().offsets()[v]; arc < structure.out().offsets()[v + 1];
         ++arc) {
      double weight = weights.empty() ? -0.25 : weights[arc];
      if (as_floats) weight = static_cast<float>(weight);
      content.edges.emplace_back(name(v), name(structure.out().targets()[arc]), weight);
    }
  }
  std::sort(content.vertices.begin(), content.vertices.end());
  std::sort(content.edges.begin(), content.edges.end());
  return content;
}

/// Texts that a careless writer or reader breaks.
std::string random_text(CounterRng& rng) {
  static const std::vector<std::string> kPieces = {"a", "b",  "Zürich", "1",  "02",  " ",
                                                   ",", ";",  "\t",     "\"", "'",   "#",
                                                   "%", "//", "\n",     "-",  "from"};
  // Words that headers have, too.
  static const std::vector<std::string> kWords = {"source", "target", "weight",
                                                  "from",   "to",     "end"};
  if (rng.below(4) == 0) return kWords[rng.below(kWords.size())];
  std::string text = kPieces[rng.below(6)];
  for (std::uint64_t i = rng.below(4); i > 0; --i) text += kPieces[rng.below(kPieces.size())];
  return text;
}

Labels random_labels(Vertex n, CounterRng& rng) {
  const std::uint64_t kind = rng.below(5);
  if (kind < 3) return Labels::dense(kind == 2 ? 1000 : kind);
  if (kind == 3) {
    std::set<std::uint64_t> numbers;
    while (numbers.size() < n) numbers.insert(rng.below(2) == 0 ? rng.below(50) : rng.next());
    return Labels::sparse(
        Array<std::uint64_t>::copy_of(std::vector(numbers.begin(), numbers.end())));
  }
  std::set<std::string> texts;
  while (texts.size() < n) texts.insert(random_text(rng));
  return Labels::text(std::vector(texts.begin(), texts.end()));
}

EdgeList random_graph(std::uint64_t seed) {
  CounterRng rng(seed, 0);
  EdgeList list;
  list.num_vertices = static_cast<Vertex>(rng.below(9));
  list.directedness = rng.below(2) == 0 ? Directedness::kDirected : Directedness::kUndirected;
  const std::uint64_t m = list.num_vertices == 0 ? 0 : rng.below(14);
  list.edges = Array<Edge>(m);
  for (Edge& edge : list.edges) {
    edge = {static_cast<Vertex>(rng.below(list.num_vertices)),
            static_cast<Vertex>(rng.below(list.num_vertices))};
  }
  list.labels = random_labels(list.num_vertices, rng);
  if (const std::uint64_t kind = rng.below(4); kind == 1) {
    test::add_weights<std::uint32_t>(list, seed);
  } else if (kind == 2) {
    test::add_weights<double>(list, seed);
  } else if (kind == 3) {
    constexpr double kExtremes[] = {-1, 0, 4294967296.0, 1e300, 0.1, 5e-324, 3};
    Array<double> weights(m);
    for (double& weight : weights) weight = kExtremes[rng.below(std::size(kExtremes))];
    list.weights = std::move(weights);
  }
  return list;
}

struct Written {
  const char* name;
  FileFormat format;
};
constexpr Written kWritten[] = {
    {"g.mtx", FileFormat::kMatrixMarket},  {"g.el", FileFormat::kEdgeList},
    {"g.wel.gz", FileFormat::kEdgeList},   {"g.txt", FileFormat::kEdgeList},
    {"g.tsv.zst", FileFormat::kEdgeList},  {"g.csv", FileFormat::kEdgeList},
    {"g.csv.xz", FileFormat::kEdgeList},   {"g.gr", FileFormat::kDimacs},
    {"g.graph", FileFormat::kMetis},       {"g.sg", FileFormat::kGapbs},
    {"g.graph500", FileFormat::kGraph500}, {"g.strider", FileFormat::kNative}};

/// Files in memory, if the system has a place for them: a disk would wait for each of thousands.
std::filesystem::path fast_folder() {
  const std::filesystem::path memory = "/dev/shm";
  return std::filesystem::is_directory(memory) ? memory : std::filesystem::temp_directory_path();
}

class RoundTrip : public testing::TestWithParam<Written> {};

TEST_P(RoundTrip, GivesTheSameGraph) {
  const auto [name, format] = GetParam();
  // A compressor takes longer to start than a graph to write.
  const bool packed = std::count(name, name + std::strlen(name), '.') > 1;
  const std::uint64_t graphs = packed ? 50 : 2000;
  std::uint64_t written = 0;
  for (std::uint64_t seed = 0; seed < graphs; ++seed) {
    SCOPED_TRACE(seed);
    // A file each: weights of another graph may lie beside Graph500 tuples.
    const test::TemporaryFolder folder(fast_folder());
    const AnyGraph graph = build_any_graph(random_graph(seed), kKeepAll);
    try {
      write_graph(graph, folder.file(name), format, 1);
    } catch (const UsageError&) {
      // Refused in words, and nothing is left of it.
      EXPECT_TRUE(folder.names().empty());
      continue;
    }
    if (!keeps_vertices(topology(graph), format)) continue;
    ++written;
    const LoadedGraph copy = read_graph(folder.file(name), {.threads = 1}, kKeepAll);
    const bool keeps = keeps_labels(topology(graph), format);
    const Names names = keeps ? Names::kLabels : Names::kNumbers;
    const bool floats = format == FileFormat::kGraph500;
    ASSERT_EQ(content_of(graph, names, floats), content_of(copy.graph, names, floats))
        << test::read_whole(folder.file(name));
    const auto difference = find_difference(
        graph, copy.graph, keeps ? VertexMatch::kByLabel : VertexMatch::kByNumber, 1);
    ASSERT_EQ(difference.value_or("none"), "none");
  }
  EXPECT_GT(written, graphs / 12);
}

std::string test_name(const testing::TestParamInfo<Written>& info) {
  std::string name = info.param.name;
  std::replace(name.begin(), name.end(), '.', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Formats, RoundTrip, testing::ValuesIn(kWritten), test_name);

AnyGraph triangle(const std::vector<double>& weights = {}) {
  EdgeList list;
  list.num_vertices = 4;
  list.directedness = Directedness::kUndirected;
  list.edges = Array<Edge>::copy_of(std::vector<Edge>{{0, 1}, {1, 2}, {2, 0}});
  if (!weights.empty()) list.weights = Array<double>::copy_of(weights);
  return build_any_graph(std::move(list), kKeepAll);
}

TEST(FindDifference, SaysWhatDiffers) {
  const auto difference = [](const AnyGraph& copy, const AnyGraph& graph = triangle({1, 2, 3})) {
    return find_difference(graph, copy, VertexMatch::kByLabel, 2).value_or("none");
  };
  EXPECT_EQ(difference(triangle({1, 2, 3})), "none");
  EXPECT_EQ(difference(triangle({1, 2, 4})), "the weights of vertex '0' differ");
  EXPECT_EQ(difference(triangle()), "has no weights, but should have some");
  EXPECT_EQ(difference(triangle({1, 1, 1}), triangle()), "has weights, but should have none");
  const auto changed = [](auto change) {
    EdgeList list;
    list.num_vertices = 4;
    list.directedness = Directedness::kUndirected;
    list.edges = Array<Edge>::copy_of(std::vector<Edge>{{0, 1}, {1, 2}, {2, 0}});
    change(list);
    return build_any_graph(std::move(list), kKeepAll);
  };
  EXPECT_EQ(difference(changed([](EdgeList& l) { l.directedness = Directedness::kDirected; }),
                       triangle()),
            "is directed, but should be undirected");
  EXPECT_EQ(difference(changed([](EdgeList& l) { l.num_vertices = 3; }), triangle()),
            "has 3 vertices and 3 edges, but should have 4 and 3");
  EXPECT_EQ(difference(changed([](EdgeList& l) {
                         l.edges[2] = {2, 3};
                       }),
                       triangle()),
            "the edges of vertex '0' differ");
  EXPECT_EQ(difference(changed([](EdgeList& l) { l.labels = Labels::dense(1); }), triangle()),
            "vertex '0' is missing");
}

}  // namespace
}  // namespace strider
