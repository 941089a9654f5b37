// Push to a distance bound, then pull: for graphs of low diameter.
//
// Of the edges of such a graph most are heavy, and lead to vertices that are reached by light ones
// before. So distances are settled bucket by bucket as in delta-stepping, but an edge is relaxed
// only if it leads no farther than the bound: the front of its row. What few vertices are left
// beyond the bound look for their nearest neighbour themselves, also by ascending weight, and
// stop where an edge by itself is as long as what they have found.
//
//   until a thousandth of all arcs belongs to settled vertices: no bound
//   then:  bound = distance settled so far + what earlier searches continued to settle nearly all
//   settle the buckets up to the bound, by relaxing what leads no farther
//   while many arcs belong to vertices that are not settled: move the bound on, at least to the
//     next vertex that an edge leads to, each time twice as far; every settled vertex continues in
//     its row where it stopped; settle the buckets up to it. End where no row continues
//   pull:  in parallel, each unsettled vertex takes the smallest distance + weight of its
//     neighbours, and goes into the bucket of it
//   settle the rest, without a bound, in wide buckets
//
// Ends of relaxed arcs wait for their cache lines, and are lowered together: one after the other,
// atomic operations would wait for every line in turn.
//
// Invariant: whoever lowers a distance puts the vertex into the bucket of it, and whoever settles a
// vertex relaxes its edges up to the bound; those beyond are relaxed when it moves on, or looked
// at from their other end by the pull. Distances do not depend on where the bound lies.
#include <algorithm>
#include <cmath>

#include "algorithms/sssp/delta.hpp"
#include "algorithms/sssp/host/adjacency.hpp"
#include "algorithms/sssp/host/arc_filter.hpp"
#include "algorithms/sssp/host/bucket_queue.hpp"
#include "algorithms/sssp/host/push_pull_state.hpp"
#include "algorithms/sssp/host/reach_estimate.hpp"
#include "base/stop.hpp"
#include "base/team.hpp"
#include "graph/shared_lists.hpp"

namespace strider::detail {
namespace {

template <class Adjacency>
class PushPullDeltaStepping final : public SsspEngine<typename Adjacency::Weight> {
  using W = typename Adjacency::Weight;
  using D = typename Adjacency::Distance;
  using Rows = typename Adjacency::Rows;

 public:
  PushPullDeltaStepping(SsspContextPtr<W> context, Adjacency adjacency, const ArcSample<W>& sample)
      : context_(std::move(context)),
        adjacency_(std::move(adjacency)),
        rows_(adjacency_.rows()),
        reach_(expected_reach(sample, context_->facts.max_finite)),
        delta_(width(*context_, reach_)),
        first_leaf_(first_row_below(2)),
        first_isolated_(first_row_below(1)),
        near_(delta_),
        far_(std::max(delta_, reach_)),
        reach_estimate_(positions(sample.ends), reach_),
        taken_(threads()),
        queues_(static_cast<std::size_t>(threads())),
        status_(threads()) {}

  void search(Vertex source, SsspTree<W>& tree) override {
    distances_ = adjacency_.distances(tree);
    parallel_team(threads(), [&](Member& member) { run(member, adjacency_.position(source)); });
    reach_estimate_.learn(distances_);
  }
  [[nodiscard]] double delta() const override { return delta_; }
  [[nodiscard]] SsspLayout layout() const override { return adjacency_.layout(); }

 private:
  using Queue = PushPullQueue<D>;
  using Phase = PushPullPhase<D>;
  using Status = PushPullStatus<D>;

  static constexpr std::size_t kPullChunk = 1024;
  static constexpr EdgeIndex kPulledTogether = 4;
  /// Of what is expected to be the reach: buckets, and the least step of the bound. After the pull
  /// a bucket is as wide as the reach.
  static constexpr double kWidth = 1.0 / 32;
  static constexpr double kStep = 0.5;
  /// Vertices whose distances fill a cache line: threads share none.
  static constexpr std::size_t kLine = 64 / sizeof(D);

