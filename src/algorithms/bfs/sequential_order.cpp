// The order of a sequential search, found by several threads.
//
//   order = the sources
//   for each level up to the depth, its arcs numbered in the order of the queue, after those of the
//   level before:
//     in parallel, for each arc a to a vertex v:  first[v] = min(first[v], a)
//     in parallel, for each a with first[v] = a:  mark a
//     in parallel, for each marked arc a from u to v, ascending:  append v; the parent of v is u
//
// A queue appends v at the first arc that leads to it. Vertices of earlier levels need no test of
// their own: an arc of smaller number led to them. A level of few arcs is expanded by one thread
// with a queue, so a search in which all levels are such is a queue from beginning to end.
#include <algorithm>
#include <bit>
#include <limits>
#include <span>
#include <vector>

#include "base/atomics.hpp"
#include "base/count_ones.hpp"
#include "base/parallel.hpp"
#include "base/scan.hpp"
#include "base/stop.hpp"
#include "base/workspace.hpp"
#include "graph/sources.hpp"
#include "strider/bfs.hpp"

namespace strider {
namespace {

// Five regions, of some microseconds each, pay from here on.
constexpr EdgeIndex kParallelArcs = 1U << 15U;
// A level of fewer vertices may have fewer arcs.
constexpr std::size_t kLargeLevel = 1U << 12U;
constexpr int kChunksPerThread = 8;
// The arc of vertices that no arc has led to, and the number of the first arc: the vertices that a
// queue has met come before all arcs.
constexpr EdgeIndex kNoArc = std::numeric_limits<EdgeIndex>::max();
constexpr EdgeIndex kFirstArc = 1;
constexpr std::size_t kMarksPerWord = 64;

constexpr const char* kPurpose = "the order of the search";

class SequentialSearch {
 public:
  SequentialSearch(const Csr& out, std::span<const Vertex> sources, int threads)
      : out_(out), threads_(threads), chunks_(threads * kChunksPerThread) {
    detail::Workspace workspace;
    workspace.declare("the vertices", order_, out.num_vertices());
    workspace.declare("their parents", parents_, out.num_vertices());
    workspace.take(kPurpose, detail::HostMemory());
    parallel_chunks(parents_.size(), threads, [&](std::size_t begin, std::size_t end, int) {
      std::fill(parents_.data() + begin, parents_.data() + end, kNoVertex);
    });
    for (const Vertex source : sources) {
      if (parents_[source] != kNoVertex) continue;
      parents_[source] = source;
      order_[end_++] = source;
    }
  }

  BfsOrder run(Level depth) {
    std::size_t begin = 0;
    for (Level level = 0; begin < end_ && level < depth; ++level) {
      throw_if_stopped();
      const std::size_t end = end_;
      if (threads_ == 1 || has_few_arcs(begin, end)) {
        expand(begin, end);
      } else {
        number_arcs(begin, end);
        expand_in_parallel(begin);
      }
      begin = end;
    }
    order_.truncate(end_);
    return {std::move(order_), std::move(parents_)};
  }

 private:
  /// Forgets what is there where that is less.
  template <class T>
  static void make_room(Array<T>& array, std::size_t size) {
    if (array.size() < size) array = detail::take_array<Array<T>>(std::bit_ceil(size), kPurpose);
  }
  [[nodiscard]] bool has_parallel_levels() const { return !first_.empty(); }
  [[nodiscard]] std::span<const EdgeIndex> starts() const { return {starts_.data(), num_starts_}; }

  /// Appends the children of the vertices at places [begin, end).
  void expand(std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const Vertex u = order_[i];
      for (const Vertex v : out_.neighbors(u)) {
        if (parents_[v] != kNoVertex) continue;
        parents_[v] = u;
        if (has_parallel_levels()) first_[v] = 0;
        order_[end_++] = v;
      }
    }
  }

  [[nodiscard]] bool has_few_arcs(std::size_t begin, std::size_t end) const {
    if (end - begin >= kLargeLevel) return false;
    EdgeIndex arcs = 0;
    for (std::size_t i = begin; i < end; ++i) arcs += out_.degree(order_[i]);
    return arcs < kParallelArcs;
  }

  /// Sets starts_ to the numbers of the first arcs of the vertices at places [begin, end), from 0,
  /// and behind them the number of all.
  void number_arcs(std::size_t begin, std::size_t end) {
    const std::size_t size = end - begin;
    num_starts_ = size + 1;
    make_room(starts_, num_starts_);
    parallel_for(
        0, size, threads_, [&](std::size_t i) { starts_[i] = out_.degree(order_[begin + i]); },
        kLargeLevel);
    starts_[size] = 0;
    exclusive_scan(std::span(starts_.data(), num_starts_), threads_);
  }

  /// body(arc, source, target) for the arcs of some numbers, ascending.
  template <class F>
  void for_arcs(std::size_t begin, Range arcs, F&& body) const {
    if (arcs.begin == arcs.end) return;
    auto i = static_cast<std::size_t>(std::ranges::upper_bound(starts(), arcs.begin) -
                                      starts().begin() - 1);
    for (EdgeIndex arc = arcs.begin; arc < arcs.end; ++i) {
      const Vertex u = order_[begin + i];
      const Vertex* const row = out_.targets().data() + out_.offsets()[u];
      const EdgeIndex end = std::min<EdgeIndex>(starts()[i + 1], arcs.end);
      for (; arc < end; ++arc) body(arc, u, row[arc - starts()[i]]);
    }
  }

