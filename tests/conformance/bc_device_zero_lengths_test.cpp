// Undirected edges of length zero on a device, against the host's search: the oracle does not know
// them.
#include <cstdint>
#include <string>
#include <vector>

#include "conformance/bc_device_lengths.hpp"

namespace strider::test {
namespace {

void expect_host(const auto& graph, std::size_t turn, const std::string& what) {
  const Schedule& schedule = schedule_of(turn);
  expect_oracle(graph, question(turn, graph.topology().num_vertices()), schedule,
                what + ", " + std::to_string(turn) + ", " + schedule.name,
                BetweennessMethod::kAuto);
}

TEST(ZeroTreesOnDevice, EqualTheHost) {
  for (std::size_t turn = 0; turn < 16; ++turn) {
    expect_host(graph_with_trees<std::uint32_t>(50, 90, turn, {1, 2, 3}), turn, "integers");
    if (turn % 8 < 4) {
      expect_host(graph_with_trees<double>(50, 90, turn, {1e-20, 1, 2}), turn, "128 bits");
    } else {
      expect_host(graph_with_trees<float>(50, 90, turn, {1.0F / 3, 2.0F / 3, 1}), turn, "measured");
    }
    if (testing::Test::HasFailure()) return;
  }
}

// A star and a line of zeros, whose vertices are far from each other otherwise; sources within.
TEST(ZeroTreesOnDevice, LargeTrees) {
  constexpr Vertex kRing = 70;
  std::vector<Edge> edges;
  std::vector<std::uint32_t> weights;
  const auto add = [&](Vertex u, Vertex v, std::uint32_t weight) {
    edges.push_back({u, v});
    weights.push_back(weight);
  };
  for (Vertex v = 0; v < kRing; ++v) add(v, (v + 1) % kRing, 1 + v % 2);
  for (Vertex v = 0; v < kRing; v += 2) add(kRing, v, 0);
  for (Vertex v = kRing + 1; v < 2 * kRing; ++v) add(v, v + 1, 0);
  for (Vertex v = kRing + 1; v < 2 * kRing; v += 9) add(v, v % kRing, 3);
  const auto graph =
      weighted<std::uint32_t>(2 * kRing + 1, edges, weights, Directedness::kUndirected);
  for (std::size_t turn = 0; turn < 8; ++turn) expect_host(graph, turn, "trees");
}

// Each diamond is joined to the next by an edge of length zero.
TEST(ZeroTreesOnDevice, CountsPastTheRangeOfDouble) {
  constexpr Vertex kEnd = 4 * 1100;
  std::vector<Edge> edges;
  std::vector<std::uint32_t> weights;
  for (Vertex v = 0; v < kEnd; v += 4) {
    edges.insert(edges.end(),
                 {{v, v + 1}, {v, v + 2}, {v + 1, v + 3}, {v + 2, v + 3}, {v + 3, v + 4}});
    weights.insert(weights.end(), {1, 1, 1, 1, 0});
  }
  const auto graph = weighted<std::uint32_t>(kEnd + 1, edges, weights, Directedness::kUndirected);
  for (const BetweennessOf of : {BetweennessOf::kVertices, BetweennessOf::kEdges}) {
    expect_oracle(graph, {.of = of, .sources = std::vector<Vertex>{0}}, schedules_by_lengths()[0],
                  "diamonds", BetweennessMethod::kAuto);
  }
}

// A path of zeros that 2^600 paths enter at one end, 2^1100 as long at the other, and one between.
TEST(ZeroTreesOnDevice, CountsFarApart) {
  std::vector<Edge> edges;
  std::vector<std::uint32_t> weights;
  Vertex next = 1;
  const auto add = [&](Vertex u, Vertex v, std::uint32_t weight) {
    edges.push_back({u, v});
    weights.push_back(weight);
  };
  // Returns the end of so many diamonds from 0.
  const auto chain = [&](int count) {
    Vertex v = 0;
    for (; count > 0; --count, v = next + 2, next += 3) {
      for (const Vertex way : {next, next + 1}) {
        add(v, way, 1);
        add(way, next + 2, 1);
      }
    }
    return v;
  };
  const Vertex few = chain(600);
  const Vertex many = chain(1100);
  const Vertex tree = next;
  add(few, tree, 2 * (1100 - 600) + 1);
  add(0, tree + 1, 2 * 1100 + 1);
  add(many, tree + 2, 1);
  add(tree, tree + 1, 0);
  add(tree + 1, tree + 2, 0);
  for (Vertex v = tree; v < tree + 3; ++v) add(v, v + 3, 1);
  const auto graph = weighted<std::uint32_t>(tree + 6, edges, weights, Directedness::kUndirected);
  for (const BetweennessOf of : {BetweennessOf::kVertices, BetweennessOf::kEdges}) {
    expect_oracle(graph, {.of = of, .sources = std::vector<Vertex>{0, tree}},
                  schedules_by_lengths()[0], "counts far apart", BetweennessMethod::kAuto);
  }
}

}  // namespace
}  // namespace strider::test
