// Closeness on the threads of a host: batches of sources, which distance_sums.hpp adds up.
#include <algorithm>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/closeness/distance_sums.hpp"
#include "algorithms/closeness/host/highest.hpp"
#include "base/workspace.hpp"
#include "graph/batch_teams.hpp"
#include "graph/batched_bfs.hpp"
#include "graph/edge_map.hpp"

namespace strider {
namespace detail {
namespace {

/// The searches of one team, and their sums.
class Searcher {
 public:
  Searcher(Workspace& workspace, const Graph& graph, int threads)
      : threads_(threads), bfs_(workspace, graph.out(), graph.in(threads), threads) {
    workspace.declare("the vertices reached", reached_, graph.num_vertices());
    workspace.declare("the sums of distances", weights_, graph.num_vertices());
    workspace.when_taken([this] {
      std::ranges::fill(reached_, 0U);
      std::ranges::fill(weights_, std::uint64_t{0});
    });
  }

  void add(std::span<const Vertex> sources, const DistanceSums& sums) {
    parallel_workers(threads_, [&](Worker& worker) {
      bfs_.search(worker, sources, [&](Vertex v, const BatchSet& searches, Level level) {
        const std::uint32_t found = searches.size();
        reached_[v] += found;
        weights_[v] += found * sums.weight(level);
      });
    });
  }
  void add(const Searcher& other, int threads) {
    parallel_chunks(reached_.size(), threads, [&](std::size_t begin, std::size_t end, int) {
      for (std::size_t v = begin; v < end; ++v) {
        reached_[v] += other.reached_[v];
        weights_[v] += other.weights_[v];
      }
    });
  }
  [[nodiscard]] double score(Vertex v, const DistanceSums& sums, bool is_drawn) const {
    return sums.score(weights_[v], reached_[v], is_drawn);
  }

 private:
  int threads_;
  BatchedBfs bfs_;
  Array<std::uint32_t> reached_;
  Array<std::uint64_t> weights_;
};

/// The sources, but for those that find no other vertex. All vertices come so that neighbours are
/// in the same batch: their searches find vertices on levels close to one another.
std::vector<Vertex> order_sources(const Graph& graph, std::span<const Vertex> drawn) {
  std::vector<Vertex> sources(drawn.begin(), drawn.end());
  if (drawn.empty()) {
    const Permutation order = make_ordering(graph, Ordering::kLocality);
    sources.assign(order.to_old.begin(), order.to_old.end());
  }
  std::erase_if(sources, [&](Vertex v) { return graph.out().degree(v) == 0; });
  return sources;
}

std::vector<std::unique_ptr<Searcher>> make_searchers(Workspace& workspace, const Graph& graph,
                                                      std::size_t num_sources, int threads) {
  Workspace one;
  const Searcher measured(one, graph, 1);
  const int teams = num_batch_teams(one.host_bytes(), num_sources, threads);
  std::vector<std::unique_ptr<Searcher>> searchers;
  for (int i = 0; i < teams; ++i) {
    searchers.push_back(std::make_unique<Searcher>(workspace, graph, threads / teams));
  }
  return searchers;
}

void search_all(std::span<const std::unique_ptr<Searcher>> searchers, const DistanceSums& sums,
                std::span<const Vertex> sources, const ClosenessOptions& options) {
  std::size_t done = 0;
  std::mutex mutex;
  for_batches(static_cast<int>(searchers.size()), sources,
              [&](std::size_t team, std::size_t, std::span<const Vertex> batch) {
                searchers[team]->add(batch, sums);
                const std::lock_guard lock(mutex);
                done += batch.size();
                if (options.on_progress) options.on_progress(done, sources.size());
              });
}

ClosenessResult closeness_of_all(const Graph& graph, const DistanceSums& sums,
                                 const ClosenessOptions& options) {
  const Vertex n = graph.num_vertices();
  const int threads = resolve_threads(options.threads);
  const std::vector<Vertex> drawn = sums.draw<Vertex>(options.seed);
  const std::vector<Vertex> sources = order_sources(graph, drawn);
  ClosenessResult result;
  Workspace workspace;
  workspace.declare("the scores", result.scores, n);
  const auto searchers = make_searchers(workspace, graph, sources.size(), threads);
  workspace.take("closeness", HostMemory());
  search_all(searchers, sums, sources, options);
  for (std::size_t i = 1; i < searchers.size(); ++i) searchers[0]->add(*searchers[i], threads);
  auto source = drawn.begin();
  for (Vertex v = 0; v < n; ++v) {
    const bool is_drawn = source != drawn.end() && *source == v;
    if (is_drawn) ++source;
    result.scores[v] = searchers[0]->score(v, sums, is_drawn);
  }
  result.num_sources = sums.num_sources();
  result.error = sums.error();
  return result;
}

/// What is tried before all scores are found instead: a quarter of the edges that
/// closeness_of_all() looks at, which are about all on four levels of each batch.
EdgeIndex edges_to_try(const Graph& graph) {
  return (graph.num_vertices() / BatchedBfs::kSources + 1) * graph.num_arcs();
}

/// Makes all scores NaN that are below the `count` highest.
void keep_highest(std::span<double> scores, std::uint64_t count) {
  const std::vector<VertexScore> highest = highest_scores(scores, count);
  for (double& score : scores) {
    if (score < highest.back().score) score = std::numeric_limits<double>::quiet_NaN();
  }
}

}  // namespace
}  // namespace detail

ClosenessResult closeness(const Graph& graph, const ClosenessOptions& options) {
  using namespace detail;
  const DistanceSums sums(options, graph.num_vertices());
  if (!options.top || !sums.is_exact()) return closeness_of_all(graph, sums, options);
  std::optional<ClosenessResult> result =
      highest_closeness(graph, sums, *options.top, edges_to_try(graph), options);
  if (!result) result = closeness_of_all(graph, sums, options);
  keep_highest(result->scores.span(), *options.top);
  return std::move(*result);
}

}  // namespace strider
