#include <atomic>
#include <memory>
#include <vector>

#include "algorithms/bc/sampling/path_drawer.hpp"
#include "algorithms/bc/sampling/path_sampler.hpp"
#include "base/atomics.hpp"
#include "base/memory.hpp"
#include "base/parallel.hpp"

namespace strider::detail {
namespace {

class PathsOnHost final : public PathDrawer {
 public:
  PathsOnHost(const BcProblem& problem, std::uint64_t seed)
      : graph_(problem.graph), seed_(seed), threads_(problem.threads) {
    // Of a thread: marks, places and counts of a search from each end.
    constexpr std::uint64_t kBytesPerVertex = 1 + 4 + 16 + 3 * 4;
    require_memory(saturating_mul(graph_.num_vertices(),
                                  static_cast<std::uint64_t>(threads_) * kBytesPerVertex),
                   "sampling paths");
  }

  /// Hits are whole numbers, whose sum does not depend on the order.
  void draw(std::uint64_t begin, std::uint64_t end, std::span<double> hits) override {
    constexpr std::uint64_t kChunk = 16;
    std::atomic<std::uint64_t> next{begin};
    samplers_.resize(static_cast<std::size_t>(threads_));
    ExceptionCatcher catcher;
    parallel_region(threads_, [&](int thread, int) {
      catcher.run([&] {
        auto& sampler = samplers_[static_cast<std::size_t>(thread)];
        if (!sampler) sampler = std::make_unique<PathSampler>(graph_);
        for (std::uint64_t i = next.fetch_add(kChunk); i < end; i = next.fetch_add(kChunk)) {
          for (std::uint64_t k = i; k < std::min(end, i + kChunk); ++k) {
            CounterRng rng(seed_, k);
            const auto [source, target] = draw_ends(rng, graph_.num_vertices());
            for (const Vertex v : sampler->sample(source, target, rng)) {
              fetch_add_relaxed(hits[v], 1.0);
            }
          }
        }
      });
    });
    catcher.rethrow();
  }
  void settle(std::span<double> /*hits*/) override {}

 private:
  const Graph& graph_;
  std::uint64_t seed_;
  int threads_;
  std::vector<std::unique_ptr<PathSampler>> samplers_;
};

}  // namespace

PathDrawerMaker paths_on_host(std::uint64_t seed) {
  return [seed](const BcProblem& problem) { return std::make_unique<PathsOnHost>(problem, seed); };
}

}  // namespace strider::detail
