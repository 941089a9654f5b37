// Direction-optimizing: top-down or bottom-up, by the work ahead (Beamer, Asanović and Patterson
// 2013).
//
//   frontier = visited = {source}
//   for each level, while the frontier is not empty (level_synchronous.cpp has this loop):
//     turn bottom-up when the frontier grows and its edges exceed those of the unvisited / alpha
//     turn top-down when the frontier shrinks and has fewer than n / beta vertices
//     top-down:   for u of the frontier, a queue: for neighbours v that are not visited: u claims v
//     bottom-up:  for v that is not visited: its first neighbour u in the frontier, a bitmap,
//       becomes its parent
//
// Invariant: `visited` holds every reached vertex (and those that no edge leads to) in both
// directions; the frontier of a level is in the form that its direction wants. Directed graphs are
// walked along their edges top-down and against them bottom-up.
#include <algorithm>
#include <span>
#include <vector>

#include "algorithms/bfs/host/bottom_up_step.hpp"
#include "algorithms/bfs/host/edge_split_step.hpp"
#include "base/memory.hpp"

namespace strider::detail {
namespace {

class DirectionOptimizing final : public LevelSynchronous {
 public:
  DirectionOptimizing(Graph graph, const BfsOptions& options)
      : LevelSynchronous(std::move(graph), options),
        rule_{options.tuning.alpha, options.tuning.beta, graph_.num_vertices()},
        unreachable_(unreachable_vertices(graph_, options.threads)),
        visited_(graph_.num_vertices()),
        bitmaps_{Bitmap(graph_.num_vertices()), Bitmap(graph_.num_vertices())},
        queues_(options.threads),
        few_edges_(EdgeIndex{graph_.num_vertices()} * static_cast<unsigned>(options.threads) /
                   kBitsOfEdge) {
    if (graph_.num_arcs() <= few_edges_) return;
    const std::uint64_t bytes = Bitmap::bytes_of(graph_.num_vertices());
    require_memory(bytes * static_cast<unsigned>(options.threads), "the bitmaps of threads");
    for (int t = 0; t < options.threads; ++t) seen_.emplace_back(graph_.num_vertices());
  }

 private:
  void clear(Member& member) override {
    const Range words = member.chunk(visited_.num_words());
    for (std::size_t w = words.begin; w < words.end; ++w) {
      visited_.set_word(w, unreachable_.word(w));
    }
    queues_.clear(member);
  }

  void begin(std::span<const Vertex> sources) override {
    LocalQueue& queue = queues_.part(0, 0);
    for (const Vertex source : sources) {
      visited_.set(source);
      queue.push(source);
    }
    queue.sum_degrees(graph_.out());
  }

  LevelWork expand(Member& member, Step& step) override {
    const BfsDirection direction = rule_.next(step.direction, step.frontier, step.previous_vertices,
                                              graph_.num_arcs() - step.reached.edges);
    const bool is_bottom_up = direction == BfsDirection::kBottomUp;
    if (is_bottom_up && !step.is_in_bitmap) queue_to_bitmap(member, step.level);
    if (!is_bottom_up && step.is_in_bitmap) bitmap_to_queue(member, step.level);
    const bool marks = !is_bottom_up && step.frontier.edges > few_edges_;
    step.direction = direction;
    step.is_in_bitmap = is_bottom_up || marks;
    if (marks) return mark_and_join(member, step.level);
    if (!is_bottom_up) return queues_.expand(member, graph_.out(), tree_, visited_, step.level);
    LevelWork found;
    member.attempt([&] {
      found = expand_bottom_up(graph_, bitmaps_[step.level % 2], bitmaps_[(step.level + 1) % 2],
                               visited_, tree_, words_, step.level);
    });
    return found;
  }

  /// Top-down along many edges.
  LevelWork mark_and_join(Member& member, Level level) {
    Bitmap& seen = seen_[static_cast<std::size_t>(member.thread())];
    std::copy_n(visited_.words(), visited_.num_words(), seen.words());
    member.attempt([&] { queues_.mark(member, graph_.out(), tree_, seen, level); });
    if (member.is_first()) words_.restart();  // the next level may be dealt words
    member.wait();
    Bitmap& next = bitmaps_[(level + 1) % 2];
    const std::span all_seen(seen_.data(), static_cast<std::size_t>(member.threads()));
    const Range words = member.chunk(visited_.num_words());
    LevelWork found;
    for (std::size_t w = words.begin; w < words.end; ++w) {
      Bitmap::Word reached = 0;
      for (const Bitmap& one : all_seen) reached |= one.word(w);
      const Bitmap::Word fresh = reached & ~visited_.word(w);
      next.set_word(w, fresh);
      if (fresh == 0) continue;
      visited_.set_word(w, reached);
      Bitmap::for_each_bit(fresh, w, [&](Vertex v) {
        tree_.set_level(v, level + 1);
        found += {1, graph_.out().degree(v)};
      });
    }
    return found;
  }

  void queue_to_bitmap(Member& member, Level level) {
    Bitmap& bitmap = bitmaps_[level % 2];
    const Range words = member.chunk(bitmap.num_words());
    bitmap.clear_words(words.begin, words.end);
    if (member.is_first()) words_.restart();
    member.wait();
    // Atomic: the vertices that two threads found may share a word.
    for (const Vertex v : queues_.part(member.thread(), level).vertices()) bitmap.set_atomic(v);
    member.wait();
  }

  void bitmap_to_queue(Member& member, Level level) {
    const Bitmap& bitmap = bitmaps_[level % 2];
    LocalQueue& queue = queues_.part(member.thread(), level);
    const Range words = member.chunk(bitmap.num_words());
    queue.clear();
    const bool done = member.attempt([&] {
      bitmap.for_each_in_words(words.begin, words.end, [&](Vertex v) { queue.push(v); });
      queue.sum_degrees(graph_.out());
    });
    // All continue with this level before they learn of a failure: no sums, or old ones, must not
    // lead them.
    if (!done) queue.clear();
    member.wait();
  }

  /// Bits that are joined in the time in which an edge is followed (two threads).
  static constexpr EdgeIndex kBitsOfEdge = 16;

  const DirectionRule rule_;
  const Bitmap unreachable_;
  Bitmap visited_;
  // A thread: visited, or found by it in this level. None where no frontier has so many edges.
  std::vector<Bitmap> seen_;
  Bitmap bitmaps_[2];
  EdgeSplitFrontier queues_;
  EdgeIndex few_edges_;  // along more, joining bitmaps costs less than claiming vertices
  ChunkDealer words_;
};

}  // namespace

std::unique_ptr<BfsEngine> make_direction_optimizing(Graph graph, const BfsOptions& options) {
  return std::make_unique<DirectionOptimizing>(std::move(graph), options);
}

}  // namespace strider::detail
