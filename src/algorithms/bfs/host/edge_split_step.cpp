#include "algorithms/bfs/host/edge_split_step.hpp"

#include "base/stop.hpp"

namespace strider::detail {
namespace {

// A frontier of fewer edges is left to one thread: sharing its lines would cost more.
constexpr EdgeIndex kMinSharedWork = 512;
// How many vertices ahead adjacency is fetched: its offset first, then its first line.
constexpr std::size_t kOffsetAhead = 16;
constexpr std::size_t kRowAhead = 8;
// Edges between two looks at the stop flag.
constexpr EdgeIndex kEdgesTogether = 1U << 20U;

void prefetch_ahead(const Csr& out, std::span<const Vertex> ahead) {
  const EdgeIndex* const offsets = out.offsets().data();
  if (ahead.size() > kOffsetAhead) __builtin_prefetch(offsets + ahead[kOffsetAhead]);
  if (ahead.size() > kRowAhead) {
    __builtin_prefetch(out.targets().data() + offsets[ahead[kRowAhead]]);
  }
}

}  // namespace

void EdgeSplitFrontier::clear(const Member& member) {
  for (MergedQueues& queues : queues_) {
    queues.part(member.thread()).clear();
    // Where the runtime gave fewer threads than asked, no other empties the rest.
    if (!member.is_first()) continue;
    for (int t = member.threads(); t < queues.num_parts(); ++t) queues.part(t).clear();
  }
}

template <class F>
void EdgeSplitFrontier::walk(const Member& member, const Csr& out, Level level, F&& body) const {
  const MergedQueues& frontier = queues_[level % 2];
  const Range chunk =
      static_chunk(frontier.num_edges(), member.thread(), member.threads(), kMinSharedWork);
  const Vertex* const targets = out.targets().data();
  const EdgeIndex* const offsets = out.offsets().data();
  for (EdgeIndex begin = chunk.begin; begin < chunk.end; begin += kEdgesTogether) {
    throw_if_stopped();
    frontier.for_each_slice(begin, std::min<EdgeIndex>(begin + kEdgesTogether, chunk.end),
                            [&](const EdgeSlice& slice, std::span<const Vertex> ahead) {
                              prefetch_ahead(out, ahead);
                              const Vertex* const row = targets + offsets[slice.vertex];
                              body(slice.vertex, std::span(row + slice.first, row + slice.last));
                            });
  }
}

LevelWork EdgeSplitFrontier::expand(Member& member, const Csr& out, TreeWriter& tree,
                                    Bitmap& visited, Level level) {
  LocalQueue& next = part(member.thread(), level + 1);
  next.clear();
  const bool done = member.attempt([&] {
    const bool shared = member.threads() > 1;
    walk(member, out, level, [&](Vertex u, std::span<const Vertex> row) {
      for (const Vertex v : row) {
        if (visited.test_atomic(v)) continue;
        if (!shared) {
          visited.set(v);
        } else if (!visited.claim_atomic(v)) {
          continue;
        }
        tree.set(v, u, level + 1);
        next.push(v);
      }
    });
    next.sum_degrees(out);
  });
  // Its sums are not there, or old.
  if (!done) next.clear();
  return {next.size(), next.num_edges()};
}

void EdgeSplitFrontier::mark(const Member& member, const Csr& out, TreeWriter& tree, Bitmap& seen,
                             Level level) const {
  Vertex* const parents = tree.parents();
  walk(member, out, level, [&](Vertex u, std::span<const Vertex> row) {
    for (const Vertex v : row) {
      // Another member may write its own parent of v at the same time; either will do.
      if (seen.claim(v)) store_relaxed(parents[v], u);
    }
  });
}

}  // namespace strider::detail
