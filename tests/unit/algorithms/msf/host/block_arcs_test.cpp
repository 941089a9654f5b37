// Vectors and plain code must agree bit by bit, whatever the instruction set.
#include "algorithms/msf/host/block_arcs.hpp"

#include <gtest/gtest.h>

#include <type_traits>
#include <vector>

#include "base/random.hpp"
#include "support/instruction_sets.hpp"

namespace strider::detail {
namespace {

class MsfBlockArcs : public test::OnInstructionSet {};

/// What collecting gives for arcs made up: numbers are all that it looks at.
template <class W>
struct Collected {
  static constexpr std::size_t kArcs = 1000;
  std::vector<std::uint8_t> taken = std::vector<std::uint8_t>(kArcs, 2);
  std::vector<WeightKey<W>> keys = std::vector<WeightKey<W>>(kArcs + 16);
  std::vector<std::uint32_t> arcs = std::vector<std::uint32_t>(kArcs + 16);
  std::vector<std::uint32_t> ends = std::vector<std::uint32_t>(kArcs + 16);
  bool ascending = false;

  explicit Collected(const auto& collect) {
    typename BlockArcs<W>::Cursor out{keys.data(), arcs.data(), ends.data()};
    ascending = collect(taken.data(), out);
    keys.resize(static_cast<std::size_t>(out.key - keys.data()));
    arcs.resize(keys.size());
    ends.resize(keys.size());
  }
};

template <class W>
void expect_same_block_arcs(std::uint64_t seed) {
  CounterRng rng(seed, sizeof(W));
  const Vertex size = 64;
  const Vertex begin = seed % 2 == 0 ? 0 : 100;
  constexpr std::size_t kArcs = Collected<W>::kArcs;
  std::vector<std::uint16_t> sources(kArcs + 32, kNoSource);
  std::vector<Vertex> targets(kArcs + 32, 0);
  std::vector<W> weights(kArcs + 32);
  std::vector<std::uint32_t> places(size);
  for (auto& place : places) {
    place = static_cast<std::uint32_t>(rng.below(size) << 16U | rng.below(20));
  }
  Vertex v = 0;
  for (std::size_t i = 0; i < kArcs; ++i) {
    sources[i] = static_cast<std::uint16_t>(i * size / kArcs);
    v = i > 0 && sources[i] == sources[i - 1] ? v + 1 + static_cast<Vertex>(rng.below(9))
                                              : static_cast<Vertex>(rng.below(begin + size));
    targets[i] = v;
    weights[i] = static_cast<W>(rng.below(50)) - (std::is_signed_v<W> ? W{20} : W{0});
  }
  // In the middle of a row.
  if (seed % 5 == 0) targets[kArcs / 2 + seed % 15] = targets[kArcs / 2 + seed % 15 + 1];
  const BlockArcs<W> arcs{
      .begin = begin,
      .size = size,
      .own = begin + size + static_cast<Vertex>(seed % 4) * size / 2,
      .count = kArcs - seed % 20,
      .sources = sources.data(),
      .targets = targets.data(),
      .weights = weights.data(),
      .order = WeightOrder<W>(seed % 3 == 0 ? MsfObjective::kMaximum : MsfObjective::kMinimum),
      .places = places.data()};
  sources[arcs.count] = kNoSource;
  const Collected<W> plain(
      [&](std::uint8_t* taken, auto& out) { return arcs.collect_scalar(0, taken, out); });
  const Collected<W> vectors(
      [&](std::uint8_t* taken, auto& out) { return collect_arcs(arcs, taken, out); });
  EXPECT_EQ(vectors.taken, plain.taken) << "seed " << seed;
  EXPECT_EQ(vectors.keys, plain.keys) << "seed " << seed;
  EXPECT_EQ(vectors.arcs, plain.arcs) << "seed " << seed;
  EXPECT_EQ(vectors.ends, plain.ends) << "seed " << seed;
  EXPECT_EQ(vectors.ascending, plain.ascending) << "seed " << seed;
  EXPECT_EQ(plain.ascending, seed % 5 != 0) << "seed " << seed;
}

TEST_P(MsfBlockArcs, AreCollectedAsPlainCodeDoes) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    expect_same_block_arcs<float>(seed);
    expect_same_block_arcs<std::uint32_t>(seed);
    expect_same_block_arcs<double>(seed);
  }
}

INSTANTIATE_TEST_SUITE_P(InstructionSets, MsfBlockArcs, test::instruction_sets(),
                         test::instruction_set_name);

}  // namespace
}  // namespace strider::detail
