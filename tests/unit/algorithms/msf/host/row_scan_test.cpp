// Vectors and plain code must agree bit by bit, whatever the instruction set.
#include "algorithms/msf/host/row_scan.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "base/random.hpp"
#include "support/graphs.hpp"
#include "support/instruction_sets.hpp"

namespace strider::detail {
namespace {

template <class W>
struct Outcome {
  using Key = WeightKey<W>;

  explicit Outcome(Vertex n) : first_other(n, 1), first_key(n, 2) {}

  std::vector<Vertex> first_other;
  std::vector<Key> first_key;
  LightEdges<Key> light;
  KeyRange<Key> range;
};

template <class W>
W draw(CounterRng& rng, std::uint64_t kinds) {
  const auto number = static_cast<W>(rng.below(kinds));
  if constexpr (std::is_floating_point_v<W>) {
    if (rng.below(50) == 0) return rng.below(2) == 0 ? -W{0} : std::numeric_limits<W>::infinity();
    return (number - static_cast<W>(kinds / 2)) / W{8};
  } else {
    return number;
  }
}

template <class W>
void expect_same_row_scan(std::uint64_t seed) {
  CounterRng rng(seed, sizeof(W));
  const auto scale = static_cast<unsigned>(1 + rng.below(9));
  const Vertex n = 1U << scale;
  const Graph graph = test::make_graph(n, test::skewed_edges(scale, n * (1 + rng.below(40)), seed));
  std::vector<W> weights(graph.num_arcs() + kArrayPadding / sizeof(W), W{3});
  const std::uint64_t kinds = 1ULL << rng.below(20);
  for (std::size_t i = 0; i < graph.num_arcs(); ++i) weights[i] = draw<W>(rng, kinds);
  const WeightOrder<W> order(rng.below(2) == 0 ? MsfObjective::kMinimum : MsfObjective::kMaximum);
  // A key that is there, so that ties at the limit are.
  const auto limit =
      graph.num_arcs() == 0 ? WeightKey<W>{0} : order.key(weights[rng.below(graph.num_arcs())]);
  const Vertex next_end = seed % 4 == 1 ? n / 4 : n / 4 + n / 2;
  const TargetPlaces places = seed % 2 == 0 ? TargetPlaces{} : TargetPlaces{n / 4, next_end};
  const auto scan = [&](Outcome<W>& outcome) {
    return RowScan<W>{.offsets = graph.out().offsets().data(),
                      .targets = graph.out().targets().data(),
                      .weights = weights.data(),
                      .has_self_loops = false,
                      .order = order,
                      .wants_light = seed % 3 != 0,
                      .limit = {seed % 7 == 0 ? WeightKey<W>{0} : limit, n / 2},
                      .places = places,
                      .first_other = outcome.first_other.data(),
                      .first_key = outcome.first_key.data()};
  };
  Outcome<W> plain(n);
  scan_rows_scalar(scan(plain), 0, n, plain.light, plain.range);
  Outcome<W> vectors(n);
  scan_rows(scan(vectors), 0, n / 3, vectors.light, vectors.range);
  scan_rows(scan(vectors), n / 3, n, vectors.light, vectors.range);

  ASSERT_EQ(vectors.first_other, plain.first_other) << "seed " << seed;
  for (Vertex v = 0; v < n; ++v) {
    if (plain.first_other[v] == kNoVertex) continue;
    ASSERT_EQ(vectors.first_key[v], plain.first_key[v]) << "seed " << seed << ", vertex " << v;
  }
  ASSERT_EQ(vectors.light.size(), plain.light.size()) << "seed " << seed;
  for (std::size_t i = 0; i < plain.light.size(); ++i) {
    ASSERT_EQ(vectors.light[i].ends(), plain.light[i].ends()) << "seed " << seed;
    ASSERT_EQ(vectors.light[i].key, plain.light[i].key) << "seed " << seed;
  }
  if (graph.num_arcs() == 0) return;
  EXPECT_EQ(vectors.range.least, plain.range.least);
  if (std::is_floating_point_v<W>) {
    EXPECT_EQ(vectors.range.greatest, plain.range.greatest);
  }
}

// Of edges of one weight the first by place: of lower ranks' columns before the own ones.
template <class W>
void expect_places(Vertex degree) {
  constexpr TargetPlaces kPlaces{64, 128};
  std::vector<Vertex> targets;
  for (Vertex i = 0; i < degree; ++i) targets.push_back(10 + 7 * i);
  const std::vector<EdgeIndex> offsets = {0, degree};
  std::vector<W> weights(degree + kArrayPadding / sizeof(W), W{3});
  targets.resize(targets.size() + kArrayPadding / sizeof(Vertex));
  Vertex other = 0;
  WeightKey<W> key{};
  LightEdges<WeightKey<W>> light;
  KeyRange<WeightKey<W>> range;
  const RowScan<W> scan{.offsets = offsets.data(),
                        .targets = targets.data(),
                        .weights = weights.data(),
                        .has_self_loops = false,
                        .order = WeightOrder<W>(MsfObjective::kMinimum),
                        .wants_light = false,
                        .limit = {},
                        .places = kPlaces,
                        .first_other = &other,
                        .first_key = &key};
  scan_rows(scan, 0, 1, light, range);
  // 10, 17, .. 59 come behind 66, .. 122, all before 129 and more.
  EXPECT_EQ(kPlaces.target(other), degree <= 8 ? 10U : 66U) << degree;
  for (Vertex target = 0; target < 200; ++target) {
    EXPECT_EQ(kPlaces.target(kPlaces.place(target)), target);
  }
}

class MsfRowScan : public test::OnInstructionSet {};

TEST_P(MsfRowScan, DoesAsPlainCodeDoes) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    expect_same_row_scan<float>(seed);
    expect_same_row_scan<std::uint32_t>(seed);
    expect_same_row_scan<double>(seed);
    if (HasFatalFailure()) return;
  }
}

TEST_P(MsfRowScan, ComparesPlaces) {
  for (const Vertex degree : {1U, 7U, 8U, 9U, 16U, 17U, 30U}) {
    expect_places<float>(degree);
    expect_places<std::uint32_t>(degree);
    expect_places<double>(degree);
  }
}

INSTANTIATE_TEST_SUITE_P(InstructionSets, MsfRowScan, test::instruction_sets(),
                         test::instruction_set_name);

}  // namespace
}  // namespace strider::detail
