// Edge list to adjacency, in three passes over memory: arcs are dealt into buckets of neighbouring
// sources (one sequential read, as many write streams as buckets), each bucket is sorted into rows
// inside the cache, and the rows left after removing duplicates are moved together.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>
#include <vector>

#include "base/atomics.hpp"
#include "base/parallel.hpp"
#include "base/scan.hpp"
#include "base/stop.hpp"
#include "base/timer.hpp"
#include "base/workspace.hpp"
#include "strider/error.hpp"
#include "strider/graph.hpp"

namespace strider {
namespace {

struct NoWeight {};

template <class W>
struct Arc {
  Vertex source;
  Vertex target;
  [[no_unique_address]] W weight;
};

/// An entry of a row: what is sorted.
template <class W>
struct Neighbor {
  Vertex target;
  W weight;
  friend bool operator<(const Neighbor& a, const Neighbor& b) {
    if (a.target != b.target) return a.target < b.target;
    return a.weight < b.weight;
  }
};
template <class W>
using RowEntry = std::conditional_t<std::is_empty_v<W>, Vertex, Neighbor<W>>;

template <class W>
RowEntry<W> row_entry(const Arc<W>& arc) {
  if constexpr (std::is_empty_v<W>) {
    return arc.target;
  } else {
    return {arc.target, arc.weight};
  }
}
inline Vertex target_of(Vertex entry) {
  return entry;
}
template <class W>
Vertex target_of(const Neighbor<W>& entry) {
  return entry.target;
}

/// Adjacency under construction.
template <class W>
struct Rows {
  Array<EdgeIndex> offsets;  // n+1
  Array<RowEntry<W>> neighbors;
};

/// Buckets of 2^shift sources each: few enough for the write streams of one pass, small enough that
/// a bucket's rows stay in the cache.
struct Buckets {
  static constexpr std::size_t kMost = 1024;
  unsigned shift;
  std::size_t count;

  explicit Buckets(Vertex n)
      : shift(n <= kMost ? 0 : static_cast<unsigned>(std::bit_width((n - 1ULL) / kMost))),
        count(n == 0 ? 0 : ((n - 1ULL) >> shift) + 1) {}
  [[nodiscard]] std::size_t of(Vertex source) const { return source >> shift; }
};

/// Calls emit(source, target, index) for each arc that edge `index` of the list becomes.
template <class Emit>
void for_each_arc(std::span<const Edge> edges, Range range, Directedness directedness,
                  SelfLoops self_loops, Emit&& emit) {
  sequential_for(range.begin, range.end, [&](std::size_t i) {
    const auto [source, target] = edges[i];
    if (source == target) {
      if (self_loops == SelfLoops::kKeep) emit(source, target, i);
      return;
    }
    emit(source, target, i);
    if (directedness == Directedness::kUndirected) emit(target, source, i);
  });
}

class Builder {
 public:
  Builder(EdgeList list, const BuildOptions& options)
      : list_(std::move(list)),
        options_(options),
        directedness_(options.directedness.value_or(list_.directedness)),
        threads_(resolve_threads(options.threads)),
        buckets_(list_.num_vertices) {}

  AnyGraph build(BuildReport& report);

 private:
  /// Stands for the weights of a list that has none.
  struct NoWeights {
    NoWeight operator[](std::size_t) const { return {}; }
  };

  void check_ends() {
    const Vertex n = list_.num_vertices;
    const auto edges = list_.edges.span();
    std::vector<EdgeIndex> loops(static_cast<std::size_t>(threads_), 0);
    parallel_chunks(edges.size(), threads_, [&](std::size_t begin, std::size_t end, int thread) {
      Vertex largest = 0;
      EdgeIndex count = 0;
      for (std::size_t i = begin; i < end; ++i) {
        largest = std::max({largest, edges[i].source, edges[i].target});
        count += edges[i].source == edges[i].target ? 1 : 0;
      }
      if (largest >= n) {
        throw UsageError(fmt::format(
            "an edge has the endpoint {}, but the graph has only {} vertices", largest, n));
      }
      loops[static_cast<std::size_t>(thread)] = count;
    });
    for (const EdgeIndex count : loops) self_loops_ += count;
  }

  /// Not-a-number has no place among the weights: it is neither smaller nor larger than any.
  void check_weights() const {
    const auto check = [&](auto weights) {
      if (weights.size() != list_.edges.size()) {
        throw UsageError(fmt::format("the list has {} edges, but {} weights", list_.edges.size(),
                                     weights.size()));
      }
      parallel_chunks(weights.size(), threads_, [&](std::size_t begin, std::size_t end, int) {
        for (std::size_t i = begin; i < end; ++i) {
          if (weights[i] != weights[i]) {
            throw UsageError(fmt::format("the weight of edge {} of the list is not a number", i));
          }
        }
      });
    };
    std::visit(
        [&](const auto& weights) {
          if constexpr (!std::is_same_v<std::decay_t<decltype(weights)>, std::monostate>) {
            check(weights.span());
          }
        },
        list_.weights);
  }

