#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

#include "algorithms/sssp/kernels.hpp"
#include "algorithms/sssp/ranks/delegate/local.hpp"
#include "algorithms/sssp/ranks/delegate/local_ids.hpp"
#include "algorithms/sssp/ranks/delegate/parents.hpp"
#include "algorithms/sssp/ranks/host/rank_delta_stepping.hpp"
#include "algorithms/sssp/tree.hpp"
#include "base/parallel.hpp"
#include "comm/encoding/valued_set.hpp"

namespace strider::detail {
namespace {

template <class W>
class HostPaths final : public DelegatePaths<W> {
 public:
  using Distance = SsspDistance<W>;

  HostPaths(const WeightedGraphDelegate<W>& graph, double delta, const DistSsspSettings& settings,
            comm::Encoding encoding)
      : g_(graph.graph),
        encoding_(encoding),
        threads_(settings.threads),
        local_ids_(g_),
        parents_(g_, settings.threads),
        subscribed_(static_cast<std::size_t>(g_.owners.num_ranks())),
        paths_(local_ids_.shape(g_), rows_of(graph, local_ids_, settings.threads), g_.rank, delta,
               settings),
        mask_((g_.num_delegates + std::size_t{63}) / 64),
        own_mask_(mask_.size()),
        knows_(g_.num_delegates) {
    for_each_subscribed(
        g_, [&](int rank, Vertex v) { subscribed_[static_cast<std::size_t>(rank)].push_back(v); });
  }

  [[nodiscard]] std::size_t message_bound(int peer) const override {
    const std::uint64_t ghosts = end_of(peer) - begin_of(peer);
    const std::uint64_t subscribed = subscribed_[static_cast<std::size_t>(peer)].size();
    if (ghosts == 0 && subscribed == 0) return 0;
    return std::max(comm::valued_bound<Distance>(g_.owners.size(peer), ghosts, encoding_),
                    comm::valued_bound<Distance>(g_.num_local, subscribed, encoding_));
  }

  void start(DistSsspTree<W>& tree, Distance bound) override {
    fit_array(tree.distances, g_.num_local, "the distances");
    fit_array(tree.parents, g_.num_local, "the parents");
    paths_.start(bound);
    knows_.clear(threads_);
    overflowed_ = kNoVertex;
    source_delegate_ = kNoDelegate;
  }

  void visit_source(std::uint32_t delegate, LocalVertex vertex) override {
    source_delegate_ = delegate;
    if (delegate == kNoDelegate) {
      paths_.arrive(index(vertex), Distance{0}, g_.rank);
      return;
    }
    paths_.set_distance(local_ids_.delegates + delegate, Distance{0});
    paths_.push(local_ids_.delegates + delegate);
  }

  [[nodiscard]] std::uint64_t next_bucket() override {
    return std::min(paths_.next_bucket(), LocalPaths<W>::kNoBucket);
  }
  void relax(std::uint64_t bucket) override { paths_.relax(bucket); }
  [[nodiscard]] Distance beyond() const override { return paths_.beyond(); }
  [[nodiscard]] std::uint64_t settled_arcs() const override { return paths_.settled_arcs(); }
  void continue_to(Distance bound) override { paths_.continue_to(bound); }

  std::size_t write_settled(int subscriber, std::span<std::byte> to) override {
    ids_.clear();
    values_.clear();
    for (const Vertex v : subscribed_[static_cast<std::size_t>(subscriber)]) {
      if (!paths_.is_reached(v)) continue;
      ids_.push_back(v);
      values_.push_back(paths_.distance(v));
    }
    return comm::encode_valued<Distance>(ids_, values_, g_.num_local, encoding_, to);
  }
  void take_settled(int owner, std::span<const std::byte> message) override {
    std::uint32_t ghost = begin_of(owner);
    comm::decode_valued<Distance>(message, g_.owners.size(owner), buffer_)
        .for_each([&](std::uint32_t v, Distance distance) {
          while (ghost < end_of(owner) && g_.ghost_vertices[ghost] < v) ++ghost;
          paths_.set_distance(local_ids_.ghosts + ghost, distance);
        });
  }
  void pull(double width) override { paths_.pull(width); }

  [[nodiscard]] bool has_outgoing() const override {
    return paths_.changed().any_in(local_ids_.ghosts, local_ids_.end);
  }
  std::size_t write_relaxations(int owner, std::span<std::byte> to) override {
    ids_.clear();
    values_.clear();
    paths_.changed().for_each(local_ids_.ghosts + begin_of(owner),
                              local_ids_.ghosts + end_of(owner), [&](Vertex local_id) {
                                ids_.push_back(g_.ghost_vertices[local_id - local_ids_.ghosts]);
                                values_.push_back(paths_.distance(local_id));
                              });
    return comm::encode_valued<Distance>(ids_, values_, g_.owners.size(owner), encoding_, to);
  }
  void finish_relaxations() override { paths_.changed().clear(); }
  void take_relaxations(int from, std::span<const std::byte> message) override {
    comm::decode_valued<Distance>(message, g_.num_local, buffer_)
        .for_each([&](std::uint32_t v, Distance distance) {
          paths_.arrive(v, distance, from);
          if (!paths_.is_reached(v)) overflowed_ = std::min(overflowed_, v);
        });
  }

