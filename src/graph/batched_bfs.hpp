// Breadth-first searches side by side: what is read of the graph is read once for all searches of a
// batch, each of which has one bit of a vertex's words (MS-BFS: Then et al., "The more the merrier:
// efficient multi-source graph traversal", PVLDB 8(4), 2014).
//
//   seen[s] = frontier[s] = the searches that begin at s
//   until nothing is found, one of:
//     push, where the frontier has few arcs: for u of the frontier, for neighbours v:
//       next[v] |= frontier[u] & ~seen[v]
//     pull else: for v that some search has not seen, for neighbours u:
//       next[v] |= frontier[u] & ~seen[v], until all have seen v
//     seen[v] |= next[v]; tell which searches found v; frontier = next
//
// Invariant: bit i of seen[v] is set from the level on that is the distance of v from source i, and
// bit i of frontier[v] on that level only. A pull reads n words three times, m vertices, and up to
// m words at random; O(n + m) work a level, O((n + m) levels) in all, and of what is pushed as much
// as single searches at most.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "base/atomics.hpp"
#include "base/team.hpp"
#include "base/workspace.hpp"
#include "graph/bitmap.hpp"
#include "graph/edge_map.hpp"
#include "graph/frontier_queue.hpp"
#include "strider/array.hpp"
#include "strider/graph.hpp"

namespace strider::detail {

/// A set of searches of a batch. Two words: with one, more batches read the graph; four take more
/// time than they save (docs/closeness.md).
struct alignas(16) BatchSet {
  static constexpr std::size_t kWords = 2;
  std::array<std::uint64_t, kWords> words;

  /// The first `size` searches.
  [[nodiscard]] static BatchSet first(std::size_t size) {
    BatchSet set{};
    for (std::size_t i = 0; i < size; ++i) set.add(i);
    return set;
  }
  void add(std::size_t search) { words[search / 64] |= std::uint64_t{1} << (search % 64); }
  [[nodiscard]] bool any() const { return (words[0] | words[1]) != 0; }
  /// Both words at once, as machines without an instruction for it count.
  [[nodiscard]] std::uint32_t size() const {
    constexpr std::uint64_t kPairs = 0x3333333333333333;
    constexpr std::uint64_t kNibbles = 0x0F0F0F0F0F0F0F0F;
    std::uint64_t nibbles = 0;
    for (const std::uint64_t word : words) {
      const std::uint64_t pairs = word - (word >> 1U & 0x5555555555555555);
      nibbles += (pairs & kPairs) + (pairs >> 2U & kPairs);
    }
    const std::uint64_t bytes = (nibbles & kNibbles) + (nibbles >> 4U & kNibbles);
    return static_cast<std::uint32_t>(bytes * 0x0101010101010101 >> 56U);
  }
  void unite(const BatchSet& other) {
    for (std::size_t w = 0; w < kWords; ++w) words[w] |= other.words[w];
  }
  [[nodiscard]] BatchSet both(const BatchSet& other) const {
    return {words[0] & other.words[0], words[1] & other.words[1]};
  }
  [[nodiscard]] BatchSet without(const BatchSet& other) const {
    return {words[0] & ~other.words[0], words[1] & ~other.words[1]};
  }
  /// body(search) for each, ascending.
  template <class F>
  void for_each(const F& body) const {
    for (std::size_t w = 0; w < kWords; ++w) Bitmap::for_each_bit(words[w], w, body);
  }
};

class BatchedBfs {
 public:
  using Set = BatchSet;
  static constexpr std::size_t kSources = 64 * Set::kWords;

  /// By teams of up to `threads` workers, along the arcs of `out`; `in` is its transpose.
  BatchedBfs(Workspace& workspace, const Csr& out, const Csr& in, int threads)
      : out_(out),
        in_(in),
        queues_{FrontierQueue(workspace, out.num_vertices()),
                FrontierQueue(workspace, out.num_vertices())},
        sums_(threads) {
    const std::size_t n = out.num_vertices();
    workspace.declare("the searches that have seen a vertex", seen_, n);
    for (auto& sets : sets_) workspace.declare("the frontiers of searches", sets, n);
    workspace.count("vertices that are queued", Bitmap::bytes_of(n));
    workspace.when_taken([this, n] { queued_ = Bitmap(n); });
  }

  /// Searches from up to kSources sources, some of which may be the same. Calls found(v, searches,
  /// level) for each vertex and each level above 0 on which some searches find it, by one worker,
  /// level by level. All workers of a team call this together.
  template <class Found>
  void search(Worker& worker, std::span<const Vertex> sources, const Found& found) {
    Frontier frontier = begin(worker, sources);
    const Set all = Set::first(sources.size());
    for (Level level = 1;; ++level) {
      Tally tally;
      const auto apply = [&](Vertex v, const Set& fresh) {
        seen_[v].unite(fresh);
        ++tally.vertices;
        tally.arcs += out_.degree(v);
        found(v, fresh, level);
      };
      const bool pushes = frontier.is_listed && frontier.arcs <= in_.num_arcs() / kPushCost;
      if (pushes) {
        push(worker, frontier, apply);
      } else {
        gather(worker, in_,
               Pull<decltype(apply)>{frontier.own, frontier.next, seen_.data(), all, apply});
      }
      const Tally sum = sums_.wait(worker.member(), tally);
      if (worker.member().must_stop() || sum.vertices == 0) return;
      std::swap(frontier.own, frontier.next);
      frontier.arcs = sum.arcs;
      frontier.is_listed = pushes || sum.arcs <= in_.num_arcs() / kPushCost;
      if (!pushes && frontier.is_listed) list(worker, frontier);
    }
  }

