// Vectors and plain code must agree bit by bit, whatever the instruction set.
#include "algorithms/bfs/host/bottom_up_kernels.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "base/random.hpp"
#include "support/graphs.hpp"
#include "support/instruction_sets.hpp"

namespace strider::detail {
namespace {

/// A step in the middle of a search, with arrays of its own.
struct Scene {
  Scene(const Graph& graph, const DegreeLayout& layout, std::uint64_t seed, bool use_wide)
      : frontier(2 * layout.num_blocks(), 0),
        visited(frontier),
        next(frontier),
        parents(graph.num_vertices(), 7),
        narrow(graph.num_vertices(), 7),
        wide(graph.num_vertices(), 7) {
    CounterRng rng(seed, 0);
    // From hardly any to nearly all vertices.
    const std::uint64_t of_frontier = 1 + rng.below(100);
    const std::uint64_t of_visited = rng.below(100);
    for (Vertex v = 0; v < graph.num_vertices(); ++v) {
      const bool in_frontier = rng.below(100) < of_frontier;
      if (in_frontier) frontier[v >> 5U] |= 1U << (v & 31U);
      if (in_frontier || rng.below(100) < of_visited) visited[v >> 5U] |= 1U << (v & 31U);
    }
    for (std::size_t b = 0; b < layout.num_blocks(); ++b) {
      store_block(visited.data(), b, load_block(visited.data(), b) | ~layout.masks[b].connected);
    }
    step = {.layout = &layout,
            .graph = &graph.out(),
            .frontier = frontier.data(),
            .hubs_in_frontier = hubs_in_frontier(layout, frontier.data()),
            .fills_unreached = seed % 2 == 1,
            .visited = visited.data(),
            .next = next.data(),
            .parents = parents.data(),
            .levels = {narrow.data(), use_wide ? wide.data() : nullptr},
            .level = 5};
  }
  Scene(const Scene&) = delete;
  Scene& operator=(const Scene&) = delete;

  std::vector<std::uint32_t> frontier;
  std::vector<std::uint32_t> visited;
  std::vector<std::uint32_t> next;
  std::vector<Vertex> parents;
  std::vector<std::uint8_t> narrow;
  std::vector<Level> wide;
  BottomUpStep step{};
};

void expect_same(const Scene& a, const Scene& b) {
  EXPECT_EQ(a.visited, b.visited);
  EXPECT_EQ(a.next, b.next);
  EXPECT_EQ(a.parents, b.parents);
  EXPECT_EQ(a.narrow, b.narrow);
  EXPECT_EQ(a.wide, b.wide);
}

class BottomUpKernels : public test::OnInstructionSet {};

TEST_P(BottomUpKernels, DoAsPlainCodeDoes) {
  std::vector<test::NamedGraph> graphs;
  graphs.push_back({"skewed", test::make_graph(1U << 12U, test::skewed_edges(12, 60000, 1))});
  graphs.push_back({"uniform", test::make_graph(3001, test::random_edges(3001, 40000, 2))});
  graphs.push_back({"sparse", test::make_graph(2000, test::random_edges(2000, 1500, 3))});
  graphs.push_back(
      {"loops",
       test::make_graph(130, test::random_edges(130, 2000, 4), Directedness::kUndirected,
                        {.self_loops = SelfLoops::kKeep, .duplicates = Duplicates::kKeep})});
  for (const auto& [name, graph] : graphs) {
    const auto layout = make_degree_layout(graph, 1);
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      SCOPED_TRACE(name + ", seed " + std::to_string(seed));
      Scene vectors(graph, *layout, seed, seed % 4 == 0);
      Scene plain(graph, *layout, seed, seed % 4 == 0);
      const Probed by_vectors = probe_blocks(vectors.step, 0, layout->num_blocks());
      const Probed by_plain_code = probe_blocks_scalar(plain.step, 0, layout->num_blocks());
      EXPECT_EQ(by_vectors.found, by_plain_code.found);
      EXPECT_EQ(by_vectors.examined, by_plain_code.examined);
      expect_same(vectors, plain);
      fill_unreached(vectors.step, 0, layout->num_blocks());
      fill_unreached_scalar(plain.step, 0, layout->num_blocks());
      expect_same(vectors, plain);
      if (HasFailure()) return;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(InstructionSets, BottomUpKernels, test::instruction_sets(),
                         test::instruction_set_name);

}  // namespace
}  // namespace strider::detail