  [[nodiscard]] bool has_found() const override {
    return paths_.changed().any_in(local_ids_.delegates, local_ids_.ghosts);
  }
  std::span<std::uint64_t> found_mask() override {
    paths_.changed().copy_words(local_ids_.delegates, mask_.span());
    std::copy(mask_.begin(), mask_.end(), own_mask_.begin());
    return mask_.span();
  }
  std::span<Distance> found_distances() override {
    reduced_.clear();
    for_each_found(
        [&](std::uint32_t i) { reduced_.push_back(paths_.distance(local_ids_.delegates + i)); });
    return reduced_;
  }
  void take_reduced() override {
    std::size_t place = 0;
    for_each_found([&](std::uint32_t i) {
      const Distance reduced = reduced_[place++];
      const Vertex local_id = local_ids_.delegates + i;
      // Who found the least distance first keeps its record until there is a smaller one.
      const bool is_found_here = ((own_mask_[i / 64] >> (i % 64)) & 1U) != 0;
      if (is_found_here && !(reduced < paths_.distance(local_id))) {
        knows_.set(i);
      } else {
        knows_.reset(i);
      }
      paths_.set_distance(local_id, reduced);
      paths_.push(local_id);
    });
  }

  void note_overflows() override { overflowed_ = std::min(overflowed_, paths_.note_overflows()); }
  [[nodiscard]] GlobalVertex overflowed() const override {
    return local_ids_.vertex_of_row(g_, overflowed_);
  }

  std::vector<ArrivedFrom> open_vertices() override { return parents_.open_vertices(paths_); }
  std::uint64_t finish(DistSsspTree<W>& tree, std::vector<std::uint32_t>& open) override {
    return parents_.finish(paths_, source_delegate_, knows_, tree, open);
  }
  std::vector<std::uint32_t> parents_of(int owner,
                                        std::span<const std::uint32_t> vertices) override {
    return parents_.parents_of(paths_, owner, vertices);
  }
  [[nodiscard]] bool knows_parent(std::uint32_t delegate) const override {
    return knows_.test(delegate);
  }
  [[nodiscard]] std::uint32_t parent_id(std::uint32_t delegate) const override {
    return parents_.parent_id(paths_, delegate);
  }

 private:
  [[nodiscard]] std::uint32_t begin_of(int rank) const {
    return g_.ghost_begin[static_cast<std::size_t>(rank)];
  }
  [[nodiscard]] std::uint32_t end_of(int rank) const {
    return g_.ghost_begin[static_cast<std::size_t>(rank) + 1];
  }
  /// In the mask, ascending.
  template <class F>
  void for_each_found(F&& body) const {
    for (std::size_t w = 0; w < mask_.size(); ++w) Bitmap::for_each_bit(mask_[w], w, body);
  }

  const GraphDelegate& g_;
  comm::Encoding encoding_;
  int threads_;
  DelegateLocalIds local_ids_;
  DelegateParents parents_;
  std::vector<std::vector<Vertex>> subscribed_;  // by rank: own vertices that are ghosts there
  RankDeltaStepping<W> paths_;
  Vertex overflowed_ = kNoVertex;
  std::uint32_t source_delegate_ = kNoDelegate;

  // By delegate.
  Array<std::uint64_t> mask_;      // found here since the last reduction, then by any rank
  Array<std::uint64_t> own_mask_;  // found here
  Bitmap knows_;                   // found here, and reduced since
  std::vector<Distance> reduced_;

  std::vector<std::uint32_t> ids_;
  std::vector<Distance> values_;
  Array<std::uint32_t> buffer_;
};

}  // namespace

template <class W>
std::uint64_t predict_host_paths_bytes(const WeightedGraphDelegate<W>& graph) {
  const GraphDelegate& g = graph.graph;
  std::uint64_t subscribed = 0;
  for_each_subscribed(g, [&](int, Vertex) { ++subscribed; });
  constexpr std::uint64_t kMessage = sizeof(std::uint32_t) + sizeof(SsspDistance<W>);
  return RankDeltaStepping<W>::bytes(DelegateLocalIds(g).shape(g)) +
         g.num_delegates * (sizeof(SsspDistance<W>) + std::uint64_t{1}) +
         (g.num_ghosts() + subscribed) * kMessage + 2 * subscribed * sizeof(Vertex) +
         g.num_local * std::uint64_t{sizeof(Vertex)};
}

template <class W>
std::unique_ptr<DelegatePaths<W>> make_host_delegate_paths(const WeightedGraphDelegate<W>& graph,
                                                           double delta,
                                                           const DistSsspSettings& settings,
                                                           comm::Encoding encoding) {
  return std::make_unique<HostPaths<W>>(graph, delta, settings, encoding);
}
template std::uint64_t predict_host_paths_bytes(const WeightedGraphDelegate<float>&);
template std::uint64_t predict_host_paths_bytes(const WeightedGraphDelegate<double>&);
template std::uint64_t predict_host_paths_bytes(const WeightedGraphDelegate<std::uint32_t>&);
template std::unique_ptr<DelegatePaths<float>> make_host_delegate_paths(
    const WeightedGraphDelegate<float>&, double, const DistSsspSettings&, comm::Encoding);
template std::unique_ptr<DelegatePaths<double>> make_host_delegate_paths(
    const WeightedGraphDelegate<double>&, double, const DistSsspSettings&, comm::Encoding);
template std::unique_ptr<DelegatePaths<std::uint32_t>> make_host_delegate_paths(
    const WeightedGraphDelegate<std::uint32_t>&, double, const DistSsspSettings&, comm::Encoding);

}  // namespace strider::detail
