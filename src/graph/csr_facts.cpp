#include "graph/csr_facts.hpp"

#include <algorithm>
#include <array>
#include <mutex>
#include <type_traits>

#include "base/atomics.hpp"
#include "base/parallel.hpp"

namespace strider {
namespace {

/// Stands for no weights.
struct NoArcWeight {};

template <class W>
[[gnu::always_inline]] inline std::uint64_t mixed_weight(const W* weights, std::size_t i) {
  if constexpr (std::is_same_v<W, NoArcWeight>) {
    return 0;
  } else {
    return mix_weight(weights[i]);
  }
}

template <class W>
[[gnu::always_inline]] inline const W* weights_from(const W* weights, EdgeIndex begin) {
  if constexpr (std::is_same_v<W, NoArcWeight>) {
    return weights;
  } else {
    return weights + begin;
  }
}

/// Adds the facts of arcs source_of(i) -> targets[i], fewer than 2^32. The first arc begins a row.
template <class W, class SourceOf>
[[gnu::always_inline]] inline void add_facts_of_arcs(SourceOf source_of, const Vertex* targets,
                                                     const W* weights, std::size_t count,
                                                     ArcFacts& facts) {
  // Locals that the loops keep in vectors.
  ArcSums sums;
  Vertex largest = 0;
  std::uint32_t loops = 0;
  std::uint32_t repeats = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const Vertex source = source_of(i);
    sums.add(source, targets[i], mixed_weight(weights, i));
    largest = std::max(largest, targets[i]);
    loops += source == targets[i] ? 1 : 0;
  }
  for (std::size_t i = 1; i < count; ++i) {
    repeats += source_of(i) == source_of(i - 1) && targets[i] <= targets[i - 1] ? 1 : 0;
  }
  facts.sums.add(sums);
  facts.largest = std::max(facts.largest, largest);
  facts.self_loops += loops;
  facts.repeats += repeats;
}

/// Rows that follow one another and are too short for a loop of their own: their sources are
/// written out, and their arcs go through one loop.
template <class W>
class ShortRowFacts {
 public:
  static constexpr std::size_t kLongest = 64;

  ShortRowFacts(const Vertex* targets, const W* weights) : targets_(targets), weights_(weights) {}

  /// The arcs begin .. begin+count-1 follow those added before, if there are any.
  [[gnu::always_inline]] void add(Vertex source, EdgeIndex begin, std::size_t count,
                                  ArcFacts& facts) {
    if (begin + count - begin_ > kRoom || begin_ == end_) restart(begin, facts);
    // Past the end of the row, in two sizes: a loop that ends with the row is mispredicted.
    Vertex* const out = sources_.data() + (begin - begin_);
    std::fill_n(out, kUsual, source);
    if (count > kUsual) std::fill_n(out + kUsual, kLongest - kUsual, source);
    end_ = begin + count;
  }
  [[gnu::always_inline]] void restart(EdgeIndex begin, ArcFacts& facts) {
    add_facts_of_arcs([this](std::size_t i) { return sources_[i]; }, targets_ + begin_,
                      weights_from(weights_, begin_), end_ - begin_, facts);
    begin_ = begin;
    end_ = begin;
  }

 private:
  static constexpr std::size_t kUsual = 16;
  static constexpr std::size_t kRoom = 1024;

