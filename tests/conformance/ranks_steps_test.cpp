// The steps of builds and searches on many ranks of one node: how often ranks communicate, with how
// many others, in how many messages, and how many of these are empty. None of it depends on which
// message comes first: the numbers are the same in every run. They change where a scheme sends
// something else, or where one more error is agreed on.
//
// In the phase predecessors, ranks without a question send nothing, and who has one does depend on
// the first message: there only the number of steps is compared.
#include "conformance/ranks_steps.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "ranks/delegate/graph_delegate.hpp"
#include "ranks/edges/edge_source.hpp"
#include "ranks/one_d/graph_1d.hpp"
#include "ranks/results/traffic_report.hpp"
#include "ranks/two_d/graph_2d.hpp"
#include "strider/dist.hpp"
#include "strider/dist_msf.hpp"
#include "strider/generate.hpp"
#include "support/mpi_world.hpp"

namespace strider::test {
namespace {

constexpr KroneckerParameters kGraph{.scale = 12};

/// A line for each phase, kind and size of group: "fold round of 64: 5 times 63, 20160 messages, 12
/// empty".
std::string text_of(const DistTraffic& traffic) {
  std::string text;
  for (const DistTraffic::Step& step : traffic.steps) {
    text += fmt::format("{} {} of {}: {} times", step.phase, step.kind, step.group, step.times);
    if (step.phase != "predecessors") {
      if (step.fan_out > 0) text += fmt::format(" {}", step.fan_out);
      text += fmt::format(", {} messages", step.messages);
      if (step.empty_messages > 0) text += fmt::format(", {} empty", step.empty_messages);
    }
    text += "\n";
  }
  return text;
}

/// Every rank knows the sums of all.
void expect_steps(const std::string& name, const DistTraffic& traffic) {
  if (test_world().rank() != 0) return;
  const std::string steps = text_of(traffic);
  for (const KnownSteps& known : kSteps) {
    if (known.ranks != test_world().size() || known.name != name) continue;
    EXPECT_EQ(steps, known.steps) << name;
    return;
  }
  ADD_FAILURE() << fmt::format("not in the table:\n    {{{}, \"{}\", R\"({})\"}},",
                               test_world().size(), name, steps);
}

template <class Build>
void expect_build(const std::string& name, const Build& build) {
  const comm::Communicator comm = test_world().duplicate();
  const auto source = detail::make_source(kGraph, comm.rank(), comm.size());
  comm.traffic().restart();
  const auto graph = build(comm, *source);
  static_cast<void>(graph);
  expect_steps(name, detail::sum_traffic(comm));
}

TEST(StepsOfManyRanks, OfBuilds) {
  expect_build("build, 1d", [](const auto& comm, const auto& source) {
    return detail::build_graph_1d(comm, source,
                                  detail::OwnerMap::block(source.num_vertices(), comm.size()));
  });
  expect_build("build, 2d", [](const auto& comm, const auto& source) {
    return detail::build_graph_2d(comm, source, {});
  });
  expect_build("build, delegate", [](const auto& comm, const auto& source) {
    return detail::build_graph_delegate(comm, source, {.threshold = 64});
  });
}

TEST(StepsOfManyRanks, OfBreadthFirstSearches) {
  const Cluster cluster;
  const DistInput input = DistInput::generate(cluster, kGraph);
  const auto expect_search = [&](const std::string& name, const PartitionOptions& partition) {
    const DistGraph graph(cluster, input, partition);
    expect_steps(
        name, DistBfsSolver(graph, {.threads = 1}).run(kronecker_search_key(kGraph, 0)).traffic());
  };
  expect_search("bfs, 1d", {.scheme = PartitionScheme::k1d});
  expect_search("bfs, 2d", {.scheme = PartitionScheme::k2d});
  expect_search("bfs, delegate", {.scheme = PartitionScheme::kDelegate, .delegate_threshold = 64});
}

TEST(StepsOfManyRanks, OfShortestPathsAndForests) {
  const Cluster cluster;
  KroneckerParameters weighted = kGraph;
  weighted.weights.kind = WeightKind::kUniformReal;
  const DistGraph graph(cluster, DistInput::generate(cluster, weighted),
                        {.scheme = PartitionScheme::k1d});
  expect_steps(
      "sssp",
      DistSsspSolver<float>(graph, {.threads = 1}).run(kronecker_search_key(kGraph, 0)).traffic());
  expect_steps("msf", DistMsfSolver<float>(graph, {.threads = 1}).run().traffic());
}

}  // namespace
}  // namespace strider::test
