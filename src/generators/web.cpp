// A graph of a short core and long tails, as crawls of the web are: an R-MAT graph, and paths that
// hang from it, of lengths that fall as 1, 1/2, 1/3 and so on.
#include <algorithm>

#include "base/random.hpp"
#include "generators/generators.hpp"
#include "generators/parameters.hpp"

namespace strider::detail {
namespace {

// A stream of the seed besides those of the core: where tails hang.
constexpr std::uint64_t kTailStream = ~0ULL - 1;

RmatParameters core_of(const WebParameters& web) {
  return {.scale = web.scale,
          .edge_factor = web.edge_factor,
          .scramble = false,  // core and tails are renamed together
          .seed = web.seed};
}

}  // namespace

WebGenerator::WebGenerator(const WebParameters& parameters)
    : parameters_(parameters),
      core_size_(size_of_scale("web", parameters.scale, parameters.edge_factor)),
      core_(core_of(parameters)) {
  constexpr std::uint64_t kMostTails = 1U << 16U;
  constexpr std::uint64_t kLongestTail = 1ULL << 40U;
  require_in_range("web", "tails", static_cast<double>(parameters.tails), 0, kMostTails);
  require_in_range("web", "tail length", static_cast<double>(parameters.tail_length), 0,
                   kLongestTail);
  tail_begin_.push_back(0);
  for (std::uint64_t tail = 1; tail <= std::min(parameters.tails, parameters.tail_length); ++tail) {
    tail_begin_.push_back(tail_begin_.back() + parameters.tail_length / tail);
  }
  const std::uint64_t in_tails = tail_begin_.back();
  size_ = {core_size_.num_vertices + in_tails, core_size_.num_edges + in_tails};
  if (parameters.scramble) names_ = Shuffle(size_.num_vertices, parameters.seed);
}

void WebGenerator::fill(EdgeRange range, std::span<GlobalEdge> edges) const {
  const std::uint64_t core_end = std::clamp(core_size_.num_edges, range.first, range.last);
  const std::size_t in_core = core_end - range.first;
  core_.fill({range.first, core_end}, edges.first(in_core));
  for (std::size_t i = in_core; i < edges.size(); ++i) {
    edges[i] = tail_edge(range.first + i - core_size_.num_edges);
  }
  for (GlobalEdge& edge : edges) edge = {names_.hide(edge.source), names_.hide(edge.target)};
}

GlobalEdge WebGenerator::tail_edge(std::uint64_t vertex) const {
  const GlobalVertex own = core_size_.num_vertices + vertex;
  const auto next = std::ranges::upper_bound(tail_begin_, vertex);
  if (vertex != *(next - 1)) return {own - 1, own};
  // At the end of an edge: so that the tail hangs from no vertex by itself.
  const auto tail = static_cast<std::uint64_t>(next - tail_begin_.begin());
  CounterRng rng(parameters_.seed, kTailStream - tail);
  const std::uint64_t place = rng.below(core_size_.num_edges);
  GlobalEdge edge{};
  core_.fill({place, place + 1}, {&edge, 1});
  return {edge.source, own};
}

}  // namespace strider::detail