  const Vertex* targets_;
  const W* weights_;
  EdgeIndex begin_ = 0;
  EdgeIndex end_ = 0;
  std::array<Vertex, kRoom + kLongest> sources_;
};

/// As arc_facts; fewer than 2^32 arcs.
template <class W>
[[gnu::always_inline]] inline ArcFacts facts_of_chunk(const AdjacencyView& rows, const W* weights,
                                                      EdgeIndex begin, EdgeIndex end) {
  ArcFacts facts;
  if (begin == end) return facts;
  const Vertex* const targets = rows.targets;
  const EdgeIndex* const offsets = rows.offsets.data();
  const auto after = std::upper_bound(offsets, offsets + rows.offsets.size(), begin);
  auto row = static_cast<std::size_t>(after - offsets) - 1;
  if (begin > offsets[row]) facts.repeats += targets[begin] <= targets[begin - 1] ? 1 : 0;
  ShortRowFacts<W> short_rows(targets, weights);
  for (; begin < end; ++row) {
    const EdgeIndex row_end = std::min(offsets[row + 1], end);
    const std::size_t count = row_end - begin;
    const auto source = static_cast<Vertex>(row);
    if (count <= ShortRowFacts<W>::kLongest) {
      short_rows.add(source, begin, count, facts);
    } else {
      short_rows.restart(row_end, facts);
      add_facts_of_arcs([source](std::size_t) { return source; }, targets + begin,
                        weights_from(weights, begin), count, facts);
    }
    begin = row_end;
  }
  short_rows.restart(end, facts);
  return facts;
}

#if defined(__x86_64__)
// Twice as fast: the first instructions of x86-64 have neither a product nor an order of 32 bits.
template <class W>
[[gnu::target("avx2")]] ArcFacts facts_by_avx2(const AdjacencyView& rows, const W* weights,
                                               EdgeIndex begin, EdgeIndex end) {
  return facts_of_chunk(rows, weights, begin, end);
}
bool has_avx2() {
  return __builtin_cpu_supports("avx2") != 0;
}
#else
template <class W>
ArcFacts facts_by_avx2(const AdjacencyView& rows, const W* weights, EdgeIndex begin,
                       EdgeIndex end) {
  return facts_of_chunk(rows, weights, begin, end);
}
bool has_avx2() {
  return false;
}
#endif

/// Fewer than 2^32 arcs, whose counters fit vectors of 32 bits.
constexpr EdgeIndex kChunk = EdgeIndex{1} << 18U;

template <class W>
ArcFacts facts_of_range(const AdjacencyView& rows, const W* weights, EdgeIndex begin,
                        EdgeIndex end) {
  ArcFacts all;
  for (; begin < end; begin += std::min(kChunk, end - begin)) {
    const EdgeIndex chunk_end = begin + std::min(kChunk, end - begin);
    all.add(has_avx2() ? facts_by_avx2(rows, weights, begin, chunk_end)
                       : facts_of_chunk(rows, weights, begin, chunk_end));
  }
  return all;
}

AdjacencyView view_of(const Csr& csr) {
  return {csr.offsets(), csr.targets().data()};
}

template <class W>
ArcFacts facts_of_all(const Csr& csr, const W* weights, int threads) {
  ArcFacts all;
  std::mutex adding;
  parallel_for(
      0, (csr.num_arcs() + kChunk - 1) / kChunk, threads,
      [&](std::size_t chunk) {
        const EdgeIndex begin = chunk * kChunk;
        const ArcFacts mine =
            facts_of_range(view_of(csr), weights, begin, std::min(begin + kChunk, csr.num_arcs()));
        const std::lock_guard lock(adding);
        all.add(mine);
      },
      1);
  return all;
}

}  // namespace

void ArcFacts::add(const ArcFacts& other) {
  self_loops += other.self_loops;
  repeats += other.repeats;
  largest = std::max(largest, other.largest);
  sums.add(other.sums);
}

ArcFacts arc_facts(const AdjacencyView& rows, EdgeIndex begin, EdgeIndex end) {
  return facts_of_range(rows, static_cast<const NoArcWeight*>(nullptr), begin, end);
}
template <class W>
ArcFacts arc_facts(const AdjacencyView& rows, std::span<const W> weights, EdgeIndex begin,
                   EdgeIndex end) {
  return facts_of_range(rows, weights.data(), begin, end);
}
template ArcFacts arc_facts(const AdjacencyView&, std::span<const std::uint32_t>, EdgeIndex,
                            EdgeIndex);

ArcFacts arc_facts(const Csr& csr, EdgeIndex begin, EdgeIndex end) {
  return arc_facts(view_of(csr), begin, end);
}

template <class W>
ArcFacts arc_facts(const Csr& csr, std::span<const W> weights, EdgeIndex begin, EdgeIndex end) {
  return facts_of_range(view_of(csr), weights.data(), begin, end);
}
template ArcFacts arc_facts(const Csr&, std::span<const float>, EdgeIndex, EdgeIndex);
template ArcFacts arc_facts(const Csr&, std::span<const double>, EdgeIndex, EdgeIndex);
template ArcFacts arc_facts(const Csr&, std::span<const std::uint32_t>, EdgeIndex, EdgeIndex);

ArcFacts arc_facts(const Csr& csr, int threads) {
  return facts_of_all(csr, static_cast<const NoArcWeight*>(nullptr), threads);
}

template <class W>
ArcFacts arc_facts(const Csr& csr, std::span<const W> weights, int threads) {
  return facts_of_all(csr, weights.data(), threads);
}
template ArcFacts arc_facts(const Csr&, std::span<const float>, int);
template ArcFacts arc_facts(const Csr&, std::span<const double>, int);
template ArcFacts arc_facts(const Csr&, std::span<const std::uint32_t>, int);

bool rows_strictly_ascend(const Csr& csr, int threads) {
  return arc_facts(csr, threads).repeats == 0;
}

Vertex count_isolated(const Graph& graph, int threads) {
  const Csr& out = graph.out();
  const Csr& in = graph.in(threads);
  Vertex isolated = 0;
  parallel_chunks(graph.num_vertices(), threads, [&](std::size_t begin, std::size_t end, int) {
    Vertex mine = 0;
    for (std::size_t i = begin; i < end; ++i) {
      const auto v = static_cast<Vertex>(i);
      mine += out.degree(v) == 0 && in.degree(v) == 0 ? 1 : 0;
    }
    fetch_add_relaxed(isolated, mine);
  });
  return isolated;
}

}  // namespace strider
