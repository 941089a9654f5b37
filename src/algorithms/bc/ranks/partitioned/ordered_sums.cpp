#include "algorithms/bc/ranks/partitioned/ordered_sums.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "algorithms/bc/ranks/partitioned/batch_sizes.hpp"
#include "base/memory.hpp"
#include "comm/by_rank.hpp"
#include "comm/collective_error.hpp"

namespace strider::detail {
namespace {

constexpr const char* kCheckpointPurpose = "betweenness: a checkpoint";

/// Consecutive vertices, as the input numbers them.
struct VertexRange {
  GlobalVertex begin;
  GlobalVertex end;
};

/// What a rank has of a chunk.
struct OwnPart {
  std::vector<std::uint32_t> sizes;   ///< sums of each own vertex of it, in order
  std::vector<std::uint64_t> places;  ///< of these sums among all that the rank has, in order
};

/// Of an own vertex.
std::uint64_t sums_of(const Graph1d& graph, BetweennessOf of, std::uint32_t own) {
  if (of == BetweennessOf::kVertices) return 1;
  std::uint64_t size = 0;
  for_each_neighbor(graph, own, [&](std::uint32_t /*to*/, EdgeIndex /*arc*/) { ++size; });
  return size;
}

OwnPart part_of(const Graph1d& graph, BetweennessOf of, const VertexRange& chunk) {
  OwnPart part;
  std::vector<std::pair<GlobalVertex, EdgeIndex>> arcs;
  const auto for_each_own = [&](auto&& body) {
    for (GlobalVertex v = chunk.begin; v < chunk.end; ++v) {
      const OwnedVertex owned = graph.owners.locate(v);
      if (owned.rank == graph.rank) body(index(owned.vertex));
    }
  };
  std::uint64_t total = 0;
  for_each_own([&](std::uint32_t own) {
    const std::uint64_t size = sums_of(graph, of, own);
    part.sizes.push_back(static_cast<std::uint32_t>(size));
    total += size;
  });
  // No more than that: they may be a hub's.
  part.places.reserve(total);
  auto size = part.sizes.begin();
  for_each_own([&](std::uint32_t own) {
    if (of == BetweennessOf::kVertices) {
      part.places.push_back(own);
      return;
    }
    arcs.clear();
    arcs.reserve(*size++);
    for_each_neighbor(graph, own, [&](std::uint32_t to, EdgeIndex arc) {
      arcs.emplace_back(graph.global_of(local_id(to)), arc);
    });
    std::sort(arcs.begin(), arcs.end());
    for (const auto& arc : arcs) part.places.push_back(arc.second);
  });
  return part;
}

std::uint64_t own_size(const Graph1d& graph, BetweennessOf of) {
  if (of == BetweennessOf::kVertices) return graph.num_rows();
  std::uint64_t size = 0;
  for (std::uint32_t v = 0; v < graph.num_rows(); ++v) size += sums_of(graph, of, v);
  return size;
}

/// Only to rank 0.
template <comm::Sendable T>
Array<T> gather_on_first(const comm::Communicator& comm, std::span<const T> mine,
                         std::vector<std::uint64_t>& received_counts) {
  const std::vector<std::uint64_t> counts = comm::try_on_all_ranks(comm, [&] {
    received_counts.resize(static_cast<std::size_t>(comm.size()));
    std::vector<std::uint64_t> all(received_counts.size(), 0);
    all.front() = mine.size();
    return all;
  });
  return comm::checked_all_to_all(comm, mine, counts, std::span(received_counts),
                                  comm::Receivers::kSome);
}

/// On rank 0: the vertices of a chunk in order, and where each one's sums lie among those of all
/// ranks, one rank after the other.
class SharedChunk {
 public:
  /// Collective.
  SharedChunk(const comm::Communicator& comm, const Graph1d& graph, const VertexRange& chunk,
              const OwnPart& part)
      : graph_(graph), chunk_(chunk) {
    std::vector<std::uint64_t> counts;
    sizes_ = gather_on_first(comm, std::span<const std::uint32_t>(part.sizes), counts);
    comm::try_on_all_ranks(comm, [&] {
      first_sizes_ = comm::begins_by_rank(counts);
      sums_.assign(counts.size(), 0);
      for (std::size_t r = 0; r < counts.size(); ++r) {
        for (std::uint64_t i = 0; i < counts[r]; ++i) sums_[r] += sizes_[first_sizes_[r] + i];
      }
      first_sums_ = comm::begins_by_rank(sums_);
    });
  }
  /// By rank.
  [[nodiscard]] const std::vector<std::uint64_t>& sums() const { return sums_; }

  /// body(first, size) for the sums of each vertex in its turn.
  template <class F>
  void for_each_vertex(F&& body) const {
    std::vector<std::uint64_t> sizes = first_sizes_;
    std::vector<std::uint64_t> sums = first_sums_;
    for (GlobalVertex v = chunk_.begin; v < chunk_.end; ++v) {
      const auto r = static_cast<std::size_t>(graph_.owners.owner(v));
      const std::uint32_t size = sizes_[sizes[r]++];
      body(sums[r], size);
      sums[r] += size;
    }
  }

