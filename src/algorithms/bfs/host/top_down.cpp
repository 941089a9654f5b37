// Top-down, container-centric: one frontier for all threads, with atomic appends.
//
//   in parallel, for u in frontier (chunks dealt to whoever is free):
//     for each neighbour v of u:
//       if v has no parent, atomically make u its parent; whoever succeeds
//         gives v level + 1 and appends it to the next frontier, atomically
//   barrier
//
// Invariant: a vertex enters the queue once, by the thread whose exchange gave it its parent; the
// window of the queue behind the barrier is the next level. The first step of parallelization of
// the sequential search, its races made exchanges. O(n + m) work, one barrier a level.
#include "algorithms/bfs/host/level_synchronous.hpp"
#include "base/stop.hpp"
#include "graph/frontier_queue.hpp"

namespace strider::detail {
namespace {

class TopDown final : public LevelSynchronous {
 public:
  TopDown(Graph graph, const BfsOptions& options)
      : LevelSynchronous(std::move(graph), options), queue_(graph_.num_vertices()) {}

 private:
  // Vertices dealt at once: few enough to balance hubs, enough to make the counter cheap.
  static constexpr std::size_t kChunk = 64;

  void clear(Member& member) override {
    if (!member.is_first()) return;
    queue_.clear();
    chunks_.restart();
  }

  void begin(std::span<const Vertex> sources) override { queue_.append(sources); }

  LevelWork expand(Member& member, Step& step) override {
    const Csr& out = graph_.out();
    Vertex* const parents = tree_.parents();
    const auto frontier =
        queue_.window(step.reached.vertices - step.frontier.vertices, step.reached.vertices);
    LevelWork found;
    FrontierQueue::Buffer next(queue_);
    member.attempt([&] {
      while (const auto chunk = chunks_.deal(step.level, frontier.size(), kChunk)) {
        throw_if_stopped();
        for (const Vertex u : frontier.subspan(chunk->begin, chunk->end - chunk->begin)) {
          for (const Vertex v : out.neighbors(u)) {
            if (!claim(parents[v], u)) continue;
            tree_.set_level(v, step.level + 1);
            next.push(v);
            found += {1, out.degree(v)};
          }
        }
      }
    });
    return found;
  }

  FrontierQueue queue_;
  ChunkDealer chunks_;
};

}  // namespace

std::unique_ptr<BfsEngine> make_top_down(Graph graph, const BfsOptions& options) {
  return std::make_unique<TopDown>(std::move(graph), options);
}

}  // namespace strider::detail
