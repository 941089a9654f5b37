#include "algorithms/sssp/ranks/one_d/host/host_paths.hpp"

#include <algorithm>

#include "algorithms/sssp/kernels.hpp"
#include "algorithms/sssp/ranks/host/rank_delta_stepping.hpp"
#include "algorithms/sssp/ranks/one_d/found_by_others.hpp"
#include "algorithms/sssp/ranks/one_d/rows.hpp"
#include "algorithms/sssp/tree.hpp"
#include "comm/encoding/valued_set.hpp"
#include "ranks/one_d/peer_ghosts.hpp"

namespace strider::detail {
namespace {

template <class W>
class HostPaths1d final : public LocalPaths1d<W> {
  using D = SsspDistance<W>;

 public:
  HostPaths1d(const WeightedGraph1d<W>& graph, double delta, const DistSsspSettings& settings,
              comm::Encoding encoding)
      : graph_(graph.topology),
        encoding_(encoding),
        own_(graph_.rows.num_vertices()),
        paths_(shape_of(graph_), rows_of(graph, settings.threads), graph_.rank, delta, settings),
        found_(graph_, encoding, settings.threads) {
    ids_ = Array<std::uint32_t>(found_.most_ghosts());
    values_ = Array<D>(found_.most_ghosts());
  }

  [[nodiscard]] std::size_t message_bound(int peer) const override {
    const PeerGhosts& ghosts = found_.peer(peer);
    if (ghosts.is_empty()) return 0;
    const std::uint32_t universe = std::max(ghosts.range_size, ghosts.num_subscribed);
    return comm::valued_bound<D>(universe, universe, encoding_);
  }
  [[nodiscard]] std::size_t most_parents(int owner) const override {
    return found_.peer(owner).range_size;
  }

  void start(DistSsspTree<W>& tree, D bound) override {
    fit_array(tree.distances, own_, "the distances");
    fit_array(tree.parents, own_, "the parents");
    paths_.start(bound);
    overflowed_ = kNoVertex;
  }

  void visit_source(LocalVertex source) override {
    paths_.arrive(index(source), D{0}, graph_.rank);
  }

  [[nodiscard]] std::uint64_t next_bucket() override {
    return std::min(paths_.next_bucket(), LocalPaths<W>::kNoBucket);
  }
  void relax(std::uint64_t bucket) override { paths_.relax(bucket); }
  [[nodiscard]] D beyond() const override { return paths_.beyond(); }
  [[nodiscard]] std::uint64_t settled_arcs() const override { return paths_.settled_arcs(); }
  void continue_to(D bound) override { paths_.continue_to(bound); }

  std::size_t write_settled(int subscriber, std::span<std::byte> to) override {
    const PeerGhosts& peer = found_.peer(subscriber);
    std::size_t count = 0;
    for_each_ghost(peer, [&](std::uint32_t ghost, Vertex v) {
      if (!paths_.is_reached(v)) return;
      ids_[count] = ghost;
      values_[count++] = paths_.distance(v);
    });
    return encode(count, peer.num_subscribed, to);
  }
  void take_settled(int owner, std::span<const std::byte> message) override {
    const PeerGhosts& peer = found_.peer(owner);
    comm::decode_valued<D>(message, peer.range_size, ids_)
        .for_each([&](std::uint32_t ghost, D distance) {
          paths_.set_distance(peer.range_begin + ghost, distance);
        });
  }
  void pull(double width) override { paths_.pull(width); }

  std::size_t write_relaxations(int owner, std::span<std::byte> to) override {
    const PeerGhosts& peer = found_.peer(owner);
    std::size_t count = 0;
    paths_.changed().for_each(peer.range_begin, peer.range_begin + peer.range_size,
                              [&](Vertex local_id) {
                                ids_[count] = local_id - peer.range_begin;
                                values_[count++] = paths_.distance(local_id);
                              });
    return encode(count, peer.range_size, to);
  }
  void finish_relaxations() override { paths_.changed().clear(); }

