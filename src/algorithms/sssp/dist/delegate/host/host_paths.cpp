#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

#include "algorithms/sssp/delta.hpp"
#include "algorithms/sssp/dist/delegate/host/bits.hpp"
#include "algorithms/sssp/dist/delegate/host/bucket_lists.hpp"
#include "algorithms/sssp/dist/delegate/host/ghost_distances.hpp"
#include "algorithms/sssp/dist/delegate/local.hpp"
#include "comm/encoding/valued_set.hpp"

namespace strider::detail {
namespace {

/// Of a vertex that came from rank r DistSsspTree::parents holds kArrivedFrom + r until the end.
constexpr GlobalVertex kArrivedFrom = GlobalVertex{1} << 63U;

enum class Weights : std::uint8_t { kLight, kHeavy };

template <class W>
class HostPaths final : public DelegatePaths<W> {
 public:
  using Distance = SsspDistance<W>;
  static constexpr Distance kInfinite = kInfiniteDistance<W>;

  HostPaths(const WeightedGraphDelegate<W>& graph, double delta, comm::Encoding encoding)
      : weighted_(graph),
        g_(graph.graph),
        delta_(delta),
        buckets_(delta),
        queued_(g_.num_local),
        settled_(g_.num_local),
        agreed_(g_.num_delegates),
        found_(g_.num_delegates),
        tags_(g_.num_delegates),
        expanded_(g_.num_delegates),
        settled_delegates_(g_.num_delegates),
        changed_(g_.num_delegates),
        own_mask_(g_.num_delegates),
        knows_(g_.num_delegates),
        ghosts_(graph.graph, encoding) {}

  [[nodiscard]] std::size_t send_bound(int peer) const override { return ghosts_.send_bound(peer); }

  void start(DistSsspTree<W>& tree) override {
    const std::size_t n = g_.num_local;
    distances_ = tree.distances.size() == n ? std::move(tree.distances) : Array<Distance>(n);
    parents_ = tree.parents.size() == n ? std::move(tree.parents) : Array<GlobalVertex>(n);
    std::fill(distances_.begin(), distances_.end(), kInfinite);
    std::fill(parents_.begin(), parents_.end(), kNoGlobalVertex);
    for (Array<Distance>* array : {&agreed_, &found_, &expanded_}) {
      std::fill(array->begin(), array->end(), kInfinite);
    }
    for (Bits* bits : {&queued_, &settled_, &settled_delegates_, &changed_, &own_mask_, &knows_}) {
      bits->clear();
    }
    normals_.clear();
    delegates_.clear();
    settled_list_.clear();
    settled_delegate_list_.clear();
    ghosts_.start();
    any_found_ = false;
    overflowed_ = false;
    source_delegate_ = kNoDelegate;
  }

  void visit_source(std::uint32_t delegate, LocalVertex vertex) override {
    source_delegate_ = delegate;
    if (delegate == kNoDelegate) {
      relax_normal(index(vertex), Distance{0}, g_.global(vertex));
      return;
    }
    agreed_[delegate] = found_[delegate] = Distance{0};
    delegates_.push(buckets_.bucket_of(Distance{0}), delegate);
  }

  [[nodiscard]] std::uint64_t next_bucket() override {
    constexpr std::uint64_t kNone = DelegatePaths<W>::kNoBucket;
    return std::min(
        normals_.first(kNone, [&](std::uint64_t b, std::uint32_t v) { return waits(b, v); }),
        delegates_.first(kNone, [&](std::uint64_t b, std::uint32_t i) {
          return buckets_.bucket_of(agreed_[i]) == b && agreed_[i] < expanded_[i];
        }));
  }

