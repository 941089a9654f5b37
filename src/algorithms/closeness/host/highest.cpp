// The highest scores of closeness: a search from a vertex is given up where its score cannot become
// one of them (Borassi, Crescenzi and Marino, "Fast and simple computation of top-k closeness
// centralities", 2015; Bergamini et al., "Computing top-k closeness centrality faster in unweighted
// graphs", ACM TKDD 13(5), 2019).
//
//   for v, those of most edges first, as threads become free:
//     search from v against the edges, level by level, and add up distances; before each level:
//       of the vertices still to come, those of the next level are at most the edges that lead on,
//       and all others are farther: if the score that this allows is below the `count` highest that
//       are known, give v up
//     where a level has many edges, a direction-optimizing search finds the distances instead
//     else the score of v is known
//   all scores are found instead where this takes too long (closeness.cpp)
//
// Invariant: what is given up is below `count` scores that are known, so that the scores left do
// not depend on the order. Where degrees are skewed, most vertices are given up before their first
// level. O(n m) work at worst, as where all vertices are alike.
#include "algorithms/closeness/host/highest.hpp"

#include <algorithm>
#include <atomic>
#include <functional>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <queue>
#include <vector>

#include "base/parallel.hpp"
#include "base/workspace.hpp"
#include "graph/transpose.hpp"
#include "strider/bfs.hpp"
#include "strider/components.hpp"

namespace strider::detail {
namespace {

/// The vertices that may reach each vertex, itself among them, are not more.
Array<Vertex> component_sizes(const Graph& graph, int threads) {
  const ComponentsResult found = components(graph, {.threads = threads});
  const std::span<const Vertex> labels = found.labels();
  Array<Vertex> counts;
  Array<Vertex> sizes;
  Workspace workspace;
  workspace.declare("the sizes of components", counts, labels.size());
  workspace.declare("the sizes of components", sizes, labels.size());
  workspace.take("closeness", HostMemory());
  std::ranges::fill(counts, Vertex{0});
  for (const Vertex label : labels) ++counts[label];
  for (Vertex v = 0; v < labels.size(); ++v) sizes[v] = counts[labels[v]];
  return sizes;
}

/// The `count` highest of the scores that were added.
class Highest {
 public:
  explicit Highest(std::uint64_t count) : count_(count) {}

  /// A score below it is not among the highest. It only rises.
  [[nodiscard]] double least() const {
    return least_.load(std::memory_order_relaxed);  // an earlier one is a weaker bound
  }
  void add(double score) {
    const std::lock_guard lock(mutex_);
    scores_.push(score);
    if (scores_.size() > count_) scores_.pop();
    if (scores_.size() == count_) least_.store(scores_.top(), std::memory_order_relaxed);
  }

 private:
  std::uint64_t count_;
  std::atomic<double> least_ = -1;
  std::mutex mutex_;
  std::priority_queue<double, std::vector<double>, std::greater<>> scores_;
};

/// Searches of one thread.
class BoundedSearch {
 public:
  /// `reversed` has the edges of `graph` the other way round.
  BoundedSearch(Workspace& workspace, const Graph& reversed, const DistanceSums& sums)
      : graph_(reversed), sums_(sums) {
    workspace.declare("the vertices of a search", queue_, graph_.num_vertices());
    workspace.declare("the searches that have seen a vertex", seen_by_, graph_.num_vertices());
    workspace.when_taken([this] { std::ranges::fill(seen_by_, kNoVertex); });
  }

  /// The score of v, which at most `others` vertices reach; none where it is below the least of
  /// `highest`.
  std::optional<double> score(Vertex v, std::uint64_t others, const Highest& highest) {
    Sum sum;
    Level level = 0;
    size_ = 0;
    EdgeIndex edges = 0;
    const auto see = [&](Vertex u) {
      seen_by_[u] = v;
      queue_[size_++] = u;
      edges += graph_.out().degree(u);
    };
    see(v);
    for (std::size_t begin = 0; begin < size_;) {
      const std::size_t end = size_;
      const std::uint64_t left = others - sum.reached;
      // Where edges lead both ways, one of each vertex has led here.
      const EdgeIndex led_here = level > 0 && !graph_.is_directed() ? end - begin : 0;
      const std::uint64_t near = std::min(edges - led_here, left);
      if (bound(sum, level, near, left) < highest.least()) return std::nullopt;
      if (edges > graph_.num_arcs() / kManyEdges) return score_of_all_levels(v);
      looked_at_ += edges;
      edges = 0;
      for (; begin < end; ++begin) {
        for (const Vertex u : graph_.out().neighbors(queue_[begin])) {
          if (seen_by_[u] != v) see(u);
        }
      }
      add(sum, ++level, size_ - end);
    }
    return score_of(sum);
  }
  /// The edges that searches have looked at.
  [[nodiscard]] EdgeIndex num_looked_at() const { return looked_at_; }

 private:
  /// A level that has more than the edges of the graph divided by this is left to another search:
  /// direction-optimizing ones look at about as many in all.
  static constexpr EdgeIndex kManyEdges = 8;

