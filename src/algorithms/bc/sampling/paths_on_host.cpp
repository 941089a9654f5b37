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
  PathsOnHost(Workspace& workspace, const BcProblem& problem, std::uint64_t seed)
      : graph_(problem.graph), seed_(seed), threads_(problem.threads) {
    Workspace of_one;
    const PathSampler sampler(of_one, graph_);
    workspace.count("the searches of all threads",
                    saturating_mul(static_cast<std::uint64_t>(threads_), of_one.host_bytes()));
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
        if (!sampler) {
          Workspace own;
          sampler = std::make_unique<PathSampler>(own, graph_);
          own.take();
        }
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
  return [seed](Workspace& workspace, const BcProblem& problem) {
    return std::make_shared<PathsOnHost>(workspace, problem, seed);
  };
}

}  // namespace strider::detail
