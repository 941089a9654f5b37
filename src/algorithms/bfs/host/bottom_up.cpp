// Bottom-up: every unvisited vertex looks for a parent in the frontier's bitmap.
//
//   in parallel, for v in unvisited vertices (words of the bitmap dealt to whoever is free):
//     for each u with an edge to v:
//       if u is in the frontier: u becomes v's parent, v gets level + 1 and joins the next
//       frontier; look no further
//   barrier
//
// Invariant: a vertex is written only by the thread that its word was dealt to, so that nothing is
// atomic; the frontier's bitmap is read only. A level ends at the first parent of each vertex, but
// walks all edges of those that find none: O(n + m) work a level in the worst case (Beamer,
// Asanović and Patterson 2013, section 3).
#include "algorithms/bfs/host/bottom_up_step.hpp"

namespace strider::detail {
namespace {

class BottomUp final : public LevelSynchronous {
 public:
  BottomUp(Graph graph, const BfsOptions& options)
      : LevelSynchronous(std::move(graph), options),
        unreachable_(unreachable_vertices(graph_, options.threads)),
        visited_(graph_.num_vertices()),
        frontiers_{Bitmap(graph_.num_vertices()), Bitmap(graph_.num_vertices())} {}

 private:
  void clear(Member& member) override {
    const Range words = member.chunk(visited_.num_words());
    for (std::size_t w = words.begin; w < words.end; ++w) {
      visited_.set_word(w, unreachable_.word(w));
    }
    frontiers_[0].clear_words(words.begin, words.end);
    if (member.is_first()) words_.restart();
  }

  void begin(std::span<const Vertex> sources) override {
    for (const Vertex source : sources) {
      visited_.set(source);
      frontiers_[0].set(source);
    }
  }

  LevelWork expand(Member& member, Step& step) override {
    step.direction = BfsDirection::kBottomUp;
    LevelWork found;
    member.attempt([&] {
      found = expand_bottom_up(graph_, frontiers_[step.level % 2], frontiers_[(step.level + 1) % 2],
                               visited_, tree_, words_, step.level);
    });
    return found;
  }

  const Bitmap unreachable_;
  Bitmap visited_;
  Bitmap frontiers_[2];
  ChunkDealer words_;
};

}  // namespace

std::unique_ptr<BfsEngine> make_bottom_up(Graph graph, const BfsOptions& options) {
  return std::make_unique<BottomUp>(std::move(graph), options);
}

}  // namespace strider::detail
