// Every method, at 1, 2 and 4 threads, against the oracle.
#include <gtest/gtest.h>

#include "conformance/bc.hpp"

namespace strider::test {
namespace {

/// Graphs up to this size are done exactly, larger ones from some sources.
constexpr Vertex kExact = 300;

struct Case {
  std::string name;
  BetweennessOptions options;
};

std::vector<Case> cases(const Graph& graph) {
  const Vertex n = graph.num_vertices();
  BetweennessOptions plain;
  if (n > kExact) plain.sources = some_vertices(n, 4);
  std::vector<Case> all{{"vertices", plain}};
  all.push_back({"edges", plain});
  all.back().options.of = BetweennessOf::kEdges;
  all.push_back({"normalized, endpoints", plain});
  all.back().options.scale = BetweennessScale::kNormalized;
  all.back().options.endpoints = BetweennessEndpoints::kIncluded;
  if (n > 1) {
    all.push_back({"targets", plain});
    all.back().options.sources = some_vertices(n, 3);
    all.back().options.targets = some_vertices(n, 5);
    all.push_back({"samples", {}});
    all.back().options.samples = std::min<Vertex>(n, 4);
  }
  return all;
}

class EveryMethod : public testing::TestWithParam<BetweennessMethod> {};

TEST_P(EveryMethod, EqualsTheOracleOnEveryGraph) {
  for (const NamedGraph& named : betweenness_graphs()) {
    for (Case& one : cases(named.graph)) {
      one.options.method = BetweennessMethod::kSerial;
      const BetweennessResult oracle = betweenness(named.graph, one.options);
      one.options.method = GetParam();
      BetweennessResult first;
      for (const int threads : {1, 2, 4}) {
        one.options.run.threads = threads;
        const std::string what =
            named.name + ", " + one.name + ", " + std::to_string(threads) + " threads";
        BetweennessResult result = betweenness(named.graph, one.options);
        expect_same_scores(result, oracle, what);
        if (threads == 1) {
          first = std::move(result);
        } else {
          expect_equal_bits(result, first, what);
        }
        if (HasFailure()) return;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Host, EveryMethod, testing::ValuesIn(all_betweenness_methods()),
                         [](const auto& info) {
                           std::string name(betweenness_method_name(info.param));
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace strider::test
