#include "io/binary/graph500.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <vector>

#include "base/parallel.hpp"
#include "base/workspace.hpp"
#include "io/direct_load.hpp"
#include "io/input_file.hpp"
#include "io/readers.hpp"
#include "io/undirected_edges.hpp"
#include "strider/error.hpp"

namespace strider {
namespace {

static_assert(std::endian::native == std::endian::little, "the reference writes its own order");

struct PackedTuple {
  std::uint32_t source_low;
  std::uint32_t target_low;
  std::uint32_t high;  // the source's upper 16 bits, then the target's
};
static_assert(sizeof(PackedTuple) == 12 && sizeof(GlobalEdge) == 16);

GlobalEdge unpack(PackedTuple tuple) {
  return {std::uint64_t{tuple.high & 0xFFFFU} << 32U | tuple.source_low,
          std::uint64_t{tuple.high >> 16U} << 32U | tuple.target_low};
}

// A vertex with this bit is negative in the file's own type: 64 bits, or 48 when packed.
constexpr std::uint64_t kSign64 = 1ULL << 63U;
constexpr std::uint64_t kSign48 = 1ULL << 47U;
// Tuples looked at to tell the formats apart. Taken for the other format, a tuple has a vertex of
// 2^32 or more unless half of it is zero.
constexpr std::uint64_t kSample = 4096;
constexpr std::uint64_t kBlock = 1 << 14;
// So many vertices take little memory. More are believed up to so many for each tuple, of which the
// benchmark has 16 for each vertex.
constexpr std::uint64_t kAlwaysPlausible = 1 << 24;
constexpr std::uint64_t kMostVerticesOfTuple = 256;

}  // namespace

std::string graph500_weights_path(const std::string& path) {
  return path + ".weights";
}

std::uint64_t graph500_num_vertices(std::uint64_t largest_vertex, std::uint64_t num_edges) {
  if (num_edges == 0) return 0;
  const std::uint64_t power = std::bit_ceil(largest_vertex + 1);
  return num_edges % power == 0 ? power : largest_vertex + 1;
}

void require_plausible_vertices(const std::string& path, std::uint64_t num_vertices,
                                std::uint64_t num_edges) {
  if (num_vertices <= kAlwaysPlausible || num_vertices / kMostVerticesOfTuple <= num_edges) return;
  throw InputError(path, 0,
                   fmt::format("has vertices up to {}, but only {} tuples, expected at least one "
                               "for every {} vertices: is it damaged? Edge lists (.el) may have "
                               "any numbers",
                               num_vertices - 1, num_edges, kMostVerticesOfTuple));
}

Graph500File::Graph500File(const std::string& path) : file_(path) {
  if (without_compression_suffix(path).size() != path.size()) {
    throw InputError(
        path, 0, "is compressed, but binary graphs are read uncompressed only: unpack it first");
  }
  find_format();
  const std::string weights = graph500_weights_path(path);
  if (!std::filesystem::exists(weights)) return;
  weights_.emplace(weights);
  if (weights_->size() != num_edges_ * sizeof(float)) {
    throw InputError(weights, 0,
                     fmt::format("is {} bytes long, expected {}: a float for each of {} tuples",
                                 weights_->size(), num_edges_ * sizeof(float), num_edges_));
  }
}

std::size_t Graph500File::tuple_bytes() const {
  return format_ == TupleFormat::kInt64 ? sizeof(GlobalEdge) : sizeof(PackedTuple);
}

void Graph500File::find_format() {
  std::optional<TupleFormat> fallback;
  for (const TupleFormat format : {TupleFormat::kInt64, TupleFormat::kPacked}) {
    format_ = format;
    if (file_.size() % tuple_bytes() != 0) continue;
    if (!fallback) fallback = format;
    num_edges_ = file_.size() / tuple_bytes();
    std::vector<GlobalEdge> sample(std::min(num_edges_, kSample));
    try {
      read_slice({0, sample.size()}, sample);
    } catch (const InputError&) {
      continue;  // negative vertices: not this format
    }
    const bool fits = std::all_of(sample.begin(), sample.end(), [](const GlobalEdge& edge) {
      return edge.source < kMaxVertices && edge.target < kMaxVertices;
    });
    if (fits) return;
  }
  if (!fallback) {
    throw InputError(
        file_.path(), 0,
        fmt::format("is {} bytes long, which is not a whole number of tuples of 16 or 12 bytes",
                    file_.size()));
  }
  format_ = *fallback;
  num_edges_ = file_.size() / tuple_bytes();
}

void Graph500File::read_slice(EdgeRange range, std::span<GlobalEdge> edges) const {
  std::uint64_t vertices = 0;
  std::uint64_t sign = kSign64;
  if (format_ == TupleFormat::kInt64) {
    file_.read_at(range.first * sizeof(GlobalEdge), std::as_writable_bytes(edges));
  } else {
    sign = kSign48;
    std::vector<PackedTuple> tuples(edges.size());
    file_.read_at(range.first * sizeof(PackedTuple), std::as_writable_bytes(std::span(tuples)));
    std::transform(tuples.begin(), tuples.end(), edges.begin(), unpack);
  }
  for (const GlobalEdge& edge : edges) vertices |= edge.source | edge.target;
  if ((vertices & sign) != 0) {
    throw InputError(
        file_.path(), 0,
        fmt::format("tuples {} to {} have a negative vertex", range.first, range.last));
  }
}

void Graph500File::read_weights(EdgeRange range, std::span<float> weights) const {
  weights_->read_at(range.first * sizeof(float), std::as_writable_bytes(weights));
  const auto nan =
      std::find_if(weights.begin(), weights.end(), [](float w) { return std::isnan(w); });
  if (nan == weights.end()) return;
  const auto tuple = range.first + static_cast<std::uint64_t>(nan - weights.begin());
  throw InputError(weights_->path(), 0,
                   fmt::format("the weight of tuple {} is not a number", tuple));
}

InputEdges read_graph500_edges(const std::string& path, const ReadOptions& options) {
  const Graph500File file(path);
  const std::uint64_t m = file.num_edges();
  const bool with_weights = file.weighted() && options.weights == ReadWeights::kYes;
  const int threads = resolve_threads(options.threads);
  Array<Edge> edges;
  Array<float> weights;
  detail::Workspace workspace;
  workspace.declare("their ends", edges, m);
  if (with_weights) workspace.declare("their weights", weights, m);
  workspace.take(fmt::format("the {} tuples of {}", m, path), detail::HostMemory());

  std::vector<std::uint64_t> largest(static_cast<std::size_t>(threads), 0);
  parallel_chunks(m, threads, [&](std::size_t begin, std::size_t end, int thread) {
    std::vector<GlobalEdge> block(std::min<std::uint64_t>(kBlock, end - begin));
    std::uint64_t most = 0;
    for (std::size_t first = begin; first < end; first += block.size()) {
      const std::size_t last = std::min<std::size_t>(end, first + block.size());
      const std::span slice(block.data(), last - first);
      file.read_slice({first, last}, slice);
      for (std::size_t i = 0; i < slice.size(); ++i) {
        most = std::max({most, slice[i].source, slice[i].target});
        edges[first + i] = {static_cast<Vertex>(slice[i].source),
                            static_cast<Vertex>(slice[i].target)};
      }
    }
    largest[static_cast<std::size_t>(thread)] = most;
  });
  const std::uint64_t most = *std::max_element(largest.begin(), largest.end());
  const std::uint64_t n = graph500_num_vertices(most, m);
  if (most >= kMaxVertices || n > kMaxVertices) {
    throw InputError(path, 0,
                     fmt::format("has vertex {}, but one machine supports only {} vertices", most,
                                 kMaxVertices));
  }
  require_plausible_vertices(path, n, m);

  InputEdges input;
  if (with_weights) {
    parallel_chunks(m, threads, [&](std::size_t begin, std::size_t end, int) {
      file.read_weights({begin, end}, weights.span().subspan(begin, end - begin));
    });
    input.list.weights = std::move(weights);
  }
  input.list.num_vertices = static_cast<Vertex>(n);
  input.list.edges = std::move(edges);
  if (wants_both_arcs(Directedness::kUndirected, options)) {
    add_reverse_arcs(input.list.edges, input.list.weights);
  }
  input.list.directedness = options.directedness.value_or(Directedness::kUndirected);
  input.facts.format = FileFormat::kGraph500;
  input.facts.directedness = input.list.directedness;
  input.facts.directedness_reason =
      directedness_reason(options, "graphs of the benchmark are undirected");
  input.facts.weighted = file.weighted();
  return input;
}

}  // namespace strider
