// Delta-stepping without a shared frontier: for graphs of high diameter.
//
// On a road network a bucket holds some hundred vertices, and a barrier a bucket costs more than
// what is in it. Here each thread has buckets of its own and goes through a batch of them by
// itself; only then do threads synchronize, and one that has much left gives to one that has
// little.
//
//   repeat until no thread has anything left, from the first bucket b that any thread has:
//     each thread: for bucket b, b + 1, ... of a batch:
//       for each vertex u in the thread's own bucket whose distance still belongs to it, or to a
//         later one: relax the edges of u, into the thread's own buckets
//     barrier
//     by pairs, the richest with the poorest: the poorer takes half of what the richer has more
//
// Invariant: whoever lowers a distance puts the vertex into a bucket of its own, no later than that
// of the distance. A thread that is ahead of others may relax edges from distances that are not
// final; whoever lowers them later does it again. Buckets are counted around a ring, which is long
// enough for the heaviest edge and a batch.
#include <algorithm>
#include <array>
#include <bit>
#include <numeric>

#include "algorithms/sssp/delta.hpp"
#include "algorithms/sssp/host/adjacency.hpp"
#include "base/stop.hpp"
#include "base/team.hpp"

namespace strider::detail {
namespace {

constexpr std::uint64_t kNoBucket = ~std::uint64_t{0};

/// The smallest bucket of all threads.
struct FirstBucket {
  std::uint64_t bucket = kNoBucket;
  FirstBucket& operator+=(const FirstBucket& other) {
    bucket = std::min(bucket, other.bucket);
    return *this;
  }
};

template <class Adjacency>
class BlockedDeltaStepping final : public SsspEngine<typename Adjacency::Weight> {
  using W = typename Adjacency::Weight;
  using D = typename Adjacency::Distance;

 public:
  BlockedDeltaStepping(SsspContextPtr<W> context, Adjacency adjacency)
      : context_(std::move(context)),
        adjacency_(std::move(adjacency)),
        rows_(adjacency_.rows()),
        delta_(usable_width(std::max(
            width(*context_), static_cast<double>(context_->facts.max_finite) / kLongestRing))),
        map_(delta_),
        ring_(
            std::bit_ceil(map_.bucket_of(static_cast<D>(context_->facts.max_finite)) + kBatch + 2)),
        workers_(static_cast<std::size_t>(threads())),
        firsts_(threads()) {
    for (Worker& worker : workers_) {
      worker.buckets.resize(ring_);
      worker.ranks.resize(workers_.size());
    }
  }

  void search(Vertex source, SsspTree<W>& tree) override {
    distances_ = adjacency_.distances(tree);
    parallel_team(threads(), [&](Member& member) { run(member, adjacency_.position(source)); });
  }
  [[nodiscard]] double delta() const override { return delta_; }
  [[nodiscard]] SsspLayout layout() const override { return adjacency_.layout(); }

 private:
  /// Buckets that a thread goes through between two barriers: enough to hide a barrier, few enough
  /// that little is done from distances that fall again.
  static constexpr std::uint64_t kBatch = 8;
  static constexpr double kLongestRing = 4096;
  static constexpr std::size_t kOffsetAhead = 16;
  static constexpr std::size_t kRowAhead = 8;
  /// Vertices whose distances fill a cache line: threads share none.
  static constexpr std::size_t kLine = 64 / sizeof(D);
  static constexpr std::size_t kMostWaiting = 128;
  /// Fewer vertices cost more to give away than to settle.
  static constexpr std::size_t kMinGivenVertices = 32;

  /// A vertex, and the length of a path to it.
  struct Reach {
    Vertex vertex;
    D through;
  };
  struct alignas(64) Worker {
    std::vector<std::vector<Vertex>> buckets;  // a ring
    std::size_t in_buckets = 0;
    std::array<Reach, kMostWaiting> waiting;  // to be lowered, and put into buckets
    std::size_t num_waiting = 0;
    // The same as it was at the last barrier, and at the one before: a fast thread comes to the
    // next barrier while a slow one still reads what all had at the last.
    std::size_t reported[2] = {0, 0};
    std::vector<int> ranks;  // threads by what they have
  };

