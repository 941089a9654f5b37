// Distances and parents from many vertices, a row each, as strider.csgraph returns them.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>

#include <algorithm>
#include <atomic>
#include <limits>
#include <span>

#include "arrays.hpp"
#include "base/atomics.hpp"
#include "base/memory.hpp"
#include "base/parallel.hpp"
#include "call.hpp"
#include "graph.hpp"
#include "module.hpp"
#include "strider/bfs.hpp"
#include "strider/sssp.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace strider::python {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr std::int32_t kNoParent = -9999;
// A graph without a transpose is searched top-down only. Building it takes as long as ten searches.
constexpr std::size_t kSourcesForTranspose = 16;
// A search with a heap does less work than one with buckets, but no two threads share it.
constexpr int kThreadsForBuckets = 4;

constexpr std::size_t kGrain = 256;

/// What to search for, and where from.
struct Request {
  std::span<const std::int32_t> sources;
  double cutoff;
  bool with_parents;
};

struct Row {
  double* distances;
  std::int32_t* parents;  // nullptr if none are asked for
};

/// distance(v) of all vertices, into a row.
template <class F>
void write_distances(const Row& row, std::size_t n, F&& distance, int threads) {
  parallel_chunks(n, threads, [&](std::size_t begin, std::size_t end, int) {
    for (std::size_t v = begin; v < end; ++v) row.distances[v] = distance(static_cast<Vertex>(v));
  });
}

/// The parents that scipy's heap finds first: of the vertices nearer to the source whose edge
/// closes a distance exactly the nearest, and of equally near ones that of the greatest number.
/// Returns whether each reached vertex but the source has one. add(distance, e) is the sum with the
/// weight of arc e.
template <class F>
bool write_parents(const Row& row, const Csr& out, Vertex source, F&& add, int threads) {
  const std::size_t n = out.num_vertices();
  const double* const distances = row.distances;
  const auto comes_first = [&](std::int32_t u, std::int32_t other) {
    return other == kNoParent || distances[u] < distances[other] ||
           (distances[u] == distances[other] && u > other);
  };
  parallel_chunks(n, threads, [&](std::size_t begin, std::size_t end, int) {
    std::fill(row.parents + begin, row.parents + end, kNoParent);
  });
  parallel_for(
      0, n, threads,
      [&](std::size_t i) {
        const auto u = static_cast<std::int32_t>(i);
        if (distances[u] == kInfinity) return;
        for (EdgeIndex e = out.offsets()[i]; e < out.offsets()[i + 1]; ++e) {
          const Vertex v = out.targets()[e];
          if (distances[u] >= distances[v] || distances[v] == kInfinity ||
              add(distances[u], e) != distances[v]) {
            continue;
          }
          std::int32_t parent = load_relaxed(row.parents[v]);
          while (comes_first(u, parent) && !compare_exchange_relaxed(row.parents[v], parent, u)) {
            parent = load_relaxed(row.parents[v]);
          }
        }
      },
      kGrain);
  std::atomic<bool> all_have_one{true};
  parallel_chunks(n, threads, [&](std::size_t begin, std::size_t end, int) {
    for (std::size_t v = begin; v < end; ++v) {
      const bool needs_one = distances[v] != kInfinity && v != source;
      if (needs_one && row.parents[v] == kNoParent) all_have_one = false;
    }
  });
  return all_have_one;
}

/// Searches by hops, for one thread of the caller's.
class HopSearch {
 public:
  HopSearch(const Graph& graph, const Request& request, int threads)
      : graph_(graph),
        request_(request),
        threads_(threads),
        solver_(graph,
                {.method = graph.has_transpose() ? BfsMethod::kAuto : BfsMethod::kTopDownLocal,
                 .threads = threads,
                 .preparing = Preparing::kNever}) {}

  void write(Vertex source, const Row& row) {
    solver_.run(source, result_);
    const LevelView levels = result_.levels();
    const auto distance = [&](Vertex v) {
      const Level level = levels[v];
      return level == kUnreached || level > request_.cutoff ? kInfinity
                                                            : static_cast<double>(level);
    };
    write_distances(row, levels.size(), distance, threads_);
    if (!request_.with_parents) return;
    const auto add = [](double hops, EdgeIndex) { return hops + 1; };
    write_parents(row, graph_.out(), source, add, threads_);
  }

 private:
  const Graph& graph_;
  const Request& request_;
  int threads_;
  BfsSolver solver_;
  BfsResult result_;
};

/// The same by weights.
template <class W>
class WeightSearch {
 public:
  WeightSearch(const WeightedGraph<W>& graph, const Request& request, int threads)
      : graph_(graph),
        request_(request),
        threads_(threads),
        solver_(graph,
                {.method = threads < kThreadsForBuckets ? SsspMethod::kDijkstra : SsspMethod::kAuto,
                 .threads = threads,
                 .cutoff = request.cutoff,
                 .preparing = Preparing::kNever}) {}

