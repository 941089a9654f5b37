// The Kronecker generator of Graph500, version 3: the tuples, weights and search keys of the
// reference program, bit for bit. Compiled without contraction to fused multiply-adds, which would
// round the keys and the weights differently.
#include "generators/generators.hpp"
#include "generators/parameters.hpp"

namespace strider::detail {
namespace {

const mrg::Skipper& skipper() {
  static const mrg::Skipper table;
  return table;
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
  GlobalVertex source = 0;
  GlobalVertex target = 0;
  for (int level = 0; level < scale_; ++level) {
    std::uint32_t draw = mrg::next(state);
    while (draw < kSmallestDraw) [[unlikely]] draw = mrg::next(state);
    draw %= kWhole;
    const bool in_d = draw >= kABC;
    bool source_bit = (draw >= kB && draw < kBC) || in_d;
    bool target_bit = draw < kB || in_d;
    // While both ends are equal the edge is kept at or above the diagonal.
    const bool flip = source == target && source_bit && !target_bit;
    source_bit ^= flip;
    target_bit ^= flip;
    source = 2 * source + (source_bit ? 1 : 0);
    target = 2 * target + (target_bit ? 1 : 0);
  }
  const double weight = static_cast<double>(static_cast<float>(mrg::next(state)));
  return {{scramble(source), scramble(target)},
          static_cast<float>(weight * 4.65661287524579692e-10)};
}

void KroneckerGenerator::fill(EdgeRange range, std::span<GlobalEdge> edges,
                              std::span<float> weights) const {
  // Tuple i starts i * 2^64 outputs after the seed.
  const mrg::Matrix& step = skipper().power(64);
  mrg::State state = skipper().skip(seed_, {.high = 0, .middle = range.first, .low = 0});
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const auto [edge, weight] = tuple(state);
    edges[i] = edge;
    if (!weights.empty()) weights[i] = weight;
    state = mrg::advance(step, state);
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
