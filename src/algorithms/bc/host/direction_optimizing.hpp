// One source after another, each by all threads: the work-efficient method with bits, going out by
// whichever side has fewer edges.
//
//   for depth = 0, 1, ... until nothing is found, one of:
//     the frontier has fewer edges than the unvisited: for its vertices v, in parallel:
//       each unvisited neighbour w is claimed and appended to the next level;
//       then each w adds up count(v) over the neighbours v of the frontier
//     else: for the unvisited vertices w, in parallel:
//       w adds up count(v) over the neighbours v of the frontier; if there are any, w joins the
//       next
//   for depth = deepest, ..., 1: for the vertices v of level depth, in parallel:
//     dependency(v) from the neighbours on the level after it
//
// Whether a neighbour is on a level follows from a bit, not by its number of level: bits of all
// vertices stay in the cache (Beamer, Asanović and Patterson 2013, who stop at the first parent;
// here all predecessors count, so that going bottom-up pays later).
#pragma once

#include <algorithm>
#include <array>
#include <atomic>

#include "algorithms/bc/host/level_by_level.hpp"
#include "algorithms/bc/host/level_queue.hpp"
#include "graph/bitmap.hpp"

namespace strider::detail {

class DirectionOptimizing {
 public:
  DirectionOptimizing(Workspace& workspace, const BcProblem& problem)
      : problem_(problem), out_(problem.graph.out()), in_(problem.graph.in()) {
    const Vertex n = problem.graph.num_vertices();
    workspace.count("the vertices visited and the levels", 5 * (n / 8 + sizeof(Bitmap::Word)));
    workspace.when_taken([this, n] {
      visited_ = Bitmap(n);
      for (Bitmap& level : levels_) level = Bitmap(n);
    });
    workspace.declare("the path counts", counts_, n);
    workspace.declare("the dependencies", coefficients_, n);
    workspace.declare("the queue", queue_, n);
  }

  void clear(Member& member, Vertex) {
    const Range words = member.chunk(visited_.num_words());
    visited_.clear_words(words.begin, words.end);
    for (Bitmap& level : levels_) level.clear_words(words.begin, words.end);
  }

  void begin(Vertex source) {
    source_ = source;
    visited_.set(source);
    level(0).set(source);
    counts_[source] = {1, 0};
    queue_[0] = source;
    length_.store(1, std::memory_order_relaxed);
  }

  Found discover(Member& member, const LevelRange& range) {
    // Last read when the counts of the level before last were taken: all are past that, and none
    // writes to it before all are past this.
    const Range words = member.chunk(visited_.num_words());
    level(range.depth + 2).clear_words(words.begin, words.end);
    if (!goes_bottom_up(range.arcs, range.unvisited_arcs)) return top_down(member, range);
    // Counts of this level are needed now. Found bottom-up, they came with it; else other members
    // may still be at it.
    if (!went_bottom_up(range)) member.wait();
    return bottom_up(member, range.depth);
  }

  Found count(Member& member, const LevelRange& range) {
    const TargetWeights weights(problem_);
    const Bitmap& before = level(range.depth - 1);
    Found found;
    for_level(member, range, [&](Vertex w) {
      found.weight += weights[w];
      if (!went_bottom_up(range)) counts_[w] = count_of(w, before);
    });
    return found;
  }

  // The bits of all but the last levels are gone, and are set again on the way: by each level for
  // the one before it.
  void accumulate(Member& member, const LevelRange& range, const DependencySums& sums) {
    const Range words = member.chunk(visited_.num_words());
    level(range.depth + 2).clear_words(words.begin, words.end);
    const Bitmap& after = level(range.depth + 1);
    Bitmap& own = level(range.depth);
    for_level(member, range, [&](Vertex v) {
      own.set_atomic(v);
      const double dependency = dependency_of(v, after, sums);
      if (range.depth > 0) coefficients_[v] = sums.close(v, dependency, counts_[v]);
    });
  }

 private:
  /// A step by the unvisited looks at all their edges; one by the frontier at its own, and at those
  /// of what it finds.
  static bool goes_bottom_up(EdgeIndex frontier_arcs, EdgeIndex unvisited_arcs) {
    return frontier_arcs > unvisited_arcs / 2;
  }

  /// How a level was found.
  static bool went_bottom_up(const LevelRange& range) {
    return goes_bottom_up(range.arcs_before, range.unvisited_arcs_before);
  }

  /// The bits of a level; of every fourth in the same place.
  Bitmap& level(Level depth) { return levels_[depth % levels_.size()]; }

  PathCount count_of(Vertex w, const Bitmap& before) const {
    PathCount count;
    for (const Vertex v : in_.neighbors(w)) {
      if (before.test(v)) count += counts_[v];
    }
    count.normalize();
    return count;
  }

  void note(Found& found, Vertex v) const {
    const EdgeIndex arcs = out_.degree(v);
    ++found.vertices;
    found.arcs += arcs;
    found.next_arcs += arcs;
  }

  Found bottom_up(Member& member, Level depth) {
    const Bitmap& frontier = level(depth);
    Bitmap& next = level(depth + 1);
    QueueAppender found(queue_, length_);
    Found total;
    constexpr std::size_t kWords = 16;
    const auto step = static_cast<std::size_t>(member.threads()) * kWords;
    for (std::size_t first = static_cast<std::size_t>(member.thread()) * kWords;
         first < visited_.num_words(); first += step) {
      for (std::size_t w = first; w < std::min(visited_.num_words(), first + kWords); ++w) {
        Bitmap::Word bits = 0;
        const Bitmap::Word unvisited = ~visited_.word(w) & visited_.valid_bits(w);
        Bitmap::for_each_bit(unvisited, w, [&](Vertex v) {
          const PathCount count = count_of(v, frontier);
          if (count.mantissa == 0) return;
          counts_[v] = count;
          bits |= Bitmap::Word{1} << (v % Bitmap::kWordBits);
          found.append(v);
          note(total, v);
        });
        next.set_word(w, bits);
        visited_.set_word(w, visited_.word(w) | bits);
      }
    }
    found.flush();
    return total;
  }

  Found top_down(Member& member, const LevelRange& range) {
    Bitmap& next = level(range.depth + 1);
    QueueAppender found(queue_, length_);
    Found total;
    for_level(member, range, [&](Vertex v) {
      for (const Vertex w : out_.neighbors(v)) {
        if (visited_.test_atomic(w) || !visited_.claim_atomic(w)) continue;
        next.set_atomic(w);
        found.append(w);
        note(total, w);
      }
    });
    found.flush();
    return total;
  }

  double dependency_of(Vertex v, const Bitmap& after, const DependencySums& sums) const {
    const PathCount count = counts_[v];
    double dependency = 0;
    for (EdgeIndex arc = out_.offsets()[v]; arc < out_.offsets()[v + 1ULL]; ++arc) {
      const Vertex w = out_.targets()[arc];
      if (!after.test(w)) continue;
      const double part = count.mantissa *
                          share_of_successor(count.exponent, coefficients_[w], counts_[w].exponent);
      sums.add_arc(arc, part);
      dependency += part;
    }
    return dependency;
  }

  template <class F>
  void for_level(const Member& member, const LevelRange& range, F&& body) {
    for_level_range(member, range, queue_, body);
  }

  const BcProblem& problem_;
  const Csr& out_;
  const Csr& in_;
  Bitmap visited_;
  std::array<Bitmap, 4> levels_;
  Array<PathCount> counts_;
  Array<double> coefficients_;
  Array<Vertex> queue_;
  std::atomic<std::size_t> length_{0};
  Vertex source_ = 0;
};

}  // namespace strider::detail