  struct Sum {
    std::uint64_t reached = 0;
    std::uint64_t weights = 0;
  };
  void add(Sum& sum, Level level, std::uint64_t vertices) const {
    if (vertices == 0) return;
    sum.reached += vertices;
    sum.weights += vertices * sums_.weight(level);
  }
  [[nodiscard]] double score_of(const Sum& sum) const {
    return sums_.score(sum.weights, sum.reached, false);
  }
  /// The highest score if `left` more vertices may be reached, at most `near` of them on the next
  /// level. In a directed graph fewer may be: by their number the score has its maximum where it is
  /// the least, `near` or all, as the quotients of a square and a line between these are convex.
  [[nodiscard]] double bound(const Sum& sum, Level level, std::uint64_t near,
                             std::uint64_t left) const {
    Sum with_near = sum;
    add(with_near, level + 1, near);
    Sum with_all = with_near;
    add(with_all, level + 2, left - near);
    if (!graph_.is_directed()) return score_of(with_all);
    // The maximum is one of real numbers; these are rounded.
    constexpr double kRounding = 1e-12;
    return std::max({score_of(with_all), score_of(with_near), score_of(sum)}) * (1 + kRounding);
  }
  double score_of_all_levels(Vertex v) {
    if (!solver_) {
      solver_.emplace(graph_, BfsOptions{.method = BfsMethod::kDirectionOptimizing,
                                         .threads = 1,
                                         .trace = BfsTrace::kLevels});
    }
    solver_->run(v, tree_);
    looked_at_ += graph_.num_arcs();  // in about this time
    Sum sum;
    for (const BfsLevelTrace& level : tree_.trace()) {
      if (level.level > 0) add(sum, level.level, level.vertices);
    }
    return score_of(sum);
  }

  const Graph& graph_;
  const DistanceSums& sums_;
  Array<Vertex> queue_;
  Array<Vertex> seen_by_;  ///< the source of the last search that has
  std::size_t size_ = 0;
  EdgeIndex looked_at_ = 0;
  std::optional<BfsSolver> solver_;  ///< where it was needed
  BfsResult tree_;
};

/// The vertices by the number of their edges, most first.
Array<Vertex> by_degree(const Csr& rows) {
  Array<Vertex> order(rows.num_vertices());
  for (Vertex v = 0; v < rows.num_vertices(); ++v) order[v] = v;
  std::ranges::sort(order, [&](Vertex a, Vertex b) {
    return rows.degree(a) != rows.degree(b) ? rows.degree(a) > rows.degree(b) : a < b;
  });
  return order;
}

}  // namespace

std::optional<ClosenessResult> highest_closeness(const Graph& graph, const DistanceSums& sums,
                                                 std::uint64_t count, EdgeIndex most_edges,
                                                 const ClosenessOptions& options) {
  const Vertex n = graph.num_vertices();
  const int threads = resolve_threads(options.threads);
  const Graph against = reversed(graph, threads);
  const Array<Vertex> sizes = component_sizes(graph, threads);
  ClosenessResult result;
  std::vector<std::unique_ptr<BoundedSearch>> searches;
  Workspace workspace;
  workspace.declare("the scores", result.scores, n);
  workspace.count("the order of the vertices", array_bytes<Array<Vertex>>(n));
  for (int i = 0; i < threads; ++i) {
    searches.push_back(std::make_unique<BoundedSearch>(workspace, against, sums));
  }
  workspace.take("closeness", HostMemory());
  std::ranges::fill(result.scores, std::numeric_limits<double>::quiet_NaN());
  const Array<Vertex> order = by_degree(against.out());
  Highest highest(count);
  std::atomic<std::size_t> next = 0;
  std::atomic<std::uint64_t> searched = 0;
  std::atomic<EdgeIndex> looked_at = 0;
  std::mutex mutex;
  const auto search_next = [&](BoundedSearch& search) {
    const std::size_t i = next++;
    if (i >= n || looked_at > most_edges) return false;
    throw_if_stopped();
    const Vertex v = order[i];
    const EdgeIndex before = search.num_looked_at();
    if (const std::optional<double> score = search.score(v, sizes[v] - 1, highest)) {
      result.scores[v] = *score;
      highest.add(*score);
      ++searched;
    }
    looked_at += search.num_looked_at() - before;
    constexpr std::size_t kReported = 1U << 12U;
    if (options.on_progress && ((i + 1) % kReported == 0 || i + 1 == n)) {
      const std::lock_guard lock(mutex);
      options.on_progress(i + 1, n);
    }
    return true;
  };
  parallel_region(threads, [&](int thread, int) {
    try {
      while (search_next(*searches[static_cast<std::size_t>(thread)])) {
      }
    } catch (...) {
      next = n;  // no thread begins another
      throw;
    }
  });
  if (looked_at > most_edges) return std::nullopt;
  result.num_sources = searched;
  return result;
}

}  // namespace strider::detail
