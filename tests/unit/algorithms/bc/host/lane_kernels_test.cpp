// Vectors and plain code must agree bit by bit, whatever the instruction set.
#include "algorithms/bc/host/lane_kernels.hpp"

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "support/graphs.hpp"
#include "support/instruction_sets.hpp"

namespace strider::detail {
namespace {

/// A step in the middle of a search, with arrays of its own.
template <class Value>
struct Scene {
  Scene(const Graph& of, std::uint64_t seed)
      : graph(of),
        from(graph.num_vertices(), 0),
        seen(graph.num_vertices(), 0),
        next(graph.num_vertices(), 0),
        rows(graph.num_vertices() * kLanes),
        weights(graph.num_vertices()),
        sums(graph.num_vertices(), 0.25) {
    CounterRng rng(seed, 0);
    const unsigned density = 1 + static_cast<unsigned>(rng.below(4));
    for (Vertex v = 0; v < graph.num_vertices(); ++v) {
      auto bits = static_cast<LaneMask>(rng.next());
      for (unsigned i = 0; i < density; ++i) bits = static_cast<LaneMask>(bits & rng.next());
      from[v] = bits;
      seen[v] = static_cast<LaneMask>(bits | (rng.next() & rng.next()));
      weights[v] = static_cast<double>(1 + rng.below(4));
      for (std::size_t i = 0; i < kLanes; ++i) {
        rows[v * kLanes + i] = static_cast<Value>(1 + rng.uniform());
      }
    }
    for (Vertex v = 0; v < graph.num_vertices(); ++v) {
      if (rng.below(4) != 0) list.push_back(v);
    }
  }

  [[nodiscard]] LaneStep<Value> step() { return {&graph.out(), from.data(), rows.data()}; }
  /// The level to be done: lanes seen that are not on the level after.
  [[nodiscard]] LaneSums target(bool weighted) {
    for (std::size_t v = 0; v < seen.size(); ++v) {
      next[v] = static_cast<LaneMask>(seen[v] & ~from[v]);
    }
    return {next.data(), weighted ? weights.data() : nullptr, sums.data(),
            weighted ? times : nullptr};
  }
  friend bool operator==(const Scene& a, const Scene& b) {
    return std::equal(a.rows.begin(), a.rows.end(), b.rows.begin()) && a.seen == b.seen &&
           a.next == b.next && a.sums == b.sums;
  }

  const Graph& graph;
  Array<LaneMask> from;  // with bytes to read past its end
  std::vector<LaneMask> seen;
  std::vector<LaneMask> next;
  Array<Value> rows;
  std::vector<double> weights;
  std::vector<double> sums;
  alignas(64) double times[kLanes] = {1, 2, 3, 1, 5, 1, 1, 8, 1, 1, 4, 1, 2, 7, 1, 3};
  std::vector<Vertex> list;
};

class LaneKernels : public test::OnInstructionSet {};

template <class Value>
void expect_as_plain_code() {
  const Graph graphs[] = {test::make_graph(1U << 10U, test::skewed_edges(10, 20000, 1)),
                          test::make_graph(500, test::random_edges(500, 3000, 2)),
                          test::make_graph(9, test::random_edges(9, 20, 3))};
  for (const Graph& graph : graphs) {
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
      SCOPED_TRACE(seed);
      const LaneMask all = seed % 3 == 0 ? 0x1FF : 0xFFFF;
      {
        Scene<Value> vectors(graph, seed);
        Scene<Value> plain(graph, seed);
        EXPECT_EQ(
            pull_out(vectors.step(), vectors.list, all, vectors.seen.data(), vectors.next.data()),
            pull_out_scalar(plain.step(), plain.list, all, plain.seen.data(), plain.next.data()));
        EXPECT_TRUE(vectors == plain) << "pull_out";
      }
      {
        Scene<Value> vectors(graph, seed);
        Scene<Value> plain(graph, seed);
        std::vector<Vertex> found;
        std::vector<Vertex> found_plain;
        push_out(vectors.step(), vectors.list, vectors.seen.data(), vectors.next.data(), found);
        push_out_scalar(plain.step(), plain.list, plain.seen.data(), plain.next.data(),
                        found_plain);
        EXPECT_EQ(found, found_plain);
        EXPECT_TRUE(vectors == plain) << "push_out";
      }
      for (const bool weighted : {false, true}) {
        Scene<Value> vectors(graph, seed);
        Scene<Value> plain(graph, seed);
        pull_back(vectors.step(), vectors.list, vectors.target(weighted));
        pull_back_scalar(plain.step(), plain.list, plain.target(weighted));
        EXPECT_TRUE(vectors == plain) << "pull_back";
        close_ends(vectors.step(), vectors.list, vectors.target(weighted));
        close_ends_scalar(plain.step(), plain.list, plain.target(weighted));
        EXPECT_TRUE(vectors == plain) << "close_ends";
      }
      if (testing::Test::HasFailure()) return;
    }
  }
}

TEST_P(LaneKernels, OfDoublesDoAsPlainCodeDoes) {
  expect_as_plain_code<double>();
}
TEST_P(LaneKernels, OfFloatsDoAsPlainCodeDoes) {
  expect_as_plain_code<float>();
}

INSTANTIATE_TEST_SUITE_P(InstructionSets, LaneKernels, test::instruction_sets(),
                         test::instruction_set_name);

}  // namespace
}  // namespace strider::detail