  void write(Vertex source, const Row& row) {
    solver_.run(source, result_);
    const auto distances = result_.distances();
    const auto distance = [&](Vertex v) {
      return distances[v] == kInfiniteDistance<W> ? kInfinity : static_cast<double>(distances[v]);
    };
    write_distances(row, distances.size(), distance, threads_);
    if (!request_.with_parents) return;
    const auto add = [weights = graph_.weights().data()](double sum, EdgeIndex e) {
      using Sum = SsspDistance<W>;
      return static_cast<double>(static_cast<Sum>(static_cast<Sum>(sum) + weights[e]));
    };
    if (!write_parents(row, graph_.topology().out(), source, add, threads_)) adopt(source, row);
  }

 private:
  /// Takes parents that are as far from the source as the vertex itself (by edges of weight zero,
  /// or weights lost to rounding) from the library, whose rule lets no cycle arise.
  void adopt(Vertex source, const Row& row) {
    const auto parents = result_.parents();
    parallel_chunks(parents.size(), threads_, [&](std::size_t begin, std::size_t end, int) {
      for (std::size_t v = begin; v < end; ++v) {
        const bool needs_one = row.distances[v] != kInfinity && v != source;
        if (needs_one && row.parents[v] == kNoParent) {
          row.parents[v] = static_cast<std::int32_t>(parents[v]);
        }
      }
    });
  }

  const WeightedGraph<W>& graph_;
  const Request& request_;
  int threads_;
  SsspSolver<W> solver_;
  SsspResult<W> result_;
};

/// make(threads) makes a search, which lays nothing out: of many there is one a thread. Few sources
/// are searched one after the other by all threads. Of many, each thread searches its own, which
/// needs no barriers.
template <class Make, class RowOf>
void write_rows(std::span<const std::int32_t> sources, int threads, Make&& make, RowOf&& row_of) {
  if (sources.size() < 2 * static_cast<std::size_t>(threads)) {
    auto search = make(threads);
    for (std::size_t i = 0; i < sources.size(); ++i) {
      search.write(static_cast<Vertex>(sources[i]), row_of(i));
    }
    return;
  }
  std::atomic<std::size_t> next{0};
  parallel_region(threads, [&](int, int) {
    try {
      auto search = make(1);
      for (std::size_t i = next++; i < sources.size(); i = next++) {
        search.write(static_cast<Vertex>(sources[i]), row_of(i));
      }
    } catch (...) {
      next = sources.size();
      throw;
    }
  });
}

using Sources = nb::ndarray<nb::ro, const std::int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

/// (distances, parents or None), k rows of n each, one behind the other. Distances of a graph
/// without weights are hops. -9999 stands for no parent, which sources have none of.
nb::tuple distance_rows(const PyGraph& graph, const Sources& sources, double cutoff,
                        bool with_parents, int threads) {
  const Request request{{sources.data(), sources.size()}, cutoff, with_parents};
  const std::size_t n = graph.topology().num_vertices();
  Array<double> distances;
  Array<std::int32_t> parents;
  call(threads, [&] {
    const std::uint64_t size = saturating_mul(sources.size(), n);
    require_memory(saturating_mul(size, sizeof(double) + (with_parents ? sizeof(std::int32_t) : 0)),
                   "the distances from all sources");
    distances = Array<double>(size);
    if (with_parents) parents = Array<std::int32_t>(size);
    const auto row_of = [&](std::size_t i) {
      return Row{distances.data() + i * n, with_parents ? parents.data() + i * n : nullptr};
    };
    const int resolved = resolve_threads(threads);
    std::visit(
        [&]<class G>(const G& typed) {
          if constexpr (std::is_same_v<G, Graph>) {
            if (sources.size() >= kSourcesForTranspose) (void)typed.in(resolved);
            write_rows(
                request.sources, resolved, [&](int own) { return HopSearch(typed, request, own); },
                row_of);
          } else {
            using W = std::remove_cvref_t<decltype(typed.weights()[0])>;
            write_rows(
                request.sources, resolved,
                [&](int own) { return WeightSearch<W>(typed, request, own); }, row_of);
          }
        },
        graph.graph);
  });
  return nb::make_tuple(to_numpy(std::move(distances)),
                        with_parents ? to_any(to_numpy(std::move(parents))) : to_any(nb::none()));
}

}  // namespace

void add_distance_rows(nb::module_& module) {
  module.def("distance_rows", distance_rows, "graph"_a, "sources"_a, "cutoff"_a, "parents"_a,
             "threads"_a);
}

}  // namespace strider::python
