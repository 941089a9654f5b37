// A run that ends early and continues later is a run.
#include <gtest/gtest.h>

#include <cstring>
#include <fstream>

#include "strider/betweenness.hpp"
#include "strider/error.hpp"
#include "support/graphs.hpp"
#include "support/temporary_folder.hpp"

namespace strider {
namespace {

class Checkpoint : public testing::TestWithParam<BetweennessMethod> {
 protected:
  [[nodiscard]] std::string path() const { return folder_.file("run.bc"); }

  [[nodiscard]] BetweennessOptions options(int threads, CheckpointOptions::Start start) const {
    BetweennessOptions options{.method = GetParam()};
    options.run.threads = threads;
    options.run.checkpoint = {.path = path(), .interval_seconds = 0, .start = start};
    return options;
  }

  test::TemporaryFolder folder_;
  Graph graph_ = test::make_graph(900, test::random_edges(900, 5000, 1));
};

constexpr auto kFresh = CheckpointOptions::Start::kFresh;
constexpr auto kResume = CheckpointOptions::Start::kResume;

void expect_equal_bits(const BetweennessResult& a, const BetweennessResult& b) {
  ASSERT_EQ(a.scores.size(), b.scores.size());
  EXPECT_EQ(std::memcmp(a.scores.data(), b.scores.data(), a.scores.size() * sizeof(double)), 0);
  EXPECT_EQ(a.edges_traversed, b.edges_traversed);
}

/// Stops a run with two threads after a hundred sources, resumes it with one, and expects the bits
/// of a whole run.
template <class Whole, class Run>
void stop_and_resume(const Whole& whole, const Run& run, BetweennessOptions options) {
  options.run.progress_interval_seconds = 0;
  options.run.on_progress = [](const BetweennessProgress& progress) {
    return progress.done > 100 ? RunControl::kStop : RunControl::kContinue;
  };
  EXPECT_THROW((void)run(options), InterruptedError);
  std::uint64_t started_at = 0;
  options.run.threads = 1;
  options.run.checkpoint.start = kResume;
  options.run.on_progress = [&](const BetweennessProgress& progress) {
    if (started_at == 0) started_at = progress.done;
    return RunControl::kContinue;
  };
  expect_equal_bits(run(options), whole());
  EXPECT_GT(started_at, 100U);
}

TEST_P(Checkpoint, AStoppedRunGoesOnWithTheSameBits) {
  stop_and_resume([&] { return betweenness(graph_, {.method = GetParam()}); },
                  [&](const BetweennessOptions& options) { return betweenness(graph_, options); },
                  options(2, kFresh));
}

TEST_P(Checkpoint, AFinishedRunIsReadBack) {
  const BetweennessResult whole = betweenness(graph_, options(2, kFresh));
  expect_equal_bits(betweenness(graph_, options(4, kResume)), whole);
}

INSTANTIATE_TEST_SUITE_P(EveryMethod, Checkpoint, testing::ValuesIn(all_betweenness_methods()),
                         [](const auto& info) {
                           std::string name(betweenness_method_name(info.param));
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

/// Questions that auto answers each in its own way, on a graph large enough to be put in order,
/// half of which is trees.
class CheckpointOfAuto : public testing::Test {
 protected:
  static constexpr Vertex kCore = 1U << 12U;

  static Graph make() {
    std::vector<Edge> edges = test::skewed_edges(12, 50'000, 1);
    for (Vertex v = kCore; v < 2 * kCore; ++v) edges.push_back({v, v / 2});
    return test::make_graph(2 * kCore, edges);
  }
  static WeightedGraph<std::uint32_t> weighted(const Graph& graph) {
    Array<std::uint32_t> weights(graph.num_arcs());
    EdgeIndex place = 0;
    for (Vertex u = 0; u < graph.num_vertices(); ++u) {
      for (const Vertex v : graph.out().neighbors(u)) weights[place++] = 1 + (u + v) % 5;
    }
    return {graph, std::move(weights)};
  }
  template <class AnyKindOfGraph>
  void expect_resumed(const AnyKindOfGraph& graph, BetweennessOptions options) {
    std::vector<Vertex> sources;
    for (Vertex v = 0; v < 400; ++v) sources.push_back(v * 20);
    options.sources = sources;
    if (options.targets) options.targets = std::vector<Vertex>(sources.begin(), sources.end() - 9);
    const BetweennessOptions plain = options;
    options.run.threads = 2;
    options.run.checkpoint = {.path = folder_.file("run.bc"), .interval_seconds = 1e9};
    stop_and_resume([&] { return betweenness(graph, plain); },
                    [&](const BetweennessOptions& asked) { return betweenness(graph, asked); },
                    options);
  }

  test::TemporaryFolder folder_;
  Graph graph_ = make();
};

TEST_F(CheckpointOfAuto, ResumesInTheMiddleWithAnyOptions) {
  expect_resumed(graph_, {});
  expect_resumed(graph_, {.endpoints = BetweennessEndpoints::kIncluded});
  expect_resumed(graph_, {.precision = BetweennessPrecision::kSingle});
  expect_resumed(graph_, {.of = BetweennessOf::kEdges});
  expect_resumed(graph_, {.targets = {{}}});
  expect_resumed(weighted(graph_), {});
}

class CheckpointFile : public testing::Test {
 protected:
  void SetUp() override { (void)betweenness(graph_, options()); }

  [[nodiscard]] BetweennessOptions options(CheckpointOptions::Start start = kFresh) const {
    BetweennessOptions options;
    options.run.checkpoint = {.path = path_, .interval_seconds = 0, .start = start};
    return options;
  }
  void refuses(const Graph& graph, const BetweennessOptions& options) const {
    EXPECT_THROW((void)betweenness(graph, options), InputError);
  }

  test::TemporaryFolder folder_;
  std::string path_ = folder_.file("run.bc");
  std::vector<Edge> edges_ = test::random_edges(60, 150, 1);
  Graph graph_ = test::make_graph(60, edges_);
};

TEST_F(CheckpointFile, IsOfOneGraphAndOneSetOfOptions) {
  BetweennessOptions resumed = options(kResume);
  (void)betweenness(graph_, resumed);
  refuses(test::make_graph(60, test::random_edges(60, 150, 2)), resumed);
  refuses(test::make_graph(61, edges_), resumed);
  refuses(test::make_graph(60, edges_, Directedness::kDirected), resumed);
  resumed.of = BetweennessOf::kEdges;
  refuses(graph_, resumed);
  resumed = options(kResume);
  resumed.samples = 10;
  refuses(graph_, resumed);
  resumed = options(kResume);
  resumed.endpoints = BetweennessEndpoints::kIncluded;
  refuses(graph_, resumed);
  resumed = options(kResume);
  resumed.method = BetweennessMethod::kSerial;
  refuses(graph_, resumed);
}

TEST_F(CheckpointFile, IsRefusedWhereItIsDamaged) {
  std::string bytes;
  {
    std::ifstream file(path_, std::ios::binary);
    bytes.assign(std::istreambuf_iterator<char>(file), {});
  }
  const auto refuses_bytes = [&](const std::string& content) {
    std::ofstream(path_, std::ios::binary) << content;
    refuses(graph_, options(kResume));
  };
  refuses_bytes("");
  refuses_bytes("not a checkpoint, but long enough to have a header of some kind in it");
  refuses_bytes(bytes.substr(0, bytes.size() - 8));
  refuses_bytes(bytes + "more");
  for (const std::size_t place :
       {std::size_t{3}, std::size_t{20}, std::size_t{45}, bytes.size() - 3}) {
    std::string changed = bytes;
    changed[place] = static_cast<char>(changed[place] ^ 4);
    refuses_bytes(changed);
  }
}

TEST_F(CheckpointFile, MustBeThere) {
  BetweennessOptions resumed = options(kResume);
  resumed.run.checkpoint.path = folder_.file("absent.bc");
  refuses(graph_, resumed);
  resumed.run.checkpoint.path = folder_.file("no/such/folder.bc");
  resumed.run.checkpoint.start = kFresh;
  refuses(graph_, resumed);
}

}  // namespace
}  // namespace strider
