#include "ranks/two_d/graph_2d.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "ranks/edges/edge_source.hpp"
#include "ranks/two_d/matrix_entries.hpp"
#include "strider/error.hpp"
#include "support/errors.hpp"
#include "support/gather.hpp"
#include "support/graphs.hpp"
#include "support/grids.hpp"
#include "support/listed_edges.hpp"
#include "support/mpi_world.hpp"

namespace strider::detail {
namespace {

using Arcs = std::vector<std::pair<GlobalVertex, GlobalVertex>>;

/// What the places of all blocks stand for, as their owners say. Collective.
class Places {
 public:
  explicit Places(const Graph2d& graph) : graph_(graph) {
    const std::size_t block = graph.place.block_size();
    const int rank = test_world().rank();
    std::vector<GlobalVertex> mine(block, kNoGlobalVertex);
    for (std::uint32_t p = 0; p < graph.names.num_own(); ++p) {
      mine[p] = graph.owners.global(rank, local_vertex(graph.names.own_vertex(p)));
    }
    all_.resize(block * static_cast<std::size_t>(test_world().size()));
    test_world().all_gather(std::span<const GlobalVertex>(mine), std::span<GlobalVertex>(all_));
  }
  [[nodiscard]] GlobalVertex of_row(std::uint32_t row) const {
    const int column = static_cast<int>(row / graph_.place.block_size());
    return of(graph_.place.rank_at(graph_.place.row(), column), row);
  }
  [[nodiscard]] GlobalVertex of_column(std::uint32_t column) const {
    const int row = static_cast<int>(column / graph_.place.block_size());
    return of(graph_.place.rank_at(row, graph_.place.column()), column);
  }

