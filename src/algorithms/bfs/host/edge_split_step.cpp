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

LevelWork EdgeSplitFrontier::expand(Member& member, const Csr& out, TreeWriter& tree,
                                    Bitmap& visited, Level level) {
  const MergedQueues& frontier = queues_[level % 2];
  LocalQueue& next = part(member.thread(), level + 1);
  next.clear();
  const bool done = member.attempt([&] {
    const Range chunk =
        static_chunk(frontier.num_edges(), member.thread(), member.threads(), kMinSharedWork);
    const EdgeIndex* const offsets = out.offsets().data();
    const Vertex* const targets = out.targets().data();
    const bool shared = member.threads() > 1;
    const auto expand_slice = [&](const EdgeSlice& slice, std::span<const Vertex> ahead) {
      prefetch_ahead(out, ahead);
      const Vertex* const row = targets + offsets[slice.vertex];
      for (EdgeIndex e = slice.first; e < slice.last; ++e) {
        const Vertex v = row[e];
        if (visited.test_atomic(v)) continue;
        if (!shared) {
          visited.set(v);
        } else if (!visited.claim_atomic(v)) {
          continue;
        }
        tree.set(v, slice.vertex, level + 1);
        next.push(v);
      }
    };
    for (EdgeIndex begin = chunk.begin; begin < chunk.end; begin += kEdgesTogether) {
      throw_if_stopped();
      frontier.for_each_slice(begin, std::min<EdgeIndex>(begin + kEdgesTogether, chunk.end),
                              expand_slice);
    }
    next.sum_degrees(out);
  });
  // Its sums are not there, or old.
  if (!done) next.clear();
  return {next.size(), next.num_edges()};
}

}  // namespace strider::detail