  template <class W, class WeightsOf>
  AnyGraph assemble(WeightsOf weights) {
    const Vertex n = list_.num_vertices;
    count_arcs();
    const EdgeIndex num_arcs = bucket_begin_.back();
    Array<Arc<W>> arcs;
    Rows<W> rows;
    detail::Workspace workspace;
    workspace.declare("arcs in any order", arcs, num_arcs);
    workspace.declare("the rows", rows.neighbors, num_arcs);
    workspace.declare("where rows begin", rows.offsets, n + 1ULL);
    workspace.declare("the places in rows", row_places_, n + 1ULL);
    workspace.declare("the vertices met", touched_, n);
    workspace.take(
        fmt::format("the adjacency of {} vertices and {} listed edges", n, list_.edges.size()),
        detail::HostMemory());
    deal<W>(weights, arcs);
    count_isolated();
    list_.edges = {};
    list_.weights = std::monostate{};
    sort_into_rows<W>(std::move(arcs), rows);
    return finish(std::move(rows));
  }

  /// How many arcs each bucket gets, and where those of each part of the list go.
  void count_arcs() {
    const auto edges = list_.edges.span();
    places_.assign(static_cast<std::size_t>(threads_), std::vector<EdgeIndex>(buckets_.count, 0));
    parallel_region(threads_, [&](int thread, int count) {
      for (int part = thread; part < threads_; part += count) {
        auto& counts = places_[static_cast<std::size_t>(part)];
        for_each_arc(edges, static_chunk(edges.size(), part, threads_), directedness_,
                     options_.self_loops,
                     [&](Vertex source, Vertex, std::size_t) { ++counts[buckets_.of(source)]; });
      }
    });
    bucket_begin_.assign(buckets_.count + 1, 0);
    EdgeIndex sum = 0;
    for (std::size_t b = 0; b < buckets_.count; ++b) {
      bucket_begin_[b] = sum;
      for (auto& counts : places_) sum += std::exchange(counts[b], sum);
    }
    bucket_begin_[buckets_.count] = sum;
  }

  /// Copies every arc into the bucket of its source.
  template <class W, class WeightsOf>
  void deal(WeightsOf weights, Array<Arc<W>>& arcs) {
    const auto edges = list_.edges.span();
    parallel_region(threads_, [&](int thread, int count) {
      for (int part = thread; part < threads_; part += count) {
        auto& next = places_[static_cast<std::size_t>(part)];
        for_each_arc(edges, static_chunk(edges.size(), part, threads_), directedness_,
                     options_.self_loops, [&](Vertex source, Vertex target, std::size_t i) {
                       arcs[next[buckets_.of(source)]++] = {source, target, weights[i]};
                     });
      }
    });
  }

  /// A vertex of a directed graph is isolated where no edge enters it either: that is seen best on
  /// the list.
  void count_isolated() {
    std::fill(touched_.begin(), touched_.end(), std::uint8_t{0});
    const auto edges = list_.edges.span();
    parallel_chunks(edges.size(), threads_, [&](std::size_t begin, std::size_t end, int) {
      for_each_arc(edges, {begin, end}, Directedness::kDirected, options_.self_loops,
                   [&](Vertex source, Vertex target, std::size_t) {
                     store_relaxed(touched_[source], std::uint8_t{1});
                     store_relaxed(touched_[target], std::uint8_t{1});
                   });
    });
    isolated_ = static_cast<Vertex>(std::count(touched_.begin(), touched_.end(), 0));
    touched_ = {};
  }

  /// Sorts every row by (target, weight) and removes or counts its duplicates. Rows keep their
  /// places: offsets become lengths, to be summed up when all are known.
  template <class W>
  void sort_into_rows(Array<Arc<W>> arcs, Rows<W>& rows) {
    const Vertex n = list_.num_vertices;
    const auto places = row_places_.span();
    EdgeIndex repeated = 0;
    parallel_for(
        0, buckets_.count, threads_,
        [&](std::size_t b) {
          const std::size_t first = b << buckets_.shift;
          const std::size_t last = std::min<std::size_t>(n, (b + 1) << buckets_.shift);
          const EdgeIndex begin = bucket_begin_[b];
          const EdgeIndex end = bucket_begin_[b + 1];
          std::fill(places.data() + first, places.data() + last, 0);
          for (EdgeIndex i = begin; i < end; ++i) ++places[arcs[i].source];
          EdgeIndex place = begin;
          for (std::size_t v = first; v < last; ++v) place += std::exchange(places[v], place);
          for (EdgeIndex i = begin; i < end; ++i) {
            const Arc<W>& arc = arcs[i];
            rows.neighbors[places[arc.source]++] = row_entry(arc);
          }
          EdgeIndex row_begin = begin;
          EdgeIndex found = 0;
          for (std::size_t v = first; v < last; ++v) {
            const EdgeIndex row_end = places[v];
            places[v] = row_begin;
            const std::span row(rows.neighbors.data() + row_begin, row_end - row_begin);
            rows.offsets[v] = sort_row(row, static_cast<Vertex>(v), found);
            row_begin = row_end;
          }
          fetch_add_relaxed(repeated, found);
        },
        1);
    duplicates_ = directedness_ == Directedness::kUndirected ? repeated / 2 : repeated;
    rows.offsets[n] = 0;
    arcs = {};
    const EdgeIndex kept = exclusive_scan(rows.offsets.span(), threads_);
    if (kept == rows.neighbors.size()) return;

    Array<RowEntry<W>> together(kept);
    parallel_for(
        0, n, threads_,
        [&](std::size_t v) {
          std::copy_n(rows.neighbors.data() + places[v], rows.offsets[v + 1] - rows.offsets[v],
                      together.data() + rows.offsets[v]);
        },
        1024);
    rows.neighbors = std::move(together);
  }