 private:
  [[nodiscard]] GlobalVertex of(int owner, std::uint32_t place) const {
    const std::size_t block = graph_.place.block_size();
    return all_[static_cast<std::size_t>(owner) * block + place % block];
  }
  const Graph2d& graph_;
  std::vector<GlobalVertex> all_;
};

/// The arcs of all ranks on rank 0, sorted, as one of the two matrices has them.
Arcs graph_2d_gather_arcs(const Graph2d& graph, const LocalMatrix& matrix, bool by_source) {
  const Places places(graph);
  std::vector<GlobalVertex> ends;
  for (std::uint32_t c = 0; c < matrix.num_columns(); ++c) {
    for (const std::uint32_t r : matrix.rows(c)) {
      ends.push_back(places.of_column(by_source ? c : r));
      ends.push_back(places.of_row(by_source ? r : c));
    }
  }
  const std::vector<GlobalVertex> all = test::gather<GlobalVertex>(ends);
  Arcs arcs;
  for (std::size_t i = 0; i < all.size(); i += 2) arcs.emplace_back(all[i], all[i + 1]);
  std::sort(arcs.begin(), arcs.end());
  return arcs;
}

Arcs expected_arcs(const Graph& graph) {
  Arcs arcs;
  for (Vertex u = 0; u < graph.num_vertices(); ++u) {
    for (const Vertex v : graph.out().neighbors(u)) {
      if (u != v && (arcs.empty() || arcs.back() != std::pair<GlobalVertex, GlobalVertex>(u, v))) {
        arcs.emplace_back(u, v);
      }
    }
  }
  return arcs;
}

void expect_degrees(const Graph2d& built, const Arcs& arcs) {
  std::vector<std::uint32_t> degrees(built.owners.num_vertices(), 0);
  for (const auto& [source, target] : arcs) ++degrees[source];
  const int rank = test_world().rank();
  ASSERT_EQ(built.degrees.size(), built.place.block_size());
  std::vector<std::uint32_t> own(built.owners.size(rank), ~0U);
  built.names.spread(built.degrees.span(), 0U, std::span(own), 2);
  for (std::uint32_t v = 0; v < own.size(); ++v) {
    ASSERT_EQ(own[v], degrees[built.owners.global(rank, local_vertex(v))]);
  }
  for (std::uint32_t p = built.names.num_own(); p < built.place.block_size(); ++p) {
    ASSERT_EQ(built.degrees[p], 0U);
  }
  const Places places(built);
  ASSERT_EQ(built.column_degrees.size(), built.place.num_columns());
  for (std::uint32_t c = 0; c < built.place.num_columns(); ++c) {
    const GlobalVertex vertex = places.of_column(c);
    ASSERT_EQ(built.column_degrees[c], vertex == kNoGlobalVertex ? 0U : degrees[vertex]);
  }
}

/// Columns lead to their names and back; vertices without arcs have no column where others have
/// fewer.
void expect_names(const Graph2d& built, const Arcs& arcs) {
  std::set<GlobalVertex> connected;
  for (const auto& [source, target] : arcs) connected.insert({source, target});
  const Places places(built);
  const ColumnNames& names = built.names;
  for (std::uint32_t c = 0; c < built.place.num_columns(); ++c) {
    const GlobalVertex vertex = places.of_column(c);
    if (vertex == kNoGlobalVertex) continue;
    ASSERT_EQ(names.name(c), vertex);
    ASSERT_LT(names.offset(c), names.num_offsets());
    ASSERT_EQ(names.name_of_offset(built.place.column(), names.offset(c)), vertex);
    const OwnedVertex owned = built.owners.locate(vertex);
    ASSERT_EQ(names.find(built.place.row_of(owned.rank), owned.vertex), c);
  }
  const int rank = test_world().rank();
  for (std::uint32_t v = 0; v < built.owners.size(rank); ++v) {
    const GlobalVertex vertex = built.owners.global(rank, local_vertex(v));
    ASSERT_EQ(names.name_of_own(v), vertex);
    const bool has_place = !names.leaves_out() || connected.contains(vertex);
    const std::optional<std::uint32_t> place = names.find_own(v);
    ASSERT_EQ(place.has_value(), has_place);
    ASSERT_EQ(place ? names.own_vertex(*place) : v, v);
  }
}

void expect_graph(const Graph& graph, const Graph2dSettings& settings, const std::string& what) {
  SCOPED_TRACE(what);
  const comm::Communicator& world = test_world();
  const HeldEdges source(test::list_edges(graph), world.rank(), world.size());
  const Graph2d built = build_graph_2d(world, source, settings);
  const Arcs expected = expected_arcs(graph);
  EXPECT_EQ(built.num_arcs, expected.size());
  std::set<GlobalVertex> sources;
  for (const auto& [source, target] : expected) sources.insert(source);
  EXPECT_EQ(built.num_sources, sources.size());
  const Arcs by_source = graph_2d_gather_arcs(built, built.by_source, true);
  const Arcs by_target = graph_2d_gather_arcs(built, built.by_target, false);
  if (world.rank() == 0) {
    EXPECT_EQ(by_source, expected);
    EXPECT_EQ(by_target, expected);
  }
  expect_degrees(built, expected);
  expect_names(built, expected);
}

TEST(Graph2d, HoldsEveryArcOnceInItsBlock) {
  for (const test::NamedGraph& named : test::search_graphs()) {
    for (const Grid grid : test::grids()) {
      const std::string what = named.name + " on " + grid_name(grid);
      const std::uint64_t n = named.graph.num_vertices();
      expect_graph(named.graph, {.grid = grid}, what);
      if (named.graph.num_arcs() > 20000) continue;
      expect_graph(named.graph,
                   {.grid = grid, .shuffle = Shuffle(n, 3), .threads = 2, .chunk = 100},
                   what + ", shuffled, in small chunks");
      expect_graph(named.graph, {.grid = grid, .format = MatrixFormat::kBitmap}, what + ", bitmap");
      expect_graph(named.graph, {.grid = grid, .entries = Graph2dSettings::Entries::kWide},
                   what + ", wide entries");
    }
  }
}

/// Every fifth vertex of many has arcs: from one to the next, to which directed ones only lead.
EdgeList sparse_cycle(Vertex n, Directedness directedness) {
  EdgeList list;
  list.num_vertices = n;
  list.directedness = directedness;
  list.edges = Array<Edge>(n / 5 - 1);
  for (std::size_t i = 0; i < list.edges.size(); ++i) {
    list.edges[i] = {static_cast<Vertex>(5 * i), static_cast<Vertex>(5 * i + 5)};
  }
  return list;
}

TEST(Graph2d, LeavesIsolatedVerticesOut) {
  const comm::Communicator& world = test_world();
  constexpr Vertex kVertices = 20000;
  for (const auto directedness : {Directedness::kUndirected, Directedness::kDirected}) {
    const EdgeList list = sparse_cycle(kVertices, directedness);
    const Graph graph = build_graph(list, {});
    for (const Grid grid : test::grids()) {
      for (const int threads : {1, 3}) {
        const Graph2dSettings settings{.grid = grid,
                                       .shuffle = Shuffle(kVertices, 7),
                                       .threads = threads,
                                       .isolated = Graph2dSettings::Isolated::kLeftOut};
        expect_graph(graph, settings, grid_name(grid));
        const HeldEdges source(list, world.rank(), world.size());
        const Graph2d built = build_graph_2d(world, source, settings);
        EXPECT_TRUE(built.names.leaves_out());
        EXPECT_LT(built.place.block_size(), built.owners.block_size() / 2);
        EXPECT_EQ(world.all_reduce(std::uint64_t{built.names.num_own()}, comm::Reduction::kSum),
                  kVertices / 5);
      }
    }
  }
}

TEST(Graph2d, KeepsIsolatedVerticesOnFewRanks) {
  const comm::Communicator& world = test_world();
  const EdgeList list = sparse_cycle(20000, Directedness::kUndirected);
  const HeldEdges source(list, world.rank(), world.size());
  EXPECT_EQ(build_graph_2d(world, source, {}).names.leaves_out(), world.size() > 16);
}

/// Where few would be left out, or one block is full, all vertices have places.
TEST(Graph2d, KeepsAllVerticesWhereBlocksGetNoShorter) {
  const comm::Communicator& world = test_world();
  constexpr std::uint64_t kVertices = 6400;
  for (const std::uint64_t connected : {kVertices - 64, kVertices / 16}) {
    Array<GlobalEdge> edges(world.rank() == 0 ? connected : 0);
    for (std::size_t v = 0; v < edges.size(); ++v) edges[v] = {v, (v + 1) % connected};
    const HeldEdges source(kVertices, Directedness::kUndirected, std::move(edges));
    const Graph2d built =
        build_graph_2d(world, source, {.isolated = Graph2dSettings::Isolated::kLeftOut});
    const bool full = connected > kVertices / 2 || world.size() >= 16;
    EXPECT_EQ(built.names.leaves_out(), !full);
    EXPECT_EQ(built.names.bytes() == 0, full);
  }
}

TEST(Graph2d, IsNearSquareByDefault) {
  const comm::Communicator& world = test_world();
  const HeldEdges source(10, Directedness::kUndirected, Array<GlobalEdge>());
  EXPECT_EQ(build_graph_2d(world, source, {}).place.grid(), near_square_grid(world.size()));
}

TEST(Graph2d, SaysWhatItsStepsTook) {
  const comm::Communicator& world = test_world();
  const Graph graph = test::make_graph(1U << 12U, test::skewed_edges(12, 60000, 3));
  for (const auto format : {MatrixFormat::kCsc, MatrixFormat::kBitmap}) {
    for (const int threads : {1, 2}) {
      const HeldEdges source(test::list_edges(graph), world.rank(), world.size());
      const Graph2d built = build_graph_2d(
          world, source,
          {.format = format, .threads = threads, .isolated = Graph2dSettings::Isolated::kLeftOut});
      ASSERT_EQ(built.memory.size(), 5U);
      for (const MemoryStep& step : built.memory) {
        EXPECT_LE(step.peak_bytes, step.predicted_bytes) << step.name;
      }
      // Steps end with what they made.
      EXPECT_GE(built.memory[2].peak_bytes, built.by_source.bytes());
      EXPECT_GE(built.memory[3].peak_bytes, built.by_source.bytes() + built.by_target.bytes());
      EXPECT_GE(built.memory[4].peak_bytes, built.bytes());
    }
  }
}

/// All ranks throw E, whose message contains `text`.
template <class E>
void expect_build_refused(const EdgeSource& source, const Graph2dSettings& settings,
                          const std::string& text) {
  test::expect_error<E>(text, [&] { (void)build_graph_2d(test_world(), source, settings); });
}

/// Records of arcs whose rows and columns do not fit 64 bits together.
TEST(Graph2d, EntriesHoldRowsAndColumnsOf48Bits) {
  constexpr std::uint64_t kMost = (std::uint64_t{1} << 48U) - 1;
  for (const std::uint64_t row : {std::uint64_t{0}, std::uint64_t{1} << 33U, kMost}) {
    const WideEntries::Record entry = WideEntries::pack(row, kMost - row / 3);
    EXPECT_EQ(WideEntries::row(entry), row);
    EXPECT_EQ(WideEntries::column(entry), kMost - row / 3);
  }
  constexpr std::uint64_t kRows = std::uint64_t{1} << 40U;
  EXPECT_TRUE(PackedEntries::fit(kRows, 1U << 24U));
  EXPECT_FALSE(PackedEntries::fit(kRows + 1, 1U << 24U));
  const PackedEntries packed(kRows);
  const PackedEntries::Record entry = packed.pack(kRows - 1, (1U << 24U) - 1);
  EXPECT_EQ(packed.row(entry), kRows - 1);
  EXPECT_EQ(packed.column(entry), (1U << 24U) - 1);
}

TEST(Graph2d, RefusesGridsAndEdgesThatDoNotFit) {
  const comm::Communicator& world = test_world();
  const HeldEdges empty(10, Directedness::kUndirected, Array<GlobalEdge>());
  expect_build_refused<UsageError>(empty, {.grid = Grid{world.size() + 1, 1}}, "grid ");
  expect_build_refused<UsageError>(empty, {.grid = Grid{0, 1}}, "grid ");
  // A bad edge on the last rank only.
  Array<GlobalEdge> edges(world.rank() + 1 == world.size() ? 1 : 0);
  if (!edges.empty()) edges[0] = {3, 10};
  const HeldEdges bad(10, Directedness::kUndirected, std::move(edges));
  expect_build_refused<UsageError>(bad, {}, "the edge 3 - 10 ");
}

}  // namespace
}  // namespace strider::detail
