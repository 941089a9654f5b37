// Betweenness of a graph that ranks share, whose local work is done on devices, emulated or real
// ones, against the oracle of one machine.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "algorithms/bc/ranks/engine.hpp"
#include "algorithms/bc/ranks_gpu/device_batch.hpp"
#include "conformance/ranks_bc.hpp"
#include "ranks/edges/edge_source.hpp"
#include "ranks/one_d/graph_1d.hpp"
#include "strider/error.hpp"
#include "support/errors.hpp"
#include "support/gather.hpp"
#include "support/listed_edges.hpp"
#include "support/mpi_world.hpp"
#include "support/owners.hpp"
#include "support/shared_folder.hpp"
#include "support/test_device.hpp"

namespace strider::test {
namespace {

/// Every rank has a schedule of its own.
detail::LocalBatches on_devices(std::uint32_t one_in = 0) {
  return detail::batches_on_device(
      test_device(
          {.seed = 11 + static_cast<std::uint64_t>(test_world().rank()), .preempt_one_in = one_in}),
      32);
}

detail::Graph1d cut_1d(const Graph& graph, Owners owners) {
  const comm::Communicator& world = test_world();
  const EdgeList list = list_edges(graph);
  const detail::HeldEdges edges(list, world.rank(), world.size());
  return detail::build_graph_1d(world, edges, make_owners(owners, list.num_vertices, world.size()),
                                {.self_loops = SelfLoops::kKeep, .duplicates = Duplicates::kKeep});
}

/// Of vertices by number, of edges as the oracle lists them; every rank has all.
BetweennessResult gathered(const detail::Graph1d& graph, const detail::DistBcScores& mine,
                           BetweennessOf of) {
  std::vector<GlobalEdgeScore> sent(mine.edges.begin(), mine.edges.end());
  for (std::uint32_t v = 0; of == BetweennessOf::kVertices && v < graph.num_rows(); ++v) {
    sent.push_back({graph.global_of(detail::local_vertex(v)), 0, mine.scores[v]});
  }
  std::vector<GlobalEdgeScore> came = gather_to_all(std::span<const GlobalEdgeScore>(sent));
  std::sort(came.begin(), came.end(),
            [](const auto& a, const auto& b) { return std::pair(a.u, a.v) < std::pair(b.u, b.v); });
  BetweennessResult all;
  all.num_sources = mine.num_sources;
  all.edges_traversed = graph.directedness == Directedness::kDirected ? mine.arcs : mine.arcs / 2;
  all.scores = Array<double>(came.size());
  if (of == BetweennessOf::kEdges) all.edges = Array<Edge>(came.size());
  for (std::size_t i = 0; i < came.size(); ++i) {
    all.scores[i] = came[i].score;
    if (of != BetweennessOf::kEdges) continue;
    all.edges[i] = {static_cast<Vertex>(came[i].u), static_cast<Vertex>(came[i].v)};
  }
  return all;
}

void expect_oracle(const Graph& graph, const BetweennessOptions& options, std::uint32_t batch_size,
                   const std::string& what, Owners owners = Owners::kBlock,
                   std::uint32_t one_in = 0) {
  const BetweennessResult oracle = oracle_of(graph, options);
  DistBetweennessOptions way = for_ranks(options);
  way.tuning.batch_size = batch_size;
  const detail::Graph1d part = cut_1d(graph, owners);
  const detail::DistBcScores mine =
      detail::search_partitioned(test_world(), part, way, on_devices(one_in));
  EXPECT_EQ(mine.batch_size, batch_size);
  expect_same_scores(gathered(part, mine, options.of), oracle,
                     what + ", " + std::to_string(batch_size) + " at once");
}

/// Graphs up to this size are done exactly, larger ones from some sources.
constexpr Vertex kExact = 30;
constexpr Vertex kLarge = 200;
BetweennessOptions plain(const Graph& graph) {
  const Vertex n = graph.num_vertices();
  BetweennessOptions options;
  if (n > kExact) options.sources = some_vertices(n, n > kLarge ? 2 : 5);
  return options;
}

TEST(SharedGraphOnDevices, EqualsTheOracleOnEveryGraph) {
  std::uint32_t number = 0;
  for (const NamedGraph& named : betweenness_graphs()) {
    if (test_world().size() > 1 && named.graph.num_vertices() > kLarge) continue;
    const auto owners = static_cast<Owners>(number++ % 3);
    for (const std::uint32_t batch_size : {1U, 3U, 16U}) {
      // An emulated device takes its time.
      if (batch_size != 3 && named.graph.num_vertices() > kExact &&
          (batch_size == 1) == (number % 2 == 0))
        continue;
      if (batch_size != 3 && named.graph.num_vertices() > kLarge) continue;
      expect_oracle(named.graph, plain(named.graph), batch_size, named.name, owners);
      if (HasFailure()) return;
    }
  }
}

TEST(SharedGraphOnDevices, AnswersEveryQuestion) {
  for (const auto directedness : {Directedness::kUndirected, Directedness::kDirected}) {
    const Graph graph = make_graph(60, random_edges(60, 150, 3), directedness);
    const auto expect = [&](const BetweennessOptions& options, std::uint32_t batch_size,
                            const std::string& what) {
      expect_oracle(graph, options, batch_size, what, Owners::kShuffled, 7);
    };
    BetweennessOptions options = plain(graph);
    options.of = BetweennessOf::kEdges;
    for (const std::uint32_t batch_size : {1U, 3U, 16U}) expect(options, batch_size, "edges");
    options.targets = some_vertices(60, 7);
    expect(options, 3, "targets, edges");
    options.of = BetweennessOf::kVertices;
    expect(options, 5, "targets");
    options.endpoints = BetweennessEndpoints::kIncluded;
    expect(options, 16, "targets, endpoints");
    expect({.scale = BetweennessScale::kNormalized, .endpoints = BetweennessEndpoints::kIncluded},
           64, "normalized, endpoints");
    expect({.of = BetweennessOf::kEdges}, 50, "all edges");
    expect({.samples = 9}, 3, "samples");
  }
}

// Rows are walked in chunks, out and back: of a hub of 1200 neighbours, of which two of 700 each.
TEST(SharedGraphOnDevices, EqualsTheOracleAtHubs) {
  std::vector<Edge> edges;
  for (Vertex v = 3; v < 1203; ++v) {
    edges.push_back({0, v});
    if (v < 703) edges.push_back({v, 1});
    if (v >= 503) edges.push_back({v, 2});
  }
  const Graph graph = make_graph(1203, edges);
  const Graph directed = make_graph(1203, edges, Directedness::kDirected);
  for (const Graph& one : {graph, directed}) {
    expect_oracle(one, {.sources = {{0, 1, 5, 600, 1000}}}, 3, "hubs");
    expect_oracle(one, {.of = BetweennessOf::kEdges, .sources = {{0, 600}}}, 40, "hubs, edges",
                  Owners::kShuffled);
    if (HasFailure()) return;
  }
}

// Path counts past 2^64, and past the range of double: 10^328; and several hundred levels.
TEST(SharedGraphOnDevices, EqualsTheOracleOnDeepGraphs) {
  for (const NamedGraph& named : deep_betweenness_graphs()) {
    if (named.name != "328 diamonds of 10" && named.name != "directed line") continue;
    const Vertex n = named.graph.num_vertices();
    expect_oracle(named.graph, {.sources = std::vector<Vertex>{0, n / 2, n - 1}}, 3, named.name);
    if (HasFailure()) return;
  }
}

// Sums that are on the device when a checkpoint is due are in it; devices continue with what the
// host has begun.
TEST(SharedGraphOnDevices, GoOnFromCheckpoints) {
  const SharedFolder folder;
  const Graph graph = make_graph(50, random_edges(50, 140, 6));
  const detail::Graph1d part = cut_1d(graph, Owners::kCyclic);
  DistBetweennessOptions options{.tuning = {.batch_size = 4}, .run = {.threads = 1}};
  options.run.progress_interval_seconds = 0;
  options.run.checkpoint = {.path = folder.file("run.bc"), .interval_seconds = 0};
  std::uint64_t stop_at = 8;
  options.run.on_progress = [&](const BetweennessProgress& so_far) {
    return so_far.done >= stop_at ? RunControl::kStop : RunControl::kContinue;
  };
  EXPECT_THROW(static_cast<void>(detail::search_partitioned(test_world(), part, options)),
               InterruptedError);
  options.run.checkpoint.start = CheckpointOptions::Start::kResume;
  stop_at = 24;
  EXPECT_THROW(
      static_cast<void>(detail::search_partitioned(test_world(), part, options, on_devices())),
      InterruptedError);
  options.run.on_progress = {};
  const detail::DistBcScores mine =
      detail::search_partitioned(test_world(), part, options, on_devices());
  expect_same_scores(gathered(part, mine, options.of),
                     betweenness(graph, {.method = BetweennessMethod::kSerial}), "resumed");
}

/// Fails on the last rank, in the step that has its turn.
class FailingBatch final : public detail::LocalBatch {
 public:
  FailingBatch(std::unique_ptr<detail::LocalBatch> batch_size, int fails_at)
      : batch_size_(std::move(batch_size)), fails_at_(fails_at) {}

