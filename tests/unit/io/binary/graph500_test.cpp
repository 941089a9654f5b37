#include "io/binary/graph500.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <limits>

#include "io/readers.hpp"
#include "strider/error.hpp"
#include "strider/io.hpp"
#include "support/compare_graphs.hpp"
#include "support/errors.hpp"
#include "support/temporary_folder.hpp"

namespace strider {
namespace {

using test::TemporaryFolder;
using test::write_whole;

template <class T>
std::string bytes_of(const std::vector<T>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

std::string packed(const std::vector<GlobalEdge>& edges) {
  std::vector<std::uint32_t> words;
  for (const auto& [source, target] : edges) {
    words.push_back(static_cast<std::uint32_t>(source));
    words.push_back(static_cast<std::uint32_t>(target));
    words.push_back(static_cast<std::uint32_t>(source >> 32U | (target >> 32U) << 16U));
  }
  return bytes_of(words);
}

class Graph500 : public testing::Test {
 protected:
  TemporaryFolder folder_;
  std::string path_ = folder_.file("g.graph500");
};

std::vector<GlobalEdge> some_edges(std::uint64_t n, std::size_t m) {
  CounterRng rng(3, n);
  std::vector<GlobalEdge> edges(m);
  for (auto& edge : edges) edge = {rng.below(n), rng.below(n)};
  return edges;
}

// 48 bytes are three tuples of 16 or four of 12: the content must tell.
TEST_F(Graph500, TellsTheFormatsApart) {
  for (const std::size_t m : {3U, 4U, 12U, 1200U, 60000U}) {
    const auto edges = some_edges(5000, m);
    write_whole(path_, bytes_of(edges));
    EXPECT_EQ(Graph500File(path_).format(), TupleFormat::kInt64) << m;
    write_whole(path_, packed(edges));
    const Graph500File file(path_);
    EXPECT_EQ(file.format(), TupleFormat::kPacked) << m;
    ASSERT_EQ(file.num_edges(), m);
    std::vector<GlobalEdge> slice(m);
    file.read_slice({0, m}, slice);
    EXPECT_EQ(slice, edges);
  }
}

TEST_F(Graph500, SlicesTogetherAreTheWhole) {
  const auto edges = some_edges(1ULL << 40U, 1000);
  write_whole(path_, bytes_of(edges));
  const Graph500File file(path_);
  std::vector<GlobalEdge> whole;
  for (std::uint64_t first = 0; first < 1000; first += 300) {
    const std::uint64_t last = std::min<std::uint64_t>(first + 300, 1000);
    std::vector<GlobalEdge> slice(last - first);
    file.read_slice({first, last}, slice);
    whole.insert(whole.end(), slice.begin(), slice.end());
  }
  EXPECT_EQ(whole, edges);
  EXPECT_THROW((void)read_graph500_edges(path_, {}), InputError);  // too large for one machine
}

TEST_F(Graph500, ReadsEdgesAndWeights) {
  write_whole(path_, bytes_of(std::vector<GlobalEdge>{{0, 1}, {2, 2}, {1, 0}}));
  write_whole(graph500_weights_path(path_), bytes_of(std::vector<float>{.5F, .25F, 1.F}));
  const InputEdges input = read_graph500_edges(path_, {});
  EXPECT_EQ(test::to_vector(input.list.edges.span()), (std::vector<Edge>{{0, 1}, {2, 2}, {1, 0}}));
  EXPECT_EQ(std::get<Array<float>>(input.list.weights)[1], .25F);
  EXPECT_EQ(input.list.num_vertices, 3U);
  EXPECT_EQ(input.list.directedness, Directedness::kUndirected);
  const InputEdges without = read_graph500_edges(path_, ReadOptions{.weights = ReadWeights::kNo});
  EXPECT_TRUE(std::holds_alternative<std::monostate>(without.list.weights));
  EXPECT_TRUE(without.facts.weighted);
}

TEST(Graph500Vertices, ArePowersOfTwoWhereTheEdgesAreWholeMultiples) {
  EXPECT_EQ(graph500_num_vertices(0, 0), 0U);
  EXPECT_EQ(graph500_num_vertices(1020, 16 << 10), 1024U);
  EXPECT_EQ(graph500_num_vertices(33, 78), 34U);
}

TEST_F(Graph500, RefusesCorruptFiles) {
  write_whole(path_, std::string(17, 'x'));
  EXPECT_THROW(Graph500File{path_}, InputError);
  write_whole(path_, bytes_of(std::vector<GlobalEdge>{{0, 1}, {~0ULL, 1}}));
  EXPECT_THROW((void)read_graph500_edges(path_, {}), InputError);
  write_whole(path_, std::string(160, '\xF0'));
  EXPECT_THROW((void)read_graph500_edges(path_, {}), InputError);
  write_whole(path_, bytes_of(std::vector<GlobalEdge>{{0, 1}}));
  write_whole(graph500_weights_path(path_), "12345");
  EXPECT_THROW((void)read_graph500_edges(path_, {}), InputError);
}

// Memory for every vertex would be taken, and time.
TEST_F(Graph500, RefusesVerticesFarBeyondTheTuples) {
  write_whole(path_, bytes_of(std::vector<GlobalEdge>{{0, 1}, {1, 0xFFFF'FFFAULL}}));
  test::expect_error<InputError>("vertices up to 4294967290, but only 2 tuples",
                                 [&] { static_cast<void>(read_graph500_edges(path_, {})); });
  write_whole(path_, bytes_of(std::vector<GlobalEdge>{{0, 1}, {1, 1'000'000}}));
  EXPECT_EQ(read_graph500_edges(path_, {}).list.num_vertices, 1'000'001U);
}

TEST_F(Graph500, RefusesWeightsThatAreNoNumbers) {
  write_whole(path_, bytes_of(some_edges(100, 3)));
  const float nan = std::numeric_limits<float>::quiet_NaN();
  write_whole(graph500_weights_path(path_), bytes_of(std::vector<float>{.5F, nan, 1.F}));
  test::expect_error<InputError>("weight of tuple 1 is",
                                 [&] { static_cast<void>(read_graph500_edges(path_, {})); });
}

TEST_F(Graph500, EmptyFileIsAnEmptyGraph) {
  write_whole(path_, "");
  EXPECT_EQ(read_graph500_edges(path_, {}).list.num_vertices, 0U);
}

TEST_F(Graph500, RoundTrips) {
  EdgeList list = test::random_list(700, 300'000, Directedness::kUndirected);
  list.num_vertices = 699;  // without the isolated one, which tuples cannot hold
  test::add_weights<float>(list);
  const AnyGraph graph = build_any_graph(std::move(list));
  write_graph(graph, path_, FileFormat::kGraph500);
  test::expect_equal(graph, build_any_graph(read_graph500_edges(path_, {}).list));
}

TEST_F(Graph500, WritersRefuseWhatTheFileWouldNotSay) {
  const auto directed = build_any_graph(test::random_list(9, 20, Directedness::kDirected));
  EXPECT_THROW(write_graph(directed, path_, FileFormat::kGraph500), UsageError);
  EdgeList list = test::random_list(9, 20, Directedness::kUndirected);
  test::add_weights<double>(list);
  std::get<Array<double>>(list.weights)[0] = -0.1;  // the smallest weight stays
  const auto precise = build_any_graph(std::move(list));
  EXPECT_THROW(write_graph(precise, path_, FileFormat::kGraph500), UsageError);
  EXPECT_TRUE(folder_.names().empty());
  write_whole(graph500_weights_path(path_), "of another graph");
  const auto plain = build_any_graph(test::random_list(9, 20, Directedness::kUndirected));
  EXPECT_THROW(write_graph(plain, path_, FileFormat::kGraph500), UsageError);
}

}  // namespace
}  // namespace strider