  /// A quarter of the mean weight: with batches of eight, a vertex of a road network or a grid is
  /// then taken 1.02 to 1.09 times, and threads synchronize some hundred times.
  static double width(const SsspContext<W>& context) {
    if (context.options.delta > 0) return context.options.delta;
    return context.facts.mean > 0 ? context.facts.mean / 4 : 1;
  }

  [[nodiscard]] int threads() const { return context_->options.threads; }
  [[nodiscard]] Worker& worker(int thread) { return workers_[static_cast<std::size_t>(thread)]; }

  void run(Member& member, Vertex source) {
    Worker& mine = worker(member.thread());
    clear(member, mine);
    member.wait();
    if (member.is_first()) {
      distances_[source] = 0;
      member.attempt([&] { push(mine, 0, source); });
    }
    std::uint64_t bucket = 0;
    for (unsigned round = 0;; ++round) {
      mine.reported[round % 2] = mine.in_buckets;
      const std::uint64_t first = firsts_.wait(member, {first_bucket(mine, bucket)}).bucket;
      if (first == kNoBucket || member.must_stop()) return;
      bucket = first;
      if (member.threads() > 1) balance(member, round);
      member.attempt([&] {
        for (std::uint64_t b = bucket; b < bucket + kBatch; ++b) {
          throw_if_stopped();
          expand(member, mine, b);
        }
      });
    }
  }

  void clear(Member& member, Worker& mine) {
    const Range chunk = member.chunk(distances_.size(), kLine);
    std::fill(distances_.begin() + static_cast<std::ptrdiff_t>(chunk.begin),
              distances_.begin() + static_cast<std::ptrdiff_t>(chunk.end), kUnreachedDistance<D>);
    // A search that ended ahead of time leaves something behind.
    if (mine.in_buckets > 0) {
      for (auto& bucket : mine.buckets) bucket.clear();
    }
    mine.in_buckets = 0;
    mine.num_waiting = 0;
  }

  std::vector<Vertex>& at(Worker& owner, std::uint64_t bucket) {
    return owner.buckets[bucket & (ring_ - 1)];
  }
  void push(Worker& mine, std::uint64_t bucket, Vertex v) {
    at(mine, bucket).push_back(v);
    ++mine.in_buckets;
  }

  /// The first bucket of `mine` that is not empty; none is before `from`.
  std::uint64_t first_bucket(Worker& mine, std::uint64_t from) {
    if (mine.in_buckets == 0) return kNoBucket;
    while (at(mine, from).empty()) ++from;
    return from;
  }

  void expand(Member& member, Worker& mine, std::uint64_t bucket) {
    std::vector<Vertex>& vertices = at(mine, bucket);
    for (std::size_t i = 0; i < vertices.size(); ++i) {
      if (i + kOffsetAhead < vertices.size()) rows_.prefetch_offset(vertices[i + kOffsetAhead]);
      if (i + kRowAhead < vertices.size()) rows_.prefetch_row(vertices[i + kRowAhead]);
      const Vertex u = vertices[i];
      const D distance = load_relaxed(distances_[u]);
      // Passed over if taken from an earlier bucket already, by whoever lowered it.
      if (map_.bucket_of(distance) >= bucket) relax(member, mine, u, distance);
      // What waits may belong to this very bucket.
      if (i + 1 == vertices.size()) lower_waiting(member, mine);
    }
    mine.in_buckets -= vertices.size();
    vertices.clear();
  }