  void relax_light(std::uint64_t bucket) override {
    for (const std::uint32_t i : delegates_.take(bucket)) {
      if (buckets_.bucket_of(agreed_[i]) != bucket || !(agreed_[i] < expanded_[i])) continue;
      expanded_[i] = agreed_[i];
      if (!settled_delegates_.test(i)) {
        settled_delegates_.set(i);
        settled_delegate_list_.push_back(i);
      }
      relax_delegate_row(i, Weights::kLight);
    }
    for (;;) {
      const BucketLists::List list = normals_.take(bucket);
      if (list.empty()) return;
      for (const std::uint32_t v : list) {
        if (!waits(bucket, v)) continue;
        queued_.reset(v);
        if (!settled_.test(v)) {
          settled_.set(v);
          settled_list_.push_back(v);
        }
        relax_normal_row(v, Weights::kLight);
      }
    }
  }

  void relax_heavy() override {
    for (const std::uint32_t i : settled_delegate_list_) {
      settled_delegates_.reset(i);
      relax_delegate_row(i, Weights::kHeavy);
    }
    for (const std::uint32_t v : settled_list_) {
      settled_.reset(v);
      relax_normal_row(v, Weights::kHeavy);
    }
    settled_delegate_list_.clear();
    settled_list_.clear();
  }

  [[nodiscard]] bool has_outgoing() const override { return ghosts_.any_changed(); }
  std::size_t write_outgoing(int owner, std::span<std::byte> to) override {
    return ghosts_.write(owner, to);
  }
  void finish_outgoing() override { ghosts_.finish_exchange(); }

  void take_arrived(int from, std::span<const std::byte> message) override {
    comm::decode_valued<Distance>(message, g_.num_local, buffer_)
        .for_each([&](std::uint32_t v, Distance distance) {
          overflowed_ |= !(distance < kInfinite) && !(distances_[v] < kInfinite);
          relax_normal(v, distance, kArrivedFrom + static_cast<GlobalVertex>(from));
        });
  }

  [[nodiscard]] bool has_found() const override { return any_found_; }

  std::span<std::uint64_t> found_mask() override {
    std::copy(changed_.words().begin(), changed_.words().end(), own_mask_.words().begin());
    return changed_.words();
  }

  std::span<Distance> found_distances() override {
    reduced_.clear();
    for_each_changed([&](std::uint32_t i) { reduced_.push_back(found_[i]); });
    return reduced_;
  }

  void take_agreed() override {
    std::size_t place = 0;
    for_each_changed([&](std::uint32_t i) {
      const Distance agreed = reduced_[place++];
      // Who found the least distance first keeps its record until there is a smaller one.
      if (own_mask_.test(i) && !(agreed < found_[i])) {
        knows_.set(i);
      } else {
        knows_.reset(i);
      }
      agreed_[i] = found_[i] = agreed;
      delegates_.push(buckets_.bucket_of(agreed), i);
    });
    changed_.clear();
    own_mask_.clear();
    any_found_ = false;
  }

  void note_overflows() override {
    const auto note = [&](bool is_reached, bool is_other_reached, W weight) {
      return is_reached && !is_other_reached && static_cast<Distance>(weight) < kInfinite;
    };
    const auto reached = [&](std::uint32_t v) { return distances_[v] < kInfinite; };
    const auto agreed = [&](std::uint32_t i) { return agreed_[i] < kInfinite; };
    for_all_arcs(g_.dd, weighted_.dd, [&](std::uint32_t i, std::uint32_t other, W weight) {
      overflowed_ |= note(agreed(i), agreed(other), weight);
    });
    for_all_arcs(g_.nd, weighted_.nd, [&](std::uint32_t v, std::uint32_t i, W weight) {
      overflowed_ |= note(reached(v), agreed(i), weight) || note(agreed(i), reached(v), weight);
    });
    for_all_arcs(g_.nn, weighted_.nn, [&](std::uint32_t v, std::uint32_t column, W weight) {
      if (column < g_.num_local) {
        overflowed_ |= note(reached(v), reached(column), weight);
        return;
      }
      const std::uint32_t ghost = column - g_.num_local;
      if (note(reached(v), ghosts_.is_reached(ghost), weight)) ghosts_.note(ghost);
    });
  }
  [[nodiscard]] bool has_overflowed() const override { return overflowed_; }

