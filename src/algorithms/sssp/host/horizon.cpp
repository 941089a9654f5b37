// Push to a horizon, then pull: for graphs of low diameter with rows by ascending weight.
//
// Of the edges of such a graph most are heavy, and lead to vertices that are reached by light ones
// before. So distances are settled bucket by bucket as in delta-stepping, but an edge is relaxed
// only if it leads no farther than the horizon: the front of its row. What few vertices are left
// beyond the horizon look for their nearest neighbour themselves, also by ascending weight, and
// stop where an edge alone is as long as what they have found.
//
//   until a thousandth of all arcs belongs to settled vertices: no horizon
//   then:  horizon = distance settled so far + a length that light edges connect the graph by
//   settle the buckets up to the horizon, by relaxing what leads no farther
//   while many arcs belong to vertices that are not settled: move the horizon on; every settled
//     vertex goes on in its row where it stopped; settle the buckets up to it
//   pull:  in parallel, each unsettled vertex takes the smallest distance + weight of its
//     neighbours, and goes into the bucket of it
//   settle the rest, without a horizon
//
// Invariant: whoever lowers a distance puts the vertex into the bucket of it, and whoever settles a
// vertex relaxes its edges up to the horizon; those beyond are relaxed when it moves on, or looked
// at from their other end by the pull. Distances do not depend on where the horizon lies.
#include <algorithm>
#include <cmath>

#include "algorithms/sssp/delta.hpp"
#include "algorithms/sssp/host/bucket_queue.hpp"
#include "algorithms/sssp/host/layout_rows.hpp"
#include "algorithms/sssp/host/shared_lists.hpp"
#include "base/team.hpp"
#include "graph/bitmap.hpp"

namespace strider::detail {
namespace {

/// What the members of a team bring to a barrier: their first bucket, and their settled arcs.
struct Offer {
  std::uint64_t bucket = BucketQueue::kNone;
  EdgeIndex settled = 0;
  Offer& operator+=(const Offer& other) {
    bucket = std::min(bucket, other.bucket);
    settled += other.settled;
    return *this;
  }
};

/// The weight up to which edges connect most of the graph: a vertex has ln n of them on average
/// (Erdos and Renyi). From every 997th arc.
template <class W>
double connecting_weight(const SsspContext<W>& context) {
  constexpr std::size_t kStep = 997;
  const std::span<const W> weights = context.graph.weights().span();
  const double n = context.num_vertices();
  const double share = std::log(n) * n / static_cast<double>(weights.size());
  std::vector<W> sample;
  for (std::size_t i = 0; i < weights.size(); i += kStep) sample.push_back(weights[i]);
  const auto place =
      static_cast<std::size_t>(std::min(1.0, share) * static_cast<double>(sample.size() - 1));
  std::nth_element(sample.begin(), sample.begin() + static_cast<std::ptrdiff_t>(place),
                   sample.end());
  const auto weight = static_cast<double>(sample[place]);
  return std::isfinite(weight) ? weight : static_cast<double>(context.facts.max_finite);
}

template <class W, class D, class Rows>
class HorizonSearch final : public SsspEngine<W> {
 public:
  HorizonSearch(SsspContextPtr<W> context, WeightLayoutPtr<W> layout)
      : context_(std::move(context)),
        layout_(std::move(layout)),
        rows_(*layout_),
        reach_(connecting_weight(*context_)),
        delta_(width(*context_, reach_)),
        map_(delta_),
        taken_(threads()),
        queues_(static_cast<std::size_t>(threads())),
        is_settled_(num_vertices()),
        stops_(num_vertices()),
        offers_(threads()),
        translator_(std::make_shared<Translator>(layout_)) {}

  void search(Vertex source, SsspTree<W>& tree) override {
    distances_ = distances_in<W, D>(tree);
    tree.translator = translator_;
    parallel_team(threads(), [&](Member& member) { run(member, source); });
  }
  [[nodiscard]] double delta() const override { return delta_; }
  [[nodiscard]] SsspLayout layout() const override { return SsspLayout::kAuto; }

 private:
  static constexpr std::size_t kOffsetAhead = 16;
  static constexpr std::size_t kRowAhead = 8;
  static constexpr std::size_t kPullChunk = 1024;
  /// Vertices whose distances fill a cache line: threads share none.
  static constexpr std::size_t kLine = 64 / sizeof(D);

  struct alignas(64) Queue {
    BucketQueue buckets;
    std::vector<Vertex> settled;  // in the order they were
    EdgeIndex settled_arcs = 0;
  };

  /// Reads distances and parents out of the tree that the search filled.
  class Translator final : public SsspTranslator<W> {
   public:
    explicit Translator(WeightLayoutPtr<W> layout) : layout_(std::move(layout)) {}
    void read_distances(SsspTree<W>& tree) const override {
      if constexpr (!std::is_same_v<D, SsspDistance<W>>) widen_distances(tree);
    }
    void read_parents(SsspTree<W>& tree) const override {
      derive_parents_by_weight<W, D, Rows>(tree, *layout_, Rows(*layout_), stored(tree));
    }

