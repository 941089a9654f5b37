// What betweenness must be, whatever the method: that of the oracle.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "strider/betweenness.hpp"
#include "support/graphs.hpp"

namespace strider::test {

/// How far a score may be from the oracle's: both are sums of positive terms in double precision,
/// in different orders.
inline constexpr double kScoreTolerance = 1e-11;

/// Fails the running test where scores differ by more than kScoreTolerance of the larger of the two
/// and of 1, or the edges are not the same.
void expect_same_scores(const BetweennessResult& result, const BetweennessResult& oracle,
                        const std::string& what);

/// How far a score in single precision may be from the oracle's, as a share of it.
inline constexpr double kSingleTolerance = 1e-5;

/// Fails where a score differs by more than kSingleTolerance of the oracle's. Returns how many
/// scores are not those of double precision: 0 where nothing was rounded.
int expect_single_precision(const BetweennessResult& result, const BetweennessResult& oracle,
                            const std::string& what);

/// Fails where a single bit differs.
void expect_equal_bits(const BetweennessResult& result, const BetweennessResult& other,
                       const std::string& what);

/// Scores by the sequential oracle; of a WeightedGraph by lengths.
template <class AnyKindOfGraph>
[[nodiscard]] BetweennessResult oracle_of(const AnyKindOfGraph& graph, BetweennessOptions options) {
  options.method = BetweennessMethod::kSerial;
  options.run.threads = 1;
  return betweenness(graph, options);
}

/// By 1, 2 and 4 threads: near the oracle's scores, and the same to the bit.
template <class AnyKindOfGraph>
void expect_scores_by_threads(const AnyKindOfGraph& graph, BetweennessOptions options,
                              const BetweennessResult& oracle, const std::string& name) {
  BetweennessResult first;
  for (const int threads : {1, 2, 4}) {
    options.run.threads = threads;
    const std::string what = name + ", " + std::to_string(threads) + " threads";
    BetweennessResult result = betweenness(graph, options);
    expect_same_scores(result, oracle, what);
    if (threads == 1) {
      first = std::move(result);
    } else {
      expect_equal_bits(result, first, what);
    }
  }
}

struct NamedQuestion {
  std::string name;
  BetweennessOptions options;
};
/// What is asked of every graph: of one of more than `exact` vertices from so many sources only.
/// The first is of plain scores, the second of edges between targets.
[[nodiscard]] std::vector<NamedQuestion> questions_of(const Graph& graph, Vertex exact,
                                                      std::size_t sources);

/// Of many vertices so few that the oracle stays quick: spread evenly, the first and the last among
/// them.
[[nodiscard]] std::vector<Vertex> some_vertices(Vertex num_vertices, std::size_t count);

/// Small graphs, each with its own trap for betweenness.
[[nodiscard]] std::vector<NamedGraph> betweenness_graphs();
/// Others of several hundred levels: more threads than cores take long over each level.
[[nodiscard]] std::vector<NamedGraph> deep_betweenness_graphs();

}  // namespace strider::test
