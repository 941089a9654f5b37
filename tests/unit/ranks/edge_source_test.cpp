#include "ranks/edges/edge_source.hpp"

#include <gtest/gtest.h>

#include <type_traits>
#include <vector>

#include "support/compare_graphs.hpp"
#include "support/mpi_world.hpp"

namespace strider::detail {
namespace {

/// The edges of all ranks' slices, in order, are those of `list`.
template <class W>
void expect_slices_of(const EdgeList& list, const EdgeSource& source) {
  const auto& world = test_world();
  EXPECT_EQ(source.num_vertices(), list.num_vertices);
  EXPECT_EQ(source.directedness(), list.directedness);
  EXPECT_EQ(static_cast<std::size_t>(source.weight_type()), list.weights.index());
  const std::uint64_t first = world.exclusive_sum(source.num_edges());
  EXPECT_EQ(world.all_reduce(source.num_edges(), comm::Reduction::kSum), list.edges.size());
  // In chunks of an odd size.
  for (std::uint64_t begin = 0; begin < source.num_edges(); begin += 777) {
    const EdgeRange range{begin, std::min(begin + 777, source.num_edges())};
    std::vector<GlobalEdge> edges(range.last - range.first);
    std::vector<W> weights(edges.size());
    if (source.weight_type() == WeightType::kNone) {
      source.read(range, edges, 2);
    } else {
      source.read(range, edges, std::span<W>(weights), 2);
    }
    for (std::size_t i = 0; i < edges.size(); ++i) {
      const Edge& edge = list.edges[first + begin + i];
      ASSERT_EQ(edges[i], (GlobalEdge{edge.source, edge.target}));
      if (const auto* held = std::get_if<Array<W>>(&list.weights)) {
        ASSERT_EQ(weights[i], (*held)[first + begin + i]);
      }
    }
  }
}

template <class Parameters>
void expect_slices_of_generator(Parameters parameters, bool integers) {
  const auto& world = test_world();
  parameters.weights.kind = WeightKind::kNone;
  expect_slices_of<float>(generate(parameters),
                          *make_source(parameters, world.rank(), world.size()));
  parameters.weights.kind = WeightKind::kUniformReal;
  expect_slices_of<float>(generate(parameters),
                          *make_source(parameters, world.rank(), world.size()));
  if (!integers) return;
  parameters.weights.kind = WeightKind::kUniformInteger;
  expect_slices_of<std::uint32_t>(generate(parameters),
                                  *make_source(parameters, world.rank(), world.size()));
}

TEST(EdgeSource, GivesSlicesOfGeneratedGraphs) {
  expect_slices_of_generator(KroneckerParameters{.scale = 9}, false);
  expect_slices_of_generator(RmatParameters{.scale = 9}, true);
  expect_slices_of_generator(Ssca2Parameters{.scale = 9}, true);
  expect_slices_of_generator(UniformParameters{.num_vertices = 300, .num_edges = 5001}, true);
  expect_slices_of_generator(SocialParameters{.scale = 9}, true);
  expect_slices_of_generator(WebParameters{.scale = 8, .tail_length = 60}, true);
  expect_slices_of_generator(GridParameters{.rows = 40, .columns = 57}, true);
}

TEST(EdgeSource, GivesSlicesOfListsInMemory) {
  const auto& world = test_world();
  for (const EdgeIndex edges : {0, 1, 3, 5000}) {
    EdgeList list = test::random_list(100, edges, Directedness::kDirected);
    expect_slices_of<float>(list, HeldEdges(list, world.rank(), world.size()));
    test::add_weights<double>(list);
    expect_slices_of<double>(list, HeldEdges(list, world.rank(), world.size()));
  }
}

}  // namespace
}  // namespace strider::detail