  static double width(const SsspContext<W>& context, double reach) {
    if (context.options.delta > 0) return usable_width(context.options.delta);
    const double narrow = reach * kWidth;
    return usable_width(std::is_integral_v<W> ? std::max(1.0, std::floor(narrow)) : narrow);
  }

  [[nodiscard]] std::vector<Vertex> positions(std::vector<Vertex> vertices) const {
    for (Vertex& v : vertices) v = adjacency_.position(v);
    return vertices;
  }

  /// Where rows are by descending length, the first with fewer arcs; else the end.
  [[nodiscard]] Vertex first_row_below(EdgeIndex arcs) const {
    const Vertex n = context_->num_vertices();
    if (adjacency_.order() != RowOrder::kDegree) return n;
    Vertex begin = 0;
    Vertex end = n;
    while (begin < end) {
      const Vertex middle = begin + (end - begin) / 2;
      if (rows_.end(middle) - rows_.begin(middle) >= arcs) {
        begin = middle + 1;
      } else {
        end = middle;
      }
    }
    return begin;
  }

  [[nodiscard]] int threads() const { return context_->options.threads; }
  [[nodiscard]] EdgeIndex num_arcs() const { return context_->out().num_arcs(); }
  [[nodiscard]] Queue& queue(const Member& member) {
    return queues_[static_cast<std::size_t>(member.thread())];
  }

  void clear(Member& member) {
    const Range chunk = member.chunk(distances_.size(), kLine);
    std::fill(distances_.begin() + static_cast<std::ptrdiff_t>(chunk.begin),
              distances_.begin() + static_cast<std::ptrdiff_t>(chunk.end), kUnreachedDistance<D>);
    queue(member).clear();
    if (!member.is_first()) return;
    taken_.clear();
    dealer_.restart();
  }

  void run(Member& member, Vertex source) {
    clear(member);
    member.wait();
    Queue& mine = queue(member);
    if (member.is_first()) {
      distances_[source] = 0;
      member.attempt([&] { mine.buckets.push(0, source); });
    }
    // Each member goes through the same steps: what decides is the same for all.
    Phase phase{.map = near_};
    const double reach = reach_estimate_.reach();
    double step = std::max(reach, reach_ * kStep);
    unsigned round = 0;
    while (true) {
      const Status status =
          status_.wait(member, {mine.buckets.first(), mine.beyond, mine.settled_arcs});
      if (member.must_stop()) return;
      const bool is_done_within =
          status.bucket == BucketQueue::kNone || status.bucket > phase.map.bucket_of(phase.bound);
      const bool is_done_beyond =
          status.bucket == BucketQueue::kNone && status.beyond == kUnreachedDistance<D>;
      if (is_done_beyond || (is_done_within && !phase.has_bound())) return;
      if (is_done_within && pays_to_pull(status.settled)) {
        pull(member, phase.bound, round++);
        phase = {.map = far_, .has_pulled = true};
      } else if (is_done_within) {
        phase.begin = just_beyond(phase.bound);
        phase.bound = advanced(std::max(phase.bound, next_distance(status)), step);
        step *= 2;  // however far distances spread, it takes few steps
        continue_rows(member, phase);
        phase.begin = 0;
      } else {
        if (!phase.has_bound() && !phase.has_pulled && is_spread(status.settled)) {
          const double here = static_cast<double>(status.bucket) * delta_;
          if (member.is_first()) reach_estimate_.start(here);
          phase.bound = advanced(static_cast<D>(here), reach);
        }
        take(member, status.bucket, phase.map);
        member.wait();
        settle(member, status.bucket, phase, round++);
      }
    }
  }

