// The Kronecker generator of Graph500, version 3: the tuples, weights and search keys of the
// reference program, bit for bit. Compiled without contraction to fused multiply-adds, which would
// round the keys and the weights differently.
#include <algorithm>
#include <array>

#include "generators/generators.hpp"
#include "generators/parameters.hpp"

namespace strider::detail {
namespace {

const mrg::Skipper& skipper() {
  static const mrg::Skipper kTable;
  return kTable;
}

// The quadrants in ten-thousandths: A = 0.57, B = C = 0.19, D = 0.05.
constexpr std::uint32_t kB = 1900;
constexpr std::uint32_t kBC = 3800;
constexpr std::uint32_t kABC = 9500;
constexpr std::uint32_t kWhole = 10000;
// Smaller outputs are drawn again, so that the rest is a multiple of kWhole.
constexpr std::uint32_t kSmallestDraw = mrg::kModulus % kWhole;

std::uint64_t reverse_bits(std::uint64_t x) {
  x = __builtin_bswap64(x);
  x = ((x >> 4U) & 0x0F0F0F0F0F0F0F0FULL) | ((x & 0x0F0F0F0F0F0F0F0FULL) << 4U);
  x = ((x >> 2U) & 0x3333333333333333ULL) | ((x & 0x3333333333333333ULL) << 2U);
  return ((x >> 1U) & 0x5555555555555555ULL) | ((x & 0x5555555555555555ULL) << 1U);
}

/// One level down, by a draw that is not rejected. Free of branches: they would be mispredicted.
void descend(std::uint32_t draw, std::uint64_t& source, std::uint64_t& target,
             std::uint32_t& equal) {
  draw %= kWhole;
  const std::uint32_t in_b = draw < kB ? 1 : 0;
  const std::uint32_t in_b_or_c = draw < kBC ? 1 : 0;
  const std::uint32_t in_d = draw >= kABC ? 1 : 0;
  const std::uint32_t in_c = in_b_or_c ^ in_b;
  // While both ends are equal the edge is kept above the diagonal: C becomes B.
  const std::uint32_t flip = equal & in_c;
  equal &= 1 ^ in_b_or_c;
  source = 2 * source + ((in_c ^ flip) | in_d);
  target = 2 * target + ((in_b | flip) | in_d);
}

/// As the reference rounds it: to float, scaled in double, to float again.
float weight_of(std::uint32_t draw) {
  return static_cast<float>(static_cast<double>(static_cast<float>(draw)) *
                            4.65661287524579692e-10);
}

std::uint64_t draw_64(mrg::State& state) {
  const std::uint64_t first = mrg::next(state);
  return first * 0xFFFF'FFFFULL + mrg::next(state);
}

/// In [0, 1).
double draw_double(mrg::State& state) {
  const double coarse = static_cast<double>(mrg::next(state)) * 4.656612875245796924e-10;
  return coarse + static_cast<double>(mrg::next(state)) * 2.168404346990492787e-19;
}

}  // namespace

KroneckerGenerator::KroneckerGenerator(const KroneckerParameters& parameters)
    : scale_(parameters.scale),
      size_(size_of_scale("kronecker", parameters.scale, parameters.edge_factor)),
      seed_(mrg::state_of_seeds(parameters.seed1, parameters.seed2)) {
  mrg::State state = skipper().skip(seed_, {.high = 50, .middle = 7, .low = 0});
  scramble1_ = draw_64(state);
  scramble2_ = draw_64(state);
}

GlobalVertex KroneckerGenerator::scramble(GlobalVertex vertex) const {
  const auto shift = static_cast<unsigned>(64 - scale_);
  vertex += scramble1_ + scramble2_;
  vertex *= scramble1_ | 0x4519840211493211ULL;
  vertex = reverse_bits(vertex) >> shift;
  vertex *= scramble2_ | 0x3050852102C843A5ULL;
  return reverse_bits(vertex) >> shift;
}

KroneckerGenerator::Tuple KroneckerGenerator::tuple(mrg::State state) const {
  std::uint64_t source = 0;
  std::uint64_t target = 0;
  std::uint32_t equal = 1;
  for (int level = 0; level < scale_; ++level) {
    std::uint32_t draw = mrg::next(state);
    while (draw < kSmallestDraw) draw = mrg::next(state);
    descend(draw, source, target, equal);
  }
  return {{scramble(source), scramble(target)}, weight_of(mrg::next(state))};
}

bool KroneckerGenerator::tuples(SimdStates z, std::span<Tuple, kLanes> results) const {
  std::array<std::uint64_t, kLanes> source{};
  std::array<std::uint64_t, kLanes> target{};
  std::array<std::uint32_t, kLanes> equal;
  std::array<std::uint32_t, kLanes> smallest;
  equal.fill(1);
  smallest.fill(kSmallestDraw);
  std::size_t latest = 0;
  for (int level = 0; level < scale_; ++level) {
    // The state shifts by renaming: the next output takes the place of the oldest.
    const std::size_t oldest = (latest + 4) % 5;
    for (std::size_t i = 0; i < kLanes; ++i) {
      const std::uint32_t draw = mrg::next_of(z[latest][i], z[oldest][i]);
      z[oldest][i] = draw;
      smallest[i] = std::min(smallest[i], draw);
      descend(draw, source[i], target[i], equal[i]);
    }
    latest = oldest;
  }
  for (std::size_t i = 0; i < kLanes; ++i) {
    const std::uint32_t draw = mrg::next_of(z[latest][i], z[(latest + 4) % 5][i]);
    results[i] = {{scramble(source[i]), scramble(target[i])}, weight_of(draw)};
  }
  return std::all_of(smallest.begin(), smallest.end(),
                     [](std::uint32_t draw) { return draw == kSmallestDraw; });
}

void KroneckerGenerator::fill(EdgeRange range, std::span<GlobalEdge> edges,
                              std::span<float> weights) const {
  // Tuple i starts i * 2^64 outputs after the seed.
  const mrg::Matrix& one = skipper().power(64);
  const mrg::Matrix& batch = skipper().power(64 + kLogLanes);
  SimdStates z;
  mrg::State state = skipper().skip(seed_, {.high = 0, .middle = range.first, .low = 0});
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    for (std::size_t k = 0; k < 5; ++k) z[k][lane] = state[k];
    state = mrg::advance(one, state);
  }
  std::array<Tuple, kLanes> results;
  for (std::size_t i = 0; i < edges.size(); i += kLanes) {
    const bool accepted = tuples(z, results);
    for (std::size_t lane = 0; lane < kLanes && i + lane < edges.size(); ++lane) {
      const auto [edge, weight] =
          accepted ? results[lane]
                   : tuple({z[0][lane], z[1][lane], z[2][lane], z[3][lane], z[4][lane]});
      edges[i + lane] = edge;
      if (!weights.empty()) weights[i + lane] = weight;
    }
    SimdStates moved;
    for (std::size_t k = 0; k < 5; ++k) {
      for (std::size_t lane = 0; lane < kLanes; ++lane) {
        moved[k][lane] =
            mrg::dot(batch[k], {z[0][lane], z[1][lane], z[2][lane], z[3][lane], z[4][lane]});
      }
    }
    z = moved;
  }
}

GlobalVertex KroneckerGenerator::search_key(std::uint64_t attempt) const {
  // The distance 4 * attempt may carry past 64 bits.
  mrg::State state =
      skipper().skip(seed_, {.high = 2, .middle = attempt >> 62U, .low = attempt << 2U});
  const double sum = draw_double(state) + draw_double(state);
  return static_cast<GlobalVertex>(sum * static_cast<double>(size_.num_vertices)) %
         size_.num_vertices;
}

}  // namespace strider::detail