  static constexpr int kSteps = 9;
  void begin(std::uint64_t first, unsigned count) override {
    take_turn(0);
    batch_size_->begin(first, count);
  }
  std::uint64_t expand(std::size_t level, std::byte* to, std::span<std::uint64_t> bytes) override {
    if (level == 1) take_turn(1);
    return batch_size_->expand(level, to, bytes);
  }
  void take_parts(detail::MessageSpans messages) override {
    take_turn(2);
    batch_size_->take_parts(messages);
  }
  void write_coefficients(std::size_t level, std::byte* to,
                          std::span<std::uint64_t> bytes) override {
    take_turn(3);
    batch_size_->write_coefficients(level, to, bytes);
  }
  void take_coefficients(std::size_t level, detail::MessageSpans messages) override {
    if (level == 1) take_turn(4);
    batch_size_->take_coefficients(level, messages);
  }
  void accumulate(std::size_t level, std::span<double> sums) override {
    if (level == 1) take_turn(5);
    batch_size_->accumulate(level, sums);
  }
  void forget(std::size_t level) override { batch_size_->forget(level); }
  void settle(std::span<double> sums) override {
    take_turn(6);
    batch_size_->settle(sums);
  }
  [[nodiscard]] std::uint64_t arcs() override {
    take_turn(7);
    return batch_size_->arcs();
  }
  void add_weights_reached(std::span<double> by_source) override {
    take_turn(8);
    batch_size_->add_weights_reached(by_source);
  }

