// Delta-stepping (Meyer and Sanders 2003).
//
//   put the source into bucket 0
//   while a bucket is not empty, for the first such bucket b:
//     repeat until b is empty for all threads:
//       take all of b; in parallel, for each vertex u of it whose distance still belongs to b:
//         relax the light edges of u: those of weight up to delta, which may lead to b again
//         note u as settled
//       a thread whose own b holds few vertices continues with them by itself: bucket fusion
//         (Zhang et al. 2020), which saves most barriers where buckets are small
//     in parallel, for each settled u: relax its heavy edges, once
//
//   relax (u, v): if distance(u) + w < distance(v), atomically lower it and put v into the bucket
//     of the new distance, in the thread's own queue
//
// Invariant: whoever lowers a distance puts the vertex into the bucket of it; distances that belong
// to buckets before b are final. A vertex may stand in many buckets: what stands in a bucket that
// its distance has left was taken from an earlier one, and is passed over.
#include "algorithms/sssp/delta.hpp"
#include "algorithms/sssp/host/bucket_queue.hpp"
#include "algorithms/sssp/host/host_engine.hpp"
#include "base/prefetch.hpp"
#include "base/stop.hpp"
#include "graph/bitmap.hpp"
#include "graph/shared_lists.hpp"

namespace strider::detail {
namespace {

/// The smallest of the values of all threads.
struct Smallest {
  std::uint64_t value = BucketQueue::kNone;
  Smallest& operator+=(const Smallest& other) {
    value = std::min(value, other.value);
    return *this;
  }
};

template <class W, class D>
class DeltaStepping final : public HostEngine<W, D> {
 public:
  explicit DeltaStepping(SsspContextPtr<W> context)
      : HostEngine<W, D>(std::move(context)),
        delta_(bucket_width(*this->context_)),
        map_(delta_),
        taken_(threads()),
        settled_(threads()),
        queues_(static_cast<std::size_t>(threads())),
        first_buckets_(threads()) {
    has_heavy_ = static_cast<double>(this->context_->facts.max_finite) > delta_;
    heaviest_light_ = largest_up_to<W>(delta_);
    if (has_heavy_) is_settled_ = Bitmap(this->context_->num_vertices());
  }

  [[nodiscard]] double delta() const override { return delta_; }

 private:
  using Base = HostEngine<W, D>;

  /// A bucket of fewer vertices costs less than a barrier (the GAP benchmarks' bound).
  static constexpr std::size_t kMinSharedWork = 1000;
  /// How many vertices ahead offsets and rows are fetched.
  static constexpr std::size_t kOffsetAhead = 16;
  static constexpr std::size_t kRowAhead = 8;

  enum class Edges : std::uint8_t { kAll, kLight, kHeavy };

  struct alignas(64) Queue {
    BucketQueue buckets;
    std::vector<Vertex> fused;
  };

  [[nodiscard]] int threads() const { return this->context_->options.threads; }

  void clear(Member& member) override {
    queue(member).buckets.clear();
    const Range words = member.chunk(is_settled_.num_words());
    is_settled_.clear_words(words.begin, words.end);
    if (!member.is_first()) return;
    taken_.clear();
    settled_.clear();
    dealer_.restart();
  }

  void run(Member& member, Vertex source, const DistanceBound<D>& bound) override {
    BucketQueue& mine = queue(member).buckets;
    if (member.is_first()) member.attempt([&] { mine.push(0, source); });
    std::uint64_t bucket = 0;
    unsigned round = 0;
    while (true) {
      std::uint64_t next = first_buckets_.wait(member, first_bucket(mine, bound)).value;
      if (next != bucket && has_heavy_) {
        relax_settled(member, bound, round++);
        next = first_buckets_.wait(member, first_bucket(mine, bound)).value;
        settled_.of(member.thread()).clear();
      }
      if (next == BucketQueue::kNone || member.must_stop()) return;
      bucket = next;
      take(member, bucket);
      member.wait();
      expand(member, bucket, bound, round++);
    }
  }

  /// The first bucket of a member, unless it is beyond the bound.
  [[nodiscard]] Smallest first_bucket(BucketQueue& mine, const DistanceBound<D>& bound) const {
    const std::uint64_t first = mine.first();
    const bool is_past = bound.is_bounded() && first > map_.bucket_of(bound.limit());
    return {is_past ? BucketQueue::kNone : first};
  }

  /// Shares what this member has in `bucket`.
  void take(Member& member, std::uint64_t bucket) {
    std::vector<Vertex>& taken = taken_.of(member.thread());
    taken.clear();
    member.attempt([&] { taken.swap(content(member, bucket)); });
  }