   private:
    static std::span<const D> stored(const SsspTree<W>& tree) {
      if constexpr (std::is_same_v<D, SsspDistance<W>>) {
        return tree.distances.span();
      } else {
        return tree.narrow.span();
      }
    }
    WeightLayoutPtr<W> layout_;
  };

  static double width(const SsspContext<W>& context, double reach) {
    if (context.options.delta > 0) return context.options.delta;
    const double narrow = reach / 128;
    return std::is_integral_v<W> ? std::max(1.0, std::floor(narrow))
                                 : std::max(narrow, std::numeric_limits<double>::min());
  }

  [[nodiscard]] int threads() const { return context_->options.threads; }
  [[nodiscard]] Vertex num_vertices() const { return context_->num_vertices(); }
  [[nodiscard]] EdgeIndex num_arcs() const { return context_->out().num_arcs(); }
  [[nodiscard]] Queue& queue(const Member& member) {
    return queues_[static_cast<std::size_t>(member.thread())];
  }

  void clear(Member& member) {
    const Range share = member.share(distances_.size(), kLine);
    std::fill(distances_.begin() + static_cast<std::ptrdiff_t>(share.begin),
              distances_.begin() + static_cast<std::ptrdiff_t>(share.end), kUnreachedDistance<D>);
    const Range words = member.share(is_settled_.num_words());
    is_settled_.clear_words(words.begin, words.end);
    Queue& mine = queue(member);
    mine.buckets.clear();
    mine.settled.clear();
    mine.settled_arcs = 0;
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
    D horizon = kUnreachedDistance<D>;
    bool has_pulled = false;
    unsigned round = 0;
    while (true) {
      const Offer offer = offers_.wait(member, {mine.buckets.first(), mine.settled_arcs});
      if (member.must_stop()) return;
      const bool is_done_within =
          offer.bucket == BucketQueue::kNone || offer.bucket > map_.bucket_of(horizon);
      if (is_done_within && (has_pulled || horizon == kUnreachedDistance<D>)) return;
      if (is_done_within) {
        if (static_cast<double>(num_arcs() - offer.settled) <
            kWorthPulling * static_cast<double>(num_arcs())) {
          pull(member, horizon, round++);
          horizon = kUnreachedDistance<D>;
          has_pulled = true;
        } else {
          horizon = advanced(horizon, reach_ * kStep);
          go_on(member, horizon);
        }
        continue;
      }
      if (horizon == kUnreachedDistance<D> && !has_pulled &&
          offer.settled > num_arcs() / kExplosion) {
        horizon =
            advanced(static_cast<D>(static_cast<double>(offer.bucket) * delta_), reach_ * kReach);
      }
      take(member, offer.bucket);
      member.wait();
      settle(member, offer.bucket, horizon, round++);
    }
  }

  static D advanced(D from, double by) {
    const double to = static_cast<double>(from) + std::max(by, std::is_integral_v<D> ? 1.0 : 0.0);
    const D moved = largest_up_to<D>(to);
    return moved > from ? moved : kUnreachedDistance<D>;
  }

  /// Shares what this member has in `bucket`.
  void take(Member& member, std::uint64_t bucket) {
    std::vector<Vertex>& taken = taken_.of(member.thread());
    taken.clear();
    member.attempt([&] {
      taken.swap(queue(member).buckets.at(
          bucket, [&](Vertex v) { return map_.bucket_of(load_relaxed(distances_[v])); }));
    });
  }

  void settle(Member& member, std::uint64_t bucket, D horizon, unsigned round) {
    member.attempt([&] {
      Queue& mine = queue(member);
      taken_.deal(dealer_, round, [&](std::span<const Vertex> vertices) {
        for (std::size_t i = 0; i < vertices.size(); ++i) {
          prefetch_ahead(vertices.subspan(i));
          const Vertex u = vertices[i];
          const D distance = load_relaxed(distances_[u]);
          if (map_.bucket_of(distance) != bucket) continue;
          if (is_settled_.claim_atomic(u)) {
            mine.settled.push_back(u);
            mine.settled_arcs += rows_.end(u) - rows_.begin(u);
          }
          const EdgeIndex stop = relax(member, distance, rows_.begin(u), rows_.end(u), horizon);
          // Two members may settle u at once, one with a distance that was lowered meanwhile; as
          // both wrote down how far they came, going on from either leaves out no edge.
          store_relaxed(stops_[u], stop_in_row(stop - rows_.begin(u)));
        }
      });
    });
  }

