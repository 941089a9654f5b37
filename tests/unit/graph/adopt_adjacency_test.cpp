#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "strider/error.hpp"
#include "strider/graph.hpp"
#include "support/errors.hpp"
#include "support/graphs.hpp"

namespace strider::test {
namespace {

using testing::HasSubstr;

Csr csr(const std::vector<EdgeIndex>& offsets, const std::vector<Vertex>& targets) {
  return {Array<EdgeIndex>::copy_of(offsets), Array<Vertex>::copy_of(targets)};
}

template <class W>
SharedWeights weights(const std::vector<W>& values) {
  return SharedArray<W>(Array<W>::copy_of(values));
}

TEST(AdoptAdjacency, KeepsRowsInTheirOrder) {
  const AnyGraph any = adopt_adjacency(csr({0, 3, 4, 5}, {2, 0, 1, 0, 0}),
                                       Directedness::kUndirected, weights<float>({2, 9, 1, 1, 2}));
  const auto& graph = std::get<WeightedGraph<float>>(any);
  EXPECT_THAT(graph.topology().out().neighbors(0), testing::ElementsAre(2, 0, 1));
  EXPECT_EQ(graph.topology().num_self_loops(), 1U);
  EXPECT_EQ(graph.topology().num_edges(), 3U);
  EXPECT_THAT(graph.weights(0), testing::ElementsAre(2, 9, 1));
}

TEST(AdoptAdjacency, SharesTheArrays) {
  const Csr out = csr({0, 1, 1}, {1});
  for (const int threads : {1, 2, 4}) {
    const AnyGraph any =
        adopt_adjacency(out, Directedness::kDirected, {}, SymmetryCheck::kYes, threads);
    EXPECT_EQ(topology(any).out().targets().data(), out.targets().data());
  }
  EXPECT_EQ(topology(adopt_adjacency(Csr(), Directedness::kUndirected)).num_vertices(), 0U);
}

TEST(AdoptAdjacency, RefusesWhatIsNone) {
  const auto error_of = [](const Csr& out, Directedness directedness, SharedWeights values = {}) {
    return test::message_of<InputError>([&] { return adopt_adjacency(out, directedness, values); });
  };
  EXPECT_THAT(error_of(csr({0, 2}, {0}), Directedness::kDirected), HasSubstr("offsets"));
  EXPECT_THAT(error_of(csr({0, 2, 1}, {0}), Directedness::kDirected), HasSubstr("offsets"));
  EXPECT_THAT(error_of(csr({0, 1}, {1}), Directedness::kDirected), HasSubstr("vertex 1"));
  EXPECT_THAT(error_of(csr({0, 1, 1}, {1}), Directedness::kUndirected), HasSubstr("one end only"));
  EXPECT_THAT(error_of(csr({0, 1, 2}, {1, 0}), Directedness::kUndirected, weights<double>({1, 2})),
              HasSubstr("two weights"));
  EXPECT_THAT(error_of(csr({0, 1, 2}, {1, 0}), Directedness::kUndirected, weights<double>({1})),
              HasSubstr("1 weights for 2 entries"));
  EXPECT_EQ(error_of(csr({0, 1, 2}, {1, 0}), Directedness::kUndirected, weights<double>({1, 1})),
            "taken");
}

TEST(AdoptAdjacency, TrustsSymmetryIfAskedTo) {
  const AnyGraph any =
      adopt_adjacency(csr({0, 1, 1}, {1}), Directedness::kUndirected, {}, SymmetryCheck::kNo);
  EXPECT_EQ(topology(any).num_arcs(), 1U);
}

}  // namespace
}  // namespace strider::test
