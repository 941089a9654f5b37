// R-MAT: every bit of both ends is drawn by choosing one of four quadrants (Chakrabarti, Zhan and
// Faloutsos 2004). Noise moves the probabilities of each level, the same for all edges, which
// smooths the steps of the degree distribution (Seshadhri, Pinar and Kolda 2013, section 5).
#include <algorithm>
#include <cmath>

#include "base/random.hpp"
#include "generators/generators.hpp"
#include "generators/parameters.hpp"
#include "generators/scramble.hpp"

namespace strider::detail {
namespace {

constexpr const char* kRmat = "rmat";
// Streams of the seed besides those of the edges, which are their numbers.
constexpr std::uint64_t kNoiseStream = ~0ULL;

std::uint64_t threshold(double probability) {
  return static_cast<std::uint64_t>(std::llround(std::clamp(probability, 0.0, 1.0) * 0x1p32));
}

}  // namespace

RmatGenerator::RmatGenerator(const RmatParameters& parameters)
    : parameters_(parameters),
      size_(size_of_scale(kRmat, parameters.scale, parameters.edge_factor)) {
  const auto& [scale, edge_factor, a, b, c, noise, scramble, seed, weights] = parameters;
  require_in_range(kRmat, "a", a, 0, 1);
  require_in_range(kRmat, "b", b, 0, 1);
  require_in_range(kRmat, "c", c, 0, 1);
  // a + b + c may pass 1 by a rounding.
  require_in_range(kRmat, "a + b + c", a + b + c, 0, 1 + 1e-12);
  const double d = std::max(0.0, 1 - a - b - c);
  require_in_range(kRmat, "noise", noise, 0, std::min({(a + d) / 2, b, c}));
  CounterRng rng(seed, kNoiseStream);
  for (int level = 0; level < scale; ++level) {
    const double mu = noise * (2 * rng.uniform() - 1);
    // Without a and d there is no noise to share between them.
    const double level_a = a + d > 0 ? a - 2 * mu * a / (a + d) : 0;
    levels_.push_back({.a = threshold(level_a),
                       .ab = threshold(level_a + b + mu),
                       .abc = threshold(level_a + b + c + 2 * mu)});
  }
}

void RmatGenerator::fill(EdgeRange range, std::span<GlobalEdge> edges) const {
  for (std::size_t i = 0; i < edges.size(); ++i) {
    CounterRng rng(parameters_.seed, range.first + i);
    GlobalEdge edge{0, 0};
    std::uint64_t bits = 0;
    bool fresh = true;
    for (const Thresholds& level : levels_) {
      // One draw of 64 bits serves two levels.
      bits = fresh ? rng.next() : bits >> 32U;
      fresh = !fresh;
      const std::uint64_t draw = bits & 0xFFFF'FFFFU;
      const std::uint64_t past_a = draw >= level.a ? 1 : 0;
      const std::uint64_t past_ab = draw >= level.ab ? 1 : 0;
      const std::uint64_t past_abc = draw >= level.abc ? 1 : 0;
      edge.source = 2 * edge.source + past_ab;
      edge.target = 2 * edge.target + (past_a ^ past_ab ^ past_abc);
    }
    if (parameters_.scramble) {
      edge.source = scramble_vertex(edge.source, parameters_.scale, parameters_.seed);
      edge.target = scramble_vertex(edge.target, parameters_.scale, parameters_.seed);
    }
    edges[i] = edge;
  }
}

}  // namespace strider::detail