  std::vector<ArrivedFrom> open_vertices() override {
    std::vector<std::vector<std::uint32_t>> open(static_cast<std::size_t>(g_.owners.num_ranks()));
    for (std::uint32_t v = 0; v < g_.num_local; ++v) {
      if (parents_[v] == kNoGlobalVertex || parents_[v] < kArrivedFrom) continue;
      const auto from = static_cast<int>(parents_[v] - kArrivedFrom);
      // Of the neighbours there one is the parent: mostly there is but one.
      const std::span<const std::uint32_t> row = g_.nn.row(v);
      const auto first =
          std::lower_bound(row.begin(), row.end(), g_.num_local + ghosts_.begin_of(from));
      if (first + 1 == row.end() || *(first + 1) >= g_.num_local + ghosts_.end_of(from)) {
        parents_[v] =
            g_.owners.global(from, local_vertex(g_.ghost_vertices[*first - g_.num_local]));
      } else {
        open[static_cast<std::size_t>(from)].push_back(v);
      }
    }
    std::vector<ArrivedFrom> arrived;
    for (std::size_t r = 0; r < open.size(); ++r) {
      if (!open[r].empty()) arrived.push_back({static_cast<int>(r), std::move(open[r])});
    }
    return arrived;
  }

  std::vector<std::uint32_t> parents_of(int owner,
                                        std::span<const std::uint32_t> vertices) override {
    return ghosts_.parents_of(owner, vertices);
  }

  [[nodiscard]] bool knows_parent(std::uint32_t delegate) const override {
    return knows_.test(delegate);
  }
  [[nodiscard]] std::uint32_t parent_tag(std::uint32_t delegate) const override {
    return tags_[delegate];
  }

  std::uint64_t finish(DistSsspTree<W>& tree, std::vector<std::uint32_t>& open) override {
    for (const GraphDelegate::Own& own : g_.own_delegates) {
      const std::uint32_t i = index(own.delegate);
      const std::uint32_t v = index(own.vertex);
      distances_[v] = agreed_[i];
      if (i == source_delegate_) {
        parents_[v] = g_.delegates[i];
      } else if (!(agreed_[i] < kInfinite)) {
        parents_[v] = kNoGlobalVertex;
      } else if (knows_.test(i)) {
        parents_[v] = g_.named(tags_[i], g_.rank);
      } else {
        open.push_back(i);
      }
    }
    const auto reached = static_cast<std::uint64_t>(std::count_if(
        distances_.begin(), distances_.end(), [](Distance d) { return d < kInfinite; }));
    tree.distances = std::move(distances_);
    tree.parents = std::move(parents_);
    return reached;
  }

 private:
  [[nodiscard]] bool waits(std::uint64_t bucket, std::uint32_t v) const {
    return queued_.test(v) && buckets_.bucket_of(distances_[v]) == bucket;
  }

  /// relax(column, weight) for the arcs of a row that are of that kind.
  template <class F>
  void for_each_arc(const SmallRows& rows, const Array<W>& weights, std::uint32_t row, Weights kind,
                    F&& relax) const {
    for (std::uint32_t i = rows.offsets[row]; i < rows.offsets[row + 1]; ++i) {
      const bool is_light = static_cast<double>(weights[i]) <= delta_;
      if (is_light == (kind == Weights::kLight)) relax(rows.columns[i], weights[i]);
    }
  }

  /// look(row, column, weight) for all arcs.
  template <class F>
  static void for_all_arcs(const SmallRows& rows, const Array<W>& weights, F&& look) {
    for (std::uint32_t row = 0; row < rows.num_rows(); ++row) {
      for (std::uint32_t i = rows.offsets[row]; i < rows.offsets[row + 1]; ++i) {
        look(row, rows.columns[i], weights[i]);
      }
    }
  }

  void relax_delegate_row(std::uint32_t i, Weights kind) {
    const Distance distance = agreed_[i];
    for_each_arc(g_.dd, weighted_.dd, i, kind, [&](std::uint32_t other, W weight) {
      relax_delegate(other, static_cast<Distance>(distance + weight), i);
    });
    for_each_arc(g_.dn, weighted_.dn, i, kind, [&](std::uint32_t v, W weight) {
      relax_normal(v, static_cast<Distance>(distance + weight), g_.delegates[i]);
    });
  }

