#include "ranks/two_d/graph_2d.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "ranks/edges/edge_source.hpp"
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

/// The vertex of a row or column of this rank: of the place in the block of rank `owner`.
GlobalVertex vertex_of(const Graph2d& graph, int owner, std::uint32_t place) {
  return graph.owners.global(owner, local_vertex(place % graph.place.block_size()));
}
GlobalVertex vertex_of_row(const Graph2d& graph, std::uint32_t row) {
  const int column = static_cast<int>(row / graph.place.block_size());
  return vertex_of(graph, graph.place.rank_at(graph.place.row(), column), row);
}
GlobalVertex vertex_of_column(const Graph2d& graph, std::uint32_t column) {
  const int row = static_cast<int>(column / graph.place.block_size());
  return vertex_of(graph, graph.place.rank_at(row, graph.place.column()), column);
}

/// The arcs of all ranks on rank 0, sorted, as one of the two matrices has them.
Arcs graph_2d_gather_arcs(const Graph2d& graph, const LocalMatrix& matrix, bool by_source) {
  std::vector<GlobalVertex> ends;
  for (std::uint32_t c = 0; c < matrix.num_columns(); ++c) {
    for (const std::uint32_t r : matrix.rows(c)) {
      ends.push_back(vertex_of_column(graph, by_source ? c : r));
      ends.push_back(vertex_of_row(graph, by_source ? r : c));
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
  for (std::uint32_t v = 0; v < built.place.block_size(); ++v) {
    const bool is_vertex = v < built.owners.size(rank);
    ASSERT_EQ(built.degrees[v],
              is_vertex ? degrees[built.owners.global(rank, local_vertex(v))] : 0U);
  }
  ASSERT_EQ(built.column_degrees.size(), built.place.num_columns());
  for (std::uint32_t c = 0; c < built.place.num_columns(); ++c) {
    const int owner =
        built.place.rank_at(static_cast<int>(c / built.place.block_size()), built.place.column());
    if (c % built.place.block_size() >= built.owners.size(owner)) continue;
    ASSERT_EQ(built.column_degrees[c], degrees[vertex_of_column(built, c)]);
  }
}

void expect_graph(const Graph& graph, const Graph2dSettings& settings, const std::string& what) {
  SCOPED_TRACE(what);
  const comm::Communicator& world = test_world();
  const HeldEdges source(test::list_edges(graph), world.rank(), world.size());
  const Graph2d built = build_graph_2d(world, source, settings);
  const Arcs expected = expected_arcs(graph);
  EXPECT_EQ(built.num_arcs, expected.size());
  const Arcs by_source = graph_2d_gather_arcs(built, built.by_source, true);
  const Arcs by_target = graph_2d_gather_arcs(built, built.by_target, false);
  if (world.rank() == 0) {
    EXPECT_EQ(by_source, expected);
    EXPECT_EQ(by_target, expected);
  }
  expect_degrees(built, expected);
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
    }
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
      const Graph2d built = build_graph_2d(world, source, {.format = format, .threads = threads});
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