  void take_relaxations(int parent_rank, std::span<const std::byte> message) override {
    const PeerGhosts& peer = found_.peer(parent_rank);
    GhostReader reader(peer);
    comm::decode_valued<D>(message, peer.num_subscribed, ids_)
        .for_each([&](std::uint32_t ghost, D distance) {
          const Vertex v = index(reader.vertex(ghost));
          paths_.arrive(v, distance, parent_rank);
          if (!paths_.is_reached(v)) overflowed_ = std::min(overflowed_, v);
        });
  }

  void note_overflows() override { overflowed_ = std::min(overflowed_, paths_.note_overflows()); }
  [[nodiscard]] GlobalVertex overflowed() const override {
    return vertex_of_row(graph_, overflowed_);
  }

  std::uint64_t finish(DistSsspTree<W>& tree) override { return found_.finish(paths_, tree); }
  std::size_t write_requests(int parent_rank, std::span<std::byte> to) override {
    return found_.write_requests(parent_rank, to);
  }
  std::size_t write_parents(int owner, std::span<const std::byte> message,
                            std::span<std::uint32_t> to) override {
    return found_.write_parents(paths_, owner, message, to);
  }
  void take_parents(int parent_rank, std::span<const std::uint32_t> parents,
                    DistSsspTree<W>& tree) override {
    found_.take_parents(parent_rank, parents, tree.parents.span());
  }

 private:
  /// The first `count` of ids_, with their values.
  std::size_t encode(std::size_t count, std::uint32_t universe, std::span<std::byte> to) const {
    return comm::encode_valued<D>(ids_.span().first(count), values_.span().first(count), universe,
                                  encoding_, to);
  }

  const Graph1d& graph_;
  comm::Encoding encoding_;
  Vertex own_;
  RankDeltaStepping<W> paths_;
  Vertex overflowed_ = kNoVertex;

  Array<std::uint32_t> ids_;
  Array<D> values_;
  FoundByOthers found_;
};

}  // namespace

template <class W>
std::uint64_t predict_host_paths_bytes(const WeightedGraph1d<W>& graph) {
  std::uint64_t largest = 0;
  for (int r = 0; r < graph.topology.owners.num_ranks(); ++r) {
    const PeerGhosts peer = ghosts_with(graph.topology, r);
    largest = std::max<std::uint64_t>({largest, peer.range_size, peer.num_subscribed});
  }
  return RankDeltaStepping<W>::bytes(shape_of(graph.topology)) +
         largest * (sizeof(std::uint32_t) + sizeof(SsspDistance<W>) + 1) +
         graph.topology.num_rows() * std::uint64_t{sizeof(Vertex) + 1};
}

template <class W>
std::unique_ptr<LocalPaths1d<W>> make_host_paths(const WeightedGraph1d<W>& graph, double delta,
                                                 const DistSsspSettings& settings,
                                                 comm::Encoding encoding) {
  return std::make_unique<HostPaths1d<W>>(graph, delta, settings, encoding);
}

template std::uint64_t predict_host_paths_bytes(const WeightedGraph1d<float>&);
template std::uint64_t predict_host_paths_bytes(const WeightedGraph1d<double>&);
template std::uint64_t predict_host_paths_bytes(const WeightedGraph1d<std::uint32_t>&);
template std::unique_ptr<LocalPaths1d<float>> make_host_paths(const WeightedGraph1d<float>&, double,
                                                              const DistSsspSettings&,
                                                              comm::Encoding);
template std::unique_ptr<LocalPaths1d<double>> make_host_paths(const WeightedGraph1d<double>&,
                                                               double, const DistSsspSettings&,
                                                               comm::Encoding);
template std::unique_ptr<LocalPaths1d<std::uint32_t>> make_host_paths(
    const WeightedGraph1d<std::uint32_t>&, double, const DistSsspSettings&, comm::Encoding);

}  // namespace strider::detail
