// What ranks compute beside what they send: sums over the ranks, times, and arcs looked at.
#include <gtest/gtest.h>

#include <algorithm>
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
#include "strider/bfs.hpp"
#include "strider/generate.hpp"
#include "strider/graph.hpp"
#include "support/mpi_world.hpp"
#include "support/taken.hpp"

namespace strider::test {
namespace {

using comm::Communicator;
using detail::DistBfsEngine;
using detail::DistBfsSettings;
using Engine = std::unique_ptr<DistBfsEngine>;
using Make =
    std::function<Engine(const Communicator&, const detail::EdgeSource&, const DistBfsSettings&)>;

constexpr KroneckerParameters kGraph{.scale = 11};
constexpr std::uint64_t kThreshold = 64;

const std::vector<std::pair<const char*, Make>>& schemes() {
  static const std::vector<std::pair<const char*, Make>> all = {
      {"1d",
       [](const Communicator& comm, const detail::EdgeSource& source,
          const DistBfsSettings& search) {
         const auto owners = detail::OwnerMap::cyclic(source.num_vertices(), comm.size());
         return taken(comm, [&](detail::Workspace& workspace) {
           return detail::make_one_d(workspace, comm,
                                     std::make_shared<const detail::Graph1d>(
                                         detail::build_graph_1d(comm, source, owners)),
                                     {.common = search});
         });
       }},
      {"2d",
       [](const Communicator& comm, const detail::EdgeSource& source,
          const DistBfsSettings& search) {
         return taken(comm, [&](detail::Workspace& workspace) {
           return detail::make_two_d(
               workspace, comm,
               std::make_shared<const detail::Graph2d>(detail::build_graph_2d(comm, source, {})),
               {.search = search});
         });
       }},
      {"delegate",
       [](const Communicator& comm, const detail::EdgeSource& source,
          const DistBfsSettings& search) {
         return taken(comm, [&](detail::Workspace& workspace) {
           return detail::make_delegate_bfs(
               workspace, comm,
               std::make_shared<const detail::GraphDelegate>(
                   detail::build_graph_delegate(comm, source, {.threshold = kThreshold})),
               {.search = search});
         });
       }},
  };
  return all;
}

TEST(RankWork, IsSpreadOverRanks) {
  const Communicator comm = test_world().duplicate();
  const double ranks = comm.size();
  comm.traffic().restart();
  comm.traffic().add_arcs(static_cast<std::uint64_t>(10 * (comm.rank() + 1)));
  comm.traffic().begin_level(1);
  comm.traffic().add_arcs(7);
  // A level that turns out to be none.
  comm.traffic().begin_work(2);
  comm.traffic().add_arcs(1);
  const DistTraffic found = detail::sum_traffic(comm);
  EXPECT_TRUE(found.counts_arcs);
  ASSERT_EQ(found.work_by_level.size(), 2U);
  const DistTraffic::Spread& first = found.work_by_level[0].arcs_examined;
  EXPECT_EQ(first.sum, 10 * ranks * (ranks + 1) / 2);
  EXPECT_EQ(first.max, 10 * ranks);
  EXPECT_EQ(first.median, 10 * (ranks + 1) / 2);
  const DistTraffic::Spread& last = found.work_by_level[1].arcs_examined;
  EXPECT_EQ(last.sum, 8 * ranks);
  EXPECT_EQ(last.max, 8);
  EXPECT_EQ(last.median, 8);
  EXPECT_EQ(found.work.arcs_examined.sum, first.sum + last.sum);
}

/// Phases in which ranks only compute have their times; many levels have none by phase.
TEST(RankWork, TimesByPhaseAreOfFewLevels) {
  for (const std::uint32_t last : {1U, 127U, 128U}) {
    const Communicator comm = test_world().duplicate();
    comm.traffic().restart();
    {
      const comm::PhaseScope scope(comm.traffic(), comm::Phase::kFold);
      for (const Timer timer; timer.seconds() < 1e-3;) {
      }
    }
    comm.traffic().begin_level(last);
    const DistTraffic found = detail::sum_traffic(comm);
    const auto has_fold = [](const std::vector<DistTraffic::Phase>& phases) {
      const auto fold = std::ranges::find(phases, "fold", &DistTraffic::Phase::name);
      return fold != phases.end() && fold->sum.messages == 0 && fold->computing.max >= 1e-3;
    };
    EXPECT_TRUE(has_fold(found.by_phase));
    EXPECT_EQ(found.work_by_level.size(), last + 1U);
    ASSERT_EQ(found.phases_by_level.size(), last < 128 ? last + 1U : 0U);
    if (last == 128) continue;
    EXPECT_TRUE(has_fold(found.phases_by_level.front()));
    EXPECT_FALSE(has_fold(found.phases_by_level.back()));
  }
}

/// What the runs of few levels have by phase is not the sum of all runs.
TEST(RankWork, SumsHaveNoPhasesByLevelWhereARunHasNone) {
  const auto traffic_of = [](std::uint32_t levels) {
    const Communicator comm = test_world().duplicate();
    comm.traffic().restart();
    comm.traffic().begin_level(levels - 1);
    return detail::sum_traffic(comm);
  };
  const DistTraffic few = traffic_of(5);
  const DistTraffic many = traffic_of(200);
  for (const auto& [first, second] : {std::pair(few, many), std::pair(many, few)}) {
    DistTraffic sum = first;
    sum += second;
    EXPECT_EQ(sum.by_level.size(), 200U);
    EXPECT_EQ(sum.work_by_level.size(), 200U);
    EXPECT_TRUE(sum.phases_by_level.empty());
  }
  DistTraffic sum = few;
  sum += traffic_of(7);
  EXPECT_EQ(sum.phases_by_level.size(), 7U);
}

/// Communication and computing are all of a search, on each rank.
TEST(RankWork, TimesAddUp) {
  for (const auto& [name, make] : schemes()) {
    SCOPED_TRACE(name);
    const Communicator comm = test_world().duplicate();
    const auto source = detail::make_source(kGraph, comm.rank(), comm.size());
    const Engine engine = make(comm, *source, {});
    struct {
      DistTraffic traffic;
      double seconds = 0;
    } record;
    detail::DistBfsTree tree;
    detail::measure_on_ranks(comm, record,
                             [&] { engine->search(kronecker_search_key(kGraph, 0), tree); });
    const DistTraffic::Work& work = record.traffic.work;
    const double most = work.network.max + work.computing.max;
    EXPECT_GE(most, 0.5 * record.seconds);
    EXPECT_LE(work.network.median + work.computing.median, 1.01 * record.seconds + 1e-3);
    EXPECT_GT(work.expansion.sum, 0);
    EXPECT_LE(work.expansion.sum + work.update.sum, 1.01 * work.computing.sum + 1e-4);
    double of_levels = 0;
    for (const DistTraffic::Work& level : record.traffic.work_by_level) {
      of_levels += level.computing.sum;
    }
    EXPECT_NEAR(of_levels, work.computing.sum, 1e-6 + 0.01 * work.computing.sum);
    // By phase, too, in all and in each level.
    const auto expect_phases = [](const std::vector<DistTraffic::Phase>& phases,
                                  const DistTraffic::Work& whole, const DistTraffic::Sum& sent) {
      double network = 0;
      double computing = 0;
      std::uint64_t bytes = 0;
      for (const DistTraffic::Phase& phase : phases) {
        EXPECT_TRUE(phase.sum.messages > 0 || phase.network.sum > 0 || phase.computing.sum > 0);
        network += phase.network.sum;
        computing += phase.computing.sum;
        bytes += phase.sum.bytes;
      }
      EXPECT_NEAR(network, whole.network.sum, 1e-6 + 0.01 * whole.network.sum);
      EXPECT_NEAR(computing, whole.computing.sum, 1e-4 + 0.01 * whole.computing.sum);
      EXPECT_EQ(bytes, sent.bytes);
    };
    const DistTraffic& traffic = record.traffic;
    expect_phases(traffic.by_phase, work, traffic.total);
    ASSERT_EQ(traffic.phases_by_level.size(), traffic.by_level.size());
    for (std::size_t level = 0; level < traffic.by_level.size(); ++level) {
      expect_phases(traffic.phases_by_level[level], traffic.work_by_level[level],
                    traffic.by_level[level]);
    }
  }
}

/// Top-down all arcs of the frontiers that are expanded.
TEST(RankWork, CountsArcsTopDown) {
  const Graph graph = build_graph(generate(kGraph, 1), {.directedness = Directedness::kUndirected});
  for (const auto& [name, make] : schemes()) {
    SCOPED_TRACE(name);
    const Communicator comm = test_world().duplicate();
    const auto source = detail::make_source(kGraph, comm.rank(), comm.size());
    const Engine engine = make(comm, *source, {.direction = DistBfsSettings::Direction::kTopDown});
    const auto key = static_cast<Vertex>(kronecker_search_key(kGraph, 1));
    detail::DistBfsTree tree;
    comm.traffic().restart();
    engine->search(key, tree);
    const DistTraffic found = detail::sum_traffic(comm);
    const BfsResult expected = BfsSolver(graph, {.threads = 1}).run(key);
    std::vector<std::uint64_t> arcs(expected.num_levels(), 0);
    for (Vertex v = 0; v < graph.num_vertices(); ++v) {
      if (expected.levels()[v] != kUnreached) arcs[expected.levels()[v]] += graph.out().degree(v);
    }
    ASSERT_EQ(found.work_by_level.size(), arcs.size());
    for (std::size_t level = 0; level + 1 < arcs.size(); ++level) {
      EXPECT_EQ(found.work_by_level[level].arcs_examined.sum, static_cast<double>(arcs[level]));
    }
    // The last frontier leads nowhere, which schemes may know.
    const double last = found.work_by_level.back().arcs_examined.sum;
    EXPECT_TRUE(last == 0 || last == static_cast<double>(arcs.back())) << last;
  }
}

/// With delegates at most m' + d p b arcs: m' those that one rank looks at, b how many parents a
/// delegate looks at on a rank until it finds one (Pan, Pearce and Owens 2018, section IV-B). On a
/// Kronecker graph most of the neighbours of a delegate are soon visited, so b is small. Ranks
/// choose directions by the arcs that they have, and may turn a level later than one rank that has
/// all: so much is allowed for in kParents.
TEST(RankWork, OfDelegatesIsBounded) {
  constexpr double kParents = 16;
  const Communicator comm = test_world().duplicate();
  const Communicator alone = test_world().split(test_world().rank(), 0);
  const auto examined = [](const Communicator& ranks, DistBfsEngine& engine, GlobalVertex key) {
    detail::DistBfsTree tree;
    ranks.traffic().restart();
    engine.search(key, tree);
    return detail::sum_traffic(ranks).work.arcs_examined.sum;
  };
  const Make& make = schemes()[2].second;
  const auto source = detail::make_source(kGraph, comm.rank(), comm.size());
  const Engine together = make(comm, *source, {});
  const auto whole = detail::make_source(kGraph, 0, 1);
  const Engine one = make(alone, *whole, {});
  const Graph graph = build_graph(generate(kGraph, 1), {.directedness = Directedness::kUndirected});
  double delegates = 0;
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    delegates += graph.out().degree(v) > kThreshold ? 1 : 0;
  }
  ASSERT_GT(delegates, 0);
  for (std::uint64_t attempt = 0; attempt < 16; ++attempt) {
    const GlobalVertex key = kronecker_search_key(kGraph, attempt);
    if (graph.out().degree(static_cast<Vertex>(key)) == 0) continue;
    const double of_one = examined(alone, *one, key);
    const double of_all = examined(comm, *together, key);
    EXPECT_GT(of_all, 0);
    EXPECT_LE(of_all, of_one + delegates * comm.size() * kParents);
    EXPECT_TRUE(comm.size() > 1 || of_all == of_one);
  }
}

}  // namespace
}  // namespace strider::test