 private:
  /// What a level has found.
  struct Tally {
    std::uint64_t vertices = 0;
    EdgeIndex arcs = 0;
    Tally& operator+=(const Tally& other) {
      vertices += other.vertices;
      arcs += other.arcs;
      return *this;
    }
  };
  /// A level, as every worker knows it.
  struct Frontier {
    Set* own;
    Set* next;
    FrontierQueue* queue;  ///< of its vertices, where it is listed: the sets of others are empty,
    FrontierQueue* next_queue;  ///< and all sets of the next level
    bool is_listed;
    EdgeIndex arcs;
  };
  /// A level is pushed where its arcs are fewer than the graph's divided by this: an arc that is
  /// pushed takes an atomic operation, one that is pulled is often left out.
  static constexpr EdgeIndex kPushCost = 8;

  struct Push {
    static constexpr bool kOnce = false;
    const Set* own;
    const Set* seen;
    Set* next;
    Bitmap* queued;

    [[nodiscard]] static bool cond(Vertex) { return true; }
    bool update_atomic(Vertex u, Vertex v) const {
      const Set fresh = own[u].without(seen[v]);
      if (!fresh.any()) return false;
      for (std::size_t w = 0; w < Set::kWords; ++w) {
        std::uint64_t& word = next[v].words[w];
        if ((fresh.words[w] & ~load_relaxed(word)) != 0) fetch_or_relaxed(word, fresh.words[w]);
      }
      return !queued->test_atomic(v) && queued->claim_atomic(v);
    }
  };
  template <class Apply>
  struct Pull {
    const Set* own;
    Set* next;
    const Set* seen;
    Set all;
    const Apply& apply_fresh;

    struct Value {
      Set wanted;
      Set met;
    };
    [[nodiscard]] Value begin(Vertex v) const { return {all.without(seen[v]), Set{}}; }
    [[nodiscard]] static bool cond(const Value& value) { return value.wanted.any(); }
    bool add(Value& value, Vertex u) const {
      value.met.unite(own[u]);
      return !value.wanted.without(value.met).any();
    }
    void apply(Vertex v, const Value& value) const {
      next[v] = value.wanted.both(value.met);
      if (next[v].any()) apply_fresh(v, next[v]);
    }
  };

  Frontier begin(Worker& worker, std::span<const Vertex> sources) {
    Member& member = worker.member();
    const Range own = member.chunk(out_.num_vertices());
    for (Array<Set>* const sets : {&seen_, &sets_[0], &sets_[1]}) {
      std::fill(sets->begin() + own.begin, sets->begin() + own.end, Set{});
    }
    const Range words = member.chunk(queued_.num_words());
    queued_.clear_words(words.begin, words.end);
    if (member.is_first()) {
      for (FrontierQueue& queue : queues_) queue.clear();
    }
    member.wait();
    if (member.is_first()) {
      FrontierQueue::Buffer buffer(queues_[0]);
      for (std::size_t i = 0; i < sources.size(); ++i) {
        if (!seen_[sources[i]].any()) buffer.push(sources[i]);
        seen_[sources[i]].add(i);
        sets_[0][sources[i]].add(i);
      }
    }
    member.wait();
    EdgeIndex arcs = 0;
    for (const Vertex source : sources) arcs += out_.degree(source);
    return {sets_[0].data(), sets_[1].data(), &queues_[0], &queues_[1], true, arcs};
  }

  template <class Apply>
  void push(Worker& worker, Frontier& frontier, const Apply& apply) {
    const std::span<const Vertex> list = frontier.queue->window(0, frontier.queue->size());
    strider::detail::push(worker, out_, list,
                          Push{frontier.own, seen_.data(), frontier.next, &queued_},
                          *frontier.next_queue);
    worker.wait();
    // The list stays readable.
    if (worker.member().is_first()) frontier.queue->clear();
    const Range own = worker.member().chunk(list.size());
    for (const Vertex u : list.subspan(own.begin, own.end - own.begin)) frontier.own[u] = Set{};
    const std::span<const Vertex> found =
        frontier.next_queue->window(0, frontier.next_queue->size());
    worker.for_chunks(found.size(), kFrontierOfChunk, [&](std::size_t begin, std::size_t end) {
      for (const Vertex v : found.subspan(begin, end - begin)) {
        queued_.reset_atomic(v);
        apply(v, frontier.next[v]);
      }
    });
    std::swap(frontier.queue, frontier.next_queue);
  }

  /// Lists a level that was pulled, and empties the sets of the next one.
  void list(Worker& worker, Frontier& frontier) {
    if (worker.member().is_first()) frontier.queue->clear();
    FrontierQueue::Buffer buffer(*frontier.next_queue);
    worker.for_own_part(out_.num_vertices(), [&](std::size_t begin, std::size_t end) {
      for (std::size_t v = begin; v < end; ++v) {
        frontier.next[v] = Set{};
        if (frontier.own[v].any()) buffer.push(static_cast<Vertex>(v));
      }
    });
    buffer.flush();
    worker.wait();
    std::swap(frontier.queue, frontier.next_queue);
  }

  const Csr& out_;
  const Csr& in_;
  Array<Set> seen_;
  std::array<Array<Set>, 2> sets_;  ///< of a level and of the next, in turn
  std::array<FrontierQueue, 2> queues_;
  Bitmap queued_;
  TeamSum<Tally> sums_;
};

}  // namespace strider::detail