  [[nodiscard]] bool is_spread(EdgeIndex settled_arcs) const {
    return static_cast<double>(settled_arcs) * kSpread > static_cast<double>(num_arcs());
  }
  [[nodiscard]] bool pays_to_pull(EdgeIndex settled_arcs) const {
    // Vertices settled twice are counted twice.
    return few_unsettled(static_cast<double>(settled_arcs),
                         static_cast<double>(rows_.begin(first_leaf_)));
  }

  /// About where the next vertex is, of a bucket or beyond the bound.
  [[nodiscard]] D next_distance(const Status& status) const {
    if (status.bucket == BucketQueue::kNone) return status.beyond;
    return std::min(status.beyond, largest_up_to<D>(static_cast<double>(status.bucket) * delta_));
  }

  /// The smallest distance beyond it.
  static D just_beyond(D bound) {
    if constexpr (std::is_integral_v<D>) {
      return bound + 1;
    } else {
      return std::nextafter(bound, std::numeric_limits<D>::infinity());
    }
  }

  static D advanced(D from, double by) {
    const double to = static_cast<double>(from) + std::max(by, std::is_integral_v<D> ? 1.0 : 0.0);
    const D moved = largest_up_to<D>(to);
    return moved > from ? moved : kUnreachedDistance<D>;
  }

  /// Shares what this member has in `bucket`.
  void take(Member& member, std::uint64_t bucket, const BucketMap<D>& map) {
    std::vector<Vertex>& taken = taken_.of(member.thread());
    taken.clear();
    member.attempt([&] {
      taken.swap(queue(member).buckets.at(
          bucket, [&](Vertex v) { return map.bucket_of(load_relaxed(distances_[v])); }));
    });
  }

  void settle(Member& member, std::uint64_t bucket, const Phase& phase, unsigned round) {
    member.attempt([&] {
      Queue& mine = queue(member);
      taken_.deal(dealer_, round, [&](std::span<const Vertex> vertices) {
        for (std::size_t i = 0; i < vertices.size(); ++i) {
          Queue::prefetch_ahead(rows_, distances_.data(), vertices, i);
          const Vertex u = vertices[i];
          const D distance = load_relaxed(distances_[u]);
          if (phase.map.bucket_of(distance) != bucket) continue;
          const EdgeIndex begin = rows_.begin(u);
          const EdgeIndex end = rows_.end(u);
          mine.settled_arcs += end - begin;
          const EdgeIndex stop = relax(member, u, distance, begin, end, phase);
          // Where two members settle u at once, one with a distance that was lowered meanwhile,
          // both write down how far they came: continuing from both leaves out no edge.
          if (stop < end) mine.settled.push_back({u, Queue::stop_in_row(stop - begin)});
        }
      });
      finish_relaxing(member, phase);
    });
  }

  /// Returns where the row is to continue once the bound has moved on: where it stopped, or, of
  /// rows that are not by weight, at its begin; the end if nothing is left.
  EdgeIndex relax(Member& member, Vertex u, D distance, EdgeIndex e, EdgeIndex end,
                  const Phase& phase) {
    const auto lower_all = [&] { lower_waiting(member, phase); };
    Queue& mine = queue(member);
    if constexpr (Rows::kByWeight) {
      return mine.relax(rows_, {u, distance}, e, end, phase.bound, distances_.data(), lower_all);
    } else {
      const ArcFilter<W, D> filter(distance, phase.begin, phase.bound);
      const bool is_done =
          mine.relax_picked(rows_, {u, distance}, e, end, filter, distances_.data(), lower_all);
      return is_done ? end : e;
    }
  }

  void finish_relaxing(Member& member, const Phase& phase) {
    const auto lower_all = [&] { lower_waiting(member, phase); };
    if constexpr (!Rows::kByWeight) {
      queue(member).finish_picked(rows_, distances_.data(), lower_all);
    }
    lower_all();
  }

