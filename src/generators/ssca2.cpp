// SSCA#2 (Bader and Madduri 2005, section 2): cliques of random size, and edges between them whose
// number halves as the distance doubles.
//
// Any slice can be made by itself. Vertices come in blocks, and a block's cliques are a function of
// the seed and the block only (its last clique is cut where the block ends), so that counting the
// edges inside cliques takes a draw a clique and a number a block. The edges between cliques are
// counted without a draw: octave k has a fixed number of them, one in each of as many equal
// intervals of vertices.
#include <algorithm>
#include <bit>
#include <cmath>

#include "base/parallel.hpp"
#include "base/random.hpp"
#include "base/scan.hpp"
#include "generators/generators.hpp"
#include "generators/parameters.hpp"
#include "generators/scramble.hpp"

namespace strider::detail {
namespace {

constexpr const char* kSsca2 = "ssca2";
constexpr int kLargestScale = 40;
constexpr std::uint32_t kLargestClique = 1U << 16U;
// Blocks hold at least 4096 vertices, so that few are needed, and at least 16 of the largest
// cliques, so that few are cut.
constexpr std::uint64_t kSmallestBlock = 4096;
constexpr std::uint64_t kCliquesPerBlock = 16;

constexpr std::uint64_t pairs(std::uint64_t clique_size) {
  return clique_size * (clique_size - 1) / 2;
}

}  // namespace

class Ssca2Generator::CliqueWalk {
 public:
  CliqueWalk(const Ssca2Generator& generator, std::uint64_t block)
      : rng_(generator.parameters_.seed, 2 * block),
        largest_(generator.parameters_.max_clique_size),
        block_end_(std::min(generator.size_.num_vertices, (block + 1) * generator.block_size_)),
        end_(block * generator.block_size_) {}

  /// Goes to the next clique; false at the end of the block.
  bool advance() {
    if (end_ == block_end_) return false;
    begin_ = end_;
    end_ = std::min(block_end_, begin_ + 1 + rng_.below(largest_));
    return true;
  }
  [[nodiscard]] GlobalVertex begin() const { return begin_; }
  [[nodiscard]] GlobalVertex end() const { return end_; }
  [[nodiscard]] std::uint64_t size() const { return end_ - begin_; }

 private:
  CounterRng rng_;
  std::uint64_t largest_;
  GlobalVertex block_end_;
  GlobalVertex begin_ = 0;
  GlobalVertex end_;
};

Ssca2Generator::Ssca2Generator(const Ssca2Parameters& parameters, int threads)
    : parameters_(parameters) {
  const auto& [scale, max_clique, probability, scramble, seed, weights] = parameters;
  require_in_range(kSsca2, "scale", scale, 1, kLargestScale);
  size_.num_vertices = 1ULL << static_cast<unsigned>(scale);
  require_in_range(
      kSsca2, "largest clique size", max_clique, 1,
      static_cast<double>(std::min<std::uint64_t>(kLargestClique, size_.num_vertices)));
  require_in_range(kSsca2, "inter-clique probability", probability, 0, 1);

  block_size_ = std::min(size_.num_vertices,
                         std::max(kSmallestBlock, std::bit_ceil(kCliquesPerBlock * max_clique)));
  const std::uint64_t blocks = size_.num_vertices / block_size_;
  block_begin_.assign(blocks + 1, 0);
  parallel_for(
      0, blocks, threads,
      [&](std::size_t block) {
        CliqueWalk clique(*this, block);
        while (clique.advance()) block_begin_[block] += pairs(clique.size());
      },
      16);
  exclusive_scan(std::span(block_begin_), threads);

  std::uint64_t edges = block_begin_.back();
  // An octave whose far end could reach round to the clique it starts from is left out.
  for (unsigned k = 0; (2ULL << k) <= size_.num_vertices - max_clique; ++k) {
    const auto count = static_cast<std::uint64_t>(
        std::ldexp(static_cast<double>(size_.num_vertices) * probability, -static_cast<int>(k)));
    octaves_.push_back({edges, count});
    edges += count;
  }
  size_.num_edges = edges;
}

void Ssca2Generator::fill(EdgeRange range, std::span<GlobalEdge> edges) const {
  const auto part_in = [&](std::uint64_t first, std::uint64_t last) {
    return EdgeRange{std::clamp(first, range.first, range.last),
                     std::clamp(last, range.first, range.last)};
  };
  const auto room_of = [&](EdgeRange part) {
    return edges.subspan(part.first - range.first, part.last - part.first);
  };
  const EdgeRange inside = part_in(0, block_begin_.back());
  if (inside.first < inside.last) fill_cliques(inside, room_of(inside));
  for (std::size_t k = 0; k < octaves_.size(); ++k) {
    const auto [first, count] = octaves_[k];
    const EdgeRange part = part_in(first, first + count);
    if (part.first < part.last) fill_octave(k, part, room_of(part));
  }
}

void Ssca2Generator::fill_cliques(EdgeRange range, std::span<GlobalEdge> edges) const {
  const auto above = std::upper_bound(block_begin_.begin(), block_begin_.end(), range.first);
  auto block = static_cast<std::uint64_t>(above - block_begin_.begin()) - 1;
  for (; block + 1 < block_begin_.size() && block_begin_[block] < range.last; ++block) {
    std::uint64_t edge = block_begin_[block];
    for (CliqueWalk clique(*this, block); clique.advance() && edge < range.last;) {
      if (edge + pairs(clique.size()) <= range.first) {
        edge += pairs(clique.size());
        continue;
      }
      for (GlobalVertex u = clique.begin(); u < clique.end(); ++u) {
        const std::uint64_t row = clique.end() - 1 - u;
        const std::uint64_t before = edge < range.first ? std::min(row, range.first - edge) : 0;
        edge += before;
        for (GlobalVertex v = u + 1 + before; v < clique.end(); ++v, ++edge) {
          if (edge >= range.last) return;
          edges[edge - range.first] = {name(u), name(v)};
        }
      }
    }
  }
}

void Ssca2Generator::fill_octave(std::size_t octave, EdgeRange range,
                                 std::span<GlobalEdge> edges) const {
  __extension__ using Wide = unsigned __int128;
  const auto first = octaves_[octave].first_edge;
  const auto count = octaves_[octave].num_edges;
  const std::uint64_t n = size_.num_vertices;
  const auto interval_begin = [&](std::uint64_t edge) {
    return static_cast<std::uint64_t>(static_cast<Wide>(edge - first) * n / count);
  };
  std::uint64_t block = 0;
  CliqueWalk clique(*this, block);
  clique.advance();
  for (std::uint64_t edge = range.first; edge < range.last; ++edge) {
    CounterRng rng(parameters_.seed, 2 * edge + 1);
    const std::uint64_t low = interval_begin(edge);
    const GlobalVertex source = low + rng.below(interval_begin(edge + 1) - low);
    if (source / block_size_ != block) {
      block = source / block_size_;
      clique = CliqueWalk(*this, block);
    }
    // Sources ascend, so the walk never has to turn back.
    while (clique.end() <= source) clique.advance();
    const std::uint64_t near = 1ULL << octave;
    const GlobalVertex target = clique.end() - 1 + near + rng.below(near);
    edges[edge - range.first] = {name(source), name(target & (n - 1))};
  }
}

GlobalVertex Ssca2Generator::name(GlobalVertex vertex) const {
  if (!parameters_.scramble) return vertex;
  return scramble_vertex(vertex, parameters_.scale, parameters_.seed);
}

}  // namespace strider::detail
