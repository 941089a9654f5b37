// Vectors and plain code must agree bit by bit, whatever the instruction set.
#include "algorithms/bc/host/batch_kernels.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/random.hpp"
#include "support/graphs.hpp"
#include "support/instruction_sets.hpp"

namespace strider::detail {
namespace {

/// A step in the middle of a search, with arrays of its own.
template <class Value, std::size_t kWidth>
struct Scene {
  Scene(const Graph& of, std::uint64_t seed)
      : graph(of),
        from(graph.num_vertices(), 0),
        seen(graph.num_vertices(), 0),
        next(graph.num_vertices(), 0),
        rows(graph.num_vertices() * kWidth),
        weights(graph.num_vertices()),
        sums(graph.num_vertices(), 0.25) {
    CounterRng rng(seed, 0);
    const unsigned density = 1 + static_cast<unsigned>(rng.below(4));
    for (Vertex v = 0; v < graph.num_vertices(); ++v) {
      auto bits = static_cast<BatchMask>(rng.next() & kSourcesInUse);
      for (unsigned i = 0; i < density; ++i) bits = static_cast<BatchMask>(bits & rng.next());
      from[v] = bits;
      seen[v] = static_cast<BatchMask>(bits | (rng.next() & rng.next() & kSourcesInUse));
      weights[v] = static_cast<double>(1 + rng.below(4));
      for (std::size_t i = 0; i < kWidth; ++i) {
        rows[v * kWidth + i] = static_cast<Value>(1 + rng.uniform());
      }
    }
    for (Vertex v = 0; v < graph.num_vertices(); ++v) {
      if (rng.below(4) != 0) list.push_back(v);
    }
  }

  [[nodiscard]] BatchStep<Value, kWidth> step() { return {&graph.out(), from.data(), rows.data()}; }
  /// The level to be done: searches that have seen it and not on the level after.
  [[nodiscard]] BatchSums target(bool weighted) {
    for (std::size_t v = 0; v < seen.size(); ++v) {
      next[v] = static_cast<BatchMask>(seen[v] & ~from[v]);
    }
    // Only vertices of that level are done.
    list.erase(std::remove_if(list.begin(), list.end(), [&](Vertex v) { return next[v] == 0; }),
               list.end());
    return {next.data(), weighted ? weights.data() : nullptr, sums.data(),
            weighted ? times : nullptr};
  }
  friend bool operator==(const Scene& a, const Scene& b) {
    return std::equal(a.rows.begin(), a.rows.end(), b.rows.begin()) && a.seen == b.seen &&
           a.next == b.next && a.sums == b.sums;
  }

  static constexpr auto kSourcesInUse = static_cast<BatchMask>((1U << kWidth) - 1);
  const Graph& graph;
  Array<BatchMask> from;  // with bytes to read past its end
  std::vector<BatchMask> seen;
  std::vector<BatchMask> next;
  Array<Value> rows;
  std::vector<double> weights;
  std::vector<double> sums;
  alignas(64) double times[kBatch] = {1, 2, 3, 1, 5, 1, 1, 8, 1, 1, 4, 1, 2, 7, 1, 3};
  std::vector<Vertex> list;
};

class EveryInstructionSet : public test::OnInstructionSet {};

template <class Value, std::size_t kWidth>
void expect_as_plain_code() {
  const auto kernels = batch_kernels<Value, kWidth>();
  const auto plain_kernels = scalar_batch_kernels<Value, kWidth>();
  const Graph graphs[] = {test::make_graph(1U << 10U, test::skewed_edges(10, 20000, 1)),
                          test::make_graph(500, test::random_edges(500, 3000, 2)),
                          test::make_graph(9, test::random_edges(9, 20, 3))};
  for (const Graph& graph : graphs) {
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
      SCOPED_TRACE(seed);
      const BatchMask all = kWidth == 1 ? 1 : seed % 3 == 0 ? 0x1FF : 0xFFFF;
      {
        Scene<Value, kWidth> vectors(graph, seed);
        Scene<Value, kWidth> plain(graph, seed);
        EXPECT_EQ(kernels.pull_out(vectors.step(), vectors.list, all, vectors.seen.data(),
                                   vectors.next.data()),
                  plain_kernels.pull_out(plain.step(), plain.list, all, plain.seen.data(),
                                         plain.next.data()));
        EXPECT_TRUE(vectors == plain) << "pull_out";
      }
      {
        Scene<Value, kWidth> vectors(graph, seed);
        Scene<Value, kWidth> plain(graph, seed);
        std::vector<Vertex> found;
        std::vector<Vertex> found_plain;
        kernels.push_out(vectors.step(), vectors.list, vectors.seen.data(), vectors.next.data(),
                         found);
        plain_kernels.push_out(plain.step(), plain.list, plain.seen.data(), plain.next.data(),
                               found_plain);
        EXPECT_EQ(found, found_plain);
        EXPECT_TRUE(vectors == plain) << "push_out";
      }
      for (const bool weighted : {false, true}) {
        Scene<Value, kWidth> vectors(graph, seed);
        Scene<Value, kWidth> plain(graph, seed);
        const BatchSums target = vectors.target(weighted);
        const BatchSums plain_target = plain.target(weighted);
        kernels.pull_back(vectors.step(), vectors.list, target);
        plain_kernels.pull_back(plain.step(), plain.list, plain_target);
        EXPECT_TRUE(vectors == plain) << "pull_back";
        kernels.close_ends(vectors.step(), vectors.list, target);
        plain_kernels.close_ends(plain.step(), plain.list, plain_target);
        EXPECT_TRUE(vectors == plain) << "close_ends";
      }
      if (testing::Test::HasFailure()) return;
    }
  }
}

TEST_P(EveryInstructionSet, AddsRowsOfDoublesAsPlainCodeDoes) {
  expect_as_plain_code<double, kBatch>();
}
TEST_P(EveryInstructionSet, AddsRowsOfFloatsAsPlainCodeDoes) {
  expect_as_plain_code<float, kBatch>();
}
TEST_P(EveryInstructionSet, SearchesSeriallyAsPlainCodeDoes) {
  expect_as_plain_code<double, 1>();
}

INSTANTIATE_TEST_SUITE_P(BatchKernels, EveryInstructionSet, test::instruction_sets(),
                         test::instruction_set_name);

}  // namespace
}  // namespace strider::detail