  /// This member's part of `bucket`, and of what falls into it meanwhile, as long as it is little.
  void expand(Member& member, std::uint64_t bucket, const DistanceBound<D>& bound, unsigned round) {
    const auto edges = has_heavy_ ? Edges::kLight : Edges::kAll;
    const auto settle = [&](std::span<const Vertex> vertices) {
      for (std::size_t i = 0; i < vertices.size(); ++i) {
        prefetch_ahead(vertices.subspan(i));
        const Vertex u = vertices[i];
        if (map_.bucket_of(load_relaxed(Base::distances_[u])) != bucket) continue;
        if (has_heavy_ && is_settled_.claim_atomic(u)) {
          settled_.of(member.thread()).push_back(u);
        }
        relax(member, u, edges, bound.limit());
      }
    };
    member.attempt([&] {
      taken_.deal(dealer_, round, settle);
      std::vector<Vertex>& fused = queue(member).fused;
      while (true) {
        std::vector<Vertex>& again = content(member, bucket);
        if (again.empty()) return;
        if (again.size() >= kMinSharedWork && member.threads() > 1) return;
        throw_if_stopped();
        fused.clear();
        fused.swap(again);
        settle(fused);
      }
    });
  }

  void relax_settled(Member& member, const DistanceBound<D>& bound, unsigned round) {
    member.attempt([&] {
      settled_.deal(dealer_, round, [&](std::span<const Vertex> vertices) {
        for (std::size_t i = 0; i < vertices.size(); ++i) {
          prefetch_ahead(vertices.subspan(i));
          // Rounding may let a heavy edge lead to the same bucket: then it is settled once more.
          is_settled_.reset_atomic(vertices[i]);
          relax(member, vertices[i], Edges::kHeavy, bound.limit());
        }
      });
    });
  }

  void relax(Member& member, Vertex u, Edges edges, D limit) {
    BucketQueue& mine = queue(member).buckets;
    const bool is_shared = member.threads() > 1;
    const D distance = load_relaxed(Base::distances_[u]);
    for (EdgeIndex e = Base::offsets_[u]; e < Base::offsets_[u + 1ULL]; ++e) {
      const W weight = Base::weights_[e];
      if (edges != Edges::kAll && (weight > heaviest_light_) != (edges == Edges::kHeavy)) continue;
      const Vertex v = Base::targets_[e];
      const D through = distance + weight;
      if (through > limit) continue;
      D& place = Base::distances_[v];
      if (!(is_shared ? lower(place, through) : lower_plain(place, through))) continue;
      mine.push(map_.bucket_of(through), v);
    }
  }

  [[nodiscard]] Queue& queue(const Member& member) {
    return queues_[static_cast<std::size_t>(member.thread())];
  }

  std::vector<Vertex>& content(Member& member, std::uint64_t bucket) {
    return queue(member).buckets.at(
        bucket, [&](Vertex v) { return map_.bucket_of(load_relaxed(Base::distances_[v])); });
  }

  void prefetch_ahead(std::span<const Vertex> vertices) const {
    if (vertices.size() > kOffsetAhead) {
      prefetch_to_read(Base::offsets_ + vertices[kOffsetAhead]);
      prefetch_to_read(Base::distances_.data() + vertices[kOffsetAhead]);
    }
    if (vertices.size() > kRowAhead) {
      const EdgeIndex row = Base::offsets_[vertices[kRowAhead]];
      prefetch_to_read(Base::targets_ + row);
      prefetch_to_read(Base::weights_ + row);
    }
  }

  double delta_;
  BucketMap<D> map_;
  W heaviest_light_ = 0;
  bool has_heavy_ = false;
  SharedLists taken_;
  /// Vertices taken from the bucket so far, each once; only where there are heavy edges.
  SharedLists settled_;
  Bitmap is_settled_;
  std::vector<Queue> queues_;
  ChunkDealer dealer_;
  TeamSum<Smallest> first_buckets_;
};

}  // namespace

template <class W>
std::unique_ptr<SsspEngine<W>> make_delta_stepping(SsspContextPtr<W> context) {
  return make_host_engine<DeltaStepping, W>(std::move(context));
}

template std::unique_ptr<SsspEngine<float>> make_delta_stepping(SsspContextPtr<float>);
template std::unique_ptr<SsspEngine<double>> make_delta_stepping(SsspContextPtr<double>);
template std::unique_ptr<SsspEngine<std::uint32_t>> make_delta_stepping(
    SsspContextPtr<std::uint32_t>);

}  // namespace strider::detail
