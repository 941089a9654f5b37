#include "algorithms/sssp/dist/one_d/host/host_paths.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "algorithms/sssp/dist/host/column_paths.hpp"
#include "algorithms/sssp/kernels.hpp"
#include "algorithms/sssp/tree.hpp"
#include "base/atomics.hpp"
#include "base/parallel.hpp"
#include "comm/encoding/valued_set.hpp"
#include "dist/one_d/slots.hpp"

namespace strider::detail {
namespace {

ColumnShape shape_of(const Graph1d& graph) {
  const Vertex own = graph.rows.num_vertices();
  return {.num_own = own,
          .num_rows = own,
          .num_columns = std::max(graph.columns.size(), own),
          .num_arcs = graph.rows.num_arcs()};
}

template <class W>
WeightedRows<W> rows_of(const WeightedGraph1d<W>& graph, int threads) {
  const Csr& rows = graph.topology.rows;
  return WeightedRows<W>(
      rows.num_vertices(), threads, [&](Vertex v) { return rows.degree(v); },
      [&](Vertex v, const auto& take) {
        const auto columns = rows.neighbors(v);
        const auto weights = graph.weights_of(local_vertex(v));
        for (std::size_t i = 0; i < columns.size(); ++i) take(columns[i], weights[i]);
      });
}

template <class W>
class HostPaths1d final : public LocalPaths1d<W> {
  using D = SsspDistance<W>;

 public:
  HostPaths1d(const WeightedGraph1d<W>& graph, double delta, const DistSsspSettings& settings,
              comm::Encoding encoding)
      : graph_(graph.topology),
        encoding_(encoding),
        threads_(settings.threads),
        own_(graph_.rows.num_vertices()),
        paths_(shape_of(graph_), rows_of(graph, settings.threads), graph_.rank, delta, settings),
        words_((own_ + std::size_t{63}) / 64) {
    std::uint32_t largest = 0;
    for (int r = 0; r < graph_.owners.num_ranks(); ++r) {
      const PeerSlots& peer = peers_.emplace_back(slots_with(graph_, r));
      largest = std::max({largest, peer.section_size, peer.num_subscribed});
    }
    ids_ = Array<std::uint32_t>(largest);
    values_ = Array<D>(largest);
    slot_words_ = Array<std::uint64_t>((largest + 63ULL) / 64);
  }

  [[nodiscard]] std::size_t message_bound(int peer) const override {
    const PeerSlots& slots = peer_of(peer);
    if (slots.is_empty()) return 0;
    const std::uint32_t universe = std::max(slots.section_size, slots.num_subscribed);
    return comm::valued_bound<D>(universe, universe, encoding_);
  }
  [[nodiscard]] std::size_t most_parents(int owner) const override {
    return peer_of(owner).section_size;
  }

