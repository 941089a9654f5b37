// Every function of the library throws where the flag of a StopScope is set before it is called.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/flow/capacities.hpp"
#include "conformance/stopping.hpp"
#include "strider/strider.hpp"
#include "support/graphs.hpp"
#include "support/temporary_folder.hpp"
#include "support/weights.hpp"

namespace strider::test {
namespace {

class StopCalls : public testing::TestWithParam<int> {
 protected:
  static int threads() { return GetParam(); }

  const Graph graph_ = make_graph(1U << 12U, skewed_edges(12, 1U << 16U, 1));
  const WeightedGraph<std::uint32_t> weighted_ = weigh<std::uint32_t>(graph_, WeightMix::kUniform);
};

TEST_P(StopCalls, BetweennessOfEveryMethod) {
  for (const BetweennessMethod method : all_betweenness_methods()) {
    BetweennessOptions options{.method = method};
    options.run.threads = threads();
    options.samples = 8;
    expect_stopped("sampled", [&] { (void)betweenness(graph_, options); });
    options.of = BetweennessOf::kEdges;
    expect_stopped("of edges", [&] { (void)betweenness(graph_, options); });
    options.samples.reset();
    expect_stopped("exact", [&] { (void)betweenness(graph_, options); });
  }
  BetweennessOptions options;
  options.run.threads = threads();
  expect_stopped("weighted", [&] { (void)betweenness(weighted_, options); });
  EstimateOptions estimate{.epsilon = 0.05};
  estimate.run.threads = threads();
  expect_stopped("estimate", [&] { (void)estimate_betweenness(graph_, estimate); });
}

TEST_P(StopCalls, Solvers) {
  // Some are made without a look at the flag: those that take nothing but memory.
  for (const BfsMethod method : all_bfs_methods()) {
    expect_stopped("bfs", [&] { (void)bfs(graph_, 1, {.method = method, .threads = threads()}); });
  }
  for (const SsspMethod method : all_sssp_methods()) {
    const SsspOptions options{
        .method = method, .threads = threads(), .preparing = Preparing::kAtOnce};
    expect_stopped("sssp", [&] { (void)SsspSolver<std::uint32_t>(weighted_, options).run(1); });
  }
  expect_stopped("flow", [&] { (void)max_flow(weighted_, 1, 2, {.threads = threads()}); });
  for (const MsfMethod method : all_msf_methods()) {
    expect_stopped("msf", [&] {
      (void)msf<std::uint32_t>(weighted_, {.method = method, .threads = threads()});
    });
  }
}

// Before they refuse what they look for.
TEST_P(StopCalls, LooksAtCapacities) {
  const auto all_of = [&](double weight) {
    Array<double> weights(graph_.num_arcs());
    std::ranges::fill(weights, weight);
    return WeightedGraph<double>(graph_, std::move(weights));
  };
  const auto negative = all_of(-1);
  expect_stopped("max_flow", [&] { (void)max_flow(negative, 1, 2, {.threads = threads()}); });
  const auto unbounded = all_of(INFINITY);
  expect_stopped("first_unit", [&] { (void)detail::first_unit(unbounded, 1, 2, threads()); });
}

TEST_P(StopCalls, SmallestParents) {
  const BfsResult result = bfs(graph_, 1, {.threads = threads()});
  expect_stopped("smallest_parents", [&] { (void)smallest_parents(graph_, result, threads()); });
}

TEST_P(StopCalls, ValuesOfVertices) {
  const Graph directed =
      make_graph(1U << 12U, skewed_edges(12, 1U << 15U, 3), Directedness::kDirected);
  for (const Graph& graph : {graph_, directed}) {
    const CoreResult cores = core_numbers(graph);
    expect_stopped("core_numbers", [&] { (void)core_numbers(graph, {.threads = threads()}); });
    expect_stopped("degeneracy_order", [&] { (void)degeneracy_order(graph, cores); });
    const ComponentsResult strong = strong_components(graph);
    expect_stopped("strong_components",
                   [&] { (void)strong_components(graph, {.threads = threads()}); });
    expect_stopped("condense", [&] { (void)condense(graph, strong.labels(), threads()); });
    for (const Centrality centrality : {Centrality::kCloseness, Centrality::kHarmonic}) {
      expect_stopped("closeness", [&] {
        (void)closeness(graph, {.centrality = centrality, .threads = threads()});
      });
    }
    expect_stopped("sampled closeness",
                   [&] { (void)closeness(graph, {.samples = 20, .threads = threads()}); });
    expect_stopped("pagerank", [&] { (void)pagerank(graph, {.threads = threads()}); });
    expect_stopped("weighted pagerank", [&] {
      (void)pagerank(weigh<float>(graph, WeightMix::kUniform), {.threads = threads()});
    });
    expect_stopped("label_propagation",
                   [&] { (void)label_propagation(graph, {.threads = threads()}); });
    expect_stopped("local_clustering",
                   [&] { (void)local_clustering(graph, {.threads = threads()}); });
    expect_stopped("edge_connectivity",
                   [&] { (void)edge_connectivity(graph, {.threads = threads()}); });
    expect_stopped("bipartition", [&] { (void)bipartition(graph, {.threads = threads()}); });
    expect_stopped("diameter", [&] { (void)diameter(graph, {.threads = threads()}); });
    expect_stopped("weighted diameter", [&] {
      (void)diameter(weigh<float>(graph, WeightMix::kUniform), {.threads = threads()});
    });
  }
}

TEST_P(StopCalls, PathsAndParts) {
  const std::vector<Vertex> some{1, 5, 9};
  expect_stopped("distances", [&] { (void)distances(graph_, some, threads()); });
  expect_stopped("effective_diameter",
                 [&] { (void)effective_diameter(graph_, {.threads = threads()}); });
  expect_stopped("shortest_path", [&] { (void)shortest_path(graph_, 1, 5); });
  expect_stopped("sequential_order",
                 [&] { (void)sequential_order(graph_, BfsQuery{.sources = some}, threads()); });
  expect_stopped("induced_subgraph", [&] { (void)induced_subgraph(weighted_, some, threads()); });
}

TEST_P(StopCalls, GraphsAndLayouts) {
  const EdgeList list = generate(UniformParameters{.num_vertices = 5000, .num_edges = 50000});
  expect_stopped("build_graph", [&] {
    (void)build_graph(EdgeList(make_edge_list(std::vector<Vertex>{1, 2}, std::vector<Vertex>{2, 3},
                                              Directedness::kUndirected)),
                      {.threads = threads()});
  });
  expect_stopped("build_graph of a list kept",
                 [&] { (void)build_graph(list, {.threads = threads()}); });
  expect_stopped("build_any_graph", [&] { (void)build_any_graph(list, {.threads = threads()}); });
  EXPECT_EQ(build_graph(list, {.threads = threads()}).num_vertices(), 5000U);
  for (const LayoutChoice layout : {LayoutChoice::kDegree, LayoutChoice::kLocality}) {
    expect_stopped("prepare",
                   [&] { (void)prepare(graph_, {.layout = layout, .threads = threads()}); });
  }
  const Permutation permutation = make_ordering(graph_, Ordering::kDegree);
  expect_stopped("relabel", [&] { (void)relabel(graph_, permutation, threads()); });
  expect_stopped("relabel weights", [&] { (void)relabel(weighted_, permutation, threads()); });
  for (const Ordering ordering : {Ordering::kDegree, Ordering::kRandom, Ordering::kLocality}) {
    expect_stopped("make_ordering", [&] { (void)make_ordering(graph_, ordering); });
  }
  expect_stopped("with_unit_weights", [&] { (void)with_unit_weights(graph_, threads()); });
  expect_stopped("check_csr", [&] { check_csr(graph_.out(), "here", threads()); });
  const Graph directed =
      make_graph(1U << 12U, skewed_edges(12, 1U << 15U, 3), Directedness::kDirected);
  expect_stopped("the transpose", [&] { (void)directed.in(threads()); });
  EXPECT_EQ(directed.in(threads()).num_arcs(), directed.num_arcs());
}

TEST_P(StopCalls, Generators) {
  expect_stopped("kronecker", [] { (void)generate(KroneckerParameters{.scale = 12}, threads()); });
  expect_stopped("rmat", [] { (void)generate(RmatParameters{.scale = 12}, threads()); });
  expect_stopped("ssca2", [] { (void)generate(Ssca2Parameters{.scale = 12}, threads()); });
  expect_stopped("uniform", [] { (void)generate(UniformParameters{}, threads()); });
  expect_stopped("grid", [] { (void)generate(GridParameters{}, threads()); });
  std::vector<float> weights(10000);
  expect_stopped("weights", [&] { generate_weights(1, {0, weights.size()}, weights, threads()); });
}

TEST_P(StopCalls, Validators) {
  const BfsResult tree = bfs(graph_, 1);
  expect_stopped("validate_bfs",
                 [&] { (void)validate_bfs(graph_, 1, tree.parents(), tree.levels(), threads()); });
  const auto paths = SsspSolver<std::uint32_t>(weighted_).run(1);
  const SsspValidationOptions options{.threads = threads()};
  const auto parents = paths.parents();
  const auto distances = paths.distances();
  expect_stopped("validate_sssp", [&] {
    (void)validate_sssp<std::uint32_t>(weighted_, 1, parents, distances, options);
  });
  const auto forest = msf<std::uint32_t>(weighted_);
  expect_stopped("validate_msf", [&] {
    (void)validate_msf<std::uint32_t>(weighted_, forest.edges(), MsfObjective::kMinimum, threads());
  });
  BetweennessOptions bc;
  bc.run.threads = threads();
  bc.sources = std::vector<Vertex>{1, 2, 3};
  const auto scores = betweenness(graph_, bc).scores;
  expect_stopped("validate_betweenness",
                 [&] { (void)validate_betweenness(graph_, scores.span(), bc); });
}

TEST_P(StopCalls, ValidatorsOfValues) {
  const CoreResult cores = core_numbers(graph_);
  expect_stopped("validate_core",
                 [&] { (void)validate_core(graph_, cores.cores.span(), threads()); });
  const ComponentsResult components = strong_components(graph_);
  expect_stopped("validate_strong_components",
                 [&] { (void)validate_strong_components(graph_, components.labels(), threads()); });
  const ClosenessOptions sampled{.samples = 20, .threads = threads()};
  const ClosenessResult near = closeness(graph_, sampled);
  expect_stopped("validate_closeness", [&] {
    (void)validate_closeness(graph_, near.scores.span(), near.error, sampled);
  });
  const PageRankResult ranks = pagerank(graph_);
  expect_stopped("validate_pagerank", [&] {
    (void)validate_pagerank(graph_, ranks.scores.span(), {.threads = threads()});
  });
  const LabelPropagationResult communities = label_propagation(graph_);
  expect_stopped("validate_label_propagation", [&] {
    (void)validate_label_propagation(graph_, communities.labels.span(), {.threads = threads()});
  });
  const LocalClusteringResult clustering = local_clustering(graph_);
  expect_stopped("validate_local_clustering", [&] {
    (void)validate_local_clustering(graph_, clustering.coefficients.span(), {.threads = threads()});
  });
  const Bipartition sides = bipartition(graph_);
  expect_stopped("validate_bipartition",
                 [&] { (void)validate_bipartition(graph_, sides, threads()); });
  const DiameterResult bounds = diameter(graph_);
  expect_stopped("validate_diameter", [&] { (void)validate_diameter(graph_, bounds); });
  const EdgeConnectivity connectivity = edge_connectivity(graph_);
  expect_stopped("validate_edge_connectivity", [&] {
    (void)validate_edge_connectivity(graph_, connectivity, {.threads = threads()});
  });
  const Path path = shortest_path(graph_, 1, 5);
  expect_stopped("validate_path", [&] { (void)validate_path(graph_, 1, 5, path.vertices); });
}

// A stopped write leaves no file, and what was there before stays.
TEST_P(StopCalls, Files) {
  const TemporaryFolder folder;
  const auto in_folder = [&](const std::string& name) { return folder.file(name); };
  for (const FileFormat format : written_file_formats()) {
    const std::string name(file_format_name(format));
    const std::string path = in_folder("stopped-" + name);
    expect_stopped(name.c_str(), [&] { write_graph(weighted_, path, format, threads()); });
  }
  expect_stopped("write_native", [&] {
    write_native(graph_, in_folder("stopped.strider"), nullptr, nullptr, threads());
  });
  const BfsResult tree = bfs(graph_, 1);
  const auto paths = SsspSolver<std::uint32_t>(weighted_).run(1);
  const auto forest = msf<std::uint32_t>(weighted_);
  const auto parents = paths.parents();
  const auto distances = paths.distances();
  const std::vector<double> scores(graph_.num_vertices(), 0.5);
  for (const ResultFormat format :
       {ResultFormat::kTsv, ResultFormat::kCsv, ResultFormat::kJson, ResultFormat::kNpy}) {
    const std::string path = in_folder("result");
    expect_stopped("write_bfs_result", [&] {
      write_bfs_result(graph_.labels(), tree.parents(), tree.levels(), path, format, threads());
    });
    expect_stopped("write_sssp_result", [&] {
      write_sssp_result<std::uint32_t>(graph_.labels(), parents, distances, path, format,
                                       threads());
    });
    expect_stopped("write_msf_result", [&] {
      write_msf_result<std::uint32_t>(graph_.labels(), graph_.num_vertices(), forest.edges(), path,
                                      format, threads());
    });
    expect_stopped("write_vertex_values", [&] {
      write_vertex_values<double>(graph_.labels(), "score", scores, path, format, threads());
    });
  }
  EXPECT_TRUE(folder.names().empty());

  for (const FileFormat format : written_file_formats()) {
    const std::string name(file_format_name(format));
    const std::string path = in_folder("graph-" + name);
    write_graph(weighted_, path, format, threads());
    const ReadOptions options{.format = format, .threads = threads()};
    expect_stopped(name.c_str(), [&] { (void)read_graph(path, options); });
    expect_stopped(name.c_str(), [&] { (void)read_edges(path, options); });
    EXPECT_GT(topology(read_graph(path, options).graph).num_edges(), 0U);
  }
  for (const char* const suffix : {".gz", ".zst", ".xz"}) {
    const std::string path = in_folder("packed.mtx" + std::string(suffix));
    write_graph(weighted_, path, FileFormat::kMatrixMarket, threads());
    expect_stopped(suffix, [&] { (void)read_graph(path, {.threads = threads()}); });
    const std::atomic<bool> go{false};
    const StopScope scope(go);  // large files are unpacked in another way inside a scope
    EXPECT_EQ(topology(read_graph(path, {.threads = threads()}).graph).num_arcs(),
              graph_.num_arcs());
  }
  const std::string container = in_folder("container.strider");
  write_native(graph_, container, nullptr, nullptr, threads());
  expect_stopped("verify_native", [&] { verify_native(container, threads()); });
  const std::string result = in_folder("result.tsv");
  write_bfs_result(graph_.labels(), tree.parents(), tree.levels(), result, ResultFormat::kTsv);
  expect_stopped("read_bfs_result",
                 [&] { (void)read_bfs_result(result, graph_.labels(), graph_.num_vertices()); });
}

INSTANTIATE_TEST_SUITE_P(Threads, StopCalls, testing::Values(1, 2, 4));

}  // namespace
}  // namespace strider::test
