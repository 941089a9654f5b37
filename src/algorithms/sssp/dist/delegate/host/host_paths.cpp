#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

#include "algorithms/sssp/delta.hpp"
#include "algorithms/sssp/dist/delegate/host/bits.hpp"
#include "algorithms/sssp/dist/delegate/host/bucket_lists.hpp"
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
        encoding_(encoding),
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
        ghost_distances_(g_.num_ghosts()),
        ghost_parents_(g_.num_ghosts()),
        ghost_changed_(g_.num_ghosts()) {}

  [[nodiscard]] std::size_t send_bound(int peer) const override {
    const std::uint32_t count = ghosts_end(peer) - ghosts_begin(peer);
    return count == 0 ? 0 : comm::valued_bound<Distance>(g_.owners.size(peer), count, encoding_);
  }

  void start(DistSsspTree<W>& tree) override {
    const std::size_t n = g_.num_local;
    distances_ = tree.distances.size() == n ? std::move(tree.distances) : Array<Distance>(n);
    parents_ = tree.parents.size() == n ? std::move(tree.parents) : Array<GlobalVertex>(n);
    std::fill(distances_.begin(), distances_.end(), kInfinite);
    std::fill(parents_.begin(), parents_.end(), kNoGlobalVertex);
    for (Array<Distance>* array : {&agreed_, &found_, &expanded_, &ghost_distances_}) {
      std::fill(array->begin(), array->end(), kInfinite);
    }
    for (Bits* bits : {&queued_, &settled_, &settled_delegates_, &changed_, &own_mask_, &knows_,
                       &ghost_changed_}) {
      bits->clear();
    }
    normals_.clear();
    delegates_.clear();
    settled_list_.clear();
    settled_delegate_list_.clear();
    met_.clear();
    any_found_ = false;
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

  [[nodiscard]] bool has_outgoing() const override { return !met_.empty(); }

  std::size_t write_outgoing(int owner, std::span<std::byte> to) override {
    if (met_.empty()) return 0;
    if (!std::is_sorted(met_.begin(), met_.end())) std::sort(met_.begin(), met_.end());
    ids_.clear();
    values_.clear();
    const auto end = std::lower_bound(met_.begin(), met_.end(), ghosts_end(owner));
    for (auto it = std::lower_bound(met_.begin(), met_.end(), ghosts_begin(owner)); it != end;
         ++it) {
      ids_.push_back(g_.ghost_vertices[*it]);
      values_.push_back(ghost_distances_[*it]);
    }
    return comm::encode_valued<Distance>(ids_, values_, g_.owners.size(owner), encoding_, to);
  }

  void finish_outgoing() override {
    for (const std::uint32_t ghost : met_) ghost_changed_.reset(ghost);
    met_.clear();
  }

  void take_arrived(int from, std::span<const std::byte> message) override {
    comm::decode_valued<Distance>(message, g_.num_local, buffer_)
        .for_each([&](std::uint32_t v, Distance distance) {
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

  std::vector<ArrivedFrom> open_vertices() override {
    std::vector<std::vector<std::uint32_t>> open(static_cast<std::size_t>(g_.owners.num_ranks()));
    for (std::uint32_t v = 0; v < g_.num_local; ++v) {
      if (parents_[v] == kNoGlobalVertex || parents_[v] < kArrivedFrom) continue;
      const auto from = static_cast<int>(parents_[v] - kArrivedFrom);
      // Of the neighbours there one is the parent: mostly there is but one.
      const std::span<const std::uint32_t> row = g_.nn.row(v);
      const auto first =
          std::lower_bound(row.begin(), row.end(), g_.num_local + ghosts_begin(from));
      if (first + 1 == row.end() || *(first + 1) >= g_.num_local + ghosts_end(from)) {
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
    const auto begin = g_.ghost_vertices.begin() + ghosts_begin(owner);
    const auto end = g_.ghost_vertices.begin() + ghosts_end(owner);
    std::vector<std::uint32_t> parents;
    for (const std::uint32_t v : vertices) {
      const auto ghost = std::lower_bound(begin, end, v) - g_.ghost_vertices.begin();
      parents.push_back(ghost_parents_[static_cast<std::size_t>(ghost)]);
    }
    return parents;
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
  [[nodiscard]] std::uint32_t ghosts_begin(int rank) const {
    return g_.ghost_begin[static_cast<std::size_t>(rank)];
  }
  [[nodiscard]] std::uint32_t ghosts_end(int rank) const {
    return g_.ghost_begin[static_cast<std::size_t>(rank) + 1];
  }
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
        relax_ghost(column - g_.num_local, sum, v);
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

  /// A distance is sent only where it is smaller than what was sent before.
  void relax_ghost(std::uint32_t ghost, Distance distance, std::uint32_t parent) {
    if (!(distance < ghost_distances_[ghost])) return;
    ghost_distances_[ghost] = distance;
    ghost_parents_[ghost] = parent;
    if (ghost_changed_.test(ghost)) return;
    ghost_changed_.set(ghost);
    met_.push_back(ghost);
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
  comm::Encoding encoding_;

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
  std::vector<Distance> reduced_;
  std::uint32_t source_delegate_ = kNoDelegate;

  // Ghosts.
  Array<Distance> ghost_distances_;
  Array<std::uint32_t> ghost_parents_;
  Bits ghost_changed_;
  std::vector<std::uint32_t> met_;  // changed since the last exchange

  std::vector<std::uint32_t> ids_;
  std::vector<Distance> values_;
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
