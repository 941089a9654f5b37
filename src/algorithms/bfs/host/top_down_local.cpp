// Top-down, container-centric: a frontier a thread, merged by prefix sum, work split by edges.
//
//   each thread, for its share of the edges (u, v) of the frontier:
//     if v is not visited, atomically mark it; whoever does
//       makes u its parent, gives it level + 1 and pushes it to the thread's own queue
//   each thread sums up the degrees in its queue
//   barrier
//   the next frontier is all queues one after the other: prefix sums number its edges, and every
//   thread takes an equal share of the numbers
//
// Invariant: the queues hold each vertex of the next level once. Nothing is shared in pushing but
// the bitmap of visited vertices; the list of a hub is cut wherever a share ends. O(n + m) work,
// one barrier a level (container-centric with private containers, Berrendorf and Makulla 2014; the
// edge split is Merrill, Garland and Grimshaw's 2012, on cores).
#include "algorithms/bfs/host/edge_split_step.hpp"

namespace strider::detail {
namespace {

class TopDownLocal final : public LevelSynchronous {
 public:
  TopDownLocal(Graph graph, const BfsOptions& options)
      : LevelSynchronous(std::move(graph), options),
        visited_(graph_.num_vertices()),
        frontier_(options.threads) {}

 private:
  void clear(Member& member) override {
    const Range words = member.chunk(visited_.num_words());
    visited_.clear_words(words.begin, words.end);
    frontier_.clear(member);
  }

  void begin(std::span<const Vertex> sources) override {
    LocalQueue& queue = frontier_.part(0, 0);
    for (const Vertex source : sources) {
      visited_.set(source);
      queue.push(source);
    }
    queue.sum_degrees(graph_.out());
  }

  LevelWork expand(Member& member, Step& step) override {
    return frontier_.expand(member, graph_.out(), tree_, visited_, step.level);
  }

  Bitmap visited_;
  EdgeSplitFrontier frontier_;
};

}  // namespace

std::unique_ptr<BfsEngine> make_top_down_local(Graph graph, const BfsOptions& options) {
  return std::make_unique<TopDownLocal>(std::move(graph), options);
}

}  // namespace strider::detail