  /// Relaxes arcs from `e` on as long as they lead no farther than the horizon; returns where it
  /// stopped.
  EdgeIndex relax(Member& member, D distance, EdgeIndex e, EdgeIndex end, D horizon) {
    BucketQueue& buckets = queue(member).buckets;
    const bool is_shared = member.threads() > 1;
    for (; e < end; ++e) {
      const D through = distance + rows_.weight(e);
      if (through > horizon) break;
      const Vertex v = rows_.target(e);
      D& place = distances_[v];
      if (!(is_shared ? lower(place, through) : lower_alone(place, through))) continue;
      buckets.push(map_.bucket_of(through), v);
    }
    return e;
  }

  /// Of a row longer than 32 bits tell, less than was done: to do some of it again is no fault.
  static std::uint32_t stop_in_row(EdgeIndex arcs) {
    return static_cast<std::uint32_t>(std::min<EdgeIndex>(arcs, 0xFFFF'FFFFU));
  }

  /// The edges of settled vertices between two horizons.
  void go_on(Member& member, D horizon) {
    member.attempt([&] {
      const std::span<const Vertex> settled = queue(member).settled;
      for (std::size_t i = 0; i < settled.size(); ++i) {
        if (i + kOffsetAhead < settled.size()) {
          rows_.prefetch_offset(settled[i + kOffsetAhead]);
          prefetch_to_read(distances_.data() + settled[i + kOffsetAhead]);
          prefetch_to_read(stops_.data() + settled[i + kOffsetAhead]);
        }
        const Vertex u = settled[i];
        const EdgeIndex from = rows_.begin(u) + stops_[u];
        const EdgeIndex stop =
            relax(member, load_relaxed(distances_[u]), from, rows_.end(u), horizon);
        stops_[u] = stop_in_row(stop - rows_.begin(u));
      }
    });
  }

  /// Every vertex beyond the horizon: also those that were seen there before there was one.
  void pull(Member& member, D horizon, unsigned round) {
    member.attempt([&] {
      while (const auto chunk = dealer_.deal(round, num_vertices(), kPullChunk)) {
        for (std::size_t i = chunk->begin; i < chunk->end; ++i) {
          const auto v = static_cast<Vertex>(i);
          if (distances_[v] > horizon) pull_one(member, v);
        }
      }
    });
  }

  void pull_one(Member& member, Vertex v) {
    const D before = distances_[v];
    D best = before;
    for (EdgeIndex e = rows_.begin(v); e < rows_.end(v); ++e) {
      const W weight = rows_.weight(e);
      if (!(static_cast<D>(weight) < best)) break;
      // Another member may be pulling the neighbour: any distance it has had is that of a path.
      const D nearer = load_relaxed(distances_[rows_.target(e)]);
      if (nearer != kUnreachedDistance<D>) best = std::min(best, static_cast<D>(nearer + weight));
    }
    if (best == before) return;
    store_relaxed(distances_[v], best);
    queue(member).buckets.push(map_.bucket_of(best), v);
  }

  [[gnu::always_inline]] void prefetch_ahead(std::span<const Vertex> vertices) const {
    if (vertices.size() > kOffsetAhead) {
      rows_.prefetch_offset(vertices[kOffsetAhead]);
      prefetch_to_read(distances_.data() + vertices[kOffsetAhead]);
    }
    if (vertices.size() > kRowAhead) rows_.prefetch_row(vertices[kRowAhead]);
  }

  static constexpr double kReach = 0.25;
  static constexpr double kStep = 0.125;
  static constexpr double kWorthPulling = 0.10;
  static constexpr EdgeIndex kExplosion = 1000;

  SsspContextPtr<W> context_;
  WeightLayoutPtr<W> layout_;
  Rows rows_;
  double reach_;
  double delta_;
  BucketMap<D> map_;
  SharedLists taken_;
  std::vector<Queue> queues_;
  Bitmap is_settled_;
  /// Of settled vertices: how many of their arcs have been relaxed.
  Array<std::uint32_t> stops_;
  ChunkDealer dealer_;
  TeamSum<Offer> offers_;
  std::shared_ptr<const Translator> translator_;
  std::span<D> distances_;
};

}  // namespace

template <class W>
std::unique_ptr<SsspEngine<W>> make_horizon(SsspContextPtr<W> context, WeightLayoutPtr<W> layout) {
  return make_layout_engine<HorizonSearch, W>(std::move(context), std::move(layout));
}

template std::unique_ptr<SsspEngine<float>> make_horizon(SsspContextPtr<float>,
                                                         WeightLayoutPtr<float>);
template std::unique_ptr<SsspEngine<double>> make_horizon(SsspContextPtr<double>,
                                                          WeightLayoutPtr<double>);
template std::unique_ptr<SsspEngine<std::uint32_t>> make_horizon(SsspContextPtr<std::uint32_t>,
                                                                 WeightLayoutPtr<std::uint32_t>);

}  // namespace strider::detail
