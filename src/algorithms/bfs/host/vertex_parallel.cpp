// Vertex-centric: every level looks at every vertex.
//
//   in parallel, for u in all vertices (chunks dealt to whoever is free):
//     if u is on this level:
//       for each neighbour v of u:
//         if v has no parent, atomically make u its parent, and give v level + 1
//   barrier
//
// Invariant: the frontier is the set of vertices whose level is this one; there is no container, so
// nothing to fill, merge or contend for. What it costs is a pass over all levels a level: O(n d +
// m) work for d levels, good only where d is small (Berrendorf and Makulla 2014, "vertex-centric").
#include "algorithms/bfs/host/level_synchronous.hpp"
#include "base/stop.hpp"

namespace strider::detail {
namespace {

class VertexParallel final : public LevelSynchronous {
 public:
  VertexParallel(Graph graph, const BfsOptions& options)
      : LevelSynchronous(std::move(graph), options) {}

 private:
  // Vertices dealt at once: their levels fill a few cache lines.
  static constexpr std::size_t kChunk = 2048;

  void clear(Member& member) override {
    if (member.is_first()) chunks_.restart();
  }
  void begin(std::span<const Vertex> /*sources*/) override {}

  LevelWork expand(Member& member, Step& step) override {
    const Csr& out = graph_.out();
    Vertex* const parents = tree_.parents();
    LevelWork found;
    member.attempt([&] {
      while (const auto chunk = chunks_.deal(step.level, graph_.num_vertices(), kChunk)) {
        throw_if_stopped();
        for (std::size_t i = chunk->begin; i < chunk->end; ++i) {
          const auto u = static_cast<Vertex>(i);
          if (!tree_.is_on_level(u, step.level)) continue;
          for (const Vertex v : out.neighbors(u)) {
            if (!claim(parents[v], u)) continue;
            tree_.set_level(v, step.level + 1);
            found += {1, out.degree(v)};
          }
        }
      }
    });
    return found;
  }

  ChunkDealer chunks_;
};

}  // namespace

std::unique_ptr<BfsEngine> make_vertex_parallel(Graph graph, const BfsOptions& options) {
  return std::make_unique<VertexParallel>(std::move(graph), options);
}

}  // namespace strider::detail
