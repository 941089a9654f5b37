#include "algorithms/flow/residual.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "base/parallel.hpp"
#include "base/scan.hpp"
#include "base/workspace.hpp"
#include "strider/error.hpp"

namespace strider::detail {
namespace {

constexpr EdgeIndex kNoArc = ~EdgeIndex{0};

/// An entry of the graph that leaves a vertex, or kNoArc for one that arrives.
struct Entry {
  Vertex head;
  std::uint64_t capacity;
  EdgeIndex arc;
};

/// The entries at a vertex whose other end has a number, by that number and in their order.
template <class W>
class RowReader {
 public:
  RowReader(const WeightedGraph<W>& graph, std::span<const Vertex> numbers,
            const CapacityUnit& unit)
      : graph_(graph), in_(graph.topology().in()), numbers_(numbers), unit_(unit) {}

  const std::vector<Entry>& read(Vertex v) {
    const Graph& graph = graph_.topology();
    entries_.clear();
    EdgeIndex arc = graph.out().offsets()[v];
    for (const Vertex head : graph.out().neighbors(v)) {
      add(v, head, unit_.count(graph_.weights()[arc]), arc);
      ++arc;
    }
    if (graph.is_directed()) {
      for (const Vertex tail : in_.neighbors(v)) add(v, tail, 0, kNoArc);
    }
    const auto before = [](const Entry& a, const Entry& b) {
      return std::pair(a.head, a.arc) < std::pair(b.head, b.arc);
    };
    if (!std::ranges::is_sorted(entries_, before)) std::ranges::sort(entries_, before);
    return entries_;
  }
  /// body(first, last) for the entries to each other end.
  template <class F>
  static void for_each_head(std::span<const Entry> entries, F&& body) {
    for (auto first = entries.begin(); first != entries.end();) {
      auto last = first;
      while (last != entries.end() && last->head == first->head) ++last;
      body(std::span(first, last));
      first = last;
    }
  }

 private:
  void add(Vertex v, Vertex other, std::uint64_t capacity, EdgeIndex arc) {
    if (other != v && numbers_[other] != kNoVertex) {
      entries_.push_back({numbers_[other], capacity, arc});
    }
  }