  /// Lowers the distances of the ends of relaxed arcs, all of whose cache lines were asked for.
  void lower_waiting(Member& member, const Phase& phase) {
    Queue& mine = queue(member);
    const bool is_shared = member.threads() > 1;
    for (const auto& [v, through] : std::span(mine.waiting.data(), mine.num_waiting)) {
      D& place = distances_[v];
      if (!(is_shared ? lower(place, through) : lower_plain(place, through))) continue;
      // A vertex with one arc has its distance by it, and nothing to relax.
      if (v >= first_leaf_) continue;
      mine.buckets.push(phase.map.bucket_of(through), v);
    }
    mine.num_waiting = 0;
  }

  /// The edges of settled vertices between two bounds.
  void continue_rows(Member& member, const Phase& phase) {
    member.attempt([&] {
      queue(member).continue_rows(rows_, distances_.data(),
                                  [&](Vertex u, D distance, EdgeIndex begin, EdgeIndex end) {
                                    return relax(member, u, distance, begin, end, phase);
                                  });
      finish_relaxing(member, phase);
    });
  }

  /// Every vertex beyond the bound: also those that were seen there before there was one.
  void pull(Member& member, D bound, unsigned round) {
    member.attempt([&] {
      Queue& mine = queue(member);
      mine.buckets.clear();
      while (const auto chunk = dealer_.deal(round, first_isolated_, kPullChunk)) {
        throw_if_stopped();
        mine.for_each_beyond(rows_, distances_.data(), bound, *chunk,
                             [&](Vertex v) { pull_one(mine, v); });
      }
    });
  }

  void pull_one(Queue& mine, Vertex v) {
    const EdgeIndex end = rows_.end(v);
    D best = distances_[v];
    for (EdgeIndex e = rows_.begin(v); e < end;) {
      if constexpr (Rows::kByWeight) {
        if (!(static_cast<D>(rows_.weight(e)) < best)) break;
      }
      for (const EdgeIndex stop = std::min(e + kPulledTogether, end); e < stop; ++e) {
        // Another member may be pulling the neighbour: any distance it has had is that of a path.
        const D nearer = load_relaxed(distances_[rows_.target(e)]);
        const D through = static_cast<D>(nearer + rows_.weight(e));
        best = nearer != kUnreachedDistance<D> && through < best ? through : best;
      }
    }
    if (best == kUnreachedDistance<D>) return;
    store_relaxed(distances_[v], best);
    if (end - rows_.begin(v) > 1) mine.buckets.push(far_.bucket_of(best), v);
  }

  SsspContextPtr<W> context_;
  Adjacency adjacency_;
  Rows rows_;
  double reach_;
  double delta_;
  Vertex first_leaf_;
  Vertex first_isolated_;
  BucketMap<D> near_;
  /// After the pull, when little is left.
  BucketMap<D> far_;
  ReachEstimate<D> reach_estimate_;
  SharedLists taken_;
  std::vector<Queue> queues_;
  ChunkDealer dealer_;
  TeamSum<Status> status_;
  std::span<D> distances_;
};

}  // namespace

template <class W>
std::unique_ptr<SsspEngine<W>> make_push_pull_delta_stepping(SsspContextPtr<W> context,
                                                             WeightLayoutPtr<W> layout,
                                                             const ArcSample<W>& sample) {
  return make_adjacency_engine<PushPullDeltaStepping, W>(std::move(context), std::move(layout),
                                                         sample);
}

template std::unique_ptr<SsspEngine<float>> make_push_pull_delta_stepping(SsspContextPtr<float>,
                                                                          WeightLayoutPtr<float>,
                                                                          const ArcSample<float>&);
template std::unique_ptr<SsspEngine<double>> make_push_pull_delta_stepping(
    SsspContextPtr<double>, WeightLayoutPtr<double>, const ArcSample<double>&);
template std::unique_ptr<SsspEngine<std::uint32_t>> make_push_pull_delta_stepping(
    SsspContextPtr<std::uint32_t>, WeightLayoutPtr<std::uint32_t>, const ArcSample<std::uint32_t>&);

}  // namespace strider::detail
