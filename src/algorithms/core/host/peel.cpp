// Core numbers on the threads of a host, by peeling:
//
//   degree[v] = edges of v
//   for k = 0, 1, ... while vertices remain:
//     frontier = the remaining vertices of degree k; those of a lower degree are not remaining
//     peel the frontier: for each edge to a v with degree[v] > k:
//       lower degree[v] by one; where it becomes k, peel v, too
//
// Invariant: a degree is never lowered below k, so that of a vertex that has been peeled stays its
// core number. O(n + m) work, and a look at each vertex a k up to its core number (Kabir and
// Madduri, "Parallel k-core decomposition on multicore platforms", 2017). Which vertices remain is
// listed anew with each k.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/atomics.hpp"
#include "base/workspace.hpp"
#include "graph/edge_map.hpp"
#include "strider/core.hpp"
#include "strider/threads.hpp"

namespace strider {
namespace detail {
namespace {

struct Peel {
  std::span<std::uint32_t> degrees;
  std::uint32_t k;

  [[nodiscard]] bool cond(Vertex v) const { return load_relaxed(degrees[v]) > k; }
  /// Relaxed: only one thread lowers a degree to k, and those who look at it next wait first.
  [[nodiscard]] bool update_atomic(Vertex /*u*/, Vertex v) const {
    for (std::uint32_t seen = load_relaxed(degrees[v]); seen > k; seen = load_relaxed(degrees[v])) {
      if (compare_exchange_relaxed(degrees[v], seen, seen - 1)) return seen - 1 == k;
    }
    return false;
  }
};

/// Vertices listed with a k: those of a greater degree, and those of that degree.
struct Listed {
  std::size_t remaining = 0;
  std::size_t peeled = 0;
  Listed& operator+=(const Listed& others) {
    remaining += others.remaining;
    peeled += others.peeled;
    return *this;
  }
};

class Peeling {
 public:
  Peeling(Workspace& workspace, const Graph& graph, int threads)
      : rows_{&graph.out()},
        has_self_loops_(graph.num_self_loops() > 0),
        frontier_(workspace, graph.num_vertices()),
        lists_{{workspace, graph.num_vertices()}, {workspace, graph.num_vertices()}},
        listed_(threads),
        waiting_(threads) {
    if (graph.is_directed()) rows_.push_back(&graph.in(threads));
    workspace.declare("the degrees", degrees_, graph.num_vertices());
  }

  void run(Worker& worker) {
    count_degrees(worker);
    worker.wait();
    std::size_t begin = 0;  // of the frontier's window
    std::size_t num_remaining = degrees_.size();
    for (std::uint32_t k = 0; num_remaining > 0 && !worker.member().must_stop(); ++k) {
      const Listed mine = list_remaining(worker, k, num_remaining);
      const Listed listed = listed_.wait(worker.member(), mine);
      num_remaining = listed.remaining;
      // All have read it; the wait below comes before the first append of k + 1.
      if (worker.member().is_first()) lists_[k % 2].clear();
      const Peel functor{degrees_.span(), k};
      std::size_t end = begin + listed.peeled;
      do {
        const std::size_t waiting =
            push_on(worker, rows_, frontier_.window(begin, end), functor, frontier_);
        begin = std::exchange(end, end + waiting_.wait(worker.member(), waiting));
      } while (begin < end && !worker.member().must_stop());
    }
  }
  [[nodiscard]] Array<std::uint32_t> take_degrees() { return std::move(degrees_); }

 private:
  void count_degrees(Worker& worker) {
    FrontierQueue::Buffer remaining(lists_[0]);
    worker.for_own_part(degrees_.size(), [&](std::size_t begin, std::size_t end) {
      for (auto v = static_cast<Vertex>(begin); v < end; ++v) {
        std::size_t degree = 0;
        for (const Csr* const csr : rows_) {
          const auto row = csr->neighbors(v);
          degree += row.size();
          if (has_self_loops_) degree -= static_cast<std::size_t>(std::ranges::count(row, v));
        }
        degrees_[v] = static_cast<std::uint32_t>(degree);
        remaining.push(v);
      }
    });
  }

  /// Lists those of a greater degree than k for k + 1; those of degree k go to the frontier.
  Listed list_remaining(Worker& worker, std::uint32_t k, std::size_t num_remaining) {
    Listed listed;
    FrontierQueue::Buffer greater(lists_[(k + 1) % 2]);
    FrontierQueue::Buffer equal(frontier_);
    const auto remaining = lists_[k % 2].window(0, num_remaining);
    worker.for_chunks(remaining.size(), kRowsOfChunk, [&](std::size_t begin, std::size_t end) {
      for (const Vertex v : remaining.subspan(begin, end - begin)) {
        if (degrees_[v] > k) {
          greater.push(v);
          ++listed.remaining;
        } else if (degrees_[v] == k) {
          equal.push(v);
          ++listed.peeled;
        }
      }
    });
    return listed;
  }

  std::vector<const Csr*> rows_;
  bool has_self_loops_;
  Array<std::uint32_t> degrees_;
  FrontierQueue frontier_;
  FrontierQueue lists_[2];  ///< of the vertices that remain at an even k, and at an odd one
  TeamSum<Listed> listed_;
  TeamSum<std::size_t> waiting_;
};

}  // namespace
}  // namespace detail

CoreResult core_numbers(const Graph& graph, const CoreOptions& options) {
  const int threads = resolve_threads(options.threads);
  detail::Workspace workspace;
  detail::Peeling peeling(workspace, graph, threads);
  workspace.take("core numbers", detail::HostMemory());
  detail::parallel_workers(threads, [&](detail::Worker& worker) { peeling.run(worker); });
  CoreResult result{.cores = peeling.take_degrees()};
  if (!result.cores.empty()) result.degeneracy = std::ranges::max(result.cores.span());
  return result;
}

}  // namespace strider
