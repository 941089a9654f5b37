// Slices of generated graphs: made when they are read, and never kept.
#include <algorithm>
#include <array>

#include "base/parallel.hpp"
#include "generators/generators.hpp"
#include "generators/parameters.hpp"
#include "generators/weights.hpp"
#include "ranks/edges/edge_source.hpp"
#include "strider/error.hpp"

namespace strider::detail {
namespace {

// Edges that a thread makes at a time: the skip to the first of them is paid seldom.
constexpr std::uint64_t kChunk = 2048;

WeightType type_of(WeightKind kind) {
  switch (kind) {
    case WeightKind::kUniformReal:
      return WeightType::kFloat;
    case WeightKind::kUniformInteger:
      return WeightType::kUint32;
    case WeightKind::kNone:
      break;
  }
  return WeightType::kNone;
}

template <class Generator>
class GeneratorSource : public EdgeSource {
 public:
  GeneratorSource(Generator generator, const WeightOptions& weights, std::uint64_t seed, int rank,
                  int ranks)
      : generator_(std::move(generator)),
        weights_(weights),
        seed_(seed),
        slice_(static_chunk(generator_.size().num_edges, rank, ranks)) {
    require_weights(weights);
  }

  [[nodiscard]] std::uint64_t num_vertices() const override {
    return generator_.size().num_vertices;
  }
  [[nodiscard]] Directedness directedness() const override { return Directedness::kUndirected; }
  [[nodiscard]] WeightType weight_type() const override { return type_of(weights_.kind); }
  [[nodiscard]] std::uint64_t num_edges() const override { return slice_.end - slice_.begin; }

 private:
  void do_read(EdgeRange range, std::span<GlobalEdge> edges, WeightSpan weights,
               int threads) const override {
    const std::uint64_t chunks = (edges.size() + kChunk - 1) / kChunk;
    parallel_for(
        0, chunks, threads,
        [&](std::size_t i) {
          const std::uint64_t begin = i * kChunk;
          const std::uint64_t count = std::min<std::uint64_t>(kChunk, edges.size() - begin);
          const std::uint64_t first = slice_.begin + range.first + begin;
          fill({first, first + count}, edges.subspan(begin, count), part(weights, begin, count));
        },
        4);
  }

  static WeightSpan part(const WeightSpan& weights, std::uint64_t begin, std::uint64_t count) {
    return std::visit(
        [&](auto room) -> WeightSpan {
          if constexpr (std::is_same_v<decltype(room), std::monostate>) {
            return room;
          } else {
            return room.subspan(begin, count);
          }
        },
        weights);
  }

  /// `range` counts in the whole list.
  void fill(EdgeRange range, std::span<GlobalEdge> edges, WeightSpan weights) const {
    auto* const real = std::get_if<std::span<float>>(&weights);
    if constexpr (std::is_same_v<Generator, KroneckerGenerator>) {
      generator_.fill(range, edges, real == nullptr ? std::span<float>() : *real);
    } else {
      generator_.fill(range, edges);
      if (real != nullptr) fill_weights(seed_, range.first, *real);
      if (auto* const integer = std::get_if<std::span<std::uint32_t>>(&weights)) {
        fill_weights(seed_, weights_, range.first, *integer);
      }
    }
  }

  Generator generator_;
  WeightOptions weights_;
  std::uint64_t seed_;
  Range slice_;
};

}  // namespace

std::unique_ptr<EdgeSource> make_source(const KroneckerParameters& parameters, int rank,
                                        int ranks) {
  if (parameters.weights.kind == WeightKind::kUniformInteger) {
    throw UsageError("kronecker: the reference's weights are real; use rmat for integer weights");
  }
  return std::make_unique<GeneratorSource<KroneckerGenerator>>(KroneckerGenerator(parameters),
                                                               parameters.weights, 0, rank, ranks);
}
std::unique_ptr<EdgeSource> make_source(const RmatParameters& parameters, int rank, int ranks) {
  return std::make_unique<GeneratorSource<RmatGenerator>>(
      RmatGenerator(parameters), parameters.weights, parameters.seed, rank, ranks);
}
std::unique_ptr<EdgeSource> make_source(const Ssca2Parameters& parameters, int rank, int ranks,
                                        int threads) {
  return std::make_unique<GeneratorSource<Ssca2Generator>>(
      Ssca2Generator(parameters, threads), parameters.weights, parameters.seed, rank, ranks);
}
std::unique_ptr<EdgeSource> make_source(const UniformParameters& parameters, int rank, int ranks) {
  return std::make_unique<GeneratorSource<UniformGenerator>>(
      UniformGenerator(parameters), parameters.weights, parameters.seed, rank, ranks);
}
std::unique_ptr<EdgeSource> make_source(const SocialParameters& parameters, int rank, int ranks) {
  return std::make_unique<GeneratorSource<SocialGenerator>>(
      SocialGenerator(parameters), parameters.weights, parameters.seed, rank, ranks);
}
std::unique_ptr<EdgeSource> make_source(const WebParameters& parameters, int rank, int ranks) {
  return std::make_unique<GeneratorSource<WebGenerator>>(
      WebGenerator(parameters), parameters.weights, parameters.seed, rank, ranks);
}
std::unique_ptr<EdgeSource> make_source(const GridParameters& parameters, int rank, int ranks) {
  return std::make_unique<GeneratorSource<GridGenerator>>(
      GridGenerator(parameters), parameters.weights, parameters.seed, rank, ranks);
}

}  // namespace strider::detail
