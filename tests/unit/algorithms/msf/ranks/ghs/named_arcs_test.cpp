// Names of edges: different, the same on both sides, ordered as forests choose edges.
#include "algorithms/msf/ranks/ghs/named_arcs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <vector>

#include "algorithms/msf/ranks/ghs/arc_lookup.hpp"
#include "conformance/ranks_msf.hpp"
#include "graph/weight_order.hpp"
#include "strider/error.hpp"
#include "support/graphs.hpp"
#include "support/mpi_world.hpp"

namespace strider::test {
namespace {

using detail::ghs::EdgeName;
using detail::ghs::NamedArcs;
using detail::ghs::NameForm;

/// With self-loops and parallel edges of several weights; `kinds` different weights.
template <class W>
WeightedGraph<W> some_graph(std::uint64_t kinds) {
  std::vector<Link<W>> links;
  std::uint64_t number = 0;
  for (const Edge& edge : skewed_edges(9, 4000, 5)) {
    links.push_back({edge.source, edge.target, static_cast<W>(++number * 7919 % kinds)});
  }
  return make_weighted(1U << 9U, links);
}

struct NamedArc {
  std::uint64_t u;
  std::uint64_t v;
  EdgeName name;
};

/// The arcs of all ranks, on every rank.
std::vector<NamedArc> all_arcs(const NamedArcs& arcs) {
  std::vector<NamedArc> mine;
  for (std::uint32_t v = 0; v < arcs.num_vertices(); ++v) {
    for (std::uint64_t i = arcs.offsets[v]; i < arcs.offsets[v + std::size_t{1}]; ++i) {
      mine.push_back({arcs.first_vertex + std::uint64_t{v}, arcs.neighbors[i], arcs.names[i]});
      if (i > arcs.offsets[v]) {
        EXPECT_LT(arcs.names[i - 1], arcs.names[i]);
      }
    }
  }
  const auto ranks = static_cast<std::size_t>(test_world().size());
  std::vector<NamedArc> copies;
  for (std::size_t r = 0; r < ranks; ++r) copies.insert(copies.end(), mine.begin(), mine.end());
  std::vector<std::uint64_t> came;
  const auto all = test_world().all_to_all(std::span<const NamedArc>(copies),
                                           std::vector<std::uint64_t>(ranks, mine.size()), came);
  return {all.begin(), all.end()};
}

template <class W>
void expect_good_names(const WeightedGraph<W>& graph, GhsMessages messages, NameForm form) {
  for (const MsfObjective objective : {MsfObjective::kMinimum, MsfObjective::kMaximum}) {
    const NamedArcs arcs = detail::ghs::name_arcs(
        test_world(), *shared_out(graph), {.objective = objective, .ghs = {.messages = messages}});
    EXPECT_EQ(arcs.form, form);
    // By the order of forests, the names.
    const WeightOrder<W> order(objective);
    std::map<std::pair<std::uint64_t, std::uint64_t>, std::vector<EdgeName>> by_ends;
    for (const NamedArc& arc : all_arcs(arcs)) {
      by_ends[std::minmax(arc.u, arc.v)].push_back(arc.name);
    }
    std::vector<std::tuple<WeightKey<W>, std::uint64_t, std::uint64_t, EdgeName>> in_order;
    for (Vertex u = 0; u < graph.topology().num_vertices(); ++u) {
      const auto neighbors = graph.topology().out().neighbors(u);
      for (std::size_t i = 0; i < neighbors.size(); ++i) {
        const Vertex v = neighbors[i];
        if (v <= u) continue;
        const auto& names = by_ends[{u, v}];
        ASSERT_EQ(names.size(), 2U) << u << " " << v;  // one on each side
        EXPECT_EQ(names[0], names[1]);
        const auto key = order.key(graph.weights(u)[i]);
        // Of parallel edges the first in order.
        if (!in_order.empty() && std::get<1>(in_order.back()) == u &&
            std::get<2>(in_order.back()) == v) {
          std::get<0>(in_order.back()) = std::min(std::get<0>(in_order.back()), key);
        } else {
          in_order.emplace_back(key, u, v, names[0]);
        }
      }
    }
    EXPECT_EQ(in_order.size(), by_ends.size());
    std::ranges::sort(in_order);
    for (std::size_t i = 0; i < in_order.size(); ++i) {
      const auto& [key, u, v, name] = in_order[i];
      EXPECT_EQ(name.key, key);
      if (i > 0) {
        EXPECT_LT(std::get<3>(in_order[i - 1]), name) << u << " " << v;
      }
    }
  }
}

TEST(NamedArcs, AreOrderedAsForestsChooseEdges) {
  constexpr std::uint64_t kFew = 3;
  constexpr std::uint64_t kMany = 1'000'003;
  expect_good_names(some_graph<std::uint32_t>(kFew), GhsMessages::kCompressed, NameForm::kNumber);
  expect_good_names(some_graph<float>(kFew), GhsMessages::kCompressed, NameForm::kNumber);
  expect_good_names(some_graph<double>(kMany), GhsMessages::kCompressed, NameForm::kOwner);
  expect_good_names(some_graph<double>(kFew), GhsMessages::kCompressed, NameForm::kEnds);
  expect_good_names(some_graph<std::uint32_t>(kFew), GhsMessages::kPlain, NameForm::kEnds);
  expect_good_names(some_graph<double>(kMany), GhsMessages::kPlain, NameForm::kEnds);
}

TEST(NamedArcs, RefuseOtherOwners) {
  const comm::Communicator& world = test_world();
  auto graph = *shared_out(some_graph<float>(9));
  graph.topology.owners = detail::OwnerMap::cyclic(1U << 9U, world.size());
  EXPECT_THROW((void)detail::ghs::name_arcs(world, graph, {}), UsageError);
  graph.topology.owners =
      detail::OwnerMap::block(1U << 9U, world.size(), detail::Shuffle(1U << 9U, 1));
  EXPECT_THROW((void)detail::ghs::name_arcs(world, graph, {}), UsageError);
}

template <class Lookup>
void expect_finds_all(const NamedArcs& arcs, double factor) {
  // In blocks, as threads have them.
  const std::uint32_t n = arcs.num_vertices();
  for (const auto& [first, last] : {std::pair{0U, n / 3}, std::pair{n / 3, n}}) {
    const detail::ghs::ArcBlock block(arcs, first, last);
    detail::Workspace workspace;
    Lookup lookup(workspace, block, {.hash_factor = factor});
    workspace.take("a test", detail::HostMemory());
    for (std::uint32_t v = 0; v < block.num_vertices(); ++v) {
      for (std::uint32_t arc = block.begin(v); arc < block.end(v); ++arc) {
        ASSERT_EQ(lookup.find(v, block.neighbor(arc)), arc);
      }
    }
  }
}

TEST(ArcLookups, FindEveryArc) {
  const NamedArcs arcs =
      detail::ghs::name_arcs(test_world(), *shared_out(some_graph<std::uint32_t>(1000)), {});
  expect_finds_all<detail::ghs::LinearLookup>(arcs, 2);
  expect_finds_all<detail::ghs::BinaryLookup>(arcs, 2);
  for (const double factor : {1.25, 2.0, 7.0})
    expect_finds_all<detail::ghs::HashLookup>(arcs, factor);
}

}  // namespace
}  // namespace strider::test
