// Random graphs of every kind, written in every format and read back, compared edge by edge.
#include <fmt/format.h>
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
#include "support/listed_edges.hpp"
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
  static const std::vector<std::string> kPieces = {"a", "b",  "Zürich", "1",  "02", " ",
                                                   ",", ";",  "\t",     "\"", "'",  "#",
                                                   "%", "//", "\n",     "\r", "-",  "from"};
  // Words that headers have, too.
  static const std::vector<std::string> kWords = {"source", "target", "weight",
                                                  "from",   "to",     "end"};
  if (rng.below(4) == 0) return kWords[rng.below(kWords.size())];
  std::string text = kPieces[rng.below(6)];
  for (std::uint64_t i = rng.below(4); i > 0; --i) text += kPieces[rng.below(kPieces.size())];
  return text;
}

template <class T>
std::vector<T> shuffled(const std::set<T>& ordered, CounterRng& rng) {
  std::vector<T> values(ordered.begin(), ordered.end());
  for (std::size_t i = values.size(); i > 1; --i) std::swap(values[i - 1], values[rng.below(i)]);
  return values;
}

Labels random_labels(Vertex n, CounterRng& rng) {
  const std::uint64_t kind = rng.below(5);
  if (kind < 3) return Labels::dense(kind == 2 ? 1000 : kind);
  if (kind == 3) {
    std::set<std::uint64_t> numbers;
    while (numbers.size() < n) numbers.insert(rng.below(2) == 0 ? rng.below(50) : rng.next());
    return Labels::sparse(Array<std::uint64_t>::copy_of(shuffled(numbers, rng)));
  }
  std::set<std::string> texts;
  while (texts.size() < n) texts.insert(random_text(rng));
  return Labels::text(shuffled(texts, rng));
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

/// Without the vertices that have no edge.
Content with_edges_only(Content content) {
  std::set<std::string> ends;
  for (const auto& [u, v, weight] : content.edges) ends.insert({u, v});
  content.vertices.assign(ends.begin(), ends.end());
  return content;
}

struct Written {
  const char* name;
  FileFormat format;
  /// Of 100 random graphs, at least how many the format can hold: the others have labels that need
  /// quotes, weights of another type, directed edges, ...
  std::uint64_t written;
  /// And how many of them with all vertices.
  std::uint64_t whole;
};
constexpr Written kWritten[] = {
    {"g.mtx", FileFormat::kMatrixMarket, 100, 100}, {"g.el", FileFormat::kEdgeList, 84, 76},
    {"g.wel.gz", FileFormat::kEdgeList, 80, 76},    {"g.txt", FileFormat::kEdgeList, 84, 76},
    {"g.tsv.zst", FileFormat::kEdgeList, 100, 80},  {"g.csv", FileFormat::kEdgeList, 100, 84},
    {"g.csv.xz", FileFormat::kEdgeList, 100, 80},   {"g.gr", FileFormat::kDimacs, 51, 51},
    {"g.graph", FileFormat::kMetis, 16, 16},        {"g.sg", FileFormat::kGapbs, 65, 65},
    {"g.graph500", FileFormat::kGraph500, 32, 22},  {"g.strider", FileFormat::kNative, 100, 100}};

/// A compressor takes longer than all else.
bool is_packed(const Written& as) {
  return std::count(as.name, as.name + std::strlen(as.name), '.') > 1;
}

/// Files in memory, if the system has a place for them: a disk would wait for each of thousands.
std::filesystem::path fast_folder() {
  const std::filesystem::path memory = "/dev/shm";
  return std::filesystem::is_directory(memory) ? memory : std::filesystem::temp_directory_path();
}

/// Whether the graph was written. If it was not, it was refused in words, and nothing is left.
bool writes(const AnyGraph& graph, const test::TemporaryFolder& folder, const Written& as,
            int threads) {
  try {
    write_graph(graph, folder.file(as.name), as.format, threads);
    return true;
  } catch (const UsageError&) {
    EXPECT_TRUE(folder.names().empty());
    return false;
  }
}

class RoundTrip : public testing::TestWithParam<Written> {};

TEST_P(RoundTrip, GivesTheSameGraph) {
  const Written& as = GetParam();
  const FileFormat format = as.format;
  const std::uint64_t graphs = is_packed(as) ? 50 : 2000;
  std::uint64_t written = 0;
  std::uint64_t whole = 0;
  for (std::uint64_t seed = 0; seed < graphs; ++seed) {
    SCOPED_TRACE(seed);
    // A file each: weights of another graph may lie beside Graph500 tuples.
    const test::TemporaryFolder folder(fast_folder());
    const AnyGraph graph =
        build_any_graph(random_graph(seed), seed % 2 == 0 ? kKeepAll : BuildOptions{});
    if (!writes(graph, folder, as, 1)) continue;
    ++written;
    const LoadedGraph copy = read_graph(folder.file(as.name), {.threads = 1}, kKeepAll);
    const bool keeps = keeps_labels(topology(graph), format);
    const Names names = keeps ? Names::kLabels : Names::kNumbers;
    const bool floats = format == FileFormat::kGraph500;
    const Content expected = content_of(graph, names, floats);
    const Content found = content_of(copy.graph, names, floats);
    if (!keeps_vertices(topology(graph), format)) {
      ASSERT_EQ(with_edges_only(expected), with_edges_only(found))
          << test::read_whole(folder.file(as.name));
      continue;
    }
    ++whole;
    ASSERT_EQ(expected, found) << test::read_whole(folder.file(as.name));
    const auto difference = find_difference(
        graph, copy.graph, keeps ? VertexMatch::kByLabel : VertexMatch::kByNumber, 1);
    ASSERT_EQ(difference.value_or("none"), "none");
  }
  EXPECT_GE(100 * written, graphs * as.written) << written;
  EXPECT_GE(100 * whole, graphs * as.whole) << whole;
}

/// More than 2^17 arcs: four threads write and read them in blocks.
EdgeList large_graph(std::uint64_t seed) {
  constexpr Vertex kVertices = 1 << 13;
  CounterRng rng(seed, 1);
  EdgeList list =
      test::random_list(kVertices, 150'000,
                        seed % 2 == 0 ? Directedness::kDirected : Directedness::kUndirected, seed);
  list.edges[0] = {0, kVertices - 1};  // random_list leaves the last vertex alone
  if (seed == 2) {
    std::set<std::uint64_t> numbers;
    while (numbers.size() < kVertices) numbers.insert(rng.next());
    list.labels = Labels::sparse(Array<std::uint64_t>::copy_of(shuffled(numbers, rng)));
  } else if (seed == 3) {
    std::set<std::string> texts;
    while (texts.size() < kVertices) texts.insert(fmt::format("name{}", rng.next() >> 40U));
    list.labels = Labels::text(shuffled(texts, rng));
  }
  if (seed % 2 == 1) test::add_weights<std::uint32_t>(list, seed);
  return list;
}

TEST_P(RoundTrip, OfManyThreadsGivesTheSameGraph) {
  const Written& as = GetParam();
  int written = 0;
  for (std::uint64_t seed = is_packed(as) ? 3 : 0; seed < 4; ++seed) {
    SCOPED_TRACE(seed);
    const test::TemporaryFolder folder(fast_folder());
    const AnyGraph graph = build_any_graph(large_graph(seed));
    if (!writes(graph, folder, as, 4)) continue;
    ++written;
    ASSERT_TRUE(keeps_vertices(topology(graph), as.format));
    const LoadedGraph copy = read_graph(folder.file(as.name), {.threads = 4}, kKeepAll);
    const bool keeps = keeps_labels(topology(graph), as.format);
    const auto difference = find_difference(
        graph, copy.graph, keeps ? VertexMatch::kByLabel : VertexMatch::kByNumber, 2);
    ASSERT_EQ(difference.value_or("none"), "none");
  }
  EXPECT_GE(written, is_packed(as) ? 1 : 2);
}

std::string test_name(const testing::TestParamInfo<Written>& info) {
  std::string name = info.param.name;
  std::replace(name.begin(), name.end(), '.', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Formats, RoundTrip, testing::ValuesIn(kWritten), test_name);

AnyGraph triangle(const std::vector<double>& weights = {}) {
  EdgeList list = test::list_of(4, {{0, 1}, {1, 2}, {2, 0}});
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
    EdgeList list = test::list_of(4, {{0, 1}, {1, 2}, {2, 0}});
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