  const WeightedGraph<W>& graph_;
  const Csr& in_;
  std::span<const Vertex> numbers_;
  CapacityUnit unit_;
  std::vector<Entry> entries_;
};

/// What all carry together, but no more than `most`.
std::uint64_t capacity_of(std::span<const Entry> entries, std::uint64_t most) {
  std::uint64_t sum = 0;
  for (const Entry& entry : entries) sum += std::min(entry.capacity, most - sum);
  return sum;
}

/// body(i, reader) for i in [0, count), with a reader for each chunk.
template <class W, class F>
void for_each_row(std::size_t count, const RowReader<W>& reader, int threads, F&& body) {
  constexpr std::size_t kRows = 2048;
  parallel_for(
      0, (count + kRows - 1) / kRows, threads,
      [&](std::size_t chunk) {
        RowReader<W> mine(reader);
        sequential_for(chunk * kRows, std::min(count, (chunk + 1) * kRows),
                       [&](std::size_t i) { body(static_cast<Vertex>(i), mine); });
      },
      1);
}

}  // namespace

// The source is not searched from: what only it leads to cannot help.
void Residual::number_vertices(const Csr& in, Vertex source, Vertex target, int threads) {
  parallel_for(0, numbers_.size(), threads, [&](std::size_t v) { numbers_[v] = kNoVertex; });
  Vertex count = 0;
  const auto add = [&](Vertex v) {
    numbers_[v] = count;
    vertices_[count++] = v;
  };
  add(target);
  for (Vertex i = 0; i < count; ++i) {
    if (i % 65536 == 0) throw_if_stopped();
    if (vertices_[i] == source) continue;
    for (const Vertex v : in.neighbors(vertices_[i])) {
      if (numbers_[v] == kNoVertex) add(v);
    }
  }
  vertices_.truncate(count);
  source_ = numbers_[source];
}

template <class W>
Residual::Residual(const WeightedGraph<W>& graph, Vertex source, Vertex target,
                   const CapacityUnit& unit, int threads) {
  const Graph& topology = graph.topology();
  const Csr& in = topology.in(threads);
  const Vertex n = topology.num_vertices();
  Workspace workspace;
  workspace.declare("the numbers of vertices", numbers_, n);
  workspace.declare("the vertices in their order", vertices_, n);
  workspace.take("the residual graph", HostMemory());
  number_vertices(in, source, target, threads);
  read_rows(graph, unit, threads);
  pair_arcs(threads);
}

template <class W>
void Residual::read_rows(const WeightedGraph<W>& graph, const CapacityUnit& unit, int threads) {
  const Graph& topology = graph.topology();
  const std::size_t count = vertices_.size();
  auto starts = take_array<Array<EdgeIndex>>(count + 1, "the residual graph");
  parallel_for(0, count, threads, [&](std::size_t i) {
    const Vertex v = vertices_[i];
    starts[i] = topology.out().degree(v) +
                (topology.is_directed() ? topology.in().degree(v) : EdgeIndex{0});
  });
  starts[count] = 0;
  const EdgeIndex bound = exclusive_scan(starts.span(), threads);
  if (bound > std::numeric_limits<std::uint32_t>::max()) {
    throw UsageError(
        fmt::format("a maximum flow needs a residual graph of at most {} arcs, this one has {}",
                    std::numeric_limits<std::uint32_t>::max(), bound));
  }
  auto offsets = take_array<Array<EdgeIndex>>(count + 1, "the residual graph");
  auto merged = take_array<Array<ResidualArc>>(bound, "the residual graph");
  const RowReader<W> reader(graph, numbers_.span(), unit);
  for_each_row(count, reader, threads, [&](Vertex i, RowReader<W>& mine) {
    EdgeIndex end = starts[i];
    RowReader<W>::for_each_head(mine.read(vertices_[i]), [&](std::span<const Entry> entries) {
      merged[end++] = {entries.front().head, 0, capacity_of(entries, unit.most<W>())};
    });
    offsets[i] = end - starts[i];
  });
  offsets[count] = 0;
  const EdgeIndex num_arcs = exclusive_scan(offsets.span(), threads);
  if (num_arcs == bound) {
    arcs_ = std::move(merged);
  } else {
    arcs_ = take_array<Array<ResidualArc>>(num_arcs, "the residual graph");
    parallel_for(0, count, threads, [&](std::size_t i) {
      std::copy_n(merged.begin() + starts[i], offsets[i + 1] - offsets[i],
                  arcs_.begin() + offsets[i]);
    });
  }
  auto heads = take_array<Array<Vertex>>(num_arcs, "the residual graph");
  parallel_for(0, num_arcs, threads, [&](std::size_t arc) { heads[arc] = arcs_[arc].head; });
  rows_ = Csr(SharedArray(std::move(offsets)), SharedArray(std::move(heads)));
}

void Residual::pair_arcs(int threads) {
  parallel_for(0, size(), threads, [&](std::size_t i) {
    const auto tail = static_cast<Vertex>(i);
    for (EdgeIndex arc = rows_.offsets()[i]; arc < rows_.offsets()[i + 1]; ++arc) {
      const Vertex head = arcs_[arc].head;
      const auto row = rows_.neighbors(head);
      const auto place = std::ranges::lower_bound(row, tail) - row.begin();
      arcs_[arc].mate =
          static_cast<std::uint32_t>(rows_.offsets()[head] + static_cast<EdgeIndex>(place));
    }
  });
}

template <class W, class Flow>
void Residual::read_flows(const WeightedGraph<W>& graph, const CapacityUnit& unit,
                          std::span<Flow> flows, int threads) const {
  parallel_for(0, flows.size(), threads, [&](std::size_t arc) { flows[arc] = Flow{0}; });
  const RowReader<W> reader(graph, numbers_.span(), unit);
  for_each_row(size(), reader, threads, [&](Vertex i, RowReader<W>& mine) {
    EdgeIndex arc = rows_.offsets()[i];
    RowReader<W>::for_each_head(mine.read(vertices_[i]), [&](std::span<const Entry> entries) {
      const std::uint64_t capacity = capacity_of(entries, unit.most<W>());
      const std::uint64_t left = arcs_[arc++].left;
      std::uint64_t flow = capacity > left ? capacity - left : 0;
      for (const Entry& entry : entries) {
        const std::uint64_t share = std::min(flow, entry.capacity);
        flow -= share;
        if (share == 0) continue;
        if constexpr (std::is_integral_v<Flow>) {
          flows[entry.arc] = static_cast<Flow>(share);
        } else {
          flows[entry.arc] = unit.value(share);
        }
      }
    });
  });
}

template Residual::Residual(const WeightedGraph<float>&, Vertex, Vertex, const CapacityUnit&, int);
template Residual::Residual(const WeightedGraph<double>&, Vertex, Vertex, const CapacityUnit&, int);
template Residual::Residual(const WeightedGraph<std::uint32_t>&, Vertex, Vertex,
                            const CapacityUnit&, int);
template void Residual::read_flows(const WeightedGraph<float>&, const CapacityUnit&,
                                   std::span<double>, int) const;
template void Residual::read_flows(const WeightedGraph<double>&, const CapacityUnit&,
                                   std::span<double>, int) const;
template void Residual::read_flows(const WeightedGraph<std::uint32_t>&, const CapacityUnit&,
                                   std::span<std::uint32_t>, int) const;

}  // namespace strider::detail
