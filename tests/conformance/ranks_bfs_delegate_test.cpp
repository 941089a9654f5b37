// The scheme with delegates against the oracle: thresholds from "all" to "none", both reductions,
// both exchanges, vertices made unique or not, nodes of several sizes.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "conformance/ranks_bfs_engines.hpp"
#include "strider/error.hpp"
#include "support/graphs.hpp"
#include "support/listed_edges.hpp"
#include "support/real_graphs.hpp"

namespace strider::test {
namespace {

using detail::DelegateBfsSettings;
using detail::LocalAllToAll;
using detail::MaskReduction;
using detail::Uniquify;

/// Graphs of many levels take long where ranks share cores, a level costing several messages.
bool many_ranks() {
  return test_world().size() > 4;
}

void conforms_on_random_graphs(const DelegateBfsSettings& settings,
                               std::optional<std::uint64_t> threshold,
                               const detail::DistBfsSettings& search, std::uint64_t graphs) {
  ranks_bfs_conforms_on_random_graphs(on_ranks(delegate(settings, threshold), search), graphs);
}

/// On random graphs everywhere, on all shapes where there are few ranks.
void conforms(const DelegateBfsSettings& settings, std::optional<std::uint64_t> threshold,
              const detail::DistBfsSettings& search = {}) {
  if (many_ranks()) {
    conforms_on_random_graphs(settings, threshold, search, 8);
  } else {
    ranks_bfs_conforms(delegate(settings, threshold), search);
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
      ranks_bfs_conforms_on_all_shapes(on_ranks(delegate({}, threshold), search));
    }
    conforms_on_random_graphs({}, threshold, search, 6);
    if (HasFailure()) return;
  }
}

TEST(DistBfsDelegate, FindsManyLevels) {
  const Graph line = make_graph(300, line_edges(300));
  const CheckedSearch search = on_ranks(delegate({}, 1))(line, {});
  for (const Vertex source : {0, 150, 299}) {
    search(source, "line");
    if (many_ranks()) break;
  }
}

/// Hubs that edges lead out of, or into, or both; and vertices that they lead to from all sides.
TEST(DistBfsDelegate, FollowsEdgesOneWay) {
  constexpr Vertex kHubs = 6;
  constexpr Vertex kLeaves = 90;
  std::vector<Edge> edges;
  for (Vertex hub = 0; hub < kHubs; ++hub) {
    for (Vertex leaf = kHubs; leaf < kHubs + kLeaves; leaf += 1 + hub) {
      if (hub % 3 != 0) edges.push_back({hub, leaf});
      if (hub % 3 != 1) edges.push_back({leaf, hub});
    }
    edges.push_back({hub, (hub + 1) % kHubs});
  }
  for (Vertex leaf = kHubs; leaf + 7 < kHubs + kLeaves; leaf += 3)
    edges.push_back({leaf, leaf + 7});
  const Graph graph = make_graph(kHubs + kLeaves + 2, edges, Directedness::kDirected);
  constexpr detail::SwitchFactors kAtOnce{0, 0};
  for (const std::uint64_t threshold :
       {std::uint64_t{0}, std::uint64_t{5}, std::uint64_t{16}, detail::kNoDelegates}) {
    for (const DelegateBfsSettings& settings :
         {DelegateBfsSettings{},
          DelegateBfsSettings{.dd = kAtOnce, .dn = kAtOnce, .nd = kAtOnce}}) {
      const CheckedBfs search = on_ranks(delegate(settings, threshold), {.threads = 2})(graph, {});
      for (const Vertex source : {0U, 1U, 2U, 8U, 50U, kHubs + kLeaves}) search(source, "hubs");
    }
  }
}

/// A vertex that is reached early may have edges from vertices that are reached so much later that
/// the low byte of their levels is the same. The deeper ones have the smaller numbers: ranks ask
/// for the levels of all but the last.
TEST(DistBfsDelegate, TellsParentsFromMuchDeeperVertices) {
  constexpr Vertex kLine = 800;
  constexpr Vertex kShort = 6;
  const auto at = [](Vertex level) { return kLine - 1 - level; };
  std::vector<Edge> edges;
  for (Vertex level = 0; level + 1 < kLine; ++level) edges.push_back({at(level), at(level + 1)});
  for (Vertex v = 0; v < kShort; ++v) {
    for (const Vertex deeper : {0U, 256U, 512U, 768U}) edges.push_back({at(v + deeper), kLine + v});
  }
  const Graph graph = make_graph(kLine + kShort, edges, Directedness::kDirected);
  on_ranks(delegate({}, 8))(graph, {})(at(0), "a long line");
}

/// Where a search ends before it has found all, a neighbour of the last level may be unreached: the
/// low byte of that is the one of level 255. On a line of two ranks both neighbours are the
/// other's.
TEST(DistBfsDelegate, TellsParentsFromUnreachedVertices) {
  constexpr Vertex kLine = 300;
  constexpr Level kDepth = 256;
  std::vector<Edge> edges;
  for (Vertex v = 0; v + 1 < kLine; ++v) edges.push_back({v, v + 1});
  const Graph graph = make_graph(kLine, edges);
  const Vertex source = kLine - 1;
  on_ranks(delegate({}, 8))(graph, {})({.sources = {&source, 1}, .depth = kDepth}, "to a depth");
}

TEST(DistBfsDelegate, GoesBackwardAlongDirectedEdges) {
  const auto directions = ranks_bfs_directions(delegate({}, 16), 11, {}, Directedness::kDirected);
  EXPECT_GT(std::ranges::count(directions, BfsDirection::kBottomUp), 0);
}

TEST(DistBfsDelegate, ConformsTopDown) {
  conforms_on_random_graphs({.reduction = MaskReduction::kBlocking}, 4, kTopDown, 12);
}

TEST(DistBfsDelegate, ConformsBackwardAsSoonAsItCan) {
  constexpr detail::SwitchFactors kAtOnce{0, 0};
  conforms_on_random_graphs({.dd = kAtOnce, .dn = kAtOnce, .nd = kAtOnce}, 4, {.threads = 2}, 12);
}

TEST(DistBfsDelegate, ConformsByTheVerticesOfTheFrontier) {
  constexpr auto kVertices = BackwardWorkload::kVertices;
  for (const std::uint64_t threshold : {0, 2, 16}) {
    conforms_on_random_graphs({.backward_workload = kVertices}, threshold, {}, 6);
    // The paper's factors; never forward again.
    conforms_on_random_graphs(
        {.dd = {0.5, 0}, .dn = {0.05, 0}, .nd = {1e-7, 0}, .backward_workload = kVertices},
        threshold, {.threads = 2}, 6);
  }
  // A hub is one vertex of many, but has many of the arcs.
  const auto from_hub = [](BackwardWorkload workload) {
    constexpr detail::SwitchFactors kSmall{0.005, 0.0005};
    return ranks_bfs_directions(
        delegate({.dd = kSmall, .dn = kSmall, .nd = kSmall, .backward_workload = workload}, 16),
        11);
  };
  EXPECT_EQ(from_hub(BackwardWorkload::kArcs).front(), BfsDirection::kBottomUp);
  EXPECT_EQ(from_hub(kVertices).front(), BfsDirection::kTopDown);
  EXPECT_GT(std::ranges::count(from_hub(kVertices), BfsDirection::kBottomUp), 0);
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
        conforms_on_random_graphs(settings, 3, search, 4);
        conforms_on_random_graphs(settings, detail::kNoDelegates, search, 3);
        if (HasFailure()) return;
      }
    }
  }
}

TEST(DistBfsDelegate, ConformsWithEveryEncoding) {
  using comm::Encoding;
  for (const Encoding encoding :
       {Encoding(Encoding::kList), Encoding(Encoding::kBitmap), Encoding(Encoding::kVarint),
        Encoding(Encoding::kThreshold), Encoding::fastest(0.1), Encoding::fastest(100)}) {
    for (const auto exchange : {LocalAllToAll::kOff, LocalAllToAll::kOn}) {
      const DelegateBfsSettings settings{
          .local_all_to_all = exchange, .encoding = encoding, .ranks_per_node = 2};
      conforms_on_random_graphs(settings, 5, {}, 3);
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
      const auto engine =
          engine_of(world, graph, DelegateBfsSettings{.uniquify = uniquify}, std::nullopt);
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
  ranks_bfs_conforms_on_data(delegate({}, std::nullopt), kReadUndirected);
}

TEST(DistBfsDelegate, RefusesBadSources) {
  const EdgeList list = list_of(3, line_edges(3));
  detail::DistBfsTree tree;
  EXPECT_THROW(delegate({}, 0)(test_world(), list, {})->search(3, tree), UsageError);
}

}  // namespace
}  // namespace strider::test
