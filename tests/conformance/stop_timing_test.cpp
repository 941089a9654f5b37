// A call that takes long ends soon after the flag is set in its middle.
#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "conformance/stopping.hpp"
#include "strider/strider.hpp"
#include "support/graphs.hpp"
#include "support/temporary_folder.hpp"
#include "support/weights.hpp"

namespace strider::test {
namespace {

using std::chrono::duration;
using std::chrono::steady_clock;

/// Half a second is promised; tests share the machine, and sanitizers slow it down.
constexpr double kMostSeconds = 3;

/// Repeats the call until it is stopped after `delay`.
template <class Call>
void expect_soon(std::chrono::milliseconds delay, const Call& call) {
  const auto begin = steady_clock::now();
  const auto until_stopped = [&] {
    for (;;) call();
  };
  EXPECT_TRUE(stop_after(delay, until_stopped));
  const duration<double> late = steady_clock::now() - begin - delay;
  EXPECT_LT(late.count(), kMostSeconds);
}

class StopTiming : public testing::TestWithParam<int> {
 protected:
  static int threads() { return GetParam(); }
};

TEST_P(StopTiming, Betweenness) {
  const Graph graph = build_graph(generate(RmatParameters{.scale = 15, .edge_factor = 8}));
  for (const BetweennessMethod method : all_betweenness_methods()) {
    BetweennessOptions options{.method = method};
    options.run.threads = threads();
    expect_soon(std::chrono::milliseconds(150), [&] { (void)betweenness(graph, options); });
  }
  EstimateOptions estimate{.epsilon = 0.001};
  estimate.run.threads = threads();
  expect_soon(std::chrono::milliseconds(150), [&] { (void)estimate_betweenness(graph, estimate); });
  const auto weighted = weigh<float>(graph, WeightMix::kUniform);
  BetweennessOptions options;
  options.run.threads = threads();
  expect_soon(std::chrono::milliseconds(150), [&] { (void)betweenness(weighted, options); });
}

TEST_P(StopTiming, Searches) {
  const Graph graph = build_graph(generate(RmatParameters{.scale = 18}));
  for (const BfsMethod method : all_bfs_methods()) {
    BfsSolver solver(graph, {.method = method, .threads = threads()});
    expect_soon(std::chrono::milliseconds(100), [&] { (void)solver.run(1); });
  }
  const auto weighted = weigh<std::uint32_t>(graph, WeightMix::kUniform);
  for (const SsspMethod method : all_sssp_methods()) {
    SsspSolver<std::uint32_t> solver(weighted, {.method = method, .threads = threads()});
    expect_soon(std::chrono::milliseconds(100), [&] { (void)solver.run(1); });
  }
}

TEST_P(StopTiming, Forests) {
  const Graph graph = build_graph(generate(RmatParameters{.scale = 18}));
  const auto weighted = weigh<float>(graph, WeightMix::kUniform);
  for (const MsfMethod method : all_msf_methods()) {
    MsfSolver<float> solver(weighted, {.method = method, .threads = threads()});
    expect_soon(std::chrono::milliseconds(100), [&] { (void)solver.run(); });
  }
}

TEST_P(StopTiming, ValuesOfVertices) {
  constexpr std::chrono::milliseconds kDelay(100);
  const EdgeList list = generate(RmatParameters{.scale = 17});
  for (const Directedness directedness : {Directedness::kUndirected, Directedness::kDirected}) {
    EdgeList copy{.num_vertices = list.num_vertices,
                  .directedness = directedness,
                  .edges = Array<Edge>::copy_of(list.edges.span()),
                  .weights = {},
                  .labels = {}};
    const Graph graph = build_graph(std::move(copy));
    expect_soon(kDelay, [&] { (void)core_numbers(graph, {.threads = threads()}); });
    expect_soon(kDelay, [&] { (void)strong_components(graph, {.threads = threads()}); });
    expect_soon(kDelay, [&] { (void)closeness(graph, {.threads = threads()}); });
    expect_soon(kDelay, [&] { (void)pagerank(graph, {.threads = threads()}); });
    expect_soon(kDelay, [&] { (void)label_propagation(graph, {.threads = threads()}); });
    expect_soon(kDelay, [&] { (void)local_clustering(graph, {.threads = threads()}); });
    expect_soon(kDelay, [&] { (void)bipartition(graph, {.threads = threads()}); });
    const std::vector<Vertex> sources(400, 1);
    expect_soon(kDelay, [&] { (void)distances(graph, sources, threads()); });
    expect_soon(kDelay, [&] { (void)shortest_path(graph, 1, 2); });
  }
}

TEST_P(StopTiming, Flows) {
  constexpr std::chrono::milliseconds kDelay(100);
  const Graph grid = build_graph(generate(GridParameters{.rows = 400, .columns = 400}));
  const auto weighted = weigh<std::uint32_t>(grid, WeightMix::kUniform);
  expect_soon(kDelay, [&] { (void)max_flow(weighted, 0, 159'999, {.threads = threads()}); });
  expect_soon(kDelay, [&] { (void)edge_connectivity(grid, {.threads = threads()}); });
  constexpr Vertex kVertices = 30'000;
  std::vector<Edge> cycle;
  for (Vertex v = 0; v < kVertices; ++v) cycle.push_back({v, (v + 1) % kVertices});
  const Graph directed = make_graph(kVertices, cycle, Directedness::kDirected);
  expect_soon(kDelay, [&] { (void)edge_connectivity(directed, {.threads = threads()}); });
  // Of few passes, each of which takes long.
  const Graph large = build_graph(generate(RmatParameters{.scale = 18}));
  expect_soon(kDelay, [&] { (void)edge_connectivity(large, {.threads = threads()}); });
}

TEST_P(StopTiming, Files) {
  const TemporaryFolder folder;
  const Graph graph = build_graph(generate(RmatParameters{.scale = 18}));
  for (const char* const name : {"graph.mtx", "graph.el", "graph.gr.gz", "graph.strider"}) {
    const std::string path = folder.file(name);
    const FileFormat format = *file_format_from_path(path);
    expect_soon(std::chrono::milliseconds(100),
                [&] { write_graph(graph, path, format, threads()); });
    write_graph(graph, path, format, threads());
    expect_soon(std::chrono::milliseconds(100),
                [&] { (void)read_graph(path, {.threads = threads()}); });
  }
}

TEST_P(StopTiming, Building) {
  const EdgeList list = generate(UniformParameters{.num_vertices = 1 << 18, .num_edges = 1 << 22});
  expect_soon(std::chrono::milliseconds(100),
              [&] { (void)build_graph(list, {.threads = threads()}); });
  const Graph graph = build_graph(list);
  for (const LayoutChoice layout : {LayoutChoice::kDegree, LayoutChoice::kLocality}) {
    expect_soon(std::chrono::milliseconds(100),
                [&] { (void)prepare(graph, {.layout = layout, .threads = threads()}); });
  }
}

INSTANTIATE_TEST_SUITE_P(Threads, StopTiming, testing::Values(1, 2));

}  // namespace
}  // namespace strider::test