  void relax_normal_row(std::uint32_t v, Weights kind) {
    const Distance distance = distances_[v];
    for_each_arc(g_.nd, weighted_.nd, v, kind, [&](std::uint32_t i, W weight) {
      relax_delegate(i, static_cast<Distance>(distance + weight), g_.num_delegates + v);
    });
    for_each_arc(g_.nn, weighted_.nn, v, kind, [&](std::uint32_t column, W weight) {
      const auto sum = static_cast<Distance>(distance + weight);
      if (column < g_.num_local) {
        relax_normal(column, sum, g_.global(local_vertex(v)));
      } else {
        ghosts_.relax(column - g_.num_local, sum, v);
      }
    });
  }

  void relax_normal(std::uint32_t v, Distance distance, GlobalVertex parent) {
    if (!(distance < distances_[v])) return;
    const std::uint64_t bucket = buckets_.bucket_of(distance);
    const bool is_listed = waits(bucket, v);
    distances_[v] = distance;
    parents_[v] = parent;
    queued_.set(v);
    if (!is_listed) normals_.push(bucket, v);
  }

  void relax_delegate(std::uint32_t i, Distance distance, std::uint32_t tag) {
    if (!(distance < found_[i])) return;
    found_[i] = distance;
    tags_[i] = tag;
    changed_.set(i);
    any_found_ = true;
  }

  template <class F>
  void for_each_changed(F&& body) {
    const std::span<std::uint64_t> words = changed_.words();
    for (std::size_t w = 0; w < words.size(); ++w) {
      for (std::uint64_t bits = words[w]; bits != 0; bits &= bits - 1) {
        body(static_cast<std::uint32_t>(w * 64 + static_cast<std::size_t>(std::countr_zero(bits))));
      }
    }
  }

  const WeightedGraphDelegate<W>& weighted_;
  const GraphDelegate& g_;
  double delta_;
  BucketMap<Distance> buckets_;

  // Normal vertices of this rank.
  Array<Distance> distances_;
  Array<GlobalVertex> parents_;
  BucketLists normals_;
  Bits queued_;   // in a list, with edges to relax
  Bits settled_;  // in settled_list_
  std::vector<std::uint32_t> settled_list_;

  // Delegates.
  Array<Distance> agreed_;
  Array<Distance> found_;
  Array<std::uint32_t> tags_;  // of the last distance found here
  Array<Distance> expanded_;   // the last distance whose light edges were relaxed
  BucketLists delegates_;
  Bits settled_delegates_;
  std::vector<std::uint32_t> settled_delegate_list_;
  Bits changed_;   // found since the last reduction; by any rank once masks are joined
  Bits own_mask_;  // found here
  Bits knows_;     // found here, and agreed on since
  bool any_found_ = false;
  bool overflowed_ = false;
  std::vector<Distance> reduced_;
  std::uint32_t source_delegate_ = kNoDelegate;

  GhostDistances<W> ghosts_;
  Array<std::uint32_t> buffer_;
};

}  // namespace

template <class W>
std::unique_ptr<DelegatePaths<W>> make_host_delegate_paths(const WeightedGraphDelegate<W>& graph,
                                                           double delta, comm::Encoding encoding) {
  return std::make_unique<HostPaths<W>>(graph, delta, encoding);
}
template std::unique_ptr<DelegatePaths<float>> make_host_delegate_paths(
    const WeightedGraphDelegate<float>&, double, comm::Encoding);
template std::unique_ptr<DelegatePaths<double>> make_host_delegate_paths(
    const WeightedGraphDelegate<double>&, double, comm::Encoding);
template std::unique_ptr<DelegatePaths<std::uint32_t>> make_host_delegate_paths(
    const WeightedGraphDelegate<std::uint32_t>&, double, comm::Encoding);

}  // namespace strider::detail