  /// Which arcs lower a distance cannot be predicted: so it is found out without a branch, and done
  /// for many arcs together.
  void relax(Member& member, Worker& mine, Vertex u, D distance) {
    const EdgeIndex end = rows_.end(u);
    std::size_t count = mine.num_waiting;
    for (EdgeIndex e = rows_.begin(u); e < end; ++e) {
      const Vertex v = rows_.target(e);
      const D through = distance + rows_.weight(e);
      mine.waiting[count] = {v, through};
      count += through < load_relaxed(distances_[v]) ? 1 : 0;
      if (count < kMostWaiting) continue;
      mine.num_waiting = count;
      lower_waiting(member, mine);
      count = 0;
    }
    mine.num_waiting = count;
  }

  void lower_waiting(Member& member, Worker& mine) {
    const bool is_shared = member.threads() > 1;
    for (const auto& [v, through] : std::span(mine.waiting.data(), mine.num_waiting)) {
      D& place = distances_[v];
      if (!(is_shared ? lower(place, through) : lower_plain(place, through))) continue;
      push(mine, map_.bucket_of(through), v);
    }
    mine.num_waiting = 0;
  }

  /// Pairs the richest with the poorest. All members see the same numbers and decide the same.
  void balance(Member& member, unsigned round) {
    const auto reported = [&](int thread) { return worker(thread).reported[round % 2]; };
    std::vector<int>& ranks = worker(member.thread()).ranks;
    const int count = member.threads();
    std::iota(ranks.begin(), ranks.begin() + count, 0);
    std::sort(ranks.begin(), ranks.begin() + count, [&](int a, int b) {
      return reported(a) != reported(b) ? reported(a) < reported(b) : a < b;
    });
    bool is_given = false;
    for (int i = 0; i < count / 2; ++i) {
      const int poor = ranks[static_cast<std::size_t>(i)];
      const int rich = ranks[static_cast<std::size_t>(count - 1 - i)];
      const std::size_t more = reported(rich) - reported(poor);
      if (more < kMinGivenVertices || more * 4 < reported(rich) + reported(poor)) continue;
      is_given = true;
      if (poor == member.thread()) {
        const double chunk = static_cast<double>(more) / 2 / static_cast<double>(reported(rich));
        member.attempt([&] { take(worker(rich), worker(poor), chunk); });
      }
    }
    if (is_given) member.wait();  // the rich wait until it is done
  }

  /// Moves that share of each bucket.
  static void take(Worker& rich, Worker& poor, double chunk) {
    for (std::size_t i = 0; i < rich.buckets.size(); ++i) {
      std::vector<Vertex>& from = rich.buckets[i];
      const auto count = static_cast<std::size_t>(static_cast<double>(from.size()) * chunk);
      if (count == 0) continue;
      poor.buckets[i].insert(poor.buckets[i].end(), from.end() - static_cast<std::ptrdiff_t>(count),
                             from.end());
      from.resize(from.size() - count);
      rich.in_buckets -= count;
      poor.in_buckets += count;
    }
  }

  SsspContextPtr<W> context_;
  Adjacency adjacency_;
  typename Adjacency::Rows rows_;
  double delta_;
  BucketMap<D> map_;
  std::uint64_t ring_;
  std::vector<Worker> workers_;
  TeamSum<FirstBucket> firsts_;
  std::span<D> distances_;
};

}  // namespace

template <class W>
std::unique_ptr<SsspEngine<W>> make_blocked_delta_stepping(SsspContextPtr<W> context,
                                                           WeightLayoutPtr<W> layout) {
  return make_adjacency_engine<BlockedDeltaStepping, W>(std::move(context), std::move(layout));
}

template std::unique_ptr<SsspEngine<float>> make_blocked_delta_stepping(SsspContextPtr<float>,
                                                                        WeightLayoutPtr<float>);
template std::unique_ptr<SsspEngine<double>> make_blocked_delta_stepping(SsspContextPtr<double>,
                                                                         WeightLayoutPtr<double>);
template std::unique_ptr<SsspEngine<std::uint32_t>> make_blocked_delta_stepping(
    SsspContextPtr<std::uint32_t>, WeightLayoutPtr<std::uint32_t>);

}  // namespace strider::detail
