#include "ranks/one_d/graph_1d.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "support/compare_graphs.hpp"
#include "support/errors.hpp"
#include "support/gather.hpp"
#include "support/graphs.hpp"
#include "support/listed_edges.hpp"
#include "support/mpi_world.hpp"

namespace strider::detail {
namespace {

using test::gather;
using test::list_of;

struct NamedList {
  std::string name;
  EdgeList list;
};

struct GatheredArc {
  GlobalVertex source;
  GlobalVertex target;
  double weight;
  friend bool operator==(const GatheredArc&, const GatheredArc&) = default;
  friend bool operator<(const GatheredArc& a, const GatheredArc& b) {
    return std::tie(a.source, a.target, a.weight) < std::tie(b.source, b.target, b.weight);
  }
};
void PrintTo(const GatheredArc& arc, std::ostream* out) {
  *out << arc.source << "->" << arc.target << " (" << arc.weight << ')';
}

EdgeList copy_of(const EdgeList& list) {
  EdgeList copy;
  copy.num_vertices = list.num_vertices;
  copy.directedness = list.directedness;
  copy.edges = Array<Edge>::copy_of(list.edges.span());
  std::visit(
      [&](const auto& held) {
        using Held = std::decay_t<decltype(held)>;
        if constexpr (!std::is_same_v<Held, std::monostate>) {
          copy.weights = Held::copy_of(held.span());
        }
      },
      list.weights);
  return copy;
}

std::vector<NamedList> lists() {
  std::vector<NamedList> all;
  const auto add = [&](std::string name, EdgeList list) {
    all.push_back({std::move(name), std::move(list)});
  };
  add("nothing", list_of(0, {}));
  add("one vertex", list_of(1, {}));
  add("a loop", list_of(1, {{0, 0}, {0, 0}}));
  add("two", list_of(2, {{1, 0}, {0, 1}, {0, 1}}));
  add("no edges", list_of(200, {}));
  add("line", list_of(130, test::line_edges(130)));
  add("line by halves", list_of(1025, test::line_edges(1025), Directedness::kDirected));
  std::vector<Edge> star;
  for (Vertex v = 0; v < 700; ++v) star.push_back({333, v});
  add("star", list_of(700, star));
  add("star outwards", list_of(700, star, Directedness::kDirected));
  std::vector<Edge> same(5000, Edge{900, 3});
  same.push_back({3, 900});
  add("one edge often", list_of(1000, same));
  add("grid", list_of(600, test::grid_edges(20, 30)));
  add("random", test::random_list(500, 3000, Directedness::kUndirected));
  add("random, directed", test::random_list(500, 3000, Directedness::kDirected));
  add("skewed", list_of(2048, test::skewed_edges(11, 20000, 5)));
  // So few arcs that lists are shorter than bits.
  add("sparse", test::random_list(150000, 300, Directedness::kUndirected));
  add("sparse, directed", test::random_list(150000, 300, Directedness::kDirected));
  return all;
}

std::vector<OwnerMap> owner_maps(std::uint64_t n) {
  const int ranks = test_world().size();
  return {OwnerMap::block(n, ranks), OwnerMap::block(n, ranks, Shuffle(n, 3)),
          OwnerMap::cyclic(n, ranks), OwnerMap::cyclic(n, ranks, Shuffle(n, 4))};
}

/// The arcs of all ranks, on rank 0; `weight(i)` of arc i of this rank.
template <class Weight>
std::vector<GatheredArc> graph_1d_gather_arcs(const Graph1d& graph, Weight&& weight) {
  std::vector<GatheredArc> arcs;
  for (std::uint32_t v = 0; v < graph.num_rows(); ++v) {
    for (EdgeIndex i = graph.rows.offsets()[v]; i < graph.rows.offsets()[v + 1ULL]; ++i) {
      arcs.push_back({graph.global_of(local_vertex(v)),
                      graph.global_of(local_id(graph.rows.targets()[i])), weight(i)});
    }
  }
  arcs = gather(std::span<const GatheredArc>(arcs));
  std::sort(arcs.begin(), arcs.end());
  return arcs;
}

template <class Weight>
std::vector<GatheredArc> arcs_of(const Csr& csr, Weight&& weight) {
  std::vector<GatheredArc> arcs;
  for (Vertex v = 0; v < csr.num_vertices(); ++v) {
    for (EdgeIndex i = csr.offsets()[v]; i < csr.offsets()[v + 1ULL]; ++i) {
      arcs.push_back({v, csr.targets()[i], weight(i)});
    }
  }
  std::sort(arcs.begin(), arcs.end());
  return arcs;
}

double no_weight(EdgeIndex) {
  return 0;
}

void expect_equal_reports(const DistBuildReport& report, const BuildReport& expected) {
  EXPECT_EQ(report.edges_listed, expected.edges_listed);
  EXPECT_EQ(report.self_loops, expected.self_loops);
  EXPECT_EQ(report.duplicates, expected.duplicates);
  EXPECT_EQ(report.isolated, expected.isolated);
}

/// What does not show in the arcs: rows ascend, ranges stand as they should, subscribers name
/// what is named.
void expect_sound_local_ids(const Graph1d& graph) {
  const auto& world = test_world();
  ASSERT_EQ(graph.rows.num_vertices(), graph.num_rows());
  for (std::uint32_t v = 0; v < graph.num_rows(); ++v) {
    const auto row = graph.rows.neighbors(v);
    ASSERT_TRUE(std::is_sorted(row.begin(), row.end()));
  }
  std::uint32_t end = 0;
  const auto expect_ghost_range = [&](int rank) {
    const IdRange& range = graph.local_ids.range(rank);
    EXPECT_EQ(range.begin, (end + 63) / 64 * 64);
    EXPECT_EQ(range.begin % 64, 0U);
    end = range.begin + range.size;
    const std::uint32_t vertices = graph.owners.size(rank);
    if (rank == graph.rank || 4 * range.num_named >= vertices) {
      EXPECT_EQ(range.size, vertices);
    } else {
      EXPECT_EQ(range.size, range.num_named);
    }
    for (std::uint32_t i = 0; i < range.size; ++i) {
      const LocalId c = local_id(range.begin + i);
      const OwnedVertex owned = graph.local_ids.locate(c);
      ASSERT_EQ(owned.rank, rank);
      ASSERT_EQ(graph.local_ids.find(owned), c);
    }
  };
  expect_ghost_range(graph.rank);
  for (int r = 0; r < world.size(); ++r) {
    if (r != graph.rank) expect_ghost_range(r);
  }
  EXPECT_EQ(graph.local_ids.size(), (end + 63) / 64 * 64);
  EXPECT_EQ(graph.local_ids.range(graph.rank).begin, 0U);

  // Every local id hears from its owner.
  const Array<GlobalVertex> heard = values_by_local_id(
      world, graph.local_ids, graph.subscribers, graph.num_rows(), kNoGlobalVertex,
      [&](std::uint32_t v) { return graph.global_of(local_vertex(v)); });
  std::vector<std::uint64_t> named(graph.local_ids.size(), 0);
  for (const Vertex c : graph.rows.targets()) named[c] = 1;
  for (int r = 0; r < world.size(); ++r) {
    const IdRange& range = graph.local_ids.range(r);
    std::uint32_t number = 0;
    for (std::uint32_t c = range.begin; c < range.begin + range.size; ++c) {
      ASSERT_EQ(heard[c], graph.global_of(local_id(c)));
      number += named[c] != 0 ? 1 : 0;
    }
    EXPECT_EQ(range.num_named, number);
  }
  // Exactly the vertices named by rank r are those that it subscribes to.
  std::vector<std::uint64_t> counts(static_cast<std::size_t>(world.size()), 0);
  std::vector<std::uint32_t> messages;
  for (int r = 0; r < world.size(); ++r) {
    if (r == graph.rank) continue;
    const IdRange& range = graph.local_ids.range(r);
    for (std::uint32_t c = range.begin; c < range.begin + range.size; ++c) {
      if (named[c] == 0) continue;
      messages.push_back(index(graph.local_of(local_id(c))));
      ++counts[static_cast<std::size_t>(r)];
    }
  }
  std::vector<std::uint64_t> came;
  const Array<std::uint32_t> expected_numbers =
      world.all_to_all(std::span<const std::uint32_t>(messages), counts, came);
  std::vector<std::uint32_t> subscribed;
  for (const Subscriber& subscriber : graph.subscribers) {
    subscriber.for_each_named([&](std::uint32_t v) { subscribed.push_back(v); });
  }
  EXPECT_EQ(subscribed,
            std::vector<std::uint32_t>(expected_numbers.begin(), expected_numbers.end()));
}

struct Rules {
  SelfLoops self_loops;
  Duplicates duplicates;
};
constexpr Rules kRules[] = {{SelfLoops::kRemove, Duplicates::kRemove},
                            {SelfLoops::kKeep, Duplicates::kRemove},
                            {SelfLoops::kRemove, Duplicates::kKeep},
                            {SelfLoops::kKeep, Duplicates::kKeep},
                            {SelfLoops::kKeep, Duplicates::kKeepHeaviest}};

/// On many ranks, where starting one exchange takes longest, the two that differ most.
std::vector<Rules> rules_to_test() {
  if (test_world().size() > 7) return {kRules[0], kRules[3]};
  return {std::begin(kRules), std::end(kRules)};
}

TEST(Graph1d, HoldsTheRowsOfTheWholeGraph) {
  const auto& world = test_world();
  for (const NamedList& named : lists()) {
    const EdgeList& list = named.list;
    const HeldEdges source(list, world.rank(), world.size());
    for (const Rules rules : rules_to_test()) {
      if (list.num_vertices > 100000 && rules.duplicates == Duplicates::kKeep) continue;
      BuildReport expected;
      const Graph whole =
          build_graph(copy_of(list),
                      {.self_loops = rules.self_loops, .duplicates = rules.duplicates}, &expected);
      const std::vector<GatheredArc> arcs = arcs_of(whole.out(), no_weight);
      int variant = 0;
      for (const OwnerMap& owners : owner_maps(list.num_vertices)) {
        ++variant;
        SCOPED_TRACE(named.name + ", owners " + std::to_string(variant));
        DistBuildReport report;
        const Graph1d graph = build_graph_1d(world, source, owners,
                                             {.self_loops = rules.self_loops,
                                              .duplicates = rules.duplicates,
                                              .threads = 1 + variant % 2,
                                              .chunk = variant == 2 ? 100ULL : 0ULL},
                                             &report);
        expect_equal_reports(report, expected);
        EXPECT_EQ(graph.num_edges, whole.num_edges());
        EXPECT_EQ(graph.num_arcs, whole.num_arcs());
        EXPECT_EQ(graph.num_self_loops, whole.num_self_loops());
        const auto gathered = graph_1d_gather_arcs(graph, no_weight);
        if (world.rank() == 0) {
          EXPECT_EQ(gathered, arcs);
        }
        if (rules.duplicates == Duplicates::kRemove) expect_sound_local_ids(graph);
      }
    }
  }
}

TEST(Graph1d, HoldsTheRowsOfTheTransposeWhereAskedFor) {
  const auto& world = test_world();
  for (const NamedList& named : lists()) {
    SCOPED_TRACE(named.name);
    const HeldEdges source(named.list, world.rank(), world.size());
    BuildReport expected;
    const Graph whole = build_graph(copy_of(named.list), {}, &expected);
    const OwnerMap owners = OwnerMap::cyclic(named.list.num_vertices, world.size());
    DistBuildReport report;
    const Graph1d graph =
        build_graph_1d(world, source, owners, {.row_end = Graph1d::RowEnd::kTarget}, &report);
    expect_equal_reports(report, expected);
    const auto gathered = graph_1d_gather_arcs(graph, no_weight);
    if (world.rank() == 0) {
      EXPECT_EQ(gathered, arcs_of(whole.in(), no_weight));
    }
  }
}

template <class W>
void expect_weights() {
  const auto& world = test_world();
  for (NamedList& named : lists()) {
    SCOPED_TRACE(named.name);
    test::add_weights<W>(named.list);
    const HeldEdges source(named.list, world.rank(), world.size());
    for (const Rules rules : rules_to_test()) {
      const AnyGraph any = build_any_graph(
          copy_of(named.list), {.self_loops = rules.self_loops, .duplicates = rules.duplicates});
      const auto& whole = std::get<WeightedGraph<W>>(any);
      const OwnerMap owners = OwnerMap::block(named.list.num_vertices, world.size(),
                                              Shuffle(named.list.num_vertices, 8));
      const WeightedGraph1d<W> graph = build_weighted_graph_1d<W>(
          world, source, owners,
          {.self_loops = rules.self_loops, .duplicates = rules.duplicates, .threads = 2});
      ASSERT_EQ(graph.weights.size(), graph.topology.rows.num_arcs());
      const auto gathered = graph_1d_gather_arcs(
          graph.topology, [&](EdgeIndex i) { return static_cast<double>(graph.weights[i]); });
      if (world.rank() != 0) continue;
      EXPECT_EQ(gathered, arcs_of(whole.topology().out(), [&](EdgeIndex i) {
                  return static_cast<double>(whole.weights()[i]);
                }));
    }
  }
}

TEST(Graph1d, KeepsTheWeightsOfTheWholeGraph) {
  expect_weights<float>();
  expect_weights<double>();
  expect_weights<std::uint32_t>();
}

TEST(Graph1d, GivesEdgesWithoutWeightTheWeightOne) {
  const auto& world = test_world();
  const EdgeList list = test::random_list(100, 300, Directedness::kUndirected);
  const HeldEdges source(list, world.rank(), world.size());
  const auto graph =
      build_weighted_graph_1d<double>(world, source, OwnerMap::cyclic(100, world.size()));
  for (const double weight : graph.weights) EXPECT_EQ(weight, 1);
}

TEST(Graph1d, KnowsTheDegreesOfItsLocalIds) {
  const auto& world = test_world();
  const EdgeList list = list_of(2048, test::skewed_edges(11, 20000, 5));
  const Graph whole = build_graph(copy_of(list));
  const HeldEdges source(list, world.rank(), world.size());
  for (const OwnerMap& owners : owner_maps(list.num_vertices)) {
    const Graph1d graph = build_graph_1d(world, source, owners);
    const Array<std::uint32_t> degrees = degrees_by_local_id(world, graph);
    ASSERT_EQ(degrees.size(), graph.local_ids.size());
    for (const Vertex c : graph.rows.targets()) {
      ASSERT_EQ(degrees[c], whole.out().degree(static_cast<Vertex>(graph.global_of(local_id(c)))));
    }
  }
}

TEST(Graph1d, RefusesTogetherWhatOneRankMeets) {
  const auto& world = test_world();
  EdgeList list = test::random_list(100, 400, Directedness::kUndirected);
  list.edges[399].target = 100;
  const OwnerMap owners = OwnerMap::block(100, world.size());
  EXPECT_THROW((void)build_graph_1d(world, HeldEdges(list, world.rank(), world.size()), owners),
               UsageError);
  list.edges[399].target = 7;
  Array<float> weights(400, 1.0F);
  weights[398] = std::numeric_limits<float>::quiet_NaN();
  list.weights = std::move(weights);
  const HeldEdges source(list, world.rank(), world.size());
  test::expect_error<UsageError>("edge 398 of the list is not a number", [&] {
    (void)build_weighted_graph_1d<float>(world, source, owners);
  });
  EXPECT_THROW((void)build_weighted_graph_1d<double>(world, source, owners), UsageError);
  EXPECT_THROW((void)build_graph_1d(world, source, OwnerMap::block(100, world.size() + 1)),
               UsageError);
}

}  // namespace
}  // namespace strider::detail
