// Whole searches: what the counters say was sent, against what MPI's profiling interface saw.
#include <gtest/gtest.h>

#include <functional>
#include <memory>

#include "algorithms/bfs/ranks/delegate/delegate.hpp"
#include "algorithms/bfs/ranks/one_d/search.hpp"
#include "algorithms/bfs/ranks/two_d/engine.hpp"
#include "comm/traffic.hpp"
#include "ranks/delegate/graph_delegate.hpp"
#include "ranks/edges/edge_source.hpp"
#include "ranks/one_d/graph_1d.hpp"
#include "ranks/results/traffic_report.hpp"
#include "strider/generate.hpp"
#include "support/mpi_world.hpp"
#include "support/taken.hpp"
#include "unit/comm/mpi_spy.hpp"

namespace strider::test {
namespace {

using comm::Communicator;
using detail::DistBfsEngine;
using Engine = std::unique_ptr<DistBfsEngine>;
using Make = std::function<Engine(const Communicator&, const detail::EdgeSource&)>;

constexpr KroneckerParameters kGraph{.scale = 10};

/// Sums of all ranks, phase by phase; returns how many messages there were.
std::uint64_t expect_seen(const Communicator& comm) {
  const comm::TrafficByPhase seen = over_all_ranks(seen_mpi());
  const comm::TrafficByPhase counted = over_all_ranks(comm.traffic().by_phase());
  std::uint64_t messages = 0;
  for (std::size_t p = 0; p < comm::kNumPhases; ++p) {
    SCOPED_TRACE(phase_name(static_cast<comm::Phase>(p)));
    EXPECT_EQ(counted[p].bytes, seen[p].bytes);
    EXPECT_EQ(counted[p].messages, seen[p].messages);
    messages += seen[p].messages;
  }
  return messages;
}

/// Of a build, then of searches.
void expect_all_counted(const Make& make) {
  const Communicator comm = test_world().duplicate();
  const auto source = detail::make_source(kGraph, comm.rank(), comm.size());
  comm.traffic().restart();
  watch_mpi(comm.traffic());
  const Engine engine = make(comm, *source);
  std::uint64_t messages = expect_seen(comm);
  detail::DistBfsTree tree;
  for (std::uint64_t attempt = 0; attempt < 3; ++attempt) {
    comm.traffic().restart();
    watch_mpi(comm.traffic());
    engine->search(kronecker_search_key(kGraph, attempt), tree);
    messages += expect_seen(comm);
  }
  EXPECT_EQ(messages == 0, comm.size() == 1);
}

TEST(DistTraffic, OfOneD) {
  expect_all_counted([](const Communicator& comm, const detail::EdgeSource& source) {
    const auto owners = detail::OwnerMap::cyclic(source.num_vertices(), comm.size());
    return taken(comm, [&](detail::Workspace& workspace) {
      return detail::make_one_d(
          workspace, comm,
          std::make_shared<const detail::Graph1d>(detail::build_graph_1d(comm, source, owners)),
          {});
    });
  });
}

TEST(DistTraffic, OfTwoD) {
  expect_all_counted([](const Communicator& comm, const detail::EdgeSource& source) {
    return taken(comm, [&](detail::Workspace& workspace) {
      return detail::make_two_d(
          workspace, comm,
          std::make_shared<const detail::Graph2d>(detail::build_graph_2d(comm, source, {})), {});
    });
  });
}

TEST(DistTraffic, OfDelegates) {
  expect_all_counted([](const Communicator& comm, const detail::EdgeSource& source) {
    return taken(comm, [&](detail::Workspace& workspace) {
      return detail::make_delegate_bfs(workspace, comm,
                                       std::make_shared<const detail::GraphDelegate>(
                                           detail::build_graph_delegate(comm, source, {})));
    });
  });
}

/// Where ranks of other nodes are met in one direction only, nothing goes the other way.
TEST(DistTraffic, OfDelegatesByWayOfNodes) {
  expect_all_counted([](const Communicator& comm, const detail::EdgeSource& source) {
    return taken(comm, [&](detail::Workspace& workspace) {
      return detail::make_delegate_bfs(
          workspace, comm,
          std::make_shared<const detail::GraphDelegate>(
              detail::build_graph_delegate(comm, source, {.threshold = 64})),
          {.local_all_to_all = detail::LocalAllToAll::kOn, .ranks_per_node = 2});
    });
  });
}

/// As where a node has fewer ranks than others, whose groups are of another size.
TEST(DistTraffic, SumsStepsThatOnlySomeRanksHave) {
  const Communicator comm = test_world().duplicate();
  const int ranks = comm.size();
  comm.traffic().restart();
  const comm::StepName of_all{comm::StepKind::kRound, 50};
  comm.traffic().add_step(of_all, static_cast<std::uint64_t>(comm.rank()));
  comm.traffic().add_message(of_all, 10, 1);
  const comm::StepName own{comm::StepKind::kReduce, 2 + comm.rank()};
  comm.traffic().add_step(own);
  comm.traffic().add_share(own, 7, 3);
  DistTraffic sum = detail::sum_traffic(comm);
  // What the report sends is not counted.
  EXPECT_EQ(detail::sum_traffic(comm).total.messages, sum.total.messages);
  sum += detail::sum_traffic(comm);
  ASSERT_EQ(sum.steps.size(), static_cast<std::size_t>(ranks) + 1);
  for (const DistTraffic::Step& step : sum.steps) {
    const bool is_of_all = step.kind == "round";
    const auto of = static_cast<std::uint64_t>(is_of_all ? ranks : 1);
    EXPECT_EQ(step.times, 2U);
    EXPECT_EQ(step.bytes, 2 * of * (is_of_all ? 10 : 7));
    EXPECT_EQ(step.messages, 2 * of * (is_of_all ? 1 : 3));
    EXPECT_EQ(step.most_bytes, is_of_all ? 20U : 14U);
    EXPECT_EQ(step.fan_out, is_of_all ? static_cast<std::uint64_t>(ranks - 1) : 0U);
    EXPECT_EQ(step.largest_message, is_of_all ? 10U : 0U);
  }
}

}  // namespace
}  // namespace strider::test
