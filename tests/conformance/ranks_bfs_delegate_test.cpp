// The scheme with delegates against the oracle: thresholds from "all" to "none", both reductions,
// both exchanges, vertices made unique or not, nodes of several sizes.
#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>

#include "conformance/ranks_bfs_engines.hpp"
#include "strider/error.hpp"
#include "support/errors.hpp"
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
  ranks_bfs_conforms_on_random_graphs(on_ranks(delegate(settings, threshold), search), graphs,
                                      kUndirectedOnRanks);
}

/// On random graphs everywhere, on all shapes where there are few ranks.
void conforms(const DelegateBfsSettings& settings, std::optional<std::uint64_t> threshold,
              const detail::DistBfsSettings& search = {}) {
  if (many_ranks()) {
    conforms_on_random_graphs(settings, threshold, search, 8);
  } else {
    ranks_bfs_conforms(delegate(settings, threshold), search, kUndirectedOnRanks);
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
      ranks_bfs_conforms_on_all_shapes(on_ranks(delegate({}, threshold), search),
                                       kUndirectedOnRanks);
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

TEST(DistBfsDelegate, ConformsTopDown) {
  conforms_on_random_graphs({.reduction = MaskReduction::kBlocking}, 4, kTopDown, 12);
}

TEST(DistBfsDelegate, ConformsBackwardAsSoonAsItCan) {
  constexpr detail::SwitchFactors kAtOnce{0, 0};
  conforms_on_random_graphs({.dd = kAtOnce, .dn = kAtOnce, .nd = kAtOnce}, 4, {.threads = 2}, 12);
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

TEST(DistBfsDelegate, RefusesDirectedGraphsAndBadSources) {
  const comm::Communicator& world = test_world();
  EdgeList list = list_of(3, line_edges(3));
  detail::DistBfsTree tree;
  EXPECT_THROW(delegate({}, 0)(world, list, {})->search(3, tree), UsageError);
  list.directedness = Directedness::kDirected;
  expect_error<UsageError>("1d", [&] { (void)delegate({}, 0)(world, list, {}); });
}

}  // namespace
}  // namespace strider::test
