// Loops over arcs on the threads of a host, for any functor (Ligra's edgeMap: Shun and Blelloch,
// PPoPP 2013). A functor has
//   bool cond(v)              whether v is still to be updated
//   bool update(u, v)         by an arc between u and v, where no other thread updates v: in pull
//   bool update_atomic(u, v)  the same where several threads may update v: in push
//   bool update_atomic(u, v, arc)  instead, where it needs what belongs to the arc of that number
//   const T* place(u)         what an update reads first of the other end, to be prefetched
//   kOnce                     whether the first update of v that returns true is its last one
//
// All workers of a team call these loops together, inside one parallel region, as the threads of a
// grid call those of gpu/advance.hpp inside one kernel: a graph of high diameter has thousands of
// levels, and opening a region for each takes longer than the search.
//
// Rows may be fewer than the ends of their arcs: on ranks, ghosts have no row.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/prefetch.hpp"
#include "base/stop.hpp"
#include "base/team.hpp"
#include "graph/frontier_queue.hpp"
#include "strider/graph.hpp"

namespace strider::detail {

/// One of the threads that run loops together. Where the caller asks to stop, loops leave out what
/// remains, and parallel_workers throws.
class Worker {
 public:
  Worker(Member& member, ChunkDealer& dealer) : member_(member), dealer_(dealer) {}
  [[nodiscard]] Member& member() { return member_; }
  void wait() { member_.wait(); }
  /// body(begin, end) on chunks of [0, size), as workers become free. All workers call it, and wait
  /// between one loop and the next.
  template <class F>
  void for_chunks(std::size_t size, std::size_t chunk, const F& body) {
    for (auto range = dealer_.deal(loops_, size, chunk); range && !stop_requested();
         range = dealer_.deal(loops_, size, chunk)) {
      body(range->begin, range->end);
    }
    ++loops_;
  }
  /// body(begin, end) on consecutive pieces of this worker's contiguous part of [0, size).
  template <class F>
  void for_own_part(std::size_t size, const F& body) {
    constexpr std::size_t kPiece = std::size_t{1} << 18U;
    const Range part = member_.chunk(size);
    for (std::size_t begin = part.begin; begin < part.end && !stop_requested(); begin += kPiece) {
      body(begin, std::min(part.end, begin + kPiece));
    }
  }