 private:
  const Graph1d& graph_;
  VertexRange chunk_;
  Array<std::uint32_t> sizes_;  // by vertex, one rank after the other
  std::vector<std::uint64_t> first_sizes_;
  std::vector<std::uint64_t> sums_;
  std::vector<std::uint64_t> first_sums_;
};

/// How many sums each vertex of `range` has, on every rank. Collective.
std::vector<std::uint64_t> sums_by_vertex(const comm::Communicator& comm, const Graph1d& graph,
                                          BetweennessOf of, const VertexRange& range) {
  std::vector<std::uint64_t> sums = comm::try_on_all_ranks(comm, [&] {
    const std::size_t size = range.end - range.begin;
    if (of == BetweennessOf::kVertices) return std::vector<std::uint64_t>(size, 1);
    std::vector<std::uint64_t> own(size, 0);
    for (GlobalVertex v = range.begin; v < range.end; ++v) {
      const OwnedVertex owned = graph.owners.locate(v);
      if (owned.rank != graph.rank) continue;
      own[v - range.begin] = sums_of(graph, of, index(owned.vertex));
    }
    return own;
  });
  if (of == BetweennessOf::kEdges) comm.all_reduce(std::span(sums), comm::Reduction::kSum);
  return sums;
}

/// body(part of this rank, what rank 0 knows of all). Throws MemoryError on all ranks. Collective.
template <class F>
void for_each_chunk(const comm::Communicator& comm, const Graph1d& graph, BetweennessOf of,
                    const ChunkBounds& bounds, F&& body) {
  const std::uint64_t n = graph.owners.num_vertices();
  for (GlobalVertex first = 0; first < n; first += bounds.vertices) {
    const VertexRange range{first, std::min(first + bounds.vertices, n)};
    const std::vector<std::uint64_t> sums = sums_by_vertex(comm, graph, of, range);
    for (VertexRange chunk{first, first}; chunk.end < range.end; chunk.begin = chunk.end) {
      std::uint64_t total = sums[chunk.end++ - first];
      while (chunk.end < range.end && total + sums[chunk.end - first] <= bounds.sums) {
        total += sums[chunk.end++ - first];
      }
      const OwnPart part = comm::try_on_all_ranks(comm, [&] {
        require_memory(saturating_mul(total, OrderedSums::kBytesPerSum), kCheckpointPurpose);
        return part_of(graph, of, chunk);
      });
      body(part, SharedChunk(comm, graph, chunk, part));
    }
  }
}

}  // namespace

OrderedSums::OrderedSums(const comm::Communicator& comm, const Graph1d& graph, BetweennessOf of,
                         const ChunkBounds& bounds)
    : comm_(comm),
      graph_(graph),
      of_(of),
      bounds_(bounds),
      size_(comm.all_reduce(own_size(graph, of), comm::Reduction::kSum)) {}

void OrderedSums::to_first(std::span<const double> own,
                           const std::function<void(std::span<const double>)>& take) const {
  for_each_chunk(comm_, graph_, of_, bounds_, [&](const OwnPart& part, const SharedChunk& shared) {
    const std::vector<double> mine = comm::try_on_all_ranks(comm_, [&] {
      std::vector<double> sums;
      sums.reserve(part.places.size());
      for (const std::uint64_t place : part.places) sums.push_back(own[place]);
      return sums;
    });
    std::vector<std::uint64_t> counts;
    const Array<double> all = gather_on_first(comm_, std::span<const double>(mine), counts);
    comm::try_on_all_ranks(comm_, [&] {
      if (comm_.rank() != 0) return;
      std::vector<double> ordered;
      ordered.reserve(all.size());
      shared.for_each_vertex([&](std::uint64_t first, std::uint32_t size) {
        const auto sums = all.span().subspan(first, size);
        ordered.insert(ordered.end(), sums.begin(), sums.end());
      });
      take(ordered);
    });
  });
}

void OrderedSums::from_first(const std::function<void(std::span<double>)>& give,
                             std::span<double> own) const {
  for_each_chunk(comm_, graph_, of_, bounds_, [&](const OwnPart& part, const SharedChunk& shared) {
    std::vector<double> by_rank;
    std::vector<std::uint64_t> came_counts;
    comm::try_on_all_ranks(comm_, [&] {
      came_counts.resize(static_cast<std::size_t>(comm_.size()));
      if (comm_.rank() != 0) return;
      std::uint64_t total = 0;
      for (const std::uint64_t sums : shared.sums()) total += sums;
      std::vector<double> ordered(total);
      give(ordered);
      by_rank.resize(total);
      std::size_t next = 0;
      shared.for_each_vertex([&](std::uint64_t first, std::uint32_t size) {
        std::copy_n(ordered.data() + next, size, by_rank.data() + first);
        next += size;
      });
    });
    const Array<double> mine = comm::checked_all_to_all(comm_, std::span<const double>(by_rank),
                                                        shared.sums(), std::span(came_counts));
    for (std::size_t i = 0; i < mine.size(); ++i) own[part.places[i]] = mine[i];
  });
}

}  // namespace strider::detail
