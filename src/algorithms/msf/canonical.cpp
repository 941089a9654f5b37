#include "algorithms/msf/canonical.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <mutex>
#include <numeric>
#include <span>
#include <vector>

#include "algorithms/msf/taken_arcs.hpp"
#include "base/memory.hpp"
#include "base/parallel.hpp"
#include "base/scan.hpp"
#include "graph/weight_sum.hpp"

namespace strider::detail {
namespace {

// Groups of edges by their smaller end: as many write streams as stay in the first-level cache.
constexpr std::size_t kMostGroups = 1U << 10U;
// A thread's share below which waking it costs more than it does.
constexpr std::size_t kMinParallelWork = 1U << 13U;

/// Copies edges into groups of the same ends' high bits, in parallel: first counted, then placed.
template <class Edge>
class Grouping {
 public:
  Grouping(std::span<const Edge> edges, Vertex n, int threads)
      : edges_(edges),
        shift_(static_cast<unsigned>(std::bit_width((n - 1) / kMostGroups))),
        groups_(((n - 1) >> shift_) + std::size_t{1}),
        parts_(edges.size() < kMinParallelWork ? 1 : threads),
        starts_(groups_ * static_cast<std::size_t>(parts_) + 1, 0) {}

  void copy_to(std::span<Edge> grouped) {
    parallel_parts(edges_.size(), parts_, [&](Range range, std::size_t part) {
      for (std::size_t i = range.begin; i < range.end; ++i) ++start(edges_[i], part);
    });
    exclusive_scan(std::span(starts_), 1);
    parallel_parts(edges_.size(), parts_, [&](Range range, std::size_t part) {
      for (std::size_t i = range.begin; i < range.end; ++i) {
        grouped[start(edges_[i], part)++] = edges_[i];
      }
    });
  }

  [[nodiscard]] std::size_t num_groups() const { return groups_; }
  [[nodiscard]] unsigned shift() const { return shift_; }
  /// Where the group after this one begins, once copied.
  [[nodiscard]] std::size_t end(std::size_t group) const {
    return starts_[(group + 1) * static_cast<std::size_t>(parts_) - 1];
  }

 private:
  [[nodiscard]] std::size_t& start(const Edge& edge, std::size_t part) {
    return starts_[(edge.u >> shift_) * static_cast<std::size_t>(parts_) + part];
  }

  std::span<const Edge> edges_;
  unsigned shift_;
  std::size_t groups_;
  int parts_;
  std::vector<std::size_t> starts_;  // by group, then part
};

/// Sorts one group: by counting the smaller ends, then each end's edges by the larger one.
template <class W, class Edge>
void sort_group(std::span<const Edge> edges, unsigned shift, WeightOrder<W> order,
                std::vector<std::uint32_t>& counts, std::span<MsfEdge<W>> sorted) {
  const Vertex mask = (Vertex{1} << shift) - 1;
  counts.assign(mask + std::size_t{2}, 0);
  for (const Edge& edge : edges) ++counts[(edge.u & mask) + 1];
  for (std::size_t i = 1; i < counts.size(); ++i) counts[i] += counts[i - 1];
  for (const Edge& edge : edges) {
    sorted[counts[edge.u & mask]++] = {edge.u, edge.v, order.weight(edge.key)};
  }
  for (std::size_t begin = 0, end = 0; begin < sorted.size(); begin = end) {
    end = begin + 1;
    while (end < sorted.size() && sorted[end].u == sorted[begin].u) ++end;
    if (end - begin == 1) continue;
    std::sort(sorted.begin() + static_cast<std::ptrdiff_t>(begin),
              sorted.begin() + static_cast<std::ptrdiff_t>(end),
              [](const MsfEdge<W>& a, const MsfEdge<W>& b) { return a.v < b.v; });
  }
}

}  // namespace

template <class W>
MsfWeight<W> CanonicalForest<W>::write(const ForestEdges<W>& forest, Array<MsfEdge<W>>& sorted) {
  return forest.taken.empty() ? write_edges(forest.edges.span().first(forest.count), sorted)
                              : write_taken(forest.taken, sorted);
}

template <class W>
MsfWeight<W> CanonicalForest<W>::write_edges(std::span<const Edge> edges,
                                             Array<MsfEdge<W>>& sorted) {
  const Vertex n = graph_.topology().num_vertices();
  const std::size_t count = edges.size();
  if (sorted.size() != count) sorted = Array<MsfEdge<W>>(count);
  if (count == 0) return {};
  if (grouped_.size() < count) grouped_ = Array<Edge>(n);
  Grouping<Edge> grouping(edges, n, threads_);
  grouping.copy_to(grouped_.span());

  WeightSum<W> total;
  std::mutex mutex;
  std::atomic<std::size_t> next{0};
  parallel_region(count < kMinParallelWork ? 1 : threads_, [&](int, int) {
    WeightSum<W> mine;
    std::vector<std::uint32_t> counts;
    for (;;) {
      const std::size_t group = next.fetch_add(1, std::memory_order_relaxed);
      if (group >= grouping.num_groups()) break;
      const std::size_t begin = group == 0 ? 0 : grouping.end(group - 1);
      const std::size_t size = grouping.end(group) - begin;
      const std::span<MsfEdge<W>> place = sorted.span().subspan(begin, size);
      sort_group<W, Edge>(grouped_.span().subspan(begin, size), grouping.shift(), order_, counts,
                          place);
      for (const MsfEdge<W>& edge : place) mine.add(edge.weight);
    }
    const std::lock_guard lock(mutex);
    total.add(mine);
  });
  return total.value();
}

// Rows ascend, so that what is marked in them comes in order: counted, then copied.
template <class W>
MsfWeight<W> CanonicalForest<W>::write_taken(std::span<const std::uint8_t> taken,
                                             Array<MsfEdge<W>>& sorted) {
  const Csr& csr = graph_.topology().out();
  const Vertex n = csr.num_vertices();
  const EdgeIndex* const offsets = csr.offsets().data();
  const int parts = taken.size() < kMinParallelWork ? 1 : threads_;
  std::vector<std::size_t> starts(static_cast<std::size_t>(parts) + 1, 0);
  parallel_parts(n, parts, [&](Range range, std::size_t part) {
    const auto marks =
        taken.subspan(offsets[range.begin], offsets[range.end] - offsets[range.begin]);
    starts[part] = std::reduce(marks.begin(), marks.end(), std::size_t{0});
  });
  const std::size_t count = exclusive_scan(std::span(starts), 1);
  if (sorted.size() != count) sorted = Array<MsfEdge<W>>(count);

  WeightSum<W> total;
  std::mutex mutex;
  parallel_parts(n, parts, [&](Range range, std::size_t part) {
    MsfEdge<W>* const begin = sorted.data() + starts[part];
    // Behind the last one taken that would be in the next part.
    const EdgeIndex stop = end_of_taken(taken.data(), offsets[range.begin], offsets[range.end]);
    std::vector<std::uint16_t> sources;
    const MsfEdge<W>* const out = write_taken_arcs(
        offsets, range, stop, taken.data(), sources, begin, [&](Vertex u, EdgeIndex i) {
          return MsfEdge<W>{u, csr.targets()[i], order_.weight(order_.key(graph_.weights()[i]))};
        });
    WeightSum<W> mine;
    for (const MsfEdge<W>* edge = begin; edge != out; ++edge) mine.add(edge->weight);
    const std::lock_guard lock(mutex);
    total.add(mine);
  });
  return total.value();
}

template class CanonicalForest<float>;
template class CanonicalForest<double>;
template class CanonicalForest<std::uint32_t>;

}  // namespace strider::detail