 private:
  void take_turn(int step) const {
    if (step == fails_at_ && test_world().rank() == test_world().size() - 1) {
      throw MemoryError("step " + std::to_string(step), 2, 1);
    }
  }

  std::unique_ptr<detail::LocalBatch> batch_size_;
  int fails_at_;
};

TEST(SharedGraphOnDevices, FailOnAllRanksWhereOneFails) {
  const detail::Graph1d part = cut_1d(make_graph(30, random_edges(30, 50, 2)), Owners::kCyclic);
  const DistBetweennessOptions options{.tuning = {.batch_size = 3},
                                       .endpoints = BetweennessEndpoints::kIncluded,
                                       .sources = {{1, 2, 3, 4, 5}}};
  for (int step = 0; step < FailingBatch::kSteps; ++step) {
    detail::LocalBatches failing = on_devices();
    failing.make = [make = failing.make, step](
                       detail::Workspace& workspace, const detail::Graph1d& graph,
                       const detail::BetweennessQuery& query, unsigned batch_size) {
      return std::make_unique<FailingBatch>(make(workspace, graph, query, batch_size), step);
    };
    expect_error<MemoryError>("step " + std::to_string(step), [&] {
      static_cast<void>(detail::search_partitioned(test_world(), part, options, failing));
    });
  }
}

/// No batch is chosen that does not fit.
TEST(SharedGraphOnDevices, TakeWhatTheyDeclare) {
  constexpr std::uint64_t kPlenty = 1U << 26U;
  const Graph graph = make_graph(1U << 9U, skewed_edges(9, 1U << 12U, 11));
  const detail::Graph1d part = cut_1d(graph, Owners::kCyclic);
  detail::BetweennessQuery query;
  query.num_sources = graph.num_vertices();
  for (const unsigned batch_size : {1U, 3U, 64U}) {
    const Device device = test_device({.memory_bytes = kPlenty});
    detail::Workspace workspace;
    const auto made =
        detail::batches_on_device(device, 32).make(workspace, part, query, batch_size);
    const std::uint64_t declared = workspace.device_bytes();
    workspace.take();
    EXPECT_EQ(kPlenty - device.free_bytes(), declared) << batch_size << " at once";
  }
}

TEST(SharedGraphOnDevices, AreRefusedByAllWithBothNumbers) {
  const comm::Communicator& world = test_world();
  const Graph graph = make_graph(200, random_edges(200, 600, 3));
  const detail::Graph1d part = cut_1d(graph, Owners::kBlock);
  const auto run = [&](std::uint64_t memory_bytes, std::uint32_t batch_size) {
    return detail::search_partitioned(
        world, part, {.tuning = {.batch_size = batch_size}, .sources = {{1, 2, 3, 4}}},
        detail::batches_on_device(test_device({.memory_bytes = memory_bytes}), 32));
  };
  // Emulated devices of ranks count as one.
  const std::uint64_t room = (std::uint64_t{1} << 18U) * static_cast<std::uint64_t>(world.size());
  try {
    static_cast<void>(run(room, 64));
    ADD_FAILURE() << "not refused";
  } catch (const MemoryError& error) {
    EXPECT_NE(std::string(error.what()).find("64 sources at once ("), std::string::npos)
        << error.what();
    EXPECT_NE(std::string(error.what()).find(" bytes) free"), std::string::npos) << error.what();
  }
  const detail::DistBcScores chosen = run(room, 0);
  EXPECT_GE(chosen.batch_size, 1U);
  EXPECT_LT(chosen.batch_size, 64U);
  EXPECT_EQ(run(std::uint64_t{1} << 26U, 0).batch_size, 4U) << "as many as there are sources";
}

}  // namespace
}  // namespace strider::test