 private:
  Member& member_;
  ChunkDealer& dealer_;
  unsigned loops_ = 0;
};

/// body(Worker&) on each of `threads` threads, or on fewer where the runtime gives fewer. Throws
/// InterruptedError where the caller asks to stop.
template <class F>
void parallel_workers(int threads, const F& body) {
  ChunkDealer dealer;
  parallel_team(threads, [&](Member& member) {
    Worker worker(member, dealer);
    body(worker);
  });
  throw_if_stopped();
}

/// How many arcs ahead places are prefetched.
inline constexpr std::size_t kArcsAhead = 16;
/// How many rows a worker takes at a time, of all and of a frontier.
inline constexpr std::size_t kRowsOfChunk = 1024;
inline constexpr std::size_t kFrontierOfChunk = 64;

/// The frontier of all vertices.
struct AllVertices {
  [[nodiscard]] static constexpr bool test(Vertex) { return true; }
};

/// Updates every row v for which cond(v) by its arcs to members of `frontier`: AllVertices or a
/// Bitmap. Returns how many updates of this worker returned true.
template <class Frontier, class F>
std::uint64_t pull(Worker& worker, const Csr& rows, const Frontier& frontier, const F& functor) {
  const EdgeIndex* const offsets = rows.offsets().data();
  const Vertex* const targets = rows.targets().data();
  std::uint64_t updates = 0;
  worker.for_chunks(rows.num_vertices(), kRowsOfChunk, [&](std::size_t begin, std::size_t end) {
    for (auto v = static_cast<Vertex>(begin); v < end; ++v) {
      if (!functor.cond(v)) continue;
      const EdgeIndex last = offsets[v + std::size_t{1}];
      for (EdgeIndex arc = offsets[v]; arc < last; ++arc) {
        if (!F::kOnce && arc + kArcsAhead < last) {
          prefetch_to_read(functor.place(targets[arc + kArcsAhead]));
        }
        if (!frontier.test(targets[arc]) || !functor.update(targets[arc], v)) continue;
        ++updates;
        if (F::kOnce) break;
      }
    }
  });
  return updates;
}

/// The update of a functor in push.
template <class F>
bool update_along(const F& functor, Vertex u, Vertex v, EdgeIndex arc) {
  if constexpr (requires { functor.update_atomic(u, v, arc); }) {
    return functor.update_atomic(u, v, arc);
  } else {
    return functor.update_atomic(u, v);
  }
}

/// Follows the arcs of the frontier to all v for which cond(v); appends v to `next` where the
/// update returned true. Returns the sum of the degrees of what this worker appended.
/// Precondition: an update returns true only of a v that has a row.
template <class F>
EdgeIndex push(Worker& worker, const Csr& rows, std::span<const Vertex> frontier, const F& functor,
               FrontierQueue& next) {
  EdgeIndex arcs = 0;
  FrontierQueue::Buffer buffer(next);
  worker.for_chunks(frontier.size(), kFrontierOfChunk, [&](std::size_t begin, std::size_t end) {
    for (const Vertex u : frontier.subspan(begin, end - begin)) {
      EdgeIndex arc = rows.offsets()[u];
      for (const Vertex v : rows.neighbors(u)) {
        const EdgeIndex this_arc = arc++;
        if (!functor.cond(v) || !update_along(functor, u, v, this_arc)) continue;
        buffer.push(v);
        arcs += rows.degree(v);
      }
    }
  });
  return arcs;
}

/// How many vertices may wait for their turn in push_on(), and after how many it looks at the stop
/// flag.
inline constexpr std::size_t kMostWaiting = 512;
inline constexpr std::size_t kFollowedTogether = 1U << 14U;

/// As push, but the worker follows on from the vertices that it has updated itself: only where more
/// than kMostWaiting wait does one go to `next`. So a chain takes one call, not one a vertex
/// (vertical granularity control: Wang, Dong, Gu and Sun, SIGMOD 2023). Follows the arcs of all
/// `rows`, which may lead both ways. Returns how many went to `next`. Precondition: updates need no
/// order.
template <class F>
std::size_t push_on(Worker& worker, std::span<const Csr* const> rows,
                    std::span<const Vertex> frontier, const F& functor, FrontierQueue& next) {
  std::size_t appended = 0;
  std::size_t followed = 0;
  FrontierQueue::Buffer buffer(next);
  std::array<Vertex, kMostWaiting> waiting;
  worker.for_chunks(frontier.size(), kFrontierOfChunk, [&](std::size_t begin, std::size_t end) {
    for (const Vertex first : frontier.subspan(begin, end - begin)) {
      waiting[0] = first;
      for (std::size_t size = 1; size > 0;) {
        if (++followed % kFollowedTogether == 0 && stop_requested()) return;
        const Vertex u = waiting[--size];
        for (const Csr* const csr : rows) {
          for (const Vertex v : csr->neighbors(u)) {
            if (!functor.cond(v) || !functor.update_atomic(u, v)) continue;
            if (size < waiting.size()) {
              waiting[size++] = v;
            } else {
              buffer.push(v);
              ++appended;
            }
          }
        }
      }
    }
  });
  return appended;
}

/// apply(v, value) for every row v, where value begins as begin(v) and, where cond(value), has
/// got add(value, u) of each arc's other end u until that returned true: gather and apply of
/// PowerGraph (Gonzalez et al., OSDI 2012). Other threads' rows are read while they are applied.
template <class F>
void gather(Worker& worker, const Csr& rows, const F& functor) {
  const EdgeIndex* const offsets = rows.offsets().data();
  const Vertex* const targets = rows.targets().data();
  worker.for_chunks(rows.num_vertices(), kRowsOfChunk, [&](std::size_t begin, std::size_t end) {
    for (auto v = static_cast<Vertex>(begin); v < end; ++v) {
      auto value = functor.begin(v);
      if (functor.cond(value)) {
        const EdgeIndex last = offsets[v + std::size_t{1}];
        EdgeIndex arc = offsets[v];
        while (arc < last && !functor.add(value, targets[arc])) ++arc;
      }
      functor.apply(v, value);
    }
  });
}

/// update_atomic(ends[v], v) for each v.
template <class F>
void map_one_arc_each(Worker& worker, std::span<const Vertex> ends, const F& functor) {
  worker.for_own_part(ends.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t v = begin; v < end; ++v) {
      prefetch_to_read(functor.place(ends[std::min(v + kArcsAhead, end - 1)]));
      functor.update_atomic(ends[v], static_cast<Vertex>(v));
    }
  });
}

}  // namespace strider::detail