  void start(DistSsspTree<W>& tree, D horizon) override {
    fit_array(tree.distances, own_, "the distances");
    fit_array(tree.parents, own_, "the parents");
    paths_.start(horizon);
    overflowed_ = false;
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
  void go_on(D horizon) override { paths_.go_on(horizon); }

  std::size_t write_settled(int subscriber, std::span<std::byte> to) override {
    const PeerSlots& peer = peer_of(subscriber);
    std::size_t count = 0;
    for_each_slot(peer, [&](std::uint32_t slot, Vertex v) {
      if (!paths_.is_reached(v)) return;
      ids_[count] = slot;
      values_[count++] = paths_.distance(v);
    });
    return encode(count, peer.num_subscribed, to);
  }
  void take_settled(int owner, std::span<const std::byte> message) override {
    const PeerSlots& peer = peer_of(owner);
    comm::decode_valued<D>(message, peer.section_size, ids_)
        .for_each([&](std::uint32_t slot, D distance) {
          paths_.set_distance(peer.section_begin + slot, distance);
        });
  }
  void pull(double width) override { paths_.pull(width); }

  std::size_t write_relaxations(int owner, std::span<std::byte> to) override {
    const PeerSlots& peer = peer_of(owner);
    std::size_t count = 0;
    paths_.changed().for_each(peer.section_begin, peer.section_begin + peer.section_size,
                              [&](Vertex column) {
                                ids_[count] = column - peer.section_begin;
                                values_[count++] = paths_.distance(column);
                              });
    return encode(count, peer.section_size, to);
  }
  void finish_relaxations() override { paths_.changed().clear(); }

  void take_relaxations(int finder, std::span<const std::byte> message) override {
    const PeerSlots& peer = peer_of(finder);
    SlotReader reader(peer);
    comm::decode_valued<D>(message, peer.num_subscribed, ids_)
        .for_each([&](std::uint32_t slot, D distance) {
          const Vertex v = index(reader.vertex(slot));
          paths_.arrive(v, distance, finder);
          overflowed_ |= !paths_.is_reached(v);
        });
  }

  void note_overflows() override { overflowed_ |= paths_.note_overflows(); }
  [[nodiscard]] bool has_overflowed() const override { return overflowed_; }

  std::uint64_t finish(DistSsspTree<W>& tree) override {
    std::uint64_t reached = 0;
    parallel_shares(own_, threads_, [&](std::size_t begin, std::size_t end, int) {
      std::uint64_t reached_here = 0;
      for (std::size_t i = begin; i < end; ++i) {
        const auto v = static_cast<Vertex>(i);
        const bool is_reached = paths_.is_reached(v);
        reached_here += is_reached ? 1 : 0;
        tree.distances[v] = paths_.distance(v);
        tree.parents[v] = is_reached && paths_.finder(v) == graph_.rank
                              ? graph_.global_of(column(paths_.parent(v)))
                              : kNoGlobalVertex;
      }
      fetch_add_relaxed(reached, reached_here);
    });
    list_won();
    return reached;
  }

  std::size_t write_won(int finder, std::span<std::byte> to) override {
    const PeerSlots& peer = peer_of(finder);
    std::fill(words_.begin(), words_.end(), 0);
    for (const Vertex v : won_by(finder)) words_[v / 64] |= std::uint64_t{1} << (v % 64);
    const auto slots = slot_words_.span().first((peer.num_subscribed + 63ULL) / 64);
    const std::uint64_t count = pack_slots(
        peer, words_.size(), [&](std::size_t w) { return words_[w]; }, slots);
    return comm::encode_bitmap(slots, peer.num_subscribed, count, encoding_, to);
  }

  std::size_t write_parents(int owner, std::span<const std::byte> message,
                            std::span<std::uint32_t> to) override {
    const PeerSlots& peer = peer_of(owner);
    std::size_t count = 0;
    comm::decode(message, peer.section_size, ids_).for_each([&](std::uint32_t slot) {
      to[count++] = paths_.parent(peer.section_begin + slot);
    });
    return count;
  }

  void take_parents(int finder, std::span<const std::uint32_t> parents,
                    DistSsspTree<W>& tree) override {
    std::size_t next = 0;
    for (const Vertex v : won_by(finder)) {
      tree.parents[v] = graph_.owners.global(finder, local_vertex(parents[next++]));
    }
  }

 private:
  [[nodiscard]] const PeerSlots& peer_of(int rank) const {
    return peers_[static_cast<std::size_t>(rank)];
  }

  /// The first `count` of ids_, with their values.
  std::size_t encode(std::size_t count, std::uint32_t universe, std::span<std::byte> to) const {
    return comm::encode_valued<D>(ids_.span().first(count), values_.span().first(count), universe,
                                  encoding_, to);
  }

  /// The vertices that others found, by finder; those of one ascend.
  void list_won() {
    const auto is_won = [&](Vertex v) {
      return paths_.is_reached(v) && paths_.finder(v) != graph_.rank;
    };
    won_begin_.assign(peers_.size() + 1, 0);
    for (Vertex v = 0; v < own_; ++v) {
      if (is_won(v)) ++won_begin_[static_cast<std::size_t>(paths_.finder(v)) + 1];
    }
    for (std::size_t r = 0; r < peers_.size(); ++r) won_begin_[r + 1] += won_begin_[r];
    won_.resize(won_begin_.back());
    std::vector<std::size_t> next = won_begin_;
    for (Vertex v = 0; v < own_; ++v) {
      if (is_won(v)) won_[next[static_cast<std::size_t>(paths_.finder(v))]++] = v;
    }
  }
  [[nodiscard]] std::span<const Vertex> won_by(int finder) const {
    const auto r = static_cast<std::size_t>(finder);
    return std::span(won_).subspan(won_begin_[r], won_begin_[r + 1] - won_begin_[r]);
  }

  const Graph1d& graph_;
  comm::Encoding encoding_;
  int threads_;
  Vertex own_;
  ColumnPaths<W> paths_;
  std::vector<PeerSlots> peers_;  // by rank
  bool overflowed_ = false;

  std::vector<Vertex> won_;
  std::vector<std::size_t> won_begin_;  // by finder
  Array<std::uint32_t> ids_;
  Array<D> values_;
  Array<std::uint64_t> words_;  // of own vertices
  Array<std::uint64_t> slot_words_;
};

}  // namespace

template <class W>
std::uint64_t predict_host_paths_bytes(const WeightedGraph1d<W>& graph) {
  std::uint64_t largest = 0;
  for (int r = 0; r < graph.topology.owners.num_ranks(); ++r) {
    const PeerSlots peer = slots_with(graph.topology, r);
    largest = std::max<std::uint64_t>({largest, peer.section_size, peer.num_subscribed});
  }
  return ColumnPaths<W>::bytes(shape_of(graph.topology)) +
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