  /// Appends the children of the vertices from place `begin` on, whose arcs are numbered.
  void expand_in_parallel(std::size_t begin) {
    if (!has_parallel_levels()) begin_parallel_levels();
    const EdgeIndex arcs = starts().back();
    const std::size_t words = (arcs + kMarksPerWord - 1) / kMarksPerWord;
    make_room(marks_, words);
    parallel_chunks(words, threads_, [&](std::size_t first, std::size_t last, int) {
      std::fill(marks_.data() + first, marks_.data() + last, std::uint64_t{0});
    });
    std::vector<std::vector<Vertex>> found(static_cast<std::size_t>(chunks_));
    for_chunks(words, [&](std::size_t chunk, Range range) {
      for_arcs(begin, arcs_of(range, arcs), [&](EdgeIndex arc, Vertex, Vertex v) {
        if (lower_first(v, first_arc_ + arc)) found[chunk].push_back(v);
      });
    });
    for_chunks(words, [&](std::size_t chunk, Range) {
      for (const Vertex v : found[chunk]) {
        const EdgeIndex arc = first_[v] - first_arc_;
        fetch_or_relaxed(marks_[arc / kMarksPerWord], std::uint64_t{1} << (arc % kMarksPerWord));
      }
    });
    std::vector<std::size_t> places(static_cast<std::size_t>(chunks_));
    for_chunks(words, [&](std::size_t chunk, Range range) {
      for (std::size_t w = range.begin; w < range.end; ++w) {
        places[chunk] += count_ones(marks_[w]);
      }
    });
    end_ += exclusive_scan(std::span(places), 1);
    const std::size_t end = begin + num_starts_ - 1;
    for_chunks(words, [&](std::size_t chunk, Range range) {
      append_marked(begin, range, end + places[chunk]);
    });
    first_arc_ += arcs;
  }

  void begin_parallel_levels() {
    make_room(first_, parents_.size());
    parallel_chunks(parents_.size(), threads_, [&](std::size_t begin, std::size_t end, int) {
      for (std::size_t v = begin; v < end; ++v) first_[v] = parents_[v] == kNoVertex ? kNoArc : 0;
    });
  }

  /// Whether this call was the first to lower it.
  [[nodiscard]] bool lower_first(Vertex v, EdgeIndex arc) {
    EdgeIndex seen = load_relaxed(first_[v]);
    while (arc < seen) {
      if (compare_exchange_relaxed(first_[v], seen, arc)) return seen == kNoArc;
      seen = load_relaxed(first_[v]);
    }
    return false;
  }

  /// body(chunk, its range of words of marks).
  template <class F>
  void for_chunks(std::size_t words, F&& body) const {
    parallel_for(
        0, static_cast<std::size_t>(chunks_), threads_,
        [&](std::size_t chunk) {
          body(chunk, static_chunk(words, static_cast<int>(chunk), chunks_));
        },
        1);
  }
  [[nodiscard]] static Range arcs_of(Range words, EdgeIndex arcs) {
    return {std::min<std::size_t>(words.begin * kMarksPerWord, arcs),
            std::min<std::size_t>(words.end * kMarksPerWord, arcs)};
  }

  /// Appends the targets of the marked arcs in `words` from `place` on.
  void append_marked(std::size_t begin, Range words, std::size_t place) {
    std::size_t i = 0;  // the source's place in the level
    for (std::size_t w = words.begin; w < words.end; ++w) {
      for (std::uint64_t bits = marks_[w]; bits != 0; bits &= bits - 1) {
        const EdgeIndex arc = w * kMarksPerWord + static_cast<std::size_t>(std::countr_zero(bits));
        i = source_of(arc, i);
        const Vertex u = order_[begin + i];
        const Vertex v = out_.targets()[out_.offsets()[u] + (arc - starts()[i])];
        parents_[v] = u;
        order_[place++] = v;
      }
    }
  }
  /// The place in the level of an arc's source, which is not before `from`.
  [[nodiscard]] std::size_t source_of(EdgeIndex arc, std::size_t from) const {
    constexpr std::size_t kSteps = 8;
    for (std::size_t step = 0; step < kSteps; ++step, ++from) {
      if (arc < starts()[from + 1]) return from;
    }
    const auto rest = starts().subspan(from);
    return from + static_cast<std::size_t>(std::ranges::upper_bound(rest, arc) - rest.begin() - 1);
  }

  const Csr& out_;
  const int threads_;
  const int chunks_;
  Array<Vertex> order_;
  Array<Vertex> parents_;
  std::size_t end_ = 0;      // of the order
  Array<EdgeIndex> starts_;  // of this level
  std::size_t num_starts_ = 0;
  Array<EdgeIndex> first_;  // the first arc to each vertex; empty before the first parallel level
  EdgeIndex first_arc_ = kFirstArc;  // of this level
  Array<std::uint64_t> marks_;       // of the arcs of this level, a bit each
};

}  // namespace

BfsOrder sequential_order(const Graph& graph, Vertex source, int threads) {
  return sequential_order(graph, BfsQuery{.sources = {&source, 1}}, threads);
}

BfsOrder sequential_order(const Graph& graph, const BfsQuery& query, int threads) {
  threads = resolve_threads(threads);
  static_cast<void>(detail::checked_sources(query, graph.num_vertices()));
  return SequentialSearch(graph.out(), query.sources, threads).run(query.depth);
}

}  // namespace strider