  /// Returns the row's length; adds to `found` its entries that repeat the one before.
  template <class Entry>
  EdgeIndex sort_row(std::span<Entry> row, Vertex v, EdgeIndex& found) const {
    std::sort(row.begin(), row.end());
    const bool remove = options_.duplicates != Duplicates::kKeep;
    const bool keeps_last = options_.duplicates == Duplicates::kKeepHeaviest;
    EdgeIndex kept = 0;
    for (std::size_t i = 0; i < row.size(); ++i) {
      // The last one kept has the target of the entry before i, whether that was kept or not.
      const bool repeats = kept > 0 && target_of(row[i]) == target_of(row[kept - 1]);
      if (repeats && target_of(row[i]) != v) ++found;
      if (!repeats || !remove) {
        row[kept++] = row[i];
      } else if (keeps_last) {
        row[kept - 1] = row[i];
      }
    }
    return kept;
  }

  template <class W>
  AnyGraph finish(Rows<W> rows) {
    const EdgeIndex m = rows.neighbors.size();
    EdgeIndex loops = self_loops_;
    if (options_.self_loops == SelfLoops::kRemove) {
      loops = 0;
    } else if (options_.duplicates != Duplicates::kKeep) {
      loops = count_loops(rows);
    }
    if constexpr (std::is_empty_v<W>) {
      return Graph(Csr(std::move(rows.offsets), std::move(rows.neighbors)), directedness_, loops,
                   std::move(list_.labels));
    } else {
      Array<Vertex> targets(m);
      Array<W> weights(m);
      parallel_chunks(m, threads_, [&](std::size_t begin, std::size_t end, int) {
        for (std::size_t i = begin; i < end; ++i) {
          targets[i] = rows.neighbors[i].target;
          weights[i] = rows.neighbors[i].weight;
        }
      });
      return WeightedGraph<W>(Graph(Csr(std::move(rows.offsets), std::move(targets)), directedness_,
                                    loops, std::move(list_.labels)),
                              std::move(weights));
    }
  }

  template <class W>
  EdgeIndex count_loops(const Rows<W>& rows) const {
    EdgeIndex loops = 0;
    for (std::size_t v = 0; v + 1 < rows.offsets.size(); ++v) {
      for (EdgeIndex i = rows.offsets[v]; i < rows.offsets[v + 1]; ++i) {
        loops += target_of(rows.neighbors[i]) == v ? 1 : 0;
      }
    }
    return loops;
  }

  EdgeList list_;
  BuildOptions options_;
  Directedness directedness_;
  int threads_;
  Buckets buckets_;
  std::vector<EdgeIndex> bucket_begin_;
  /// Of a part of the list and a bucket: how many arcs it puts there; then, where.
  std::vector<std::vector<EdgeIndex>> places_;
  Array<std::uint8_t> touched_;  // by vertex
  Array<EdgeIndex> row_places_;  // by vertex
  EdgeIndex self_loops_ = 0;
  EdgeIndex duplicates_ = 0;
  Vertex isolated_ = 0;
};

AnyGraph Builder::build(BuildReport& report) {
  const Timer timer;
  report.edges_listed = list_.edges.size();
  check_ends();
  check_weights();
  AnyGraph graph = std::visit(
      [&](auto& weights) -> AnyGraph {
        using Held = std::decay_t<decltype(weights)>;
        if constexpr (std::is_same_v<Held, std::monostate>) {
          return assemble<NoWeight>(NoWeights{});
        } else {
          return assemble<std::decay_t<decltype(weights[0])>>(weights.span());
        }
      },
      list_.weights);
  report.self_loops = self_loops_;
  report.duplicates = duplicates_;
  report.isolated = isolated_;
  report.seconds = timer.seconds();
  return graph;
}

}  // namespace

Graph build_graph(EdgeList&& list, const BuildOptions& options, BuildReport* report) {
  BuildReport unused;
  list.weights = std::monostate{};
  AnyGraph graph = Builder(std::move(list), options).build(report != nullptr ? *report : unused);
  return std::get<Graph>(std::move(graph));
}

AnyGraph build_any_graph(EdgeList&& list, const BuildOptions& options, BuildReport* report) {
  BuildReport unused;
  return Builder(std::move(list), options).build(report != nullptr ? *report : unused);
}

}  // namespace strider
