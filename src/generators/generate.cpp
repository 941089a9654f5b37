// The public functions: slices and whole lists, put together in parallel from chunks that each
// generator fills by itself.
#include "strider/generate.hpp"

#include <fmt/format.h>

#include <array>
#include <string>

#include "base/parallel.hpp"
#include "base/workspace.hpp"
#include "generators/generators.hpp"
#include "generators/parameters.hpp"
#include "generators/weights.hpp"
#include "strider/error.hpp"

namespace strider {
namespace {

using detail::GridGenerator;
using detail::KroneckerGenerator;
using detail::RmatGenerator;
using detail::SocialGenerator;
using detail::Ssca2Generator;
using detail::UniformGenerator;
using detail::WebGenerator;

// Edges of a chunk: 32 KiB of GlobalEdge stay in the first-level cache while they are cut to 32
// bits, and the skip to a chunk's first edge is paid seldom.
constexpr std::uint64_t kChunk = 2048;

/// body(chunk) for consecutive chunks that make up `range`.
template <class F>
void for_each_chunk(EdgeRange range, int threads, F&& body) {
  const std::uint64_t chunks = (range.last - range.first + kChunk - 1) / kChunk;
  parallel_for(
      0, chunks, resolve_threads(threads),
      [&](std::size_t i) {
        const std::uint64_t first = range.first + i * kChunk;
        body(EdgeRange{first, std::min(range.last, first + kChunk)});
      },
      4);
}

template <class T>
std::span<T> part(std::span<T> whole, EdgeRange range, EdgeRange chunk) {
  return whole.subspan(chunk.first - range.first, chunk.last - chunk.first);
}

template <class Generator>
void slice(const Generator& generator, EdgeRange range, std::span<GlobalEdge> edges, int threads) {
  detail::require_range(range, generator.size().num_edges, edges.size());
  for_each_chunk(range, threads,
                 [&](EdgeRange chunk) { generator.fill(chunk, part(edges, range, chunk)); });
}

/// A list with room for the edges and the weights of a whole graph.
EdgeList list_with_room(const char* name, GeneratedSize size, const WeightOptions& weights) {
  detail::require_weights(weights);
  if (size.num_vertices > kMaxVertices) {
    throw UsageError(
        fmt::format("{}: {} vertices are more than one machine supports ({}): use fewer, or "
                    "generate slices of the edges",
                    name, size.num_vertices, kMaxVertices));
  }
  EdgeList list;
  list.num_vertices = static_cast<Vertex>(size.num_vertices);
  detail::Workspace workspace;
  workspace.declare("their ends", list.edges, size.num_edges);
  const auto declare_weights = [&]<class W>(W) {
    workspace.declare("their weights", list.weights.emplace<Array<W>>(), size.num_edges);
  };
  if (weights.kind == WeightKind::kUniformReal) declare_weights(float{});
  if (weights.kind == WeightKind::kUniformInteger) declare_weights(std::uint32_t{});
  workspace.take(fmt::format("the list of {} edges", size.num_edges), detail::HostMemory());
  return list;
}

/// fill(chunk, buffer) for all chunks of the list, each cut to 32 bits as soon as it is there.
template <class Fill>
void fill_list(EdgeList& list, int threads, Fill&& fill) {
  for_each_chunk({0, list.edges.size()}, threads, [&](EdgeRange chunk) {
    std::array<GlobalEdge, kChunk> buffer;
    const std::span edges(buffer.data(), chunk.last - chunk.first);
    fill(chunk, edges);
    for (std::size_t i = 0; i < edges.size(); ++i) {
      list.edges[chunk.first + i] = {static_cast<Vertex>(edges[i].source),
                                     static_cast<Vertex>(edges[i].target)};
    }
  });
}

template <class Generator>
EdgeList whole(const char* name, const Generator& generator, std::uint64_t seed,
               const WeightOptions& options, int threads) {
  EdgeList list = list_with_room(name, generator.size(), options);
  fill_list(list, threads,
            [&](EdgeRange chunk, std::span<GlobalEdge> edges) { generator.fill(chunk, edges); });
  const EdgeRange all{0, list.edges.size()};
  if (auto* real = std::get_if<Array<float>>(&list.weights)) {
    generate_weights(seed, all, real->span(), threads);
  } else if (auto* integer = std::get_if<Array<std::uint32_t>>(&list.weights)) {
    generate_weights(seed, options, all, integer->span(), threads);
  }
  return list;
}

}  // namespace

GeneratedSize generated_size(const KroneckerParameters& parameters) {
  return KroneckerGenerator(parameters).size();
}
GeneratedSize generated_size(const RmatParameters& parameters) {
  return RmatGenerator(parameters).size();
}
GeneratedSize generated_size(const Ssca2Parameters& parameters) {
  return Ssca2Generator(parameters, resolve_threads(0)).size();
}
GeneratedSize generated_size(const UniformParameters& parameters) {
  return UniformGenerator(parameters).size();
}
GeneratedSize generated_size(const SocialParameters& parameters) {
  return SocialGenerator(parameters).size();
}
GeneratedSize generated_size(const WebParameters& parameters) {
  return WebGenerator(parameters).size();
}
GeneratedSize generated_size(const GridParameters& parameters) {
  return GridGenerator(parameters).size();
}

void generate_slice(const KroneckerParameters& parameters, EdgeRange range,
                    std::span<GlobalEdge> edges, std::span<float> weights, int threads) {
  const KroneckerGenerator generator(parameters);
  detail::require_range(range, generator.size().num_edges, edges.size());
  if (!weights.empty()) {
    detail::require_range(range, generator.size().num_edges, weights.size());
  }
  for_each_chunk(range, threads, [&](EdgeRange chunk) {
    generator.fill(chunk, part(edges, range, chunk),
                   weights.empty() ? weights : part(weights, range, chunk));
  });
}
void generate_slice(const RmatParameters& parameters, EdgeRange range, std::span<GlobalEdge> edges,
                    int threads) {
  slice(RmatGenerator(parameters), range, edges, threads);
}
void generate_slice(const Ssca2Parameters& parameters, EdgeRange range, std::span<GlobalEdge> edges,
                    int threads) {
  slice(Ssca2Generator(parameters, resolve_threads(threads)), range, edges, threads);
}
void generate_slice(const UniformParameters& parameters, EdgeRange range,
                    std::span<GlobalEdge> edges, int threads) {
  slice(UniformGenerator(parameters), range, edges, threads);
}
void generate_slice(const SocialParameters& parameters, EdgeRange range,
                    std::span<GlobalEdge> edges, int threads) {
  slice(SocialGenerator(parameters), range, edges, threads);
}
void generate_slice(const WebParameters& parameters, EdgeRange range, std::span<GlobalEdge> edges,
                    int threads) {
  slice(WebGenerator(parameters), range, edges, threads);
}
void generate_slice(const GridParameters& parameters, EdgeRange range, std::span<GlobalEdge> edges,
                    int threads) {
  slice(GridGenerator(parameters), range, edges, threads);
}

void generate_weights(std::uint64_t seed, EdgeRange range, std::span<float> weights, int threads) {
  detail::require_range(range, range.last, weights.size());
  for_each_chunk(range, threads, [&](EdgeRange chunk) {
    detail::fill_weights(seed, chunk.first, part(weights, range, chunk));
  });
}
void generate_weights(std::uint64_t seed, const WeightOptions& options, EdgeRange range,
                      std::span<std::uint32_t> weights, int threads) {
  detail::require_weights(options);
  detail::require_range(range, range.last, weights.size());
  for_each_chunk(range, threads, [&](EdgeRange chunk) {
    detail::fill_weights(seed, options, chunk.first, part(weights, range, chunk));
  });
}

EdgeList generate(const KroneckerParameters& parameters, int threads) {
  const KroneckerGenerator generator(parameters);
  if (parameters.weights.kind == WeightKind::kUniformInteger) {
    throw UsageError("kronecker: the reference's weights are real; use rmat for integer weights");
  }
  EdgeList list = list_with_room("kronecker", generator.size(), parameters.weights);
  auto* weights = std::get_if<Array<float>>(&list.weights);
  fill_list(list, threads, [&](EdgeRange chunk, std::span<GlobalEdge> edges) {
    const auto room = weights == nullptr
                          ? std::span<float>()
                          : weights->span().subspan(chunk.first, chunk.last - chunk.first);
    generator.fill(chunk, edges, room);
  });
  return list;
}
EdgeList generate(const RmatParameters& parameters, int threads) {
  return whole("rmat", RmatGenerator(parameters), parameters.seed, parameters.weights, threads);
}
EdgeList generate(const Ssca2Parameters& parameters, int threads) {
  return whole("ssca2", Ssca2Generator(parameters, resolve_threads(threads)), parameters.seed,
               parameters.weights, threads);
}
EdgeList generate(const UniformParameters& parameters, int threads) {
  return whole("uniform", UniformGenerator(parameters), parameters.seed, parameters.weights,
               threads);
}
EdgeList generate(const SocialParameters& parameters, int threads) {
  return whole("social", SocialGenerator(parameters), parameters.seed, parameters.weights, threads);
}
EdgeList generate(const WebParameters& parameters, int threads) {
  return whole("web", WebGenerator(parameters), parameters.seed, parameters.weights, threads);
}
EdgeList generate(const GridParameters& parameters, int threads) {
  return whole("grid", GridGenerator(parameters), parameters.seed, parameters.weights, threads);
}

GlobalVertex kronecker_search_key(const KroneckerParameters& parameters, std::uint64_t attempt) {
  return KroneckerGenerator(parameters).search_key(attempt);
}

}  // namespace strider
