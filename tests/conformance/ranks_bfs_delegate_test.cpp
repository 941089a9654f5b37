// The scheme with delegates against the oracle: thresholds from "all" to "none", both reductions,
// both exchanges, vertices made unique or not, nodes of several sizes.
#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "algorithms/bfs/ranks/delegate/delegate.hpp"
#include "conformance/ranks_bfs.hpp"
#include "ranks/delegate/graph_delegate.hpp"
#include "strider/error.hpp"
#include "support/graphs.hpp"
#include "support/listed_edges.hpp"
#include "support/mpi_world.hpp"
#include "support/taken.hpp"

namespace strider::test {
namespace {

using detail::DelegateBfsSettings;
using detail::LocalAllToAll;
using detail::MaskReduction;
using detail::Uniquify;

/// Nothing but the settings of the case.
DistBfsFactory factory(DelegateBfsSettings settings, std::optional<std::uint64_t> threshold) {
  return [=](const comm::Communicator& world, const EdgeList& list,
             const detail::DistBfsSettings& search) {
    DelegateBfsSettings all = settings;
    all.search = search;
    const detail::HeldEdges source(list, world.rank(), world.size());
    auto graph = std::make_shared<detail::GraphDelegate>(detail::build_graph_delegate(
        world, source,
        {.threshold = threshold, .redistribute = {.threads = search.threads, .chunk = 1000}}));
    return taken(world, [&](detail::Workspace& workspace) {
      return detail::make_delegate_bfs(workspace, world, std::move(graph), all);
    });
  };
}

/// Graphs of many levels take long where ranks share cores, a level costing several messages.
bool many_ranks() {
  return test_world().size() > 4;
}

/// On random graphs everywhere, on all shapes where there are few ranks.
void conforms(const DelegateBfsSettings& settings, std::optional<std::uint64_t> threshold,
              const detail::DistBfsSettings& search = {}) {
  if (many_ranks()) {
    ranks_bfs_conforms_on_random_graphs(factory(settings, threshold), search,
                                        DistShapes::kUndirected, 8);
  } else {
    ranks_bfs_conforms(factory(settings, threshold), search, DistShapes::kUndirected);
  }
}

constexpr detail::DistBfsSettings kTopDown{.direction =
                                               detail::DistBfsSettings::Direction::kTopDown};

TEST(DistBfsDelegate, ConformsWithChosenThresholds) {
  conforms({}, std::nullopt);
}

TEST(DistBfsDelegate, ConformsWhereAllAreDelegates) {
  conforms({}, 0);
}

TEST(DistBfsDelegate, ConformsWhereNoneIs) {
  conforms({}, detail::kNoDelegates);
}

TEST(DistBfsDelegate, ConformsWithBothKindsOfVertices) {
  for (const std::uint64_t threshold : {1, 2, 3, 8, 40}) {
    const detail::DistBfsSettings search{.threads = threshold % 2 == 0 ? 2 : 1};
    if (threshold == 2 && !many_ranks()) {
      ranks_bfs_conforms_on_all_shapes(factory({}, threshold), search, DistShapes::kUndirected);
    }
    ranks_bfs_conforms_on_random_graphs(factory({}, threshold), search, DistShapes::kUndirected, 6);
    if (HasFailure()) return;
  }
}

TEST(DistBfsDelegate, FindsManyLevels) {
  const Graph line = make_graph(300, line_edges(300));
  const EdgeList list = list_edges(line);
  const auto engine = factory({}, 1)(test_world(), list, {});
  detail::DistBfsTree tree;
  for (const GlobalVertex source : {0, 150, 299}) {
    engine->search(source, tree);
    expect_ranks_bfs_tree(test_world(), list, line, source, *engine, tree, "line");
    if (many_ranks()) break;
  }
}

TEST(DistBfsDelegate, ConformsTopDown) {
  ranks_bfs_conforms_on_random_graphs(factory({.reduction = MaskReduction::kBlocking}, 4), kTopDown,
                                      DistShapes::kUndirected);
}

TEST(DistBfsDelegate, ConformsBackwardAsSoonAsItCan) {
  constexpr detail::SwitchFactors kAtOnce{0, 0};
  ranks_bfs_conforms_on_random_graphs(factory({.dd = kAtOnce, .dn = kAtOnce, .nd = kAtOnce}, 4),
                                      {.threads = 2}, DistShapes::kUndirected);
}

TEST(DistBfsDelegate, ConformsWithEveryWayOfSending) {
  for (const auto exchange : {LocalAllToAll::kOff, LocalAllToAll::kOn}) {
    for (const auto uniquify : {Uniquify::kOff, Uniquify::kOn}) {
      for (const int ranks_per_node : {0, 1, 2, 3}) {
        const DelegateBfsSettings settings{.reduction = ranks_per_node % 2 == 0
                                                            ? MaskReduction::kNonBlocking
                                                            : MaskReduction::kBlocking,
                                           .local_all_to_all = exchange,
                                           .uniquify = uniquify,
                                           .ranks_per_node = ranks_per_node};
        const detail::DistBfsSettings search{.threads = ranks_per_node == 3 ? 2 : 1};
        ranks_bfs_conforms_on_random_graphs(factory(settings, 3), search, DistShapes::kUndirected,
                                            4);
        ranks_bfs_conforms_on_random_graphs(factory(settings, detail::kNoDelegates), search,
                                            DistShapes::kUndirected, 3);
        if (HasFailure()) return;
      }
    }
  }
}

TEST(DistBfsDelegate, ConformsWithEveryEncoding) {
  using comm::Encoding;
  for (const auto encoding :
       {Encoding::kList, Encoding::kBitmap, Encoding::kVarint, Encoding::kThreshold}) {
    for (const auto exchange : {LocalAllToAll::kOff, LocalAllToAll::kOn}) {
      const DelegateBfsSettings settings{
          .local_all_to_all = exchange, .encoding = encoding, .ranks_per_node = 2};
      ranks_bfs_conforms_on_random_graphs(factory(settings, 5), {}, DistShapes::kUndirected, 3);
    }
  }
}

/// Bytes of all ranks, by phase, and the levels in which masks were reduced.
struct Sent {
  std::uint64_t reduce = 0;
  std::uint64_t exchange = 0;
  std::uint64_t parents = 0;
  std::uint64_t reductions = 0;
};

Sent count_sent(const comm::Communicator& world) {
  const auto levels = world.traffic().by_level();
  Sent sent;
  const auto sum = [&](comm::Phase phase) {
    std::uint64_t bytes = 0;
    for (const auto& level : levels) bytes += level[static_cast<std::size_t>(phase)].bytes;
    return world.all_reduce(bytes, comm::Reduction::kSum);
  };
  sent.reduce = sum(comm::Phase::kReduce);
  sent.exchange = sum(comm::Phase::kExchange);
  sent.parents = sum(comm::Phase::kPredecessors);
  for (const auto& level : levels) {
    const std::uint64_t here = level[static_cast<std::size_t>(comm::Phase::kReduce)].bytes;
    sent.reductions += world.all_reduce(here, comm::Reduction::kSum) > 0 ? 1 : 0;
  }
  return sent;
}

TEST(DistBfsDelegate, SendsNoMoreThanThePapersBound) {
  const comm::Communicator& world = test_world();
  const KroneckerParameters parameters{.scale = 14};
  const auto source = detail::make_source(parameters, world.rank(), world.size());
  for (const std::optional<std::uint64_t> threshold :
       {std::optional<std::uint64_t>{}, std::optional<std::uint64_t>{64},
        std::optional<std::uint64_t>{detail::kNoDelegates}}) {
    const auto graph = std::make_shared<const detail::GraphDelegate>(
        detail::build_graph_delegate(world, *source, {.threshold = threshold}));
    for (const auto uniquify : {Uniquify::kOff, Uniquify::kOn}) {
      const auto engine = taken(world, [&](detail::Workspace& workspace) {
        return detail::make_delegate_bfs(workspace, world, graph, {.uniquify = uniquify});
      });
      detail::DistBfsTree tree;
      for (std::uint64_t attempt = 0; attempt < 4; ++attempt) {
        world.traffic().restart();
        engine->search(kronecker_search_key(parameters, attempt), tree);
        const Sent sent = count_sent(world);
        // Section V: d p / 4 for each level whose masks travel, 4 |Enn| in all.
        const std::uint64_t masks = (graph->sizes.delegates + 63) / 64 * 16 *
                                    static_cast<std::uint64_t>(world.size()) * sent.reductions;
        EXPECT_LE(sent.reduce, masks);
        EXPECT_LE(sent.exchange, 4 * graph->sizes.nn);
        // The tree is cheap.
        EXPECT_LE(5 * sent.parents, masks + 4 * graph->sizes.nn);
        if (world.size() == 1) {
          EXPECT_EQ(sent.reduce + sent.exchange + sent.parents, 0U);
        }
        if (world.size() > 1 && graph->num_delegates > 0) {
          EXPECT_GT(sent.reduce, 0U);
        }
      }
    }
  }
}

TEST(DistBfsDelegate, ConformsOnRealGraphs) {
  ranks_bfs_conforms_on_data(factory({}, std::nullopt), {}, DistShapes::kUndirected);
}

TEST(DistBfsDelegate, RefusesDirectedGraphsAndBadSources) {
  const comm::Communicator& world = test_world();
  EdgeList list;
  list.num_vertices = 3;
  list.edges = Array<Edge>::copy_of(std::vector<Edge>{{0, 1}, {1, 2}});
  EXPECT_THROW(
      (void)factory({}, 0)(world, list, {})->search(3, *std::make_unique<detail::DistBfsTree>()),
      UsageError);
  list.directedness = Directedness::kDirected;
  try {
    (void)factory({}, 0)(world, list, {});
    ADD_FAILURE() << "a directed graph was taken";
  } catch (const UsageError& error) {
    EXPECT_NE(std::string(error.what()).find("1d"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace strider::test
